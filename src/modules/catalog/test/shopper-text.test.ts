import { expect, it } from "vitest";
import { readOffer } from "../feeds/read-offer.ts";
import { forShoppers, rateNameForShoppers } from "../shopper-text.ts";

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

const RAW = { id: "1", programme_id: "9", advertiser_id: "", code: "", starts: "", ends: "", tracking_link: "" };
it.each([
  ["15% off shoes – affiliates may not bid on our name", "15% off shoes"],
  ["15% off shoes (publishers only)", "15% off shoes"],
  ["$20 off $100. No toolbars!", "$20 off $100."],
  ["Affiliate exclusive: 15% off shoes", "15% off"],
  ["Exclusive for publishers: $12.50 off", "$12.50 off"],
  ["Publisher newsletter, $20 off", "$20 off"],
  ["Free delivery for loyalty traffic", "Free shipping"],
  ["Increased commission this week", "Offer"],
  ["15% off shoes – today only", "15% off shoes – today only"],
])("leaves out of a coupon's title what is said to partners: %s", (title, shown) => {
  const read = readOffer({ ...RAW, title, description: "", restriction: "", free_shipping: false });
  expect(read).toMatchObject({ title: shown });
});

it.each([
  ["Affiliates with coupons", "Some items"],
  ["Content publishers - new customers", "Some items"],
  ["Default Commission", "Everything else"],
  ["Default", "Everything else"],
  ["Shoes and boots", "Shoes and boots"],
])("tells a rate in words for shoppers: %s", (name, shown) => {
  expect(rateNameForShoppers(name)).toBe(shown);
});
