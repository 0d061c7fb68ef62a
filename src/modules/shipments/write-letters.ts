/** A letter for each thing that the member of a case should hear of, once. */
import { addDays } from "#platform/clock";
import { isOpenCase, REMIND_DAYS } from "./case-rules.ts";
import { readCase } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import { parcelCaseId } from "./ids.ts";
import {
  answerPassed,
  arrivedAfterAll,
  type CaseFacts,
  caseOpened,
  deadlineNear,
  packageLate,
  packageNotShipped,
  packageStalled,
} from "./letters.ts";
import { readParcel, readScans } from "./parcel-store.ts";
import { clocksFor, titleOf } from "./read-pages.ts";
import { dayIn, zoneOf } from "./zone-days.ts";

const LETTERS = {
  rule_late: packageLate,
  rule_stalled: packageStalled,
  rule_not_shipped: packageNotShipped,
  opened: caseOpened,
  deadline: deadlineNear,
  answer_passed: answerPassed,
  arrived: arrivedAfterAll,
} as const;
const isNews = (news: string): news is keyof typeof LETTERS => news in LETTERS;

export async function writeLetter(
  context: ShipmentsContext,
  { case_id, news }: { case_id: string; news: string },
): Promise<void> {
  const { db } = context.database;
  const row = await readCase(db, case_id);
  const parcel = row && (await readParcel(db, row.parcel_id));
  const contact = row && (await context.identity.contact(row.user_id));
  if (!row || !parcel || !contact || !isNews(news)) return;
  const clocks = clocksFor(row, parcel, (await readScans(db, [parcel.parcel_id])).get(parcel.parcel_id) ?? []);
  const facts: CaseFacts = {
    ...{ case_id: parcelCaseId.show(row.case_id), reference: row.reference, title: titleOf(parcel, contact.language) },
    ...{ number: parcel.number, kind: row.kind, day: clocks.answer_by, whose: "store" },
  };
  let cause = `parcel-case:${row.case_id}:${news}`;
  if (news === "deadline") {
    if (!isOpenCase(row.state)) return;
    const soon = dayIn(addDays(context.clock.now(), REMIND_DAYS), zoneOf(parcel.zone, parcel.country));
    const near = ([["carrier", clocks.carrier_until] as const, ["card", clocks.card_until] as const] as const).find(
      ([, day]) => day === soon,
    );
    if (!near) return;
    [facts.whose, facts.day] = near;
    cause += `:${near[0]}`;
  }
  await context.database.transaction((tx) =>
    context.notifications.queue(tx, {
      cause,
      recipient: { ...contact, user_id: row.user_id },
      letter: LETTERS[news](facts),
    }),
  );
}
