/** The table by which claims are decided: what holds in every rule is paid, and each rule alone brings a person in or refuses. */
import { describe, expect, it } from "vitest";
import type { CivilDate } from "#platform/clock";
import { BENEFITS, CLAIM_TYPES } from "../../../../brands/benefits.ts";
import type { Drop } from "../benefits.types.ts";
import { CLAIM_REASONS, CLAIM_TRANSITIONS } from "../benefits.types.ts";
import { CLAIM_RULES, type ClaimFacts, decisionOf, judge, type Paper } from "../claim-rules.ts";
import { isSample } from "../decide-claim.ts";
import { isSameName } from "../names.ts";
import { findPartner, partnerNames, partnersOf } from "../partners.ts";
import { REASON_WORDS } from "../reason-words.ts";
import { checkAddress } from "../rebate-address.ts";

const terms = BENEFITS.claims.grocery;
if (!terms) throw new Error("The brand pays groceries back.");
const sure = <T>(value: T) => ({ value, sure: true });
const PAPER: Paper = {
  ...{ receipt_id: "one", state: "read", signs: [], likenesses: [] },
  read: {
    merchant: sure({ name: "KROGER #412", internal_name: null }),
    date: sure("2027-03-08" as CivilDate),
    total: sure("6000"),
    shipping: null,
    ...{ currency: "USD", language: "en" },
  },
};
const FACTS: ClaimFacts = {
  ...{ today: "2027-03-10" as CivilDate, terms, country: "US", merchant: "Kroger", purchased_on: "2027-03-08" },
  ...{ paid_minor: 6_000n, rebate_minor: 300n, was_member: true },
  known_as: { names: ["Kroger"], internal_name: "kroger" },
  ...{ drop: null, mail: false, order: null, refunds: null, papers: [PAPER] },
  history: {
    asked: false,
    refused_before: false,
    claimed_beside: false,
    faults: 0,
    lately: 1,
    by_rules: 0n,
    auto_month: 3_000n,
  },
};
const read = (change: Partial<NonNullable<Paper["read"]>>): Partial<ClaimFacts> => ({
  papers: [{ ...PAPER, read: PAPER.read && { ...PAPER.read, ...change } }],
});
const like = (how: "same_file" | "same_fields" | "looks_alike", own: boolean): Partial<ClaimFacts> => ({
  papers: [{ ...PAPER, likenesses: [{ receipt_id: "two", user_id: "x", how, own, used: true }] }],
});
const decided = (change: Partial<ClaimFacts> = {}) => decisionOf(judge({ ...FACTS, ...change }));

const DROP: Drop = {
  ...{ purchase: "watch", item: "Kettle", pieces: 1, bought_minor: "6000", now_minor: "5000", refunded_minor: "0" },
  ...{ first_read_at: "2027-03-09T10:00:00Z", second_read_at: "2027-03-09T10:30:00Z", signed: true },
  claimed_on: "2027-03-10" as CivilDate,
};
const DROPPED: Partial<ClaimFacts> = {
  ...{ terms: { ...terms, of: "drop", partners: "any", auto_minor: 2_500 }, known_as: null, papers: [], drop: DROP },
  ...{ paid_minor: 1_000n, rebate_minor: 100n },
};
const dropped = (change: Partial<Drop>): Partial<ClaimFacts> => ({ ...DROPPED, drop: { ...DROP, ...change } });

describe("the rules", () => {
  it("pay what holds in every one of them", () => {
    expect(decided()).toEqual({ do: "pay" });
    expect(decided({ refunds: { told: 100n, most: 300n } })).toEqual({ do: "pay" });
    expect(judge(FACTS).every(({ says }) => says.length > 0)).toBe(true);
  });

  it.each<[string, Partial<ClaimFacts>]>([
    ["country_not_covered", { country: "GB" }],
    ["not_member_then", { was_member: false }],
    ["outside_window", { today: "2027-04-08" as CivilDate }],
    ["cap_reached", { rebate_minor: 0n }],
    ["already_claimed", like("same_file", true)],
    ["amount_mismatch", { ...DROPPED, drop: null }],
    ["amount_mismatch", dropped({ second_read_at: "2027-03-09T10:29:59Z" })],
    ["amount_mismatch", dropped({ refunded_minor: "901" })],
    ["amount_mismatch", { ...DROPPED, rebate_minor: 1_001n }],
  ])("refuse exact arithmetic at once: %s", (reason, change) => {
    expect(decided(change)).toEqual({ do: "deny", reason });
  });

  it("pay a drop that was read twice by a mail that its store signed, or by a paper of the whole purchase", () => {
    expect(decided(DROPPED)).toEqual({ do: "pay" });
    expect(decided({ ...DROPPED, rebate_minor: 1_000n })).toEqual({ do: "pay" });
    expect(decided(dropped({ signed: false }))).toEqual({ do: "review", doubt: "proof" });
    expect(decided({ ...dropped({ signed: false }), papers: [PAPER] })).toEqual({ do: "pay" });
    const dearer = dropped({ signed: false, bought_minor: "7000" });
    expect(decided({ ...dearer, papers: [PAPER] })).toEqual({ do: "review", doubt: "amount on paper" });
  });

  it("count the days of the window whole", () => {
    expect(decided({ today: "2027-04-07" as CivilDate })).toEqual({ do: "pay" });
  });

  const history = (change: Partial<ClaimFacts["history"]>) => ({ history: { ...FACTS.history, ...change } });
  it.each<[string, Partial<ClaimFacts>]>([
    ["covered business", { known_as: null }],
    ["order stands", { order: { stands: false } }],
    ["proof", { papers: [] }],
    ["readable", { papers: [{ ...PAPER, state: "unreadable", read: null }] }],
    ["readable", { papers: [{ ...PAPER, state: "reading", read: null }] }],
    ["store on paper", read({ merchant: sure({ name: "Publix", internal_name: "publix" }) })],
    ["store on paper", read({ merchant: null })],
    ["day on paper", read({ date: sure("2027-03-07" as CivilDate) })],
    ["day on paper", read({ date: { value: "2027-03-08" as CivilDate, sure: false } })],
    ["amount on paper", read({ total: sure("5999") })],
    ["amount on paper", read({ total: { value: "6000", sure: false } })],
    ["amount on paper", { terms: { ...terms, of: "shipping" } }],
    ["currency", read({ currency: "CAD" })],
    ["currency", read({ currency: null })],
    ["untouched", { papers: [{ ...PAPER, signs: ["figures_repainted"] }] }],
    ["nobody else's paper", like("same_file", false)],
    ["nobody else's paper", like("same_fields", false)],
    ["new paper", like("looks_alike", false)],
    ["new paper", like("same_fields", true)],
    ["claimed once", history({ claimed_beside: true })],
    ["claimed once", history({ refused_before: true })],
    ["refunds told", { refunds: { told: 100n, most: 299n } }],
    ["nothing was asked", history({ asked: true })],
    ["good history", history({ faults: 1 })],
    ["good history", history({ lately: 26 })],
    ["small", { rebate_minor: 501n }],
    ["little by itself", history({ by_rules: 2_701n })],
  ])("bring a person in: %s", (rule, change) => {
    expect(decided(change)).toEqual({ do: "review", doubt: rule });
  });

  it("are each shown to be needed by a case above", () => {
    const deny = CLAIM_RULES.filter(({ otherwise }) => otherwise === "deny");
    expect(deny.map(({ reason }) => reason)).toEqual([
      ...["country_not_covered", "not_member_then", "outside_window", "cap_reached", "already_claimed"],
      "amount_mismatch",
    ]);
    expect(CLAIM_RULES.every(({ otherwise, reason }) => otherwise === "review" || reason !== null)).toBe(true);
  });

  it("ask for no paper where an order of ours says store, day and amount, but for what the order does not tell", () => {
    expect(decided({ order: { stands: true }, papers: [] })).toEqual({ do: "pay" });
    const shipping = { ...terms, of: "shipping" as const };
    expect(decided({ order: { stands: true }, papers: [], terms: shipping })).toMatchObject({ doubt: "proof" });
    expect(decided({ ...read({ shipping: sure("6000") }), terms: shipping })).toEqual({ do: "pay" });
  });

  it("look at the paper that agrees most, and at the signs of all", () => {
    const other: Paper = { ...PAPER, receipt_id: "two", read: PAPER.read && { ...PAPER.read, total: sure("100") } };
    expect(decided({ papers: [other, PAPER] })).toEqual({ do: "pay" });
    expect(decided({ papers: [PAPER, { ...other, signs: ["pdf_editor"] }] })).toMatchObject({ doubt: "untouched" });
  });
});

describe("what claims are made of", () => {
  it("has words for every reason, and an end for every state", () => {
    expect(Object.keys(REASON_WORDS)).toEqual([...CLAIM_REASONS]);
    for (const [state, next] of Object.entries(CLAIM_TRANSITIONS))
      expect(next.every((one) => one in CLAIM_TRANSITIONS && one !== state)).toBe(true);
  });

  it("takes about three in a hundred as samples, the same ones always", () => {
    const ids = Array.from({ length: 4_000 }, (_, n) => `claim-${n}`);
    const samples = ids.filter(isSample);
    expect(samples.length).toBeGreaterThan(80);
    expect(samples.length).toBeLessThan(160);
    expect(ids.filter(isSample)).toEqual(samples);
  });

  it("finds partners of a country by the names that people write", () => {
    for (const type of CLAIM_TYPES.filter((one) => one !== "shipping"))
      expect(partnersOf(type, "US").length, type).toBeGreaterThan(1);
    expect(findPartner("grocery", "US", "kroger")?.name).toBe("Kroger");
    expect(findPartner("grocery", "GB", "Kroger")).toBeNull();
    expect(findPartner("grocery", "US", "")).toBeNull();
    expect(partnerNames().every(({ name, internal_name }) => name !== "" && internal_name !== "")).toBe(true);
    expect(isSameName("CAFÉ AÑEJO", "Cafe Anejo")).toBe(true);
    expect(isSameName("Lyft", "Lime")).toBe(false);
    expect(isSameName("", "Kroger")).toBe(false);
  });
});

describe("a rebate address", () => {
  const home = { line1: "12 Main St", line2: "", city: "Austin", region: "TX", postal_code: "78701", country: "US" };
  it.each([
    [home, "ok"],
    [{ ...home, region: "tx", postal_code: "78701-1234" }, "ok"],
    [{ ...home, country: "GB", region: "", postal_code: "SW1A 1AA" }, "ok"],
    [{ ...home, country: "uk", region: "", postal_code: "sw1a 1aa" }, "ok"],
    [{ ...home, country: "CA", region: "BC", postal_code: "V8X 3X4" }, "ok"],
    [{ ...home, country: "AU", region: "VIC", postal_code: "3171" }, "ok"],
    [{ ...home, country: "NZ", region: "", postal_code: "6001" }, "ok"],
    [{ ...home, postal_code: "90210" }, "postal_code_invalid"],
    [{ ...home, postal_code: "787010" }, "postal_code_invalid"],
    [{ ...home, country: "CA", region: "ON", postal_code: "V8X 3X4" }, "postal_code_invalid"],
    [{ ...home, region: "" }, "region_invalid"],
    [{ ...home, region: "__proto__" }, "region_invalid"],
    [{ ...home, city: " " }, "city_invalid"],
    [{ ...home, line1: "" }, "line1_invalid"],
    [{ ...home, country: "constructor" }, "country_invalid"],
    [{ ...home, country: "DE" }, "country_invalid"],
  ])("%j is %s", (given, expected) => {
    const checked = checkAddress(given);
    expect(checked.ok ? "ok" : checked.code).toBe(expected);
  });
});
