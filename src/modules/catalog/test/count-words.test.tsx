import { expect, it } from "vitest";
import { startLanguages, translator } from "#ui/text.tsx";
import { countWords } from "../web/count-words.ts";
import es from "../web/es.json" with { type: "json" };

it("tells of all stores: who pays, who only has coupons, and who has nothing today", () => {
  startLanguages(es);
  const said = (language: "en" | "es", total: number, paying: number, coupons_only: number) =>
    countWords({ total, paying, coupons_only }, translator(language));
  expect(said("en", 4_580, 4_290, 30)).toBe("4,290 stores pay cash back. Coupons only at 30. Neither today at 260.");
  expect(said("es", 4_580, 4_290, 30)).toBe(
    "4,290 tiendas pagan dinero de vuelta. Solo cupones en 30. Hoy sin ninguno de los dos en 260.",
  );
  expect(said("en", 13, 12, 0)).toBe("12 stores pay cash back. Neither today at 1.");
  expect(said("en", 42, 12, 30)).toBe("12 stores pay cash back. Coupons only at 30.");
});
