/**
 * What PayPal holds for us (`paypal-rest-api-specifications`, reporting_transactions_v1: `GET /v1/reporting/balances`). It
 * takes up to three hours until a payment is counted there; `as_of_time` says of when it is.
 */
import { z } from "zod";
import type { Clock } from "#platform/clock";
import { parseMajor } from "#platform/money";
import { assert } from "#platform/outcome";
import type { HeldThere } from "../context.ts";
import type { createPaypalSender } from "./sender.ts";

const answer = z.object({
  balances: z.array(
    z.object({ currency: z.string(), total_balance: z.object({ currency_code: z.string(), value: z.string() }) }),
  ),
  as_of_time: z.iso.datetime({ offset: true }).optional(),
});
const LATE_HOURS = 3;

export async function readPaypalBalance(
  sender: Pick<ReturnType<typeof createPaypalSender>, "get">,
  clock: Clock,
): Promise<HeldThere> {
  const { balances, as_of_time } = answer.parse(await sender.get("/v1/reporting/balances?currency_code=USD"));
  const dollars = balances.find((balance) => balance.currency === "USD");
  // An account that never held dollars lists none.
  const balance_minor = dollars ? parseMajor(dollars.total_balance.value) : 0n;
  assert(balance_minor !== null, "PayPal tells its balance as an amount");
  return { balance_minor, as_of: as_of_time ? new Date(as_of_time) : clock.now(), late_hours: LATE_HOURS };
}
