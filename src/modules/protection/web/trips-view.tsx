/** Bookings of one kind: each with its last free day and what a lower price would save, and how to add one. */
import { useState } from "react";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import type { IconName } from "#ui/icon.tsx";
import { priceText } from "#ui/price-words.ts";
import { Receipt } from "#ui/receipt.tsx";
import { Setting } from "#ui/setting.tsx";
import { useText } from "#ui/text.tsx";
import type { TripsPage } from "../protection.types.ts";
import { TripCard } from "./trip-card.tsx";
import { TripDialog } from "./trip-form.tsx";

const ACCOUNTS = "/account/protection/accounts";

export function TripsView({ page, icon, kind }: { page: TripsPage; icon: IconName; kind: "stay" | "car" }) {
  const t = useText();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button onClick={() => setAdding(true)}>{kind === "stay" ? t("Add a hotel") : t("Add a rental car")}</Button>
  );
  return (
    <div className="layout-2">
      {page.trips.length === 0 ? (
        <Empty
          level={2}
          icon={icon}
          title={t("No booking yet")}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink look="primary" href={ACCOUNTS}>
                {t("Send us your booking emails")}
              </ButtonLink>
              {add}
            </div>
          }
        >
          {t(
            "Forward a confirmation email, or add the booking yourself. Its last day of free cancellation shows up here.",
          )}
        </Empty>
      ) : (
        <ul className="grid list-none p-0 [--gap:1rem]">
          {page.trips.map((trip) => (
            <li key={trip.trip_id}>
              <TripCard trip={trip} page={page} kind={kind} />
            </li>
          ))}
        </ul>
      )}
      <aside className="grid [--gap:1rem]">
        {page.trips.length > 0 && (
          <Receipt
            title={t("So far")}
            lines={[
              { term: t("Watched now"), value: String(page.figures.watched) },
              { term: t("Found"), value: String(page.figures.found) },
              ...page.figures.saved.map(({ currency, minor }) => ({
                ...{ term: t("You saved"), value: priceText(minor, currency), tone: "back" as const, total: true },
              })),
            ]}
          />
        )}
        {page.trips.length > 0 && <div>{add}</div>}
        <Setting title={t("How it works")}>
          <ul className="small list-disc ps-5">
            <li>{t("We keep the day on which free cancellation ends, and email you before it comes.")}</li>
            <li className="mt-1">
              {page.provider
                ? t(
                    kind === "stay"
                      ? "Twice a day we ask {{provider}} what the same kind of bed costs with the same meals and free cancellation. A lower price is read twice."
                      : "Twice a day we ask {{provider}} what the same class of car costs at the same company, places and times with free cancellation. A lower price is read twice.",
                    { provider: page.provider },
                  )
                : t(
                    "You look for a lower price; we calculate what it saves. We remind and calculate: we don't monitor.",
                  )}
            </li>
            <li className="mt-1">{t("We never book or cancel for you, and we pay nothing for bookings.")}</li>
          </ul>
        </Setting>
        <Setting title={t("Found it for less?")}>
          <ol className="small list-decimal ps-5">
            <li>
              {kind === "stay"
                ? t("Compare the same room, meals, dates and guests, taxes and fees included.")
                : t("Compare the same class, places and times, taxes and fees included.")}
            </li>
            <li className="mt-1">{t("Book the new one first, and wait until it's confirmed.")}</li>
            <li className="mt-1">{t("Then cancel the old one before its last free hour.")}</li>
          </ol>
        </Setting>
      </aside>
      <TripDialog kind={kind} today={page.today} open={adding} onClose={() => setAdding(false)} />
    </div>
  );
}
