/** Stories of what the console shows: everything is found by what people know of it, and its links lead somewhere. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userId } from "../../src/platform/ids.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createShopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
let ann: Awaited<ReturnType<World["member"]>>;
let order: string;

beforeAll(async () => {
  world = await createWorld({ shops: "programmes" });
  desk = createOperators(world);
  await world.payouts.refreshGiftCards();
  const shopping = await createShopping(world);
  ann = await world.member("Ann");
  await createMembershipStory(world).joined(ann.user_id);
  order = await shopping.shop(ann, 400);
  await shopping.act(order, "approve");
  const asked = await world.payouts.request({
    ...ann,
    request_key: "one",
    method: "paypal",
    amount: "everything",
    destination: ann.email,
  });
  expect(asked).toMatchObject({ ok: true });
  await world.work();
});
afterAll(() => world.close());

const kindsOf = async (text: string) => [...new Set((await desk.search(text)).map(({ kind }) => kind))].sort();

describe("search", () => {
  it("finds each thing by what people know of it", async () => {
    expect(await kindsOf(ann.email)).toEqual(["mail", "member"]);
    expect(await kindsOf(order)).toEqual(["order"]);
    expect(await kindsOf("400.00")).toEqual(["order"]);
    expect(await kindsOf("marlow")).toContain("store");
    expect(await kindsOf("$1.00")).toEqual(["charge"]);
    const [withdrawal] = await desk.section("withdrawals", ann.user_id);
    const amount = withdrawal?.line.match(/\$[\d.]+/)?.[0] ?? "";
    expect(await kindsOf(amount)).toEqual(["payment", "withdrawal"]);
  });

  it("finds everything that a section or a page leads to by its id, and shows it", async () => {
    const start = await desk.search(userId.show(ann.user_id));
    const queue = [...start];
    for (const section of world.operators.members)
      queue.push(...(await section.list(userId.show(ann.user_id), 50, "opr_ann")));
    const seen = new Map<string, string>();
    while (queue.length > 0 && seen.size < 120) {
      const link = queue.pop();
      if (!link || ["note", "limit", "money by hand"].includes(link.kind) || seen.has(link.id)) continue;
      seen.set(link.id, link.kind);
      const page = await desk.show(link.kind, link.id);
      expect(Object.keys(page.facts).length, link.id).toBeGreaterThan(0);
      queue.push(...(page.links ?? []));
    }
    const kinds = [...new Set(seen.values())].sort();
    expect(kinds).toEqual([
      "charge",
      "click",
      "legal version",
      "mail",
      "member",
      "membership",
      "order",
      "payment",
      "programme",
      "session",
      "store",
      "text",
      "transfer",
      "withdrawal",
    ]);
    for (const [id, kind] of seen)
      if (!["session", "store"].includes(kind))
        expect(
          (await desk.search(id)).map((link) => `${link.kind} ${link.id}`),
          `${kind} ${id}`,
        ).toContain(`${kind} ${id}`);
  });

  it("answers what nobody means with nothing, and never with an error", async () => {
    for (const text of [
      "",
      " ",
      "%",
      "'",
      "\\",
      "\0",
      "999999999",
      "💸",
      "a".repeat(500),
      "usr_",
      "ord_zz",
      "-1",
      "1e9",
      "0",
      ":",
    ])
      expect(Array.isArray(await desk.search(text)), JSON.stringify(text)).toBe(true);
  });

  it("shows a member's money with all its lines, and nothing of it to who may not see money", async () => {
    const member = world.operators.objects.find(({ kind }) => kind === "member");
    const page = await desk.show("member", userId.show(ann.user_id));
    expect(page.facts).toMatchObject({ available: "$0.00" });
    expect(page.money?.length).toBeGreaterThan(2);
    const without = await member?.show(userId.show(ann.user_id), (permission) => permission !== "money.see");
    expect(without?.facts).not.toHaveProperty("available");
    expect(without?.money).toEqual([]);
    const [line] = await desk.section("ledger", ann.user_id);
    const transfer = await desk.show("transfer", line?.id ?? "");
    expect(transfer.money?.length).toBeGreaterThanOrEqual(2);
  });

  it("shows the passbook as the member sees it to who opened a look, and to nobody else", async () => {
    const passbook = world.operators.members.find(({ name }) => name === "passbook");
    expect(await passbook?.list(userId.show(ann.user_id), 20, "opr_ann")).toEqual([]);
    await desk.act("member", userId.show(ann.user_id), "look", { reason: "she asked where her order is" });
    const rows = await passbook?.list(userId.show(ann.user_id), 20, "opr_ann");
    expect(rows?.map(({ line }) => line).join("\n")).toMatch(/Marlow Finch: \$\d+\.\d\d back, confirmed/);
    expect(await passbook?.list(userId.show(ann.user_id), 20, "opr_bob")).toEqual([]);
    await world.advance({ minutes: 31 });
    expect(await passbook?.list(userId.show(ann.user_id), 20, "opr_ann")).toEqual([]);
    const told = await world.identity.settings(ann, "en");
    expect(told.log.map(({ kind }) => kind)).toContain("looked_at");
  });
});

describe("lists", () => {
  it("go on where the page before ended, whatever the filter, and shrug at places that no list wrote", async () => {
    for (const name of ["Bea", "Cleo", "Dora"]) await world.member(name);
    for (const list of world.operators.lists) {
      const all = await list.read({ filters: {}, after: null, most: 100 });
      // Columns are the facts that rows have: one without any is drawn as nothing, and leads nowhere.
      expect(
        all.rows.filter(({ facts, personal }) => personal === undefined && Object.keys(facts).length === 0),
        list.name,
      ).toEqual([]);
      const ids: string[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list.read>> = await list.read({ filters: {}, after, most: 2 });
        ids.push(...page.rows.map(({ id }) => id));
        after = page.after;
      } while (after !== null && ids.length < 100);
      expect(ids, list.name).toEqual(all.rows.map(({ id }) => id));
      for (const wrong of ["x", "2027-01-01 y", "' or 1=1"])
        expect(
          (await list.read({ filters: { state: "x" }, after: wrong, most: 1 })).rows.length,
          list.name,
        ).toBeLessThanOrEqual(1);
      for (const filter of list.filters ?? [])
        for (const value of filter.values) await list.read({ filters: { [filter.name]: value }, after: null, most: 5 });
    }
  });
});
