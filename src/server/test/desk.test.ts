import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderId } from "#cashback";
import type { Module } from "#platform/module";
import { createWorld, type World } from "../../../test/support/world.ts";
import { MODULES } from "../../modules/order.ts";
import { readDeskLine } from "../commands/desk-line.ts";

const KINDS = MODULES.flatMap((module: Module<never>) => module.ids ?? []);
const NOW = new Date("2026-11-23T10:00:00Z");

describe("what a person types after npm run desk", () => {
  it.each([
    ["", { overview: true }],
    ["orders", { queue: "orders" }],
    ["show ord_1", { show: "ord_1" }],
    [
      "orders ord_1 share --by Olga",
      { act: { queue: "orders", id: "ord_1", name: "share", by: "Olga", reason: "", values: {} } },
    ],
    [
      "payments pay_1 done --ask reference=A=B --reason seen",
      {
        act: { queue: "payments", id: "pay_1", name: "done", by: "root", reason: "seen", values: { reference: "A=B" } },
      },
    ],
    ["figures", { figures: { from: new Date("2026-10-25T00:00:00Z"), to: new Date("2026-11-24T00:00:00Z") } }],
    [
      "figures --from 2026-02-01 --to 2026-02-28",
      { figures: { from: new Date("2026-02-01T00:00:00Z"), to: new Date("2026-03-01T00:00:00Z") } },
    ],
  ])("%j", (line, asked) => {
    expect(readDeskLine(line.split(" ").filter(Boolean), "root", NOW)).toEqual(asked);
  });

  it("reads a queue's name of two words without quotes, as the overview prints it", () => {
    const read = (line: string) => readDeskLine(line.split(" "), "root", NOW, ["orders", "held coins", "funding"]);
    expect(read("held coins")).toEqual({ queue: "held coins" });
    expect(read("held coins crw_1 credit --by Olga")).toMatchObject({
      act: { queue: "held coins", id: "crw_1", name: "credit" },
    });
    expect(read("funding paypal brought")).toMatchObject({ act: { queue: "funding", id: "paypal" } });
    expect(read("held coins crw_1")).toHaveProperty("fault");
  });

  it.each([
    "show",
    "orders ord_1",
    "payments pay_1 done --ask reference",
    "payments pay_1 done --ask reference=",
    "figures --from 2026-02-30",
    "figures --from 2026-03-01 --to 2026-02-01",
    "orders --all",
  ])("%j is refused with a reason", (line) => {
    expect(readDeskLine(line.split(" "), "root", NOW)).toEqual({ fault: expect.stringMatching(/\w/) });
  });
});

describe("the desk", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const queue = (name: string) => {
    const found = world.operators.queues.find((one) => one.name === name);
    if (!found) throw new Error(`no queue ${name}`);
    return found;
  };
  const act = (name: string, id: string, what: string, reason = "") => {
    const found = queue(name).acts.find((one) => one.name === what);
    if (!found) throw new Error(`no act ${what}`);
    return found.run(id, { by: "Olga", reason, values: {} });
  };

  it("names each queue, act and figure once, and refuses ids that wait nowhere", async () => {
    const { queues, figures } = world.operators;
    expect(queues.map(({ name }) => name)).toEqual([
      "jobs",
      "inbox",
      "payments",
      "imports",
      "charges",
      "orders",
      "held coins",
      "missing coins",
      "rebate claims",
      "appealed rebates",
      "sampled rebates",
      "held payouts",
      "funding",
      "differences",
      "purchases",
      "messages",
      "held letters",
      "privacy requests",
      "alarms",
      "errors",
    ]);
    expect(new Set(figures.map(({ name }) => name)).size).toBe(figures.length);
    for (const { name, acts } of queues) {
      expect(new Set(acts.map((one) => one.name)).size, name).toBe(acts.length);
      for (const one of acts)
        for (const id of ["", "nonsense", "0", randomUUID(), ...KINDS.map((kind) => kind.show(randomUUID()))]) {
          const outcome = await one.run(id, { by: "Olga", reason: "a try", values: {} });
          expect(outcome, `${name} ${one.name} ${id}`).toEqual({ ok: false, code: "unknown" });
        }
    }
    for (const { show, kind } of world.operators.objects)
      for (const id of ["", "nonsense", orderId.show(randomUUID())]) expect(await show(id), kind).toBeNull();
  });

  it("holds an order until somebody decides it, and counts what members did that day", async () => {
    const ann = await world.member("Ann");
    const span = { from: new Date("2027-03-10T00:00:00Z"), to: new Date("2027-03-11T00:00:00Z") };
    const figures = async () =>
      Object.fromEntries(
        await Promise.all(world.operators.figures.map(async (one) => [one.name, await one.read(span)] as const)),
      );
    const before = await figures();
    const click = "0123456789abcdefghjkmnpq";
    await world.base.handle.pool.query(
      `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
       values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-03-10T10:00:00Z')`,
      [click, ann.user_id, randomUUID()],
    );
    const raw = {
      ...{ Id: "LOW", CampaignId: "9001", State: "APPROVED", Amount: "5000.00", Payout: "0.04", Currency: "USD" },
      ...{ EventDate: "2027-03-10T10:00:00Z", SubId1: click },
    };
    await world.cashback.takeReport("impact", [{ row_key: "LOW", raw }], world.clock.now());
    await world.work();
    const [item, ...more] = await queue("orders").list(10);
    expect(more).toEqual([]);
    expect(item).toMatchObject({ id: expect.stringMatching(/^ord_/), line: expect.stringContaining("$5,000.00") });
    const id = item?.id ?? "";
    expect(await act("orders", id, "share")).toMatchObject({ ok: true, value: expect.stringContaining("$0.03") });
    expect(await act("orders", id, "promise")).toEqual({ ok: false, code: "not_possible" });
    expect(await queue("orders").list(10)).toEqual([]);
    const object = world.operators.objects.find(({ kind }) => kind === "order");
    const shown = await object?.show(id);
    expect(shown?.facts).toMatchObject({ store: "Marlow", "cash back": "$0.03", decided: "share by Olga" });
    expect(shown?.timeline.length).toBeGreaterThan(1);
    const after = await figures();
    expect([after.clicks, after.orders, after["cash back promised"]]).toEqual([
      (before.clicks ?? 0n) + 1n,
      (before.orders ?? 0n) + 1n,
      (before["cash back promised"] ?? 0n) + 3n,
    ]);
  });

  it("lets go of what a provider told and nobody could act on, with the reason", async () => {
    await world.database.transaction((tx) =>
      world.inbox.put(tx, [
        {
          ...{ provider: "impact", source: "report", row_key: "POISON" },
          ...{ payload: { Id: "POISON", Amount: "many" }, said_at: world.clock.now() },
        },
      ]),
    );
    await world.work();
    const [item] = await queue("inbox").list(10);
    expect(item).toMatchObject({ id: expect.stringMatching(/^inb_/), line: expect.stringContaining("POISON") });
    expect(await act("inbox", item?.id ?? "", "close", "the network's own test")).toMatchObject({ ok: true });
    expect(await queue("inbox").list(10)).toEqual([]);
    const { rows } = await world.base.handle.pool.query(
      "select state, reason from platform.inbox where row_key = 'POISON'",
    );
    expect(rows).toEqual([{ state: "refused", reason: "the network's own test" }]);
  });
});
