import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readPromotion } from "../awin/offers.ts";
import { termsInSpanish } from "../coupon-words.ts";
import { readOffer } from "../feeds/read-offer.ts";

const SAMPLE = new URL("../awin/sample-promotions.json", import.meta.url);
const raw = { id: "1", programme_id: "9", advertiser_id: "", code: "", starts: "", ends: "", tracking_link: "" };
const described = (title: string, description: string, restriction = "") => {
  const read = readOffer({ ...raw, title, description, restriction, free_shipping: false });
  return "reason" in read ? read.reason : read.description;
};

describe("a coupon's terms", () => {
  it.each([
    [
      "10% off drives",
      "10% off drives. One code an order. Not on gift cards.",
      "One code an order. Not on gift cards.",
    ],
    ["10% off drives", "10% OFF DRIVES! Online only.", "Online only."],
    ["10% off drives!", "10% off drives! Online only.", "Online only."],
    ["10% off drives", "10% off drives - Online only.", "Online only."],
    // A sentence that begins as the title and goes on says more than it.
    ["10% off", "10% off drives for new customers.", "10% off drives for new customers."],
    ["10% off", "10% off-season drives.", "10% off-season drives."],
    ["Save", "Saver's club only.", "Saver's club only."],
  ])("do not say the title once more: %s, %s", (title, description, left) => {
    expect(described(title, description)).toBe(left);
  });

  it("are the bare ones where the description is the title alone", () => {
    expect(described("10% off drives", "10% off drives.", "Online only.")).toBe("Online only.");
  });

  it("are known in Spanish as Awin sends them, with the title before them", () => {
    const { data } = JSON.parse(readFileSync(SAMPLE, "utf8"));
    const terms = "Only on Keyboards, Mice. One code an order. Not on gift cards.";
    const title = "15% off keyboards and mice";
    const read = readPromotion({ ...data[0], title, description: `${title}. ${terms}`, terms });
    expect("reason" in read ? null : termsInSpanish(read.description)).toBe(
      "Solo en teclados y ratones. Un código por pedido. No vale para tarjetas de regalo.",
    );
  });
});
