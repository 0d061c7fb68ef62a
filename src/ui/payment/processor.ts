/**
 * The card processor's own script, loaded where a card is entered and nowhere else. Of its package only the types are
 * used: the package loads the script from one address alone, and ours is a setting.
 */
import type { Stripe, StripeConstructor, StripeError } from "@stripe/stripe-js";
import type { Language, Translate } from "../text.tsx";
import { failureOf } from "../use-call.ts";

export type ProcessorSettings = { script_url: string; publishable_key: string };
/** Which field is to blame; null when none is. */
export type CardPart = "number" | "expiry" | "cvc" | "zip";
export type Confirmed = { ok: true; setup_id: string } | { ok: false; field?: CardPart; text: string };
/** The secret of a setup intent, or how to get one when it is needed. */
export type SetupSecret = string | (() => Promise<string>);

const scripts = new Map<string, Promise<StripeConstructor>>();

function loadScript(url: string): Promise<StripeConstructor> {
  const known = scripts.get(url);
  if (known) return known;
  const loading = new Promise<StripeConstructor>((settle, fail) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () =>
      window.Stripe ? settle(window.Stripe) : fail(new Error("The card processor's script did not start."));
    script.onerror = () => {
      script.remove();
      fail(new Error("The card processor's script could not be loaded."));
    };
    document.head.append(script);
  });
  // What failed is asked for again the next time.
  loading.catch(() => scripts.delete(url));
  scripts.set(url, loading);
  return loading;
}

const instances = new Map<string, Stripe>();

export async function loadProcessor(settings: ProcessorSettings, language: Language): Promise<Stripe> {
  const create = await loadScript(settings.script_url);
  const key = `${settings.publishable_key} ${language}`;
  const made = instances.get(key) ?? create(settings.publishable_key, { locale: language });
  instances.set(key, made);
  return made;
}

export const readSecret = (secret: SetupSecret): Promise<string> =>
  typeof secret === "string" ? Promise.resolve(secret) : secret();

const PARTS: Readonly<Record<string, CardPart>> = {
  incomplete_number: "number",
  invalid_number: "number",
  incorrect_number: "number",
  incomplete_expiry: "expiry",
  invalid_expiry_year_past: "expiry",
  invalid_expiry_month: "expiry",
  invalid_expiry_month_past: "expiry",
  invalid_expiry_year: "expiry",
  expired_card: "expiry",
  incomplete_cvc: "cvc",
  invalid_cvc: "cvc",
  incorrect_cvc: "cvc",
  incomplete_zip: "zip",
  incorrect_zip: "zip",
  postal_code_invalid: "zip",
};

/** What is wrong with a part that is not empty. */
export function partProblem(part: CardPart, code: string, t: Translate): string {
  if (part === "number") return t("Check the card number. It is not complete, or a digit is wrong.");
  if (part === "zip") return t("Check the zip code. It has five digits.");
  if (part === "cvc") return t("Check the CVV: three digits on the back, or four on the front.");
  return code === "expired_card" || code.endsWith("_past")
    ? t("This card has expired. Please use another card.")
    : t("Check the expiration date: month and year, as on the card.");
}

/** SPEC §4: declined. Why a bank refuses is told only where something was mistyped, never that a card was reported. */
export function refusalOf(error: StripeError, t: Translate): Extract<Confirmed, { ok: false }> {
  const code = error.code ?? "";
  // The bank's own word may be one that is not to be told; then no field is blamed either.
  const field = error.decline_code && error.decline_code !== code ? undefined : PARTS[code];
  if (field) return { ok: false, field, text: partProblem(field, code, t) };
  if (code === "setup_intent_authentication_failure")
    return {
      ok: false,
      text: t("Your bank couldn't confirm that this card is yours. Try again or use another card."),
    };
  if (error.type === "card_error" || code === "card_declined")
    return { ok: false, text: t("Payment declined. Please enter a valid card and resubmit.") };
  return { ok: false, text: failureOf(error, t).text };
}

type Ended = { setupIntent?: { id: string; status: string } | undefined; error?: StripeError | undefined };

/** A setup that ended well before (a doubled press, an answer that was lost) is well. */
export async function endOf(stripe: Stripe, secret: string, result: Ended, t: Translate): Promise<Confirmed> {
  let { setupIntent } = result;
  if (result.error?.code === "setup_intent_unexpected_state")
    setupIntent = (await stripe.retrieveSetupIntent(secret)).setupIntent;
  if (setupIntent?.status === "succeeded" || setupIntent?.status === "processing")
    return { ok: true, setup_id: setupIntent.id };
  const unknown = { type: "api_error", message: "" } as StripeError;
  return refusalOf(result.error ?? unknown, t);
}
