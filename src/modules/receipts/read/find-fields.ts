/** Everything that is told of a receipt, from its lines. */
import type { CivilDate } from "#platform/clock";
import { findCountry } from "./find-country.ts";
import { type DayOrder, type FoundDate, findDate } from "./find-date.ts";
import { type FoundMerchant, findMerchant, type NameBook } from "./find-merchant.ts";
import { type FoundAmount, findShipping, findTotal, readAmountLines } from "./find-total.ts";
import { languageOf } from "./line-kinds.ts";
import type { TextLine } from "./text-lines.types.ts";

export type FoundFields = {
  merchant: FoundMerchant | null;
  date: FoundDate | null;
  total: FoundAmount | null;
  shipping: FoundAmount | null;
  currency: string | null;
  order: DayOrder;
  language: "en" | "es";
};
export type Known = { today: CivilDate; book: NameBook };

export function findFields(lines: readonly TextLine[], { today, book }: Known): FoundFields {
  const texts = lines.map((line) => line.text);
  const language = languageOf(texts);
  const { currency, order } = findCountry(texts, language);
  const rows = readAmountLines(lines);
  return {
    merchant: findMerchant(lines, book),
    date: findDate(lines, { today, order }),
    total: findTotal(rows, lines),
    shipping: findShipping(rows),
    currency,
    order,
    language,
  };
}
