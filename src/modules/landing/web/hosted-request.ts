/** What the page of a hosted extra does with a hand-over that was taken. */
import { data, redirect } from "react-router";
import type { Landing } from "#landing";
import { pageContext, servicesContext } from "#services";
import { addressWithCarried, type Context, callerOf, flowOf } from "./flow-request.ts";
import { inContext, propsOf, readAnswer } from "./own-extra.ts";

type Args = { request: Request; context: Context; url: URL };
type Taken = Parameters<Landing["upsells"]["showTaken"]>[1];
type Refused = Parameters<Landing["upsells"]["words"]>[0] & { back?: string };

export function refusedPage(context: Context, refusal: Refused) {
  const { text, status } = flowOf(context).upsells.words(refusal, context.get(pageContext).language);
  return data({ kind: "refused" as const, text, back: refusal.back ?? null }, { status });
}

export async function showTaken({ request, context, url }: Args, taken: Taken) {
  const { upsells } = flowOf(context);
  const caller = callerOf(request, context);
  const shown = await upsells.showTaken(caller, taken);
  if (!shown.ok) return refusedPage(context, shown);
  if (shown.value.state === "lead") throw redirect(addressWithCarried(shown.value.to, url), 303);
  if (shown.value.state === "sign_in") return { kind: "sign_in" as const, from: shown.value.to };
  const props = propsOf(request);
  const { user_id } = caller.member ?? {};
  return {
    kind: "offer" as const,
    upsell: taken.keys.ups,
    next: addressWithCarried(taken.keys.upsssnurl, url),
    view: shown.value.view,
    settings: context.get(pageContext).payment,
    purchases: user_id ? inContext(await upsells.purchases(user_id), props) : [],
    props,
  };
}

/** Then the same address is opened by the member; the token in it has been used up. */
export async function signInTaken({ request, context, url }: Args, taken: Taken) {
  const { visit, language } = context.get(pageContext);
  const { upsells } = flowOf(context);
  const outcome = await upsells.signIn(taken, visit);
  const headers = new Headers();
  if (outcome.ok) {
    const { identity } = context.get(servicesContext);
    for (const line of identity.cookieLines(outcome.value, request.headers.get("cookie")))
      headers.append("set-cookie", line);
    throw redirect(url.pathname + url.search, { status: 303, headers });
  }
  const { text, status } = upsells.words(outcome, language);
  return data({ failure: text }, status);
}

export async function answerTaken({ request, context, url }: Args, taken: Taken) {
  const { upsells } = flowOf(context);
  const caller = callerOf(request, context);
  if (!caller.member) throw redirect(url.pathname + url.search, 303);
  const said = await readAnswer({ request, context });
  const outcome = await upsells.answerTaken({ ...caller, member: caller.member }, taken, said);
  if (!outcome.ok) {
    const { text, status } = upsells.words(outcome, context.get(pageContext).language);
    return data({ failure: text }, status);
  }
  const { to } = outcome.value;
  if (to === null) throw redirect(url.pathname + url.search, 303);
  const address = addressWithCarried(to, url);
  // As the browser sees it: a form may only lead to the host that its page came from (Content-Security-Policy).
  if (new URL(to).host === request.headers.get("host")) throw redirect(address, 303);
  return data({ to: address });
}
