/** The savings card: on paper as on the page, for its member alone, and nowhere without a contract. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { tuppence } from "../../../../brands/tuppence.ts";
import { readPdf } from "../../../../test/support/read-pdf.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { renderRxCard } from "../rx/card-pdf.ts";

const RX = {
  administrator: "Copper Rx",
  bin: "012345",
  pcn: "TPN",
  group: "TUPPENCE",
  member_prefix: "TP",
  phone: "(555) 010-7700",
  url: "https://rx.example",
};
let world: World;
beforeAll(async () => {
  world = await createWorld({ brands: [{ ...tuppence, benefits: { ...tuppence.benefits, rx: RX } }] });
});
afterAll(() => world.close());

it("says what a pharmacist types and that it is no insurance, also for names of other letters", async () => {
  const card = await world.benefits.rxCard({
    ...{ user_id: "019d0000-0000-7000-8000-000000000001", country_code: "US", partner: null, name: "Łucja Núñez" },
  });
  expect(card).toMatchObject({ bin: "012345", group: "TUPPENCE", name: "Łucja Núñez" });
  expect(card?.member).toMatch(/^TP\d{18}$/);
  if (!card) throw new Error("There is no card.");
  const english = await readPdf(await renderRxCard(card, "en"));
  for (const part of [
    "RxBIN",
    "012345",
    "RxPCN",
    "TPN",
    "RxGRP",
    card.member,
    "This is not insurance.",
    "(555) 010-7700",
  ])
    expect(english.whole).toContain(part);
  expect(english.whole.replaceAll(" ", "")).toContain("ŁucjaNúñez");
  expect(english.tags[0]).toBe("H1");
  const spanish = await readPdf(await renderRxCard({ ...card, pcn: null }, "es"));
  expect(spanish.whole).toContain("Esto no es un seguro.");
  expect(spanish.whole).not.toContain("RxPCN");
});

it("is nobody's without a session", async () => {
  const answer = await world.app.inject({ method: "GET", url: "/api/user/rx-card.pdf" });
  expect(answer.statusCode).toBe(401);
});
