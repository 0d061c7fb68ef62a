/** Stories of accounts that share a device or a payout address: what waits by the rule, what operators see of it, and what they do not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { reasonWords } from "../../src/modules/coins/reason-words.ts";
import { userId } from "../../src/platform/ids.ts";
import { FROM_US } from "../support/arrivals.ts";
import { createEarning, only } from "../support/earning.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeAll(async () => {
  world = await createWorld({ environment: only("ayet") });
  desk = createOperators(world);
});
// The end of the world verifies the ledger.
afterAll(() => world.close());

const PASSWORD = "copper penny passbook";
const HOME = "h".repeat(43);
const FARM = "f".repeat(43);

/** Opens an account in a browser that has this cookie. */
async function member(name: string, device: string) {
  const email = `${name.toLowerCase()}@example.com`;
  const outcome = await world.identity.register({
    ...{ name, email, password: PASSWORD, password_confirmation: PASSWORD, language: "en", partner: "tuppence" },
    ...{ ...FROM_US, user_agent: "", address: "", device },
  });
  if (!outcome.ok) throw new Error(outcome.code);
  return { ...outcome.value.member, email };
}
type Member = Awaited<ReturnType<typeof member>>;

const listOf = (name: string) => {
  const found = world.operators.lists.find((one) => one.name === name);
  if (!found) throw new Error(`no list ${name}`);
  return found;
};
const rowsOf = async (name: string, order: string) =>
  (await listOf(name).read({ filters: { order }, after: null, most: 50 })).rows;
const lineOf = (links: readonly { kind: string; id: string; line: string }[] | undefined, who: Member) =>
  links?.find(({ kind, id }) => kind === "member" && id === userId.show(who.user_id))?.line;
const heldCoins = () => {
  const found = world.operators.queues.find(({ name }) => name === "held coins");
  if (!found) throw new Error("no queue");
  return found;
};

let ann: Member;
let ben: Member;
let stranger: Member;
let paid: bigint;

describe("two accounts on one device that go for one offer", () => {
  it("wait by the rule, and say so to the member", async () => {
    const earning = await createEarning(world, "ayet");
    const offer = (await earning.offers()).find(({ steps }) => steps >= 2);
    if (!offer) throw new Error("no offer");
    [ann, ben, stranger] = [await member("Ann", HOME), await member("Ben", HOME), await member("Sue", "s".repeat(43))];
    const earn = async (who: Member) => {
      const { start } = await earning.begin(who, offer.offer_id);
      const step = (await world.coins.progress(who.user_id))[0]?.steps.find(({ coins }) => coins > 0);
      await world.advance({ minutes: 30 });
      await earning.reach(start, step?.goal_id);
    };
    for (const who of [ann, stranger, ben]) await earn(who);
    const has = async (who: Member) => (await world.ledger.balances(who.user_id)).coins;
    paid = await has(ann);
    expect(paid).toBeGreaterThan(0n);
    expect(await has(stranger)).toBe(paid);
    expect(await has(ben)).toBe(0n);
    const steps = (await world.coins.progress(ben.user_id))[0]?.steps ?? [];
    expect(steps.find(({ state }) => state === "held")?.reason).toBe("other_account");
    expect(reasonWords("other_account")).toMatchObject({
      ...{ en: expect.stringMatching(/^Another account/), es: expect.stringMatching(/^Otra cuenta/) },
    });
  });

  it("are shown beside what waits: what the two have in common, since when, and what the other earned", async () => {
    const [item, ...others] = await heldCoins().list(10);
    expect(others).toEqual([]);
    const page = await desk.show("coin reward", item?.id ?? "");
    expect(page.facts).toMatchObject({
      "in common with the other account": "a device, or the same browser on one network",
      "the other began this offer": "2027-03-10T19:42:00.000Z",
      "the other earned": `${paid.toLocaleString("en-US")} coins credited`,
      "confirmed number": "no: with one the rule lets it pass",
    });
    expect(lineOf(page.links, ann)).toBe("the other account, which began this offer on 2027-03-10");
    expect(page.links?.filter(({ kind }) => kind === "shared device")).toHaveLength(1);
    // Whom nobody shares anything with, of them nothing is said.
    const [free] = await desk.section("coins earned", stranger.user_id);
    expect(Object.keys((await desk.show("coin reward", free?.id ?? "")).facts).join()).not.toMatch(/other/);
  });

  it("have a page for the device: each account, what it earned, and what the rule holds", async () => {
    const [link, ...more] = await desk.section("shared devices", ben.user_id);
    expect(more).toEqual([]);
    expect(link?.line).toBe(`1 other account, shared since 2027-03-10: ${paid.toLocaleString("en-US")} coins credited`);
    expect(await desk.section("shared devices", stranger.user_id)).toEqual([]);
    const id = link?.id ?? "";
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect((await desk.search(id)).map((found) => `${found.kind} ${found.id}`)).toEqual([`shared device ${id}`]);
    const page = await desk.show("shared device", id);
    expect(page.facts).toMatchObject({
      ...{ accounts: "2", "coins credited": paid.toLocaleString("en-US") },
      ...{ "held by the rule": paid.toLocaleString("en-US"), "paid out to them": "$0.00" },
    });
    expect(lineOf(page.links, ann)).toMatch(/^account 1, since 2027-03-10, .*: [\d,]+ coins credited$/);
    expect(lineOf(page.links, ben)).toMatch(/^account 2, since .*: 0 coins credited, [\d,]+ held by the rule$/);
    expect(lineOf(page.links, stranger)).toBeUndefined();
    const [item] = await heldCoins().list(10);
    expect(page.links?.map((one) => one.id)).toContain(item?.id);
    // Neither who they are nor the whole of a hash leaves here.
    const { rows } = await world.base.handle.pool.query(
      "select encode(device_hash, 'hex') as hash from identity.devices",
    );
    for (const { hash } of rows) expect(JSON.stringify(page)).not.toContain(hash);
    expect(JSON.stringify(page)).not.toMatch(/@|Ann|Ben/);
  });

  it("is nothing more on the page once a person has decided", async () => {
    const [item] = await heldCoins().list(10);
    const credit = heldCoins().acts.find(({ name }) => name === "credit");
    expect(await credit?.run(item?.id ?? "", desk.toldOf({ reason: "they are a couple" }))).toMatchObject({ ok: true });
    await world.work();
    const [row] = await rowsOf("shared devices", "newest");
    expect(row?.facts).toMatchObject({ accounts: "2", "held by the rule": "0" });
    expect(row?.facts["coins credited"]).toBe((paid * 2n).toLocaleString("en-US"));
  });
});

describe("lists of shared devices", () => {
  it("stand in both orders, go on where they ended, and drop who has gone", async () => {
    const farm: Member[] = [];
    for (const name of ["Fay", "Fin", "Flo"]) farm.push(await member(name, FARM));
    await world.advance({ minutes: 1 });
    await member("Sid", "s".repeat(43));
    const counts = async (order: string) => (await rowsOf("shared devices", order)).map(({ facts }) => facts.accounts);
    expect(await counts("newest")).toEqual(["2", "3", "2"]);
    expect(await counts("largest")).toEqual(["3", "2", "2"]);
    for (const order of ["newest", "largest"]) {
      const whole = (await rowsOf("shared devices", order)).map(({ id }) => id);
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<ReturnType<typeof listOf>["read"]>> = await listOf("shared devices").read({
          ...{ filters: { order }, after, most: 1 },
        });
        seen.push(...page.rows.map(({ id }) => id));
        after = page.after;
      } while (after !== null && seen.length < 9);
      expect(seen, order).toEqual(whole);
    }
    // Accounts that came at the very same moment did not see each other: a night later the device is in the list.
    await world.base.handle.pool.query("update identity.devices set is_shared = false");
    expect(await counts("newest")).toEqual([]);
    await world.identity.tidy();
    expect(await counts("newest")).toEqual(["2", "3", "2"]);
    const [first, second] = farm;
    for (const gone of [first, second])
      expect(
        await world.identity.desk.erase({ user_id: gone?.user_id ?? "", by: "opr_ann", reason: "asked" }, true),
      ).toMatchObject({ ok: true });
    await world.work();
    expect(await counts("largest"), "one account shares with nobody").toEqual(["2", "2"]);
    expect(await desk.section("shared devices", farm[2]?.user_id ?? "")).toEqual([]);
  });
});

describe("two accounts that are paid at one address", () => {
  const ask = (who: Member, key: string) =>
    world.payouts.request({
      ...{ user_id: who.user_id, password: PASSWORD, method: "paypal", amount: "12.50" },
      ...{ request_key: key, destination: "family@example.com" },
    });
  let key: string;

  it("are shown with what is held, masked, and to whom may see money alone", async () => {
    for (const who of [ann, ben])
      expect(
        await desk.act("member", userId.show(who.user_id), "credit", {
          ...{ reason: "goodwill", values: { amount: "40", note: who.email }, approvedBy: "opr_boss" },
        }),
      ).toMatchObject({ ok: true });
    expect(await ask(ann, "one")).toMatchObject({ ok: true });
    expect(await rowsOf("shared payout addresses", "newest"), "one member shares nothing").toEqual([]);
    await world.advance({ days: 1 });
    expect(await ask(ben, "two")).toMatchObject({ code: "receiver_taken" });
    const [row, ...more] = await rowsOf("shared payout addresses", "largest");
    expect(more).toEqual([]);
    expect(row?.facts).toMatchObject({ way: "PayPal", accounts: "2", "held by the rule": "$12.50" });
    key = row?.id ?? "";
    const page = await desk.show("shared payout address", key);
    expect(lineOf(page.links, ann)).toMatch(
      /^account 1, is paid there since 2027-03-10: \$[\d.]+ paid out by all ways/,
    );
    expect(lineOf(page.links, ben)).toMatch(/^account 2, asked to be paid there on 2027-03-11, and was stopped: /);
    expect(page.personal?.["goes to"]).toMatch(/^f.*@example\.com$/);
    expect(JSON.stringify(page)).not.toContain("family@example.com");
    expect(JSON.stringify({ ...page, personal: null })).not.toContain("@");
    // The device that they share stands beside it, for who may see members.
    expect(page.links?.map(({ kind }) => kind)).toContain("shared device");
    const object = world.operators.objects.find(({ kind }) => kind === "shared payout address");
    const without = await object?.show(key, (permission) => permission === "money.see");
    expect(without?.links?.map(({ kind }) => kind)).not.toContain("shared device");
    const [device] = await desk.section("shared devices", ann.user_id);
    const of = await desk.show("shared device", device?.id ?? "");
    expect(of.links?.map((link) => link.id)).toContain(key);
    const seen = world.operators.objects.find(({ kind }) => kind === "shared device");
    const poorer = await seen?.show(device?.id ?? "", (permission) => permission === "members.see");
    expect(poorer?.facts).not.toHaveProperty("paid out to them");
    expect(poorer?.links?.map((link) => link.id)).not.toContain(key);
  });

  it("are reached from what is held and from both members, and end as a person decides", async () => {
    const page = await desk.show("shared payout address", key);
    const held = page.links?.find(({ kind }) => kind === "held payout");
    expect((await desk.show("held payout", held?.id ?? "")).links?.map((link) => link.id)).toContain(key);
    expect((await desk.search(held?.id ?? "")).map(({ kind }) => kind)).toEqual(["held payout"]);
    for (const who of [ann, ben]) {
      const [link] = await desk.section("shared payout addresses", who.user_id);
      expect(link?.id).toBe(key);
      expect(link?.line).toMatch(/^1 other account by PayPal, shared since 2027-03-11: /);
    }
    expect(await desk.section("shared payout addresses", stranger.user_id)).toEqual([]);
    const queue = world.operators.queues.find(({ name }) => name === "held payouts");
    const release = queue?.acts.find(({ name }) => name === "release");
    expect(await release?.run(held?.id ?? "", desk.toldOf({ reason: "both wrote to us" }))).toMatchObject({ ok: true });
    const then = await desk.show("shared payout address", key);
    expect(then.facts).toMatchObject({ accounts: "2", "held by the rule": "$0.00" });
    expect(lineOf(then.links, ben)).toMatch(/is paid there since .*, sharing it as a person confirmed on 2027-03-11: /);
  });

  it("answers what nobody means with nothing", async () => {
    for (const text of ["", "0".repeat(16), "f".repeat(16), "F".repeat(16), `${key}0`, "'"]) {
      for (const kind of ["shared device", "shared payout address"])
        expect(await world.operators.objects.find((one) => one.kind === kind)?.show(text), text).toBeNull();
      expect((await desk.search(text)).filter(({ kind }) => kind.startsWith("shared"))).toEqual([]);
    }
  });
});
