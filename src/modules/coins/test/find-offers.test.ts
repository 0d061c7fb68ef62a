/** Offers in the search of everything: found by the words of their names, and nothing that was not asked for. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { wantedOf } from "../find-offers.ts";
import { replaceOffers } from "../offer-store.ts";
import type { CoinProviderName, ProviderOffer } from "../provider.types.ts";

describe("what a search asks for", () => {
  it.each([
    ["games", { type: "GAME", words: [] }],
    ["juegos", { type: "GAME", words: [] }],
    ["earn coins", { type: null, words: [] }],
    ["coins", { type: null, words: [] }],
    ["aplicación de idiomas", null],
    ["Solitario Café", { type: null, words: ["solitario", "cafe"] }],
    ["tv", null],
    ["?!", null],
    ["", null],
  ])("%s", (text, wanted) => {
    expect(wantedOf(text)).toEqual(wanted);
  });
});

let world: World;
const offer = (name: string, type: ProviderOffer["type"], dollars: number): ProviderOffer => ({
  ...{ provider_offer_id: name, name, description: `About ${name}`, requirements: "", image_url: null, type },
  ...{ platforms: ["ios", "android"], countries: ["US"], payout_micros: BigInt(dollars * 1_000_000) },
  goals: [{ goal_id: "one", name: "Open it", payout_micros: BigInt(dollars * 1_000_000), days: null }],
  ...{ click_url: `https://offers.example/${encodeURIComponent(name)}`, same_as: null, min_age: null },
});
beforeAll(async () => {
  world = await createWorld();
  await world.database.transaction((tx) =>
    replaceOffers(
      tx,
      "torox" satisfies CoinProviderName,
      [offer("Copper Kingdom", "GAME", 9), offer("Kingdom of Cards", "GAME", 20), offer("Budget Buddy", "APP", 3)],
      world.clock.now(),
    ),
  );
});
afterAll(() => world.close());
const find = async (q: string, country = "US") => {
  const { offers, total } = await world.coins.findOffers(world.partners.home, { q, country, most: 10 });
  return { names: offers.map(({ display_name }) => display_name), total };
};

it("finds by the beginnings of words, the best paid first, in the shopper's country alone", async () => {
  expect(await find("kingdom")).toEqual({ names: ["Kingdom of Cards", "Copper Kingdom"], total: 2 });
  expect(await find("king cop")).toEqual({ names: ["Copper Kingdom"], total: 1 });
  expect(await find("games")).toEqual({ names: ["Kingdom of Cards", "Copper Kingdom"], total: 2 });
  expect(await find("kingdom game")).toEqual({ names: ["Kingdom of Cards", "Copper Kingdom"], total: 2 });
  expect(await find("apps")).toEqual({ names: ["Budget Buddy"], total: 1 });
  expect((await find("coins")).total).toBe(3);
  for (const nothing of ["dog food", "dom", "kingdom shoes", "'; drop table coins.offers; --", "%"])
    expect(await find(nothing), nothing).toEqual({ names: [], total: 0 });
  expect(await find("kingdom", "GB")).toEqual({ names: [], total: 0 });
});
