/** What a member's press on a page of a membership does, and where it leads; the same for every line. */
import { data, type RouterContextProvider, redirect } from "react-router";
import { pageContext, servicesContext } from "#services";
import { chargeId, membershipId, readChargeId, readMembershipId } from "../ids.ts";
import { MEMBERSHIP_REFUSALS, type MembershipRefusal, refusalText } from "../messages.ts";
import { LEAVING_REASONS } from "../rules.ts";

type Context = Readonly<RouterContextProvider>;
type Refused = { code: MembershipRefusal; detail?: Record<string, string> };
/** A payment that its owner confirms with the bank first. */
export type Waiting = { charge_id: string; client_secret: string };
export type Acted = { text: string | null; pay: Waiting | null };

export const refuse = (context: Context, refusal: Refused) =>
  data<Acted>(
    { text: refusalText(refusal, context.get(pageContext).language), pay: null },
    MEMBERSHIP_REFUSALS[refusal.code].status,
  );

/** How a payment stands after a press: done, still on its way, or waiting for its owner. */
export function afterPayment(
  context: Context,
  outcome:
    | { ok: true; value: { state: string; charge_id?: string; client_secret?: string } }
    | ({ ok: false } & Refused),
  to: string,
) {
  if (!outcome.ok) return refuse(context, outcome);
  const { state, charge_id, client_secret } = outcome.value;
  if (state === "requires_action" && charge_id && client_secret)
    return data<Acted>({ text: null, pay: { charge_id: chargeId.show(charge_id), client_secret } });
  return redirect(state === "processing" ? `${to}?paying=1` : `${to}?changed=1`, 303);
}

/** `null` for an intent that is another page's own. */
export async function actOnMembership(context: Context, userId: string, form: FormData, path: string) {
  const { membership } = context.get(servicesContext);
  const asked = (name: string) => String(form.get(name) ?? "").slice(0, 60);
  const intent = String(form.get("intent") ?? "");
  if (intent === "no_retries") {
    await membership.optOutOfRetries(userId);
    return redirect(path, 303);
  }
  if (intent === "finish") {
    const charge_id = readChargeId(asked("charge_id"));
    if (!charge_id) return refuse(context, { code: "nothing_due" });
    return afterPayment(context, await membership.finishPayment({ user_id: userId, charge_id }), path);
  }
  if (!/^(resume|keep|cancel|refund|why)$/.test(intent)) return null;
  const membership_id = readMembershipId(asked("membership_id"));
  if (!membership_id) return refuse(context, { code: "no_membership" });
  const ids = { user_id: userId, membership_id };
  const slip = `${path}?canceled=${membershipId.show(membership_id)}`;
  if (intent === "resume" || intent === "keep") {
    const outcome = intent === "resume" ? await membership.resume(ids) : await membership.keepPlan(ids);
    return outcome.ok ? redirect(`${path}?kept=1`, 303) : refuse(context, outcome);
  }
  if (intent === "why") {
    const said = form.getAll("reason");
    const reasons = LEAVING_REASONS.filter((reason) => said.includes(reason));
    const outcome = reasons.length ? await membership.tellWhy({ ...ids, reasons }) : null;
    if (outcome && !outcome.ok) return refuse(context, outcome);
    // Nothing ticked is an answer too.
    return redirect(`${slip}${outcome ? "&told=1" : ""}`, 303);
  }
  const outcome = await membership.cancel({ ...ids, refund: intent === "refund" });
  return outcome.ok ? redirect(slip, 303) : refuse(context, outcome);
}

/** What a form says about agreeing: the words that stood there, in the language of the page. */
export const consentOf = (context: Context, form: FormData) => ({
  words: String(form.get("words") ?? "").slice(0, 2_000),
  language: context.get(pageContext).language,
});
