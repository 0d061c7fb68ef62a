/** Bookings of one kind: what each cost, until when it can be canceled for free, and what a lower price would save. */
import { useState } from "react";
import { ButtonLink } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import type { IconName } from "#ui/icon.tsx";
import { priceText } from "#ui/price-words.ts";
import { LeaderList } from "#ui/receipt.tsx";
import { Setting } from "#ui/setting.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import type { Trip } from "../protection.types.ts";

const ACCOUNTS = "/account/protection/accounts";

export function TripsView({ trips, icon, kind }: { trips: readonly Trip[]; icon: IconName; kind: "stay" | "car" }) {
  const t = useText();
  return (
    <div className="layout-2">
      {trips.length === 0 ? (
        <Empty
          level={2}
          icon={icon}
          title={t("No booking yet")}
          action={
            <ButtonLink look="primary" href={ACCOUNTS}>
              {t("Send us your booking emails")}
            </ButtonLink>
          }
        >
          {t("Forward a confirmation email, and its last day of free cancellation shows up here.")}
        </Empty>
      ) : (
        <ul className="grid list-none p-0 [--gap:1rem]">
          {trips.map((trip) => (
            <li key={trip.trip_id}>
              <TripCard trip={trip} />
            </li>
          ))}
        </ul>
      )}
      <aside className="grid [--gap:1rem]">
        <Setting title={t("How it works")}>
          <ul className="list-disc ps-5">
            <li>{t("We keep the day on which free cancellation ends, and email you before it comes.")}</li>
            <li className="mt-1">
              {t("You look for a lower price; we calculate what it saves. We remind and calculate: we don't monitor.")}
            </li>
            <li className="mt-1">{t("We never book or cancel for you, and we pay nothing for bookings.")}</li>
          </ul>
        </Setting>
        <Setting title={t("Found it for less?")}>
          <ol className="list-decimal ps-5">
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
    </div>
  );
}

/** Times of the place stay as they are written: its clock is not the reader's. */
function useLocalWords(): (local: string) => string {
  const dateWords = useDateWords();
  return (local) => {
    const day = dateWords(local.slice(0, 10));
    return local.length > 10 ? `${day}, ${local.slice(11, 16)}` : day;
  };
}

function TripCard({ trip }: { trip: Trip }) {
  const t = useText();
  const localWords = useLocalWords();
  const until = trip.cancel_free_until;
  return (
    <article className="card">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5">
        <div className="min-w-0">
          <h2 className="text-lg">{trip.name}</h2>
          <p className="small muted mt-1">
            {[trip.place, t("reservation {{number}}", { number: trip.reservation_number })].filter(Boolean).join(", ")}
          </p>
        </div>
        {trip.is_over ? (
          <WordStamp tone="info">{t("Over")}</WordStamp>
        ) : trip.can_cancel ? (
          <WordStamp tone="good" icon="check">
            {t("Free to cancel")}
          </WordStamp>
        ) : (
          <WordStamp tone="wait">{t("No free cancellation")}</WordStamp>
        )}
      </div>
      <div className="border-t border-(--tp-rule) p-5">
        <LeaderList
          lines={[
            { term: t("From"), value: localWords(trip.begins) },
            { term: t("Until"), value: localWords(trip.ends) },
            ...(trip.what ? [{ term: t("Booked"), value: trip.what }] : []),
            ...(trip.people ? [{ term: t("Adults"), value: String(trip.people) }] : []),
            ...(until ? [{ term: t("Cancel for free until, local time there"), value: localWords(until) }] : []),
            { term: t("Total"), value: priceText(trip.total_minor, trip.currency), total: true },
          ]}
        />
        {!trip.signed && (
          <p className="small muted mt-3">
            {t("The email wasn't signed by its sender as it reached us. Check these figures against your booking.")}
          </p>
        )}
        {trip.can_cancel && !trip.is_over && <Saving trip={trip} />}
      </div>
    </article>
  );
}

/** Digits and one separator, as people type sums in dollars or elsewhere; null for anything else. */
function minorOf(typed: string): bigint | null {
  const found = /^\s*[^\d]{0,4}(\d{1,7})(?:[.,](\d{2}))?\s*$/.exec(typed);
  return found ? BigInt(found[1] ?? "0") * 100n + BigInt(found[2] ?? "0") : null;
}

function Saving({ trip }: { trip: Trip }) {
  const t = useText();
  const [typed, setTyped] = useState("");
  const minor = typed.trim() === "" ? null : minorOf(typed);
  const less = minor === null ? null : BigInt(trip.total_minor) - minor;
  return (
    <div className="mt-4">
      <Field
        label={t("Total of the other offer, in {{currency}}", { currency: trip.currency })}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...(typed.trim() !== "" && minor === null && { error: t("Type an amount, like 129.00.") })}
      />
      <p className="mt-2" aria-live="polite">
        {less === null
          ? ""
          : less > 0n
            ? t("You would save {{amount}}. Book the new one first, then cancel this one.", {
                amount: priceText(less.toString(), trip.currency),
              })
            : t("That isn't less than what you booked.")}
      </p>
    </div>
  );
}
