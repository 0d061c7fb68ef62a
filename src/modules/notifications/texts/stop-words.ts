/**
 * What people text back, in both languages. The law knows seven words and any reasonable way of saying so (47 CFR 64.1200(a)(10)):
 * a word stands alone, a plea anywhere.
 */
const STOP = new Set(
  `stop stopall unsubscribe cancel end quit revoke optout alto parar para basta cancelar baja salir detener terminar`.split(
    " ",
  ),
);
const START = new Set(`start unstop yes inicio iniciar comenzar empezar si`.split(" "));
const HELP = new Set(`help info ayuda informacion`.split(" "));
const PLEAS =
  /\b(stop (texting|messaging|sending|contacting)|no more (texts?|messages?)|opt(ed)?[ -]?(me )?out|(don'?t|do not) text|remove me|leave me alone|unsubscribe me|no (me )?(mand(e|en|es)|envi(e|en|es)|escrib(a|an|as)) mas|dej(a|e|en) de (mandar|enviar|escribir)(me)?|no quiero (mas )?mensajes|(quit|borr)(a|en|e)me|d(ar|e)(me)? de baja)\b/;

export type TextedWish = "stop" | "start" | "help";

/** Null for what asks for none of it. */
export function wishOf(body: string): TextedWish | null {
  // Accents, signs and capitals make no difference to what somebody means.
  const plain = body
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const word = plain.replace(/[' -]/g, "");
  // "Stop please", "stop it now": the word comes first and little follows.
  const first = plain.split(" ").length <= 3 ? (plain.split(" ")[0] ?? "") : "";
  if (STOP.has(word) || STOP.has(first) || PLEAS.test(plain)) return "stop";
  if (START.has(word)) return "start";
  return HELP.has(word) ? "help" : null;
}
