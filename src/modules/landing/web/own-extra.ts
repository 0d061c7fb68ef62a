/** What both of our own pages with an extra do: show it, take yes or no, and lead on. */
import { data, redirect } from "react-router";
import type { OwnView, Props, Purchase, Upsell } from "#landing";
import { pageContext } from "#services";
import type { ProcessorSettings } from "#ui/payment/processor.ts";
import { readProps, withKeys } from "../upsell/upsell-rules.ts";
import { readCookieOf } from "./cookie-of.ts";
import { addressWithCarried, type Context, callerOf, flowOf, go } from "./flow-request.ts";

type Args = { request: Request; context: Context; url: URL };
export type ExtraPage = {
  view: Extract<OwnView, { offer: unknown } | { state: "processing" }>;
  settings: ProcessorSettings;
  purchases: Purchase[];
  props: Props;
};

/** What the form of an extra says: yes with the words that stood there, or no. */
export async function readAnswer({ request, context }: Pick<Args, "request" | "context">) {
  const form = await request.formData();
  const { visit, language } = context.get(pageContext);
  if (form.get("answer") !== "yes") return null;
  const shown = form.get("language") === "es" ? ("es" as const) : ("en" as const);
  return {
    words: String(form.get("words") ?? "").slice(0, 2_000),
    language: form.has("language") ? shown : language,
    address: visit.address,
    user_agent: visit.user_agent,
  };
}

export const propsOf = (request: Request): Props => readProps(readCookieOf(request, "vprops"));

/** Purchases with the context that the page around it told, for pixels that ask for one. */
export const inContext = (purchases: Purchase[], { context }: Props): Purchase[] =>
  context ? purchases.map((one) => (one.context === "upsell" ? { ...one, context } : one)) : purchases;

/** Nobody to sell to here: back to the first step that is not done, or to the thanks of somebody who left. */
export async function toFirstUndone({ request, context, url }: Args): Promise<Response> {
  const { flow, set_cookie } = await flowOf(context).open(callerOf(request, context));
  return go(flow.joined ? "/thankyou" : `/spl/spt/${flow.step}`, url, [set_cookie]);
}

export async function showExtra(args: Args, upsell: Upsell): Promise<ExtraPage> {
  const { request, context, url } = args;
  const { upsells } = flowOf(context);
  const caller = callerOf(request, context);
  if (!caller.member) throw await toFirstUndone(args);
  const signed = { ...caller, member: caller.member };
  const view = await upsells.show(signed, upsell);
  if (view.state === "early") throw await toFirstUndone(args);
  if (view.state === "lead") {
    if (view.to.startsWith("/")) throw go(view.to, url);
    const { brand, language } = context.get(pageContext);
    const spoken = { lang: language, partner: brand.partner_name };
    throw redirect(addressWithCarried(withKeys(view.to, spoken), url), 303);
  }
  const props = propsOf(request);
  const purchases = inContext(await upsells.purchases(signed.member.user_id), props);
  return { view, settings: context.get(pageContext).payment, purchases, props };
}

export async function answerExtra(args: Args, upsell: Upsell) {
  const { request, context, url } = args;
  const { upsells } = flowOf(context);
  const caller = callerOf(request, context);
  if (!caller.member) throw await toFirstUndone(args);
  const outcome = await upsells.answer({ ...caller, member: caller.member }, upsell, await readAnswer(args));
  if (outcome.ok) throw go(outcome.value.to, url);
  const { text, status } = upsells.words(outcome, context.get(pageContext).language);
  return data({ failure: text }, status);
}
