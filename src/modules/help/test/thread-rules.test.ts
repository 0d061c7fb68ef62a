import { describe, expect, it } from "vitest";
import { afterAnswer, PURCHASE_ANSWERS, type PurchaseAnswer } from "../answer-rules.ts";
import { fillCanned, readCanned } from "../canned-rules.ts";
import { searchedText } from "../keep-faq-votes.ts";
import { afterReply, MESSAGE_TRANSITIONS, type MessageState, mayBecome, mayReply } from "../thread-rules.ts";

const STATES = Object.keys(MESSAGE_TRANSITIONS) as MessageState[];
const NOW = new Date("2027-03-17T19:42:00Z");
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

describe("a conversation", () => {
  it("moves after a reply only where its table lets it", () => {
    for (const state of STATES) {
      const to = afterReply(state);
      expect(to === state || mayBecome(state, to), state).toBe(true);
    }
  });

  it("is written on while it is open, and for seven days after it was settled", () => {
    const may = (state: MessageState, days: number) => mayReply({ state, state_at: ago(days) }, NOW);
    expect(STATES.filter((state) => may(state, 0))).toEqual(["open", "pending_member", "pending_house", "resolved"]);
    expect([may("resolved", 6.99), may("resolved", 7), may("pending_member", 400)]).toEqual([true, false, true]);
  });

  it("is settled by what was found about a purchase, and by nothing that is still to come", () => {
    const codes = Object.keys(PURCHASE_ANSWERS) as PurchaseAnswer[];
    expect(codes.filter((code) => afterAnswer(code) === "resolved")).toEqual([
      "found",
      "no_visit",
      "other_partner",
      "not_eligible",
      "returned",
    ]);
    expect([afterAnswer("asked"), afterAnswer("words")]).toEqual(["pending_house", "pending_member"]);
  });
});

describe("a canned answer", () => {
  it.each([
    ["{{name}} {{iban}}", "{{name}} {{iban}}", "placeholder_unknown"],
    ["{{}}", "{{}}", "placeholder_unknown"],
    ["{{name}}", "{{number}}", "placeholders_differ"],
    ["{{name}}", "", "words_missing"],
    ["x".repeat(3_001), "x", "words_long"],
  ])("%j with %j is refused", (en, es, code) => {
    expect(readCanned({ code: "a-code", en, es })).toMatchObject({ ok: false, code });
  });

  it("is filled in the writer's language, greets whoever gave no name without one, and fills nothing twice", () => {
    const words = { en: "Hi {{name}}, about {{ number }}.", es: "Hola {{name}}, sobre {{ number }}." };
    const about = { language: "es" as const, name: "{{number}}", number: "ABCD-2345", store: null };
    expect(fillCanned(words, about)).toBe("Hola {{number}}, sobre ABCD-2345.");
    expect(fillCanned(words, { ...about, language: "en", name: "" })).toBe("Hi, about ABCD-2345.");
    expect(fillCanned({ en: "{{store}}", es: "{{store}}" }, about)).toBeNull();
  });
});

it("a search is kept as one short line, and never with what may tell a person", () => {
  expect(searchedText("  Crypto\n PAYOUT ")).toBe("crypto payout");
  expect(searchedText("x".repeat(100))).toHaveLength(60);
  for (const text of ["a@b.example", "555-123-4567", "(555) 123 4567", " \u202e "])
    expect(searchedText(text)).toBeNull();
});
