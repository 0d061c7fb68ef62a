/** In which language a mail is written, by the small words that each cannot do without. */
import type { Language } from "#platform/http";

/** Words that the other language does not have: `total` says nothing. */
const small = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "giu");
const SPANISH = small(
  "el|los|las|del|de|tu|tus|su|este|está|están|aquí|hasta|hola|pedido|compra|gracias|envío|entrega|fecha|número|para|con|por|reserva|recibo|reembolso",
);
const ENGLISH = small(
  "the|your|you|of|is|are|this|here|until|hello|order|thank|thanks|for|with|shipping|delivery|date|number|and|from|booking|receipt|refund",
);

export const languageOf = (text: string): Language => {
  const part = text.slice(0, 8_000);
  return (part.match(SPANISH)?.length ?? 0) > (part.match(ENGLISH)?.length ?? 0) ? "es" : "en";
};
