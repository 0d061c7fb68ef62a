import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AUTH, type ControlOrder, IMPACT, type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control("reset", {});
  world.received.length = 0;
});

const place = async (network: string, programId: string) =>
  (await world.control<{ order: ControlOrder }>("orders", { network, programId, subId: "clk_1", amount: 50 })).order;

describe("time", () => {
  it("locks on the locking date and pays thirty days later", async () => {
    const order = await place("impact", "9001");
    const get = async () =>
      (await world.call(`${IMPACT}/Actions/${order.id}`, { auth: AUTH.impact })).json() as Promise<
        Record<string, string>
      >;
    await world.control("clock", { advance_seconds: 31 * 86_400 });
    expect((await get()).State).toBe("APPROVED");
    expect((await get()).ClearedDate).toBe("");
    await world.control("clock", { advance_seconds: 31 * 86_400 });
    expect((await get()).ClearedDate).not.toBe("");
  });
});

describe("postbacks", () => {
  const mode = (name: string) => world.control("postbacks/mode", { mode: name });
  const bodies = () => world.received.map((r) => JSON.parse(r.body) as { action_id: string; status: string });

  it("are tried again by Impact and never by Awin", async () => {
    world.answers.push(500, 503);
    const order = await place("impact", "9001");
    await world.control("postbacks/idle", {});
    expect(bodies().map((body) => body.action_id)).toEqual([order.id, order.id, order.id]);
    world.received.length = 0;
    world.answers.push(500);
    await place("awin", "9901");
    await world.control("postbacks/idle", {});
    expect(world.received).toHaveLength(1);
  });

  it("can be held, doubled, turned round, dropped and forged", async () => {
    await mode("hold");
    const held = await place("impact", "9001");
    expect(world.received).toHaveLength(0);
    await mode("normal");
    await world.control("postbacks/release", {});
    await world.until(() => world.received.length === 1);
    await mode("duplicate");
    await world.control(`orders/impact/${held.id}/approve`, {});
    await world.until(() => world.received.length === 3);
    await mode("reorder");
    world.received.length = 0;
    const late = await place("impact", "9001");
    await world.control(`orders/impact/${late.id}/approve`, {});
    await world.until(() => world.received.length === 2);
    expect(bodies().map((body) => body.status)).toEqual(["APPROVED", "PENDING"]);
    await mode("drop");
    await place("impact", "9001");
    await mode("normal");
    await world.control(`orders/impact/${late.id}/forge`, { kind: "unknown" });
    await world.until(() => world.received.length === 3);
    expect(bodies()[2]?.action_id).toBe("1000.9001.999999999");
  });
});

describe("one order", () => {
  it("can have its postbacks held back and sent late", async () => {
    const order = await place("impact", "9001");
    await world.until(() => world.received.length === 1);
    await world.control(`orders/impact/${order.id}/hold`, {});
    await world.control(`orders/impact/${order.id}/approve`, {});
    await place("impact", "9001");
    await world.until(() => world.received.length === 2);
    const { postbacks } = await world.control<{ postbacks: { state: string; subject: string }[] }>("postbacks");
    expect(postbacks.filter((row) => row.state === "held").map((row) => row.subject)).toEqual([order.id]);
    await world.control(`orders/impact/${order.id}/release`, {});
    await world.until(() => world.received.length === 3);
    const again = await world.call(`/control/orders/impact/${order.id}/approve`, { json: {} });
    expect(again.status).toBe(409);
  });

  it("is the same order however often it is reported", async () => {
    const wish = { merchant: "otterlane.example", subId: "clk_1", amount: 10, orderId: "same" };
    const first = await world.control<{ order: ControlOrder }>("orders", wish);
    const second = await world.control<{ order: ControlOrder }>("orders", { ...wish, amount: 99 });
    expect(second.order).toEqual(first.order);
  });
});

describe("failures", () => {
  const fail = (mode: string, times = 1) => world.control("fail", { target: "awin.transactions", mode, times });
  const ask = () =>
    world.call("/awin/api/publishers/45628/transactions?ids=1", { auth: AUTH.awin, headers: { connection: "close" } });

  it("come as told and as often as told", async () => {
    await fail("500", 2);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([500, 500, 200]);
    await fail("malformed");
    await expect((await ask()).json()).rejects.toThrow();
    await fail("reset");
    await expect(ask()).rejects.toThrow();
    await world.control("rate-limit", { target: "impact", per_minute: 1 });
    const limited = async () => world.call(`${IMPACT}/Campaigns/9001`, { auth: AUTH.impact });
    expect((await limited()).status).toBe(200);
    const second = await limited();
    expect(second.status).toBe(429);
    expect(second.headers.get("x-ratelimit-reset")).not.toBeNull();
  });

  it("can lose the answer to work that was done", async () => {
    await world.control("fail", { target: "tremendous.orders", mode: "lost-reply", times: 1 });
    const body = {
      external_id: "wd_lost",
      reward: {
        products: ["SBX000000001"],
        value: { denomination: 5, currency_code: "USD" },
        recipient: { email: "a@example.com" },
        delivery: { method: "LINK" },
      },
    };
    await expect(world.call("/tremendous/api/v2/orders", { auth: AUTH.tremendous, json: body })).rejects.toThrow();
    const found = await world.call("/tremendous/api/v2/orders?external_id=wd_lost", { auth: AUTH.tremendous });
    expect(await found.json()).toMatchObject({ total_count: 1 });
  });
});
