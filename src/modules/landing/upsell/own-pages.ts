/** The extras on our own pages: what each of them shows, takes, and where it leads on. */
import type { MembershipRefusal } from "#membership";
import { done, type Outcome } from "#platform/outcome";
import { type Answer, accept, decline, type Place, settleUpsell } from "./answer-upsell.ts";
import { leadTo, ownReturn } from "./hand-over.ts";
import { mainOf } from "./read-books.ts";
import { showUpsell, type UpsellView } from "./show-upsell.ts";
import { brandCallback, callbackOf } from "./tell-purchases.ts";
import type { Said, Signed, UpsellContext } from "./upsell-context.ts";
import { OWN_PATHS, pathAfter, SUMMARY, UPSELLS, type Upsell } from "./upsell-rules.ts";
import { findNewest, findOwn } from "./upsell-store.ts";

type Offered = Extract<UpsellView, { state: "offer" | "confirm" | "processing" }>;
export type OwnView = Offered | { state: "lead"; to: string } | { state: "early" };

export async function showOwn(context: UpsellContext, caller: Signed, upsell: Upsell): Promise<OwnView> {
  const main = await context.membership.findMain(caller.member.user_id);
  if (!main) return { state: "early" };
  const hosted = caller.brand.upsell[upsell] !== "own";
  const newest = await findNewest(context.database.db, main.membership_id, upsell);
  const to = pathAfter(upsell);
  // Sold elsewhere and answered there: going back asks no second time.
  if (hosted && newest && (newest.state === "declined" || newest.state === "accepted")) return { state: "lead", to };
  const row = hosted ? null : await findOwn(context.database.db, main.membership_id, upsell);
  const view = await showUpsell(context, caller, upsell, row);
  if (view.state === "settled") return { state: "lead", to: ownReturn(context, caller, upsell, "accepted") };
  if (view.state === "on") return { state: "lead", to };
  const elsewhere = view.state === "offer" ? await leadTo(context, caller, upsell) : null;
  return elsewhere ? { state: "lead", to: elsewhere } : view;
}

/** `said` for yes, with the words that stood there; null for no. */
export async function answerOwn(
  context: UpsellContext,
  caller: Signed,
  upsell: Upsell,
  said: Said | null,
): Promise<Outcome<{ answer: Answer; to: string }, MembershipRefusal | "state_used">> {
  const main = await context.membership.findMain(caller.member.user_id);
  if (!main) return done({ answer: "declined", to: pathAfter(upsell) });
  const place: Place = {
    upsell,
    beside: main.membership_id,
    state_hash: null,
    callback_url: said ? await callbackOf(context, caller, brandCallback(context, caller.brand)) : null,
  };
  const outcome = said ? await accept(context, caller, place, said) : await decline(context, caller, place);
  if (!outcome.ok) return outcome;
  const answer = outcome.value;
  // A payment that is not known yet: the same page says how it stands.
  return done({ answer, to: answer === "asked" ? OWN_PATHS[upsell] : ownReturn(context, caller, upsell, answer) });
}

/** The first extra without an answer, or the summary. */
export async function nextPage(context: UpsellContext, userId: string): Promise<string> {
  const main = await context.membership.findMain(userId);
  if (!main) return SUMMARY;
  for (const upsell of UPSELLS)
    if (!(await findNewest(context.database.db, main.membership_id, upsell))) return OWN_PATHS[upsell];
  return SUMMARY;
}

/** What was added, as the books have it; an answer whose payment came in meanwhile counts. */
export async function readAdded(context: UpsellContext, userId: string, upsell: Upsell) {
  const books = await context.membership.readBooks(userId);
  const main = mainOf(books);
  const row = main ? await findNewest(context.database.db, main.membership_id, upsell) : null;
  if (row) await settleUpsell(context, row);
  const had = books.running.find((view) => view.tier === upsell);
  if (!had) return null;
  const paid = books.invoices.find(
    (one) => one.membership_id === had.membership_id && (upsell === "plus" ? one.kind === "upgrade" : true),
  );
  return {
    paid_minor: paid?.amount_minor ?? "0",
    monthly_minor: had.monthly_minor,
    next: had.next_charge && { on: had.next_charge.on, amount_minor: had.next_charge.amount_minor },
    trial: had.state === "trial",
  };
}
export type Added = NonNullable<Awaited<ReturnType<typeof readAdded>>>;
