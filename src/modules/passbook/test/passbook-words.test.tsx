import { describe, expect, it } from "vitest";
import { startLanguage, translator } from "#ui/text.tsx";
import { pendingNote } from "../web/passbook-balances.tsx";

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
