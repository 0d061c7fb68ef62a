/** Bookings that mails told of: what they cost, until when they can be canceled for free, and one reminder before that ends. */
import type { CarFact, MailFact, StayFact } from "#mailboxes";
import { addDays, type CivilDate, civilDate } from "#platform/clock";
import type { ProtectionDeps } from "./context.ts";
import { cancelDeadline } from "./letters.ts";
import type { Trip } from "./protection.types.ts";

type Booked = MailFact & { content: StayFact | CarFact };
const isBooked = (fact: MailFact): fact is Booked => fact.content.kind === "stay" || fact.content.kind === "car";
const endOf = ({ content }: Booked): string =>
  content.kind === "stay" ? content.check_out : content.drop_off_at.slice(0, 10);
const beginOf = ({ content }: Booked): string =>
  content.kind === "stay" ? content.check_in : content.pick_up_at.slice(0, 10);

/** A booking that is told of again is the same one; what was told last counts. */
function newest(facts: readonly MailFact[]): Booked[] {
  const of = new Map<string, Booked>();
  for (const fact of facts)
    if (isBooked(fact)) of.set(`${fact.content.kind} ${fact.store.domain} ${fact.content.reservation_number}`, fact);
  return [...of.values()];
}

/**
 * A place's clock is not known, and the world's earliest day is up to a day ahead: from the day on which the time could have
 * passed somewhere, nothing is promised.
 */
const isOpen = (until: string | null, today: CivilDate): boolean => until !== null && until.slice(0, 10) > today;

function toTrip(fact: Booked, today: CivilDate): Trip {
  const { content } = fact;
  return {
    trip_id: fact.fact_id,
    name: content.name,
    place: content.place,
    reservation_number: content.reservation_number,
    begins: content.kind === "stay" ? content.check_in : content.pick_up_at,
    ends: content.kind === "stay" ? content.check_out : content.drop_off_at,
    what: content.kind === "stay" ? [content.room, content.board].filter(Boolean).join(", ") : content.car_class,
    people: content.kind === "stay" ? content.adults : null,
    currency: content.currency,
    total_minor: content.total_minor.toString(),
    cancel_free_until: content.cancel_free_until,
    can_cancel: isOpen(content.cancel_free_until, today),
    is_over: endOf(fact) < today,
    signed: fact.proof === "signed",
    told_on: fact.sent_at.toISOString(),
  };
}

/** Those that come first, then those that are over. */
export async function readTrips(context: ProtectionDeps, userId: string, kind: "stay" | "car"): Promise<Trip[]> {
  const today = civilDate(context.clock.now());
  return newest(await context.mailboxes.factsOfMember(userId))
    .filter(({ content }) => content.kind === kind)
    .toSorted((one, other) => (beginOf(one) < beginOf(other) ? -1 : 1))
    .map((fact) => toTrip(fact, today))
    .toSorted((one, other) => Number(one.is_over) - Number(other.is_over));
}

/** Days before the last one on which somebody is reminded: tomorrow somewhere is today here. */
const REMIND_DAYS = 2;

/** One letter for each booking and deadline, whoever looks how often. */
export async function remindOfTrips(context: ProtectionDeps): Promise<void> {
  const { clock, database, mailboxes, identity, notifications } = context;
  const today = civilDate(clock.now());
  const due = await mailboxes.bookingsUntil(inDays(today, 1), inDays(today, REMIND_DAYS));
  for (const fact of due.filter(isBooked)) {
    // A booking may have been told of again since, with another day.
    const [latest] = newest(
      (await mailboxes.factsOfMember(fact.user_id)).filter(
        (one) =>
          isBooked(one) &&
          one.store.domain === fact.store.domain &&
          one.content.reservation_number === fact.content.reservation_number,
      ),
    );
    const until = latest?.content.cancel_free_until;
    const contact = await identity.contact(fact.user_id);
    if (!latest || !until || latest.fact_id !== fact.fact_id || !contact) continue;
    await database.transaction((tx) =>
      notifications.queue(tx, {
        cause: `protection.cancel_deadline:${fact.user_id}:${fact.store.domain}:${fact.content.reservation_number}:${until}`,
        recipient: { user_id: fact.user_id, ...contact },
        letter: cancelDeadline({
          ...{ name: latest.content.name, place: latest.content.place, until },
          ...{ reservation_number: latest.content.reservation_number },
          page: latest.content.kind === "stay" ? "hotel" : "carrental",
        }),
      }),
    );
  }
}

const inDays = (day: CivilDate, days: number): CivilDate => civilDate(addDays(new Date(`${day}T12:00:00Z`), days));
