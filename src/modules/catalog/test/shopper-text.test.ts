import { expect, it } from "vitest";
import { forShoppers } from "../shopper-text.ts";

it.each([
  ["Shoes for runners. Affiliates may not bid on our name in PPC. Free returns.", "Shoes for runners. Free returns."],
  ["Publishers earn 8% commission with a 30 day cookie window.", ""],
  ["We pay no commission on gift cards! Valid online only.", "Valid online only."],
  ["Join our programme today. Cashback sites are not allowed.", ""],
  ["Handmade candles for every season.", "Handmade candles for every season."],
  ["Not on gift cards. One code an order.", "Not on gift cards. One code an order."],
  [
    "Spend 50 points in store. Traffic lights, road signs and toys.",
    "Spend 50 points in store. Traffic lights, road signs and toys.",
  ],
])("leaves out what is said to partners: %s", (text, shown) => {
  expect(forShoppers(text)).toBe(shown);
});
