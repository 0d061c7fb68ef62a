import { describe, expect, it } from "vitest";
import type { OrderEntry } from "#cashback";
import { startLanguage, translator } from "#ui/text.tsx";
import { pendingNote } from "../web/passbook-balances.tsx";
import { toSeen } from "../web/passbook-words.ts";

const balances = {
  pending_minor: "0",
  confirmed_minor: "0",
  available_minor: "0",
  held_minor: "0",
  paid_minor: "0",
  owed_minor: "0",
  coins: "0",
};
const note = (pending_minor: string, next: Parameters<typeof pendingNote>[0]["next"] = null) =>
  pendingNote({ next, balances: { ...balances, pending_minor } }, translator("en"), (value) => value);

startLanguage("en");

describe("what stands below the pending sum", () => {
  it("never says that nothing waits while something does", () => {
    expect(note("0")).toBe("Nothing pending right now");
    expect(note("500")).toBe("Each entry shows what it's waiting for");
    expect(note("700", { amount_minor: "200", merchant_name: "Otter Lane", at: "May 2" })).toBe(
      "Next: $2.00 from Otter Lane on May 2",
    );
  });
});

describe("what is kept for the page without a connection", () => {
  const order = (state: OrderEntry["state"], paid = false) =>
    ({ state, paid, at: "2026-08-20T00:00:00Z", back_minor: "143", merchant: { name: "Adidas" } }) as OrderEntry;

  it("says of an order what the passbook says", () => {
    expect(toSeen(order("declined"))).toMatchObject({ back_minor: "0", state: "reversed" });
    expect(toSeen(order("reversed"))).toMatchObject({ back_minor: "0", state: "reversed" });
    expect(toSeen(order("confirmed", true))).toMatchObject({ back_minor: "143", state: "paid" });
    expect(toSeen(order("pending"))).toMatchObject({ back_minor: "143", state: "pending" });
  });
});
