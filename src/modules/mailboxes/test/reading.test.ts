/** Order mails of many stores, in every layout and both languages, are read right. The seed is one that nothing was made for. */
import { expect, it } from "vitest";
import { languageOf } from "../read/language.ts";
import { judgeMails } from "./judge-mails.ts";

it("of 400 mails of more than 60 stores at least 95 of 100 facts are right", async () => {
  const { fields, right, stores, wrong } = await judgeMails(Number(process.env.MAIL_SEED ?? 771_000), 400);
  expect(stores).toBeGreaterThanOrEqual(60);
  expect(right / fields, wrong.slice(0, 60).join("\n")).toBeGreaterThanOrEqual(0.95);
});

it("takes a mail for Spanish whose hotel has an English name: by the other order of days it would end before it began", () => {
  const mail =
    "Confirmación de reserva, The Copper Beech Inn\nTu estancia está reservada\nHotel: The Copper Beech Inn\nTotal: MXN 230.96";
  expect(languageOf(mail)).toBe("es");
  expect(languageOf("Your stay at Hotel de la Reforma is booked\nTotal: MXN 230.96")).toBe("en");
});
