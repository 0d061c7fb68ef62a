/** In which language a mail is written, by the small words that each cannot do without. */
export type Language = "en" | "es";

const SPANISH =
  /\b(el|los|las|tu|tus|su|pedido|compra|gracias|envío|entrega|fecha|número|para|con|por|reserva|recibo|reembolso)\b/gi;
const ENGLISH =
  /\b(the|your|you|order|thank|thanks|for|with|shipping|delivery|date|number|and|from|booking|receipt|refund|total)\b/gi;

export const languageOf = (text: string): Language => {
  const part = text.slice(0, 8_000);
  return (part.match(SPANISH)?.length ?? 0) > (part.match(ENGLISH)?.length ?? 0) ? "es" : "en";
};
