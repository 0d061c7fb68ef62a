import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "#settings";
import { readProgrammesLine } from "../../../server/commands/programmes.ts";
import { proposeFrom, withoutTerms } from "../feeds/propose-decision.ts";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Willing", url: "https://willing.example", rates: [["A", "All", "10"]] },
    { id: "2", name: "Unwilling", url: "https://unwilling.example", rates: [["A", "All", "8"]], cash_back: false },
  ];
  story = await startStory(world, { PROGRAMMES_DEFAULT: "undecided" });
  await story.catalog.importFeed("impact.programmes");
});
afterAll(() => story.stop());

const key = (id: string) => ({ network: "impact", network_programme_id: id }) as const;
const page = async (name: string) => (await story.shown.merchant(name))?.merchant;

describe("a programme", () => {
  it("pays nothing until a person decides, whatever its terms propose", async () => {
    expect(await page("willing")).toMatchObject({ rate: { kind: "none" }, cash_back_allowed: false, rates: [] });
    expect(await story.shown.destination({ merchant: "willing" })).toMatchObject({
      cash_back_allowed: false,
      rate: { kind: "none" },
    });
    expect(await story.catalog.decisionCounts()).toEqual({ allowed: 0, denied: 0, undecided: 2 });
    expect((await story.catalog.decisions({ limit: 9 })).map((row) => [row.name, row.proposed])).toEqual([
      ["Willing", "allowed"],
      ["Unwilling", "denied"],
    ]);
  });

  it("pays once it is allowed, and says who allowed it", async () => {
    const outcome = await story.catalog.decideProgramme({ ...key("1"), decision: "allowed", by: "ann" });
    expect(outcome).toMatchObject({ ok: true, value: { decision: "allowed", decided_by: "ann" } });
    expect(await page("willing")).toMatchObject({ rate: { kind: "percent", bps: 700 }, cash_back_allowed: true });
    expect(await story.shown.destination({ merchant: "willing" })).toMatchObject({ locking_days: 30 });
  });

  it("keeps its decision through every import", async () => {
    world.impact = world.impact.map((one) => ({ ...one, name: `${one.name} Now` }));
    expect(await story.catalog.importFeed("impact.programmes")).toMatchObject({ changed: 2 });
    expect(await page("willing")).toMatchObject({ name: "Willing Now", rate: { bps: 700 } });
  });

  it("is open for as long as a person says, and by its terms again when that is taken back", async () => {
    const set = (days: number | null) => story.catalog.decideProgramme({ ...key("1"), locking_days: days, by: "bob" });
    await set(75);
    expect(await page("willing")).toMatchObject({ locking_days: 75, rate: { bps: 700 } });
    await set(null);
    expect(await page("willing")).toMatchObject({ locking_days: 30 });
    expect(await set(900)).toEqual({ ok: false, code: "bad_locking_days" });
    expect(await story.catalog.decideProgramme({ ...key("77"), decision: "denied", by: "bob" })).toEqual({
      ok: false,
      code: "unknown_programme",
    });
    const shown = await story.catalog.decision(key("1"));
    expect(shown?.history.map(({ by, decision, locking_days }) => [by, decision, locking_days])).toEqual([
      ["ann", "allowed", null],
      ["bob", "allowed", 75],
      ["bob", "allowed", null],
    ]);
  });
});

describe("what terms propose", () => {
  it.each([
    ["Cashback and loyalty partners are welcome.", "allowed"],
    ["<p>Cash back sites may apply.</p>", "allowed"],
    ["Incentive traffic (cashback, points, rewards) is not allowed.", "denied"],
    ["Loyalty sites are welcome. Incentivised traffic is strictly prohibited.", "denied"],
    ["We don't work with reward publishers.", "denied"],
    ["Loyalty programmes exist.", "undecided"],
    ["Free shipping over $50.", "undecided"],
    ["", "undecided"],
  ])("%s → %s", (text, decision) => {
    const proposal = proposeFrom([text], null);
    expect(proposal.decision).toBe(decision);
    if (decision !== "undecided") expect(text).toContain(proposal.words?.slice(0, 12));
  });
  it("is nothing for shoppers to read", () => {
    expect(withoutTerms("Good tea. Cashback partners are welcome. Open daily.")).toBe("Good tea. Open daily.");
  });
});

describe("the command", () => {
  const read = (line: string) => readProgrammesLine(line.split(" ").filter(Boolean), "ann");
  it("understands what it says that it understands", () => {
    expect(read("")).toEqual({ help: true });
    expect(read("allow --help")).toEqual({ help: true });
    expect(read("list --state undecided --network cj --limit 5")).toEqual({
      list: { decision: "undecided", network: "cj", limit: 5 },
    });
    expect(read("allow impact 9001 --locking 45")).toEqual({
      decide: { ...key("9001"), decision: "allowed", locking_days: 45, by: "ann" },
    });
    expect(read("set impact 9001 --locking auto --by bob")).toEqual({
      decide: { ...key("9001"), locking_days: null, by: "bob" },
    });
    expect(read("show awin 1")).toEqual({ show: { network: "awin", network_programme_id: "1" } });
  });
  it.each([
    ["permit impact 1", 'There is no "permit"'],
    ["allow rakuten 1", "Name the network first"],
    ["allow impact", "Name the programme"],
    ["set impact 1", "--locking is what can be set"],
    ["allow impact 1 --locking 9.5", "--locking is a number of days"],
    ["list --state maybe", "--state is one of"],
    ["list --limit 0", "--limit is a whole number"],
    ["list --lock 3", "There is no --lock"],
  ])("refuses %s", (line, fault) => {
    expect(read(line)).toEqual({ fault: expect.stringContaining(fault) });
  });
  it("is not replaced by a default where people are paid", () => {
    expect(readConfig({}).PROGRAMMES_DEFAULT).toBe("accept-proposals");
    expect(() => readConfig({ SANDBOX: "off", PROGRAMMES_DEFAULT: "accept-proposals" })).toThrow(
      /PROGRAMMES_DEFAULT: is/,
    );
    expect(() => readConfig({ SANDBOX: "off", PROVIDER_BUDGET_FACTOR: "5" })).toThrow(/PROVIDER_BUDGET_FACTOR: is/);
  });
});
