/** What both pages that an extra leads back to do: verify the state, and read from the books what happened. */
import { data } from "react-router";
import type { Added, Purchase, Upsell } from "#landing";
import { addressWithCarried, type Context, callerOf, flowOf } from "./flow-request.ts";
import { refusedPage } from "./hosted-request.ts";
import { inContext, propsOf } from "./own-extra.ts";

export type Came = {
  kind: "came";
  upsell: Upsell;
  next: string;
  signed_in: boolean;
  added: Added | null;
  purchases: Purchase[];
};

export async function readCame(
  { request, context, url }: { request: Request; context: Context; url: URL },
  answer: "accepted" | "declined",
) {
  const { upsells } = flowOf(context);
  const caller = callerOf(request, context);
  const taken = upsells.takeReturn(caller, url.searchParams, answer);
  if (!taken.ok) return refusedPage(context, taken);
  if (!taken.value) return data({ kind: "bare" as const, signed_in: caller.member !== null });
  const { upsell, next } = taken.value;
  const user_id = caller.member?.user_id;
  const came: Came = {
    kind: "came",
    upsell,
    next: addressWithCarried(next, url),
    signed_in: caller.member !== null,
    added: user_id && answer === "accepted" ? await upsells.added(user_id, upsell) : null,
    purchases: user_id ? inContext(await upsells.purchases(user_id), propsOf(request)) : [],
  };
  return data(came);
}
