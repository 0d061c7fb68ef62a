/**
 * The form by which a member waits for a lower price, at or below what they type, and the ways beside it: drawn by the server, as the
 * page may hold no more script. What was asked stands in the address, as the page is the same for everybody.
 */
import { formatMoney } from "#ui/money.tsx";
import type { Language } from "#ui/text.tsx";
import { CATALOG_REFUSALS } from "../messages.ts";
import { parsePrice } from "../price-rules.ts";
import { productHref, withQuery } from "./links.ts";
import { escaped } from "./price-abroad.ts";

const WORDS = {
  none: { en: "", es: "" },
  /** Back from the sign-in that the form asked for: nothing is set before it is pressed as a member. */
  ask: {
    en: "You're logged in. Press the button to set your alert.",
    es: "Ya iniciaste sesión. Presiona el botón para activar tu alerta.",
  },
  on: { en: "We'll email you when it costs less.", es: "Te escribiremos cuando cueste menos." },
  at: {
    en: "We'll email you when it costs {{price}} or less.",
    es: "Te escribiremos cuando cueste {{price}} o menos.",
  },
  off: { en: "We won't email you about this price.", es: "No te escribiremos sobre este precio." },
  full: CATALOG_REFUSALS.too_many_alerts,
  price: CATALOG_REFUSALS.bad_price,
  stop: { en: "Turn off the alert for this price?", es: "¿Desactivamos la alerta de este precio?" },
};
const ASK = { en: "Alert me when the price drops", es: "Avísame cuando baje el precio" };
const SAVE = { en: "Save the price", es: "Guardar el precio" };
const STOP = { en: "Turn off alert", es: "Desactivar alerta" };
const BELOW = { en: "Alert me at or below", es: "Avísame a este precio o menos" };
const ANY = { en: "Any drop", es: "Cualquier baja" };
const OPTIONAL = { en: "optional", es: "opcional" };
const ALL = { en: "All price alerts", es: "Todas las alertas de precio" };
const BOUGHT = { en: "Bought it? Watch its price", es: "¿Ya lo compraste? Vigila su precio" };

type AlertState = Exclude<keyof typeof WORDS, "at">;
const isState = (text: string): text is AlertState => text !== "at" && Object.hasOwn(WORDS, text);
const MAX_TYPED = 20;

/** What the address says of an alert, as the form's answer wrote it there. */
export type AskedAlert = { alert: string | null; below: string | null };
export const alertPath = (path: string, alert: AlertState, below = ""): string =>
  withQuery(path, { alert, ...(below !== "" && { below: below.slice(0, MAX_TYPED) }) });

export function drawAlert(slug: string, asked: AskedAlert, language: Language): string {
  const state = asked.alert && isState(asked.alert) ? asked.alert : "none";
  const typed = (asked.below ?? "").slice(0, MAX_TYPED);
  const below = parsePrice(typed);
  const refused = state === "price";
  const said =
    state === "on" && below !== undefined
      ? WORDS.at[language].replace("{{price}}", formatMoney(below))
      : WORDS[state][language];
  const button = (value: string, words: string, look = "btn-secondary") =>
    `<button class="btn ${look} btn-sm" name="alert" value="${value}" type="submit">${words}</button>`;
  const buttons =
    state === "on" || state === "stop"
      ? `${button("set", SAVE[language])} ${button("off", STOP[language], "btn-quiet")}`
      : button("on", ASK[language]);
  const status =
    said && !refused
      ? `<p class="small mb-3" role="status">${said}${state === "ask" ? "" : ` <a href="/account/pss#prices">${ALL[language]}</a>`}</p>`
      : "";
  const bought = `${withQuery("/account/protection/price", { product: slug })}#add`;
  return `<form class="mt-5" method="post" action="${escaped(productHref(slug))}">${status}<div class="field${refused ? " has-error" : ""}"><label for="below">${BELOW[language]} <span class="opt">${OPTIONAL[language]}</span></label><input class="input" id="below" name="below" inputmode="decimal" autocomplete="off" maxlength="${MAX_TYPED}" placeholder="${ANY[language]}" value="${escaped(typed)}"${refused ? ' aria-invalid="true" aria-describedby="below-error" autofocus' : ""}>${refused ? `<p class="error" id="below-error"><span>${said}</span></p>` : ""}</div><p class="row row-wrap mt-3">${buttons} <a class="small" href="${escaped(bought)}" rel="nofollow">${BOUGHT[language]}</a></p></form>`;
}
