/** What mails about orders say of dollars, which are several in Spanish, and of an order that brought none. */
import { expect, it } from "vitest";
import { type OrderFacts, orderConfirmed, orderReversed, orderTracked } from "../letters.ts";

const facts: OrderFacts = {
  merchant: "Etsy",
  order_reference: "C1",
  sale_minor: "8000",
  back_minor: "539",
  clicked_at: null,
  ordered_at: "2027-03-01T12:00:00Z",
  expected_at: "2027-05-01T12:00:00Z",
  reason: null,
};
const site = "https://tuppence.test";

it("speaks of dollars in the plural in Spanish", () => {
  expect(orderTracked(facts).write("es", site)).toMatchObject({
    headline: "$5.39 de Etsy están pendientes",
    lead: expect.stringMatching(/^Etsy reportó tu pedido\./),
  });
  expect(orderConfirmed(facts).write("es", site).lead).toBe("Son tuyos. Retíralos cuando quieras; no vencen nunca.");
});

it("tells of a click and an order on the days of its reader, as the passbook does", () => {
  const late = { ...facts, clicked_at: "2027-03-01T02:10:00Z", ordered_at: "2027-03-01T02:30:00Z" };
  const daysIn = (zone: string | null) =>
    orderTracked(late)
      .write("en", site, zone)
      .trail?.flatMap(({ detail }) => /^\w+\u00a0\d+, \d+$/.exec(detail ?? "")?.[0].replace("\u00a0", " ") ?? []);
  expect(daysIn("America/New_York")).toEqual(["Feb 28, 2027", "Feb 28, 2027"]);
  expect(daysIn(null)).toEqual(["Mar 1, 2027", "Mar 1, 2027"]);
});

it("takes nothing back of an order that brought nothing", () => {
  expect(orderReversed(facts).write("en", site)).toMatchObject({
    headline: "$5.39 from Etsy was reversed",
    slip: { total: { term: "Taken back", value: "($5.39)" } },
  });
  const none = { ...facts, back_minor: "0" };
  for (const [language, words] of [
    ["en", "Your order at Etsy earned nothing"],
    ["es", "Tu pedido en Etsy no generó reembolso"],
  ] as const) {
    const letter = orderReversed(none).write(language, site);
    expect(letter).toMatchObject({ subject: words, headline: words, slip: { total: { value: "$0.00" } } });
    expect(JSON.stringify(letter)).not.toMatch(/[Rr]evers|[Rr]evirti/);
  }
});
