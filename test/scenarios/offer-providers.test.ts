/** Stories of operators and providers: off and on, what of the pay counts, a day's bound, and how each does. The ledger verifies at the end. */
import { afterEach, describe, expect, it } from "vitest";
import type { CoinProviderName } from "#coins";
import { createEarning, type Earner, only } from "../support/earning.ts";
import { createOperators } from "../support/operator-acts.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world.close());

const coinsOf = async ({ user_id }: Earner) => (await world.ledger.balances(user_id)).coins;
const act = (provider: string, name: string, values: Record<string, string> = {}, reason = "because") =>
  createOperators(world).act("offer partner", provider, name, { values, reason });
const page = (provider: string) => createOperators(world).show("offer partner", provider);

async function open(vendor: CoinProviderName = "ayet") {
  world = await createWorld({ environment: only(vendor) });
  const earning = await createEarning(world, vendor);
  const offers = await earning.offers();
  const long = offers.find(({ steps }) => steps >= 3) ?? offers[0];
  if (!long) throw new Error("no offer");
  return { earning, long, ann: await world.member("Ann") };
}
async function goalsOf(member: Earner) {
  const [progress] = await world.coins.progress(member.user_id);
  const goals = progress?.steps.filter(({ coins }) => coins > 0) ?? [];
  const [first, second] = goals;
  if (!first || !second) throw new Error("two steps that pay");
  return { first, second };
}

describe("a provider that is off", () => {
  it("shows nothing more to anybody at once, credits what was begun, and says who switched it", async () => {
    const { earning, long, ann } = await open();
    const { start } = await earning.begin(ann, long.offer_id);
    const { first } = await goalsOf(ann);
    const both = await Promise.all([act("ayet", "switch off"), act("ayet", "switch off")]);
    expect(both.every(({ ok }) => ok)).toBe(true);
    expect(await earning.offers()).toEqual([]);
    const found = await world.coins.findOffers(world.partners.home, { q: "games", country: "US", most: 5 });
    expect(found.offers).toEqual([]);
    expect(await world.coins.offer(world.partners.home, long.offer_id)).toMatchObject({ live: false });
    const ben = await world.member("Ben");
    await expect(earning.begin(ben, long.offer_id)).rejects.toThrow("unknown_offer");
    await world.coins.refreshOffers();
    expect(await earning.offers(), "reading its list changes nothing").toEqual([]);
    await world.advance({ hours: 2 });
    await earning.reach(start, first.goal_id);
    expect(await coinsOf(ann)).toBe(BigInt(first.coins));
    const off = await page("ayet");
    expect(off.facts).toMatchObject({ state: "off", "credited today": `${first.coins.toLocaleString("en-US")} coins` });
    expect(off.timeline).toMatchObject([{ what: "switched off: because", by: "opr_ann" }]);

    expect(await act("ayet", "switch on")).toMatchObject({ ok: true, value: "It is on the pages again." });
    expect(await act("ayet", "switch on")).toMatchObject({ ok: true, value: "It was so before." });
    expect((await page("ayet")).timeline).toHaveLength(2);
    await earning.begin(ben, long.offer_id);
  });

  it("has no surveys either, also where they were listed a moment ago", async () => {
    world = await createWorld({ environment: only("cpx", "theoremreach") });
    const ann = { ...(await world.member("Ann")), is_verified: true };
    const reader = {
      ...{ user_id: ann.user_id, address: "198.51.100.7", user_agent: "Browser 1" },
      ...{ country: "US", language: "en" as const },
    };
    await world.coins.finishOnboarding(ann, world.partners.home);
    const list = () => world.coins.surveys(reader, world.partners.home);
    const before = await list();
    const survey = before.items.find(({ offer_id }) => offer_id.startsWith("cpx."));
    expect(survey).toBeDefined();
    for (const provider of ["cpx", "theoremreach"]) await act(provider, "switch off");
    expect(await list()).toEqual({ items: [], walls: [], silent: [] });
    for (const provider of ["cpx", "theoremreach"]) {
      const survey_id = before.items.find(({ offer_id }) => offer_id.startsWith(`${provider}.`))?.offer_id ?? "x.wall";
      const asked = { provider, survey_id: survey_id.split(/\.(.*)/s)[1] ?? "", reader };
      expect(await world.coins.beginSurvey(ann, asked, world.partners.home)).toEqual({
        ok: false,
        code: "survey_gone",
      });
    }
    await act("cpx", "switch on");
    await world.advance({ minutes: 1 });
    expect((await list()).items.length).toBeGreaterThan(0);
  });
});

describe("what of the pay counts", () => {
  it("is another for who begins afterwards, and never for who began before", async () => {
    const { earning, long, ann } = await open();
    const { start } = await earning.begin(ann, long.offer_id);
    const agreed = await goalsOf(ann);
    expect(await act("ayet", "pay share", { share: "62.5" })).toMatchObject({ ok: true });
    const [shown] = (await earning.offers()).filter(({ offer_id }) => offer_id === long.offer_id);
    expect(shown?.coins_advertised).toBeLessThan(long.coins_advertised * 0.63);
    const ben = await world.member("Ben");
    const other = await earning.begin(ben, long.offer_id);
    const lower = await goalsOf(ben);
    expect(lower.first.coins).toBeLessThanOrEqual(Math.floor(agreed.first.coins * 0.625) + 1);
    await world.advance({ hours: 2 });
    await earning.reach(start, agreed.first.goal_id);
    await earning.reach(other.start, lower.first.goal_id);
    expect(await coinsOf(ann)).toBe(BigInt(agreed.first.coins));
    expect(await coinsOf(ben)).toBe(BigInt(lower.first.coins));
    // Begun again the terms are the old ones, and a wish that is none changes nothing.
    await earning.begin(ann, long.offer_id);
    expect(await goalsOf(ann)).toMatchObject({ second: { coins: agreed.second.coins } });
    for (const share of ["0", "101", "-5", "a half", "", "62.555", "0.001"])
      expect(await act("ayet", "pay share", { share }), share).toMatchObject({
        ...{ ok: false, code: "not_possible", detail: { why: expect.stringContaining("percent") } },
      });
    const seen = await page("ayet");
    expect(seen.facts["pay share"]).toBe("62.5%");
    expect(seen.facts["a dollar of its pay"]).toBe("250 coins, 500 for Plus");
    expect(seen.timeline).toMatchObject([{ what: "62.5% of its pay counts, not 100%: because" }]);
  });
});

describe("a day's bound", () => {
  it("lets coins beyond it wait for a person, who credits them, and begins anew with the day", async () => {
    const { earning, long, ann } = await open();
    const ben = await world.member("Ben");
    const starts = [await earning.begin(ann, long.offer_id), await earning.begin(ben, long.offer_id)];
    const { first, second } = await goalsOf(ann);
    await world.advance({ hours: 2 });
    expect(await act("ayet", "daily cap", { coins: String(first.coins) })).toMatchObject({ ok: true });
    for (const { start } of starts) await earning.reach(start, first.goal_id);
    expect(await coinsOf(ann)).toBe(BigInt(first.coins));
    expect(await coinsOf(ben)).toBe(0n);
    const queue = world.operators.queues.find(({ name }) => name === "held coins");
    const [held] = (await queue?.list(10)) ?? [];
    expect(held?.line).toContain("more today than we credit without looking");
    const credit = queue?.acts.find(({ name }) => name === "credit");
    await credit?.run(held?.id ?? "", { by: "opr_ann", reason: "it is right", values: {} });
    expect(await coinsOf(ben)).toBe(BigInt(first.coins));
    await world.advance({ days: 1 });
    await act("ayet", "daily cap", { coins: String(Math.max(first.coins, second.coins)) });
    await earning.reach(starts[1]?.start ?? "", second.goal_id);
    expect(await coinsOf(ben), "what a person credited is not of the bound").toBe(BigInt(first.coins + second.coins));
    for (const coins of ["-1", "1.5", "many", "1,00"])
      expect(await act("ayet", "daily cap", { coins }), coins).toMatchObject({ ok: false, code: "not_possible" });
    expect(await act("ayet", "daily cap", { coins: "" })).toMatchObject({ value: "It has no bound any more." });
    expect((await page("ayet")).facts["coins of a day"]).toBe("no bound");
  });

  it("is not passed by many at once", async () => {
    const { earning, long, ann } = await open();
    const members = [ann, await world.member("Ben"), await world.member("Cleo"), await world.member("Dan")];
    const starts: string[] = [];
    for (const member of members) starts.push((await earning.begin(member, long.offer_id)).start);
    const { first } = await goalsOf(ann);
    await world.advance({ hours: 2 });
    await act("ayet", "daily cap", { coins: String(first.coins * 2) });
    for (const start of starts) await earning.control("complete", { start, goal: first.goal_id });
    await world.control("/postbacks/idle", {});
    const { rows } = await world.base.handle.pool.query<{ id: string }>(
      "select inbox_id::text as id from platform.inbox where provider = 'ayet' and state = 'new'",
    );
    expect(rows).toHaveLength(4);
    await Promise.all(rows.map(({ id }) => world.coins.applyCallbacks([id])));
    const sums = await Promise.all(members.map(coinsOf));
    expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(BigInt(first.coins * 2));
    expect(await world.coins.desk.held(10)).toHaveLength(2);
  });
});

describe("how providers do", () => {
  const span = { from: new Date("2027-01-01"), to: new Date("2028-01-01") };
  const table = async (name: string) =>
    world.operators.tables.find((one) => one.name === name)?.read(span) ?? Promise.reject(new Error(name));

  it("is counted of what was begun: coins that came, how long that took, and missing ones", async () => {
    const { earning, long, ann } = await open();
    expect(await table("providers of offers and surveys")).toEqual([]);
    const { start } = await earning.begin(ann, long.offer_id);
    const ben = await world.member("Ben");
    await earning.begin(ben, long.offer_id);
    const { first } = await goalsOf(ann);
    await world.advance({ hours: 3 });
    const tx = await earning.reach(start, first.goal_id);
    await world.advance({ days: 4 });
    const [progress] = await world.coins.progress(ben.user_id);
    const asked = await world.coins.claim({
      ...{ user_id: ben.user_id, start_id: progress?.start_id ?? "", goal_id: first.goal_id },
      ...{ reached_on: "2027-03-12", note: "on Friday" },
    });
    expect(asked.ok).toBe(true);
    await world.work();
    const row = [2, 1, "50.0%", "3 h", 0, 1, 0, 0, 1];
    const [provider] = await table("providers of offers and surveys");
    expect(provider?.slice(1)).toEqual(row);
    expect((await table("offers begun most"))[0]?.slice(2)).toEqual(row);
    await earning.tell("reverse", tx);
    const { facts, links } = await page("ayet");
    expect(facts).toMatchObject({
      ...{ begun: "2", "credit rate": "50.0%", "median time to coins": "3 h", "with coins taken back": "1" },
      "missing coins asked for": "1: 0 paid, 0 refused, 1 open",
    });
    expect(links?.[0]?.line).toMatch(/: 2 begun, 50\.0% credited, 3 h, 1 asked for$/);
    const offer = await createOperators(world).show("coin offer", links?.[0]?.id ?? "");
    expect(offer.facts).toMatchObject({ begun: "2", "credit rate": "50.0%" });
  });

  it("says so where nobody began anything, and lists who is off apart", async () => {
    world = await createWorld({ environment: only("ayet", "cpx") });
    await act("cpx", "switch off");
    const list = world.operators.lists.find(({ name }) => name === "providers");
    const read = async (filters: Record<string, string>) =>
      (await list?.read({ filters, after: null, most: 50 }))?.rows.map(({ id, facts }) => [
        id,
        facts.state,
        facts.begun,
      ]);
    expect(await read({})).toEqual([
      ["ayet", "on", "0"],
      ["cpx", "off", "0"],
    ]);
    expect(await read({ state: "off" })).toEqual([["cpx", "off", "0"]]);
    expect(await read({ kind: "offers", state: "off" })).toEqual([]);
    expect((await page("ayet")).facts["credit rate"]).toBeUndefined();
    expect(await act("nobody", "switch off")).toMatchObject({ ok: false, code: "unknown" });
    expect(await createOperators(world).search("cpx")).toMatchObject([{ line: expect.stringContaining(", off") }]);
  });

  it("is the catalogue's to change and nobody else's, with a share that can be taken back for ten minutes", async () => {
    world = await createWorld({ environment: only("ayet") });
    const [cara, sam] = [
      await hireOperator(world, "Cara", ["catalogue"]),
      await hireOperator(world, "Sam", ["support"]),
    ];
    const asked = { place: "object" as const, name: "offer partner", item: "ayet", reason: "a test" };
    const share = { ...asked, act: "pay share", values: { share: "50" } };
    expect(await world.staff.decide(await sam.me(), share, FROM)).toMatchObject({ ok: false, code: "not_allowed" });
    const decided = await world.staff.decide(await cara.me(), share, FROM);
    if (!decided.ok) throw new Error(decided.code);
    await world.staff.undo(await cara.me(), decided.value.id, FROM);
    await world.staff.decide(await cara.me(), { ...asked, act: "switch off", values: {} }, FROM);
    expect((await page("ayet")).facts).toMatchObject({ state: "off", "pay share": "100%" });
    const { rows } = await world.base.handle.pool.query<{ by_whom: string }>(
      "select by_whom, reason from coins.provider_changes",
    );
    expect(rows).toEqual([{ by_whom: cara.id, reason: "a test" }]);
  });
});
