/** One booking: what was booked, until when it is free to cancel, what its price does, its steps, what may be done. */
import { DateText, formatDate, useDateWords } from "#ui/date.tsx";
import { Note } from "#ui/note.tsx";
import { priceText } from "#ui/price-words.ts";
import { LeaderList } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { Timeline } from "#ui/timeline.tsx";
import type { CarGap, StayGap, Trip, TripsPage } from "../protection.types.ts";
import { TripActs } from "./trip-acts.tsx";
import { BOARD_WORDS } from "./trip-form.tsx";

type T = ReturnType<typeof useText>;
type Stamp = { tone: "wait" | "good" | "bad" | "info"; text: string };
function stampOf(trip: Trip): Stamp {
  if (trip.state === "canceled") return { tone: "good", text: "Booked for less" };
  if (trip.is_over) return { tone: "info", text: "Over" };
  if (trip.state === "rebooked") return { tone: "wait", text: "Two bookings" };
  if (trip.offer) return { tone: "good", text: "Costs less now" };
  return trip.can_cancel ? { tone: "good", text: "Free to cancel" } : { tone: "wait", text: "No free cancellation" };
}

/** Times of the place stay as they are written: its clock is not the reader's. */
function useLocalWords(): (local: string) => string {
  const language = useLanguage();
  return (local) =>
    local.length > 10 ? formatDate(`${local.slice(0, 16)}Z`, language, "datetime") : formatDate(local, language);
}

export function TripCard({ trip, page, kind }: { trip: Trip; page: TripsPage; kind: "stay" | "car" }) {
  const t = useText();
  const language = useLanguage();
  const localWords = useLocalWords();
  const stamp = stampOf(trip);
  const until = trip.cancel_free_until;
  const returned = [trip.drop_off_place, trip.drop_off_code].filter(Boolean).join(", ");
  const booked = [trip.what, trip.board ? t(BOARD_WORDS[trip.board]) : ""].filter(Boolean).join(", ");
  return (
    <article className="card">
      <div className="flex flex-wrap items-start justify-between gap-3 p-5">
        <div className="min-w-0">
          <h2 className="text-lg">{trip.name}</h2>
          <p className="small muted mt-1">
            {[placeWords(trip), t("reservation {{number}}", { number: trip.reservation_number })]
              .filter(Boolean)
              .join(", ")}
          </p>
        </div>
        <WordStamp tone={stamp.tone} {...(stamp.tone === "good" && { icon: "check" })}>
          {t(stamp.text)}
        </WordStamp>
      </div>
      <div className="border-t border-(--tp-rule) p-5">
        {trip.offer && <Offer trip={trip} offer={trip.offer} />}
        {trip.rebooked && trip.state !== "canceled" && (
          <div className="mb-4">
            <Note kind="wait">
              {t("You booked it again as {{number}}. Cancel this one before its last free hour, or you pay for both.", {
                number: trip.rebooked.reservation_number,
              })}
            </Note>
          </div>
        )}
        <LeaderList
          lines={[
            { term: t("From"), value: localWords(trip.begins) },
            { term: t("Until"), value: localWords(trip.ends) },
            ...(booked ? [{ term: t("Booked"), value: booked }] : []),
            ...(returned ? [{ term: t("Returned at"), value: returned }] : []),
            ...(trip.driver_age ? [{ term: t("Driver's age"), value: String(trip.driver_age) }] : []),
            ...(trip.people ? [{ term: t("Adults"), value: String(trip.people) }] : []),
            ...(until ? [{ term: t("Cancel for free until, local time there"), value: localWords(until) }] : []),
            { term: t("Total"), value: priceText(trip.total_minor, trip.currency), total: !trip.rebooked },
            ...(trip.rebooked
              ? [
                  { term: t("Booked again for"), value: priceText(trip.rebooked.total_minor, trip.currency) },
                  {
                    ...{ term: t("You save"), value: priceText(trip.rebooked.saves_minor, trip.currency) },
                    ...{ total: true, tone: "back" as const },
                  },
                ]
              : []),
          ]}
        />
        <p className="small muted mt-3">{watchWords(trip, page, t)}</p>
        {trip.source === "mail" && !trip.signed && (
          <p className="small muted mt-1">
            {t("The email wasn't signed by its sender as it reached us. Check these figures against your booking.")}
          </p>
        )}
        <details className="mt-3">
          <summary className="link small">{t("What happened")}</summary>
          <div className="mt-3">
            <Timeline
              events={trip.timeline.map(({ at, words }) => ({
                ...{ state: "done", step: words[language], when: <DateText value={at} style="datetime" /> },
              }))}
            />
          </div>
        </details>
        {!trip.is_over && <TripActs trip={trip} kind={kind} page={page} />}
      </div>
    </article>
  );
}

/** The airport is said where the place does not say it. */
const placeWords = ({ place, city, pick_up_code: code }: Trip): string => {
  const words = place || city;
  return code && !words.includes(code) ? [words, code].filter(Boolean).join(", ") : words;
};

function Offer({ trip, offer }: { trip: Trip; offer: NonNullable<Trip["offer"]> }) {
  const t = useText();
  const dateWords = useDateWords();
  const date = dateWords(offer.free_until);
  return (
    <div className="mb-5">
      <LeaderList
        lines={[
          { term: t("You booked it for"), value: priceText(trip.total_minor, trip.currency) },
          { term: t("It costs now"), value: priceText(offer.total_minor, trip.currency) },
          {
            ...{ term: t("You would save"), value: priceText(offer.saves_minor, trip.currency) },
            ...{ tone: "back" as const, total: true },
          },
        ]}
      />
      {offer.of ? (
        <>
          <p className="small mt-2">{[offer.of.company, offer.of.car, offer.of.at].filter(Boolean).join(" · ")}</p>
          <p className="small muted mt-2">
            {t(
              "The same class at the same company, places and times, free to cancel until {{date}}, taxes and required fees included. Read twice.",
              { date },
            )}{" "}
            {t("For a driver aged {{age}}.", { age: String(offer.of.driver_age) })}{" "}
            {offer.of.prepaid !== null &&
              (offer.of.prepaid ? t("It's paid when you book it.") : t("It's paid at the counter."))}{" "}
            {t("What the insurance covers may differ: compare it before you book.")}
          </p>
        </>
      ) : (
        <p className="small muted mt-2">
          {t(
            "The same kind of bed with at least the same meals, free to cancel until {{date}}, taxes included. Read twice.",
            { date },
          )}
        </p>
      )}
    </div>
  );
}

const MATCHES: Readonly<Record<StayGap | CarGap, string>> = {
  no_country: "We don't compare its price yet: choose its country under Correct.",
  no_city: "We don't compare its price: Booking.com has no such city there. Check it under Correct.",
  no_hotel: "We don't compare its price: Booking.com has no hotel of that name there. Check it under Correct.",
  no_unit:
    "We don't compare its price: Booking.com has no room type by that name at this hotel. Check it under Correct.",
  no_board: "We don't compare its price yet: say under Correct which meals are included.",
  no_place:
    "We don't compare its price yet: say under Correct at which airport it is picked up and returned, by its three letters, or the address with street and number.",
  place_unclear:
    "We don't compare its price: Expedia knows several places of that name. Say under Correct the airport's three letters, or the whole address.",
  no_class: "We don't compare its price yet: say under Correct which class of car it is, like Compact or Midsize SUV.",
  no_company:
    "Expedia lists no such car of this company there now. Check the company under Correct. We look twice a day.",
  no_currency: "We don't compare its price: Expedia gives it in a different currency than your booking.",
  no_times: "We'll compare its price later: Expedia gives prices from 330 days before you return it.",
};
function watchWords(trip: Trip, { provider }: TripsPage, t: T): string {
  if (trip.state === "canceled") return t("You canceled the old booking.");
  if (!trip.can_cancel) return t("What can't be canceled for free can't be rebooked for less.");
  if (provider === null || trip.match === "off" || trip.state === "rebooked")
    return t("We remind you before free cancellation ends.");
  if (trip.match === "due" || (trip.match === "found" && trip.read_at === null))
    return t("We compare its price within the hour.");
  if (trip.match !== "found") return t(MATCHES[trip.match]);
  return trip.now_minor === null
    ? t("{{provider}} has nothing cheaper that can be canceled for free now. We look twice a day.", { provider })
    : t("We compare its price at {{provider}} twice a day.", { provider });
}
