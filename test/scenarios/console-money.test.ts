/** Stories of what the console shows of money: a month that sums to nothing, whether balances last, and evidence for a bank. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { chargeId } from "#membership";
import { payableId } from "#payables";
import { userId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
  desk = createOperators(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const give = (member: Member, amount: string, note = "x") =>
  desk.act("member", userId.show(member.user_id), "credit", {
    reason: "goodwill",
    values: { amount, note },
    approvedBy: "opr_boss",
  });
const withdraw = async (member: Member) => {
  const asked = await world.payouts.request({
    ...{ ...member, request_key: "one", method: "paypal" as const, amount: "everything", destination: member.email },
  });
  if (!asked.ok) throw new Error(asked.code);
  return asked.value.withdrawal_id;
};
const file = (name: string) => {
  const found = world.operators.files.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const rowsOf = async (list: string, filters: Record<string, string> = {}) =>
  (await world.operators.lists.find(({ name }) => name === list)?.read({ filters, after: null, most: 50 }))?.rows ?? [];

describe("a month for accounting", () => {
  it("holds every line, sums to nothing in all and for each day and kind, and runs no formula", async () => {
    const ann = await world.member("Ann");
    const shopping = await createShopping(world);
    await createMembershipStory(world).joined(ann.user_id);
    await shopping.act(await shopping.shop(ann, 300), "approve");
    await give(ann, "7.25");
    await withdraw(ann);
    const month = file("month");
    const { text } = (await month.read("2027-03", desk.toldOf({}))) ?? { text: "" };
    const [head, ...rows] = text
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    expect(head?.slice(-4)).toEqual(["debit", "credit", "amount", "transfers"]);
    expect(rows.length).toBeGreaterThan(8);
    const sums = new Map<string, bigint>();
    const cents = (value = "") => BigInt(Math.round(Number(value || "0") * 100));
    for (const row of rows) {
      const [, day, kind, , , , unit, debit, credit, amount] = row;
      expect(cents(debit) - cents(credit)).toBe(cents(amount));
      const key = `${unit} ${day} ${kind}`;
      sums.set(key, (sums.get(key) ?? 0n) + cents(amount));
    }
    expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([]);
    expect(rows.some((row) => row[2] === "goodwill.given" && row[3] === "goodwill" && row[7] === "7.25")).toBe(true);
    expect(text).not.toMatch(/(^|,)[=+@]/m);
    expect(text, "nobody is named").not.toContain(ann.user_id);
    const { rows: lines } = await world.base.handle.pool.query(
      "select count(distinct kind)::int as kinds from ledger.transfers",
    );
    expect(new Set(rows.map((row) => row[2])).size).toBe(lines[0].kinds);
    for (const wrong of ["2027-13", "", "../../etc/passwd", "=1+1"])
      expect(await month.read(wrong, desk.toldOf({})), wrong).toBeNull();
  });
});

describe("payouts", () => {
  it("are listed as they stand with why, and refused ones give back what was set aside, once", async () => {
    const ann = await world.member("Ann");
    await give(ann, "40");
    const id = payableId.show(await withdraw(ann));
    expect(await rowsOf("payments", { standing: "waiting" })).toMatchObject([{ id, facts: { state: "intent" } }]);
    expect(await rowsOf("payments", { standing: "failed" })).toEqual([]);
    expect(await desk.act("payment", id, "refused", { reason: " " })).toMatchObject({ code: "not_possible" });
    const pressed = await Promise.all(
      [1, 2, 3].map(() => desk.act("payment", id, "refused", { reason: "she asked us to stop it" })),
    );
    expect(pressed.some(({ ok }) => ok)).toBe(true);
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 4_000n, held: 0n });
    expect(await rowsOf("payments", { standing: "failed" })).toMatchObject([
      { id, facts: { why: "she asked us to stop it" } },
    ]);
    await world.work();
    expect(await world.ledger.balances(ann.user_id), "what was refused is not sent").toMatchObject({
      available: 4_000n,
    });
  });

  it("say in time that a provider's balance will not last", async () => {
    const ann = await world.member("Ann");
    await world.control("/payouts/paypal/deposit", { amount: 500 });
    await world.treasury.readBalances();
    expect((await world.treasury.funding()).find(({ provider }) => provider === "paypal")).toMatchObject({
      waiting_minor: 0n,
      short: false,
    });
    await world.advance({ hours: 1 });
    await give(ann, "450");
    // A reading of another day: the same sums, but for what it holds.
    await world.base.handle.pool.query(
      `insert into treasury.readings (provider, balance_minor, as_of, read_at, books_minor, under_way, under_way_minor, difference_minor, differs_since)
       values ('paypal', 40000, $1, $1, 40000, '[]', 0, 0, null)`,
      [world.clock.now()],
    );
    await withdraw(ann);
    expect((await world.treasury.funding()).find(({ provider }) => provider === "paypal")).toMatchObject({
      waiting_minor: 45_000n,
      lasts_days: -1,
      short: true,
    });
    const queue = world.operators.queues.find(({ name }) => name === "funding");
    expect(await queue?.list(10)).toMatchObject([
      { id: "paypal", line: expect.stringMatching(/does not do for what waits; 1 payments of \$450.00/) },
    ]);
    expect(await rowsOf("balances")).toEqual(expect.arrayContaining([expect.objectContaining({ id: "paypal" })]));
    expect(await desk.show("balance", "paypal")).toMatchObject({ facts: { lasts: "does not do for what waits" } });
    // One that was never asked is late since somebody waits for it, and not since 1970.
    const asked = world.clock.now();
    await world.base.handle.pool.query("delete from treasury.readings where provider = 'paypal'");
    await world.advance({ hours: 2 });
    expect(await queue?.list(10)).toMatchObject([{ since: asked, line: expect.stringMatching(/never asked/) }]);
  });

  it("that were taken back are owed, and who owes is listed until it is paid", async () => {
    const ann = await world.member("Ann");
    expect(await rowsOf("owed")).toEqual([]);
    await desk.act("member", userId.show(ann.user_id), "debit", {
      reason: "given_twice",
      values: { amount: "3", note: "x" },
    });
    expect(await rowsOf("owed")).toMatchObject([{ id: userId.show(ann.user_id), facts: { owes: "$3.00" } }]);
    await give(ann, "3");
    expect(await rowsOf("owed")).toEqual([]);
  });
});

describe("evidence for a bank", () => {
  it("holds the words that were agreed to, logins, use and letters, and is of a charge alone", async () => {
    const ann = await world.member("Ann");
    const shopping = await createShopping(world);
    await createMembershipStory(world).joined(ann.user_id);
    await world.advance({ hours: 2 });
    await world.identity.login({
      email: ann.email,
      password: ann.password,
      user_agent: "Mozilla/5.0 Firefox/140",
      address: "192.0.2.9",
    });
    await shopping.shop(ann, 120);
    await world.work();
    const [charge] = await desk.section("charges", ann.user_id);
    const evidence = file("evidence");
    const { text, name } = (await evidence.read(charge?.id ?? "", desk.toldOf({}))) ?? { text: "", name: "" };
    expect(name).toBe(`evidence-${charge?.id}.txt`);
    const [receipt] = await world.membership.desk.receipts(
      (await world.membership.desk.charge(chargeId.read(charge?.id ?? "") ?? ""))?.membership_id ?? "",
    );
    for (const line of receipt?.words.split("\n") ?? ["missing"]) expect(text).toContain(line);
    expect(text).toContain(receipt?.words_hash.toString("hex"));
    expect(text).toMatch(/from 192\.0\.2\.9 by Mozilla/);
    expect(text).toMatch(/left for Marlow Finch/);
    expect(text).toMatch(/ordered at Marlow Finch for \$120\.00/);
    expect(text).toMatch(/mail to ann@example\.com/);
    expect(await evidence.read(userId.show(ann.user_id), desk.toldOf({}))).toBeNull();
    expect(await evidence.read(chargeId.show(ann.user_id), desk.toldOf({}))).toBeNull();
  });
});
