/** Counts what members are promised against what came of it. */
import { addDays } from "#platform/clock";
import type { PromisesContext } from "./context.ts";
import type { Counted } from "./promises.types.ts";
import {
  answeredInTime,
  frequentReasons,
  MIN_OF_STORE,
  MIN_TOLD,
  SPAN_DAYS,
  STORE_SPAN_DAYS,
  trackHealth,
} from "./rules.ts";

export async function countPromises({ clock, payouts, cashback, benefits }: PromisesContext): Promise<Counted> {
  const to = clock.now();
  const span = { from: addDays(to, -SPAN_DAYS), to };
  const stores = { from: addDays(to, -STORE_SPAN_DAYS), to };
  const [speed, paidOut, decided, confirmDays, records, answers] = await Promise.all([
    payouts.speed(span),
    payouts.paidOut(),
    cashback.record.decided(span),
    cashback.record.confirmDays(span),
    cashback.record.stores(stores, MIN_OF_STORE),
    benefits.answerDays(span),
  ]);
  const confirmed = decided.filter(({ kind }) => kind === "confirmed").reduce((sum, row) => sum + row.orders, 0);
  const byReason = new Map<string | null, number>();
  for (const { kind, reason_code, orders } of decided)
    if (kind !== "confirmed") byReason.set(reason_code, (byReason.get(reason_code) ?? 0) + orders);
  const reasons = [...byReason].map(([code, orders]) => ({ code, orders }));
  return {
    counted_at: to.toISOString(),
    since: span.from.toISOString(),
    payouts: {
      asked: speed.reduce((sum, row) => sum + row.asked, 0),
      methods: speed.filter(({ asked }) => asked >= MIN_TOLD),
    },
    paid_out_minor: paidOut.toString(),
    orders: {
      confirmed,
      refused: reasons.reduce((sum, row) => sum + row.orders, 0),
      reasons: frequentReasons(reasons),
      confirm_days: confirmed >= MIN_TOLD ? confirmDays : null,
    },
    claims: { ...answeredInTime(answers.days, answers.promised_days, to), promised_days: answers.promised_days },
    stores: {
      since: stores.from.toISOString(),
      judged: records.map(({ merchant_name, ...row }) => ({ ...row, name: merchant_name, health: trackHealth(row) })),
    },
  };
}
