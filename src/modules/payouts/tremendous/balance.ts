/**
 * What Tremendous holds for us (types of the npm package `tremendous` 4.12): the list names the funding source, whose own
 * address has the balance of this moment; the list's is cached. What is pending there is a deposit not credited yet.
 */
import { z } from "zod";
import { parseMajor } from "#platform/money";
import { assert } from "#platform/outcome";
import type { HeldThere, PayoutDeps } from "../context.ts";

const source = z.object({
  id: z.string().min(1),
  method: z.string(),
  meta: z.object({ available_amount: z.number().optional(), currency_code: z.string().optional() }).optional(),
});
const list = z.object({ funding_sources: z.array(source) });
const one = z.object({ funding_source: source });

export async function readTremendousBalance({
  calls,
  clock,
  settings,
}: Pick<PayoutDeps, "calls" | "clock" | "settings">): Promise<HeldThere> {
  const headers = { authorization: `Bearer ${settings.TREMENDOUS_API_KEY}` };
  const url = `${settings.TREMENDOUS_API_URL}/funding_sources`;
  const found = list.parse(await calls.once<unknown>("tremendous", { url, headers })).funding_sources;
  const balance = found.find((row) => row.method === "balance");
  assert(balance, "Tremendous names the balance among the funding sources");
  const id = encodeURIComponent(balance.id);
  const { meta } = one.parse(await calls.once<unknown>("tremendous", { url: `${url}/${id}`, headers })).funding_source;
  assert((meta?.currency_code ?? "USD") === "USD", "the balance at Tremendous is in dollars");
  const balance_minor = parseMajor(meta?.available_amount);
  assert(balance_minor !== null, "Tremendous tells its balance as an amount");
  return { balance_minor, as_of: clock.now(), late_hours: 0 };
}
