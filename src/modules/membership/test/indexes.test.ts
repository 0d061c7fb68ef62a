/**
 * The look-ups of webhooks and the sweeps find their rows by an index: with sequential scans made as dear as they can be, none
 * of their plans has one. What they cost then does not grow with history.
 */
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database, Tx } from "#platform/database";
import { findWaiting, takeForgotten } from "#platform/inbox-store";
import type { Question } from "#platform/sql";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { findAttemptByPayment, findLiveAttempt, readCharges } from "../charge-store.ts";
import { takeDue, takeLeft, takeWaitingAttempts } from "../look-store.ts";
import { countPersonCases, findPersonCases } from "../person-store.ts";
import {
  comparePayments,
  findAlone,
  findPaymentsAlone,
  newestEntryAt,
  readTotal,
  sumReturned,
} from "../reconcile-store.ts";
import { isTrialHeld, isTrialUsed, readConsents, removeCards } from "../record-store.ts";
import { findRefundByPayable, findRefundsOfPayment, readRefunds, takeRefundsWithoutPayable } from "../refund-store.ts";
import { hasPaidMonth, readCardKeys, readFirstMonths } from "../reward-store.ts";
import { findRunning, readMemberships } from "../store.ts";

let base: TestDatabase;
let pool: pg.Pool;
let asked: Question[] = [];
const db: Database = {
  async ask<Row>(question: Question) {
    asked.push(question);
    const { rows } = await pool.query({ text: question.text, values: [...question.values] });
    return { rows: rows as Row[], rowCount: 0 };
  },
};
beforeAll(async () => {
  base = await createTestDatabase();
  pool = new pg.Pool({ connectionString: base.url, max: 2, options: "-c enable_seqscan=off" });
});
afterAll(async () => {
  await pool.end();
  await base.drop();
});

const now = new Date("2027-03-10T15:00:00Z");
const id = "018f0000-0000-7000-8000-000000000000";
// Each is only explained here, so that it needs no transaction.
const looks: Record<string, (tx: Tx) => Promise<unknown>> = {
  "an attempt by its payment": (tx) => findAttemptByPayment(tx, "pi_1"),
  "the living attempt of a charge": (tx) => findLiveAttempt(tx, id),
  "first months": (tx) => readFirstMonths(tx, [{ key: id, user_id: id, first_charge_on: "2027-03-10", since: now }]),
  "a paid month": (tx) => hasPaidMonth(tx, id, { since: now, until: now }),
  "the cards that count": (tx) => readCardKeys(tx, id),
  "a refund by its payment": (tx) => findRefundsOfPayment(tx, "pi_1"),
  "the charges of a membership": (tx) => readCharges(tx, [id]),
  "the refunds of a membership": (tx) => readRefunds(tx, [id]),
  "what was agreed to": (tx) => readConsents(tx, [id]),
  "an event": (tx) => findWaiting(tx, "stripe", "evt_1"),
  "the memberships of a member": (tx) => readMemberships(tx, id),
  "the one that runs": (tx) => findRunning(tx, id, "main"),
  "a trial that was used": (tx) => isTrialUsed(tx, "main", ["a"]),
  "a trial that is held": (tx) => isTrialHeld(tx, "main", ["a"], id),
  "the cards of a member": (tx) => removeCards(tx, id, null, now),
  "memberships that are due": (tx) => takeDue(tx, now, 10),
  "attempts that wait": (tx) => takeWaitingAttempts(tx, now, 10),
  "a refund by its payable": (tx) => findRefundByPayable(tx, id),
  "refunds without a payable": (tx) => takeRefundsWithoutPayable(tx, 10),
  "events that wait": (tx) => takeForgotten(tx, now, 10),
  "those who left": (tx) => takeLeft(tx, now, now, 10),
  "the newest entry": (tx) => newestEntryAt(tx),
  "payments that are not explained": (tx) => findPaymentsAlone(tx),
  "the entries of one": (tx) => findAlone(tx, "pi_1"),
  "the comparison": (tx) => comparePayments(tx, now),
  "what of a payment went back": (tx) => sumReturned(tx, "pi_1"),
  "what a person has to decide": (tx) => findPersonCases(tx, 10),
  "how much of it there is": (tx) => countPersonCases(tx),
};

it.each(Object.keys(looks))("%s", async (name) => {
  asked = [];
  // An empty table may be read whole for nothing; the planner is asked what it would do with many rows.
  await looks[name]?.(db as unknown as Tx);
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, values } of asked) {
    const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, [...values]);
    const plan = rows.map((row) => row["QUERY PLAN"]);
    // Nor does one run through a key from its beginning to its end.
    const whole = plan.filter(
      (line, n) => /Scan using \w+_(pkey|key)\b/.test(line) && !/Index Cond/.test(plan[n + 1] ?? ""),
    );
    expect(whole, `${text}\n${plan.join("\n")}`).toEqual([]);
    expect(
      plan.filter((line) => /Seq Scan on/.test(line)),
      `${text}\n${plan.join("\n")}`,
    ).toEqual([]);
  }
});

it("the sum of the balance is one row, kept as its entries come and go", async () => {
  const put = (entry: string, amount: number, fee: number) =>
    pool.query(
      "insert into membership.balance_entries (entry_id, kind, amount_minor, fee_minor, at, read_at) values ($1, 'other', $2, $3, now(), now())",
      [entry, amount, fee],
    );
  await put("a", 1_199, 65);
  await put("b", -300, 0);
  expect(await readTotal(base.handle.db)).toBe(834n);
  await pool.query("delete from membership.balance_entries where entry_id = 'b'");
  expect(await readTotal(base.handle.db)).toBe(1_134n);
  await pool.query("delete from membership.balance_entries");
});
