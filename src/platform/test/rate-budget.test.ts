import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { OutgoingError, waitTold } from "#platform/outgoing";
import { BudgetSpentError, createProviderCalls } from "#platform/provider-calls";
import { createProviderHealth } from "#platform/provider-health";
import { ALLOWANCES, bucketOf, createRateBudget } from "#platform/rate-budget";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { healthText } from "../../server/commands/doctor.ts";

let base: TestDatabase;
const clock = fixedClock("2026-03-10T12:00:00Z");
const log = createLog({ level: "silent" });
/** What a process of its own would have: nothing is shared but the database. */
const process = (off?: ReadonlySet<string>) => {
  const budget = createRateBudget(base.handle, 1);
  const health = createProviderHealth({ database: base.handle, clock, log, budget, ...(off && { off }) });
  return { budget, health, calls: createProviderCalls({ budget, health }) };
};
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());
beforeEach(() => base.handle.pool.query("truncate platform.provider_budgets, platform.provider_health"));

const atOnce = async (ask: () => Promise<number>, times: number) =>
  (await Promise.all(Array.from({ length: times }, ask))).filter((wait) => wait === 0).length;

describe("the call budget of a provider", () => {
  it("is one for all processes", async () => {
    const [one, two] = [process(), process()];
    await one.budget.take("awin");
    const taken = await Promise.all([
      atOnce(() => one.budget.take("awin"), 15),
      atOnce(() => two.budget.take("awin"), 15),
    ]);
    // A bucket of five, one of which is gone; while they ask, at most one more may drip in.
    expect(taken[0] + taken[1]).toBeGreaterThanOrEqual(4);
    expect(taken[0] + taken[1]).toBeLessThanOrEqual(5);
    const wait = await two.budget.take("awin");
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(4_000);
  });

  it("never holds more calls in a window than the provider allows", () => {
    for (const allowance of Object.values(ALLOWANCES)) {
      const { size, per_second } = bucketOf(allowance, 1);
      expect(size + per_second * allowance.seconds).toBeLessThanOrEqual(allowance.calls);
    }
  });

  it("leaves a share to what cannot wait", async () => {
    const { budget } = process();
    await budget.take("cj", 0.5);
    expect(await atOnce(() => budget.take("cj", 0.5), 10)).toBeLessThanOrEqual(3);
    expect(await budget.take("cj")).toBe(0);
  });

  it("follows what the provider says", async () => {
    const { budget } = process();
    await budget.heard("impact", { left: 1 });
    expect(await budget.take("impact")).toBe(0);
    expect(await budget.take("impact")).toBeGreaterThan(0);
    await budget.heard("awin", { wait_seconds: 30 });
    expect(await budget.take("awin")).toBeGreaterThan(28_000);
    expect((await budget.left()).get("awin")?.blocked_seconds).toBeGreaterThan(28);
  });

  it("reads how long to wait from the headers that providers send", () => {
    const told = (headers: Record<string, string>) => waitTold(new Headers(headers));
    expect(told({ "retry-after": "7" })).toBe(7);
    expect(told({ "x-ratelimit-reset": "12" })).toBe(12);
    expect(told({ "retry-after": "Wed, 21 Oct 1999 07:28:00 GMT" })).toBe(1);
    expect(told({ "retry-after": "99999999" })).toBe(3_600);
    for (const none of [{}, { "retry-after": "soon" }] as Record<string, string>[]) expect(told(none)).toBeNull();
  });
});

describe("calls to a provider", () => {
  it("stop for everybody when it says that they are too many, and leave their marks", async () => {
    const answers: [number, Record<string, string>][] = [
      [200, { "x-ratelimit-remaining": "3" }],
      [429, { "x-ratelimit-reset": "20" }],
    ];
    const server = createServer((_request, response) => {
      const [status, headers] = answers.shift() ?? [200, {}];
      response.writeHead(status, headers).end("{}");
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const request = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
    const [one, two] = [process(), process()];
    try {
      await one.calls.call("impact", request, { tries: 1 });
      expect((await one.budget.left()).get("impact")?.calls).toBe(3);
      await expect(one.calls.call("impact", request, { tries: 1 })).rejects.toBeInstanceOf(OutgoingError);
      await expect(two.calls.call("impact", request, { tries: 1, max_wait_ms: 1_000 })).rejects.toBeInstanceOf(
        BudgetSpentError,
      );
      const [line] = await two.health.read().then((lines) => lines.filter((found) => found.provider === "impact"));
      expect(line).toMatchObject({ faults: 1, fault: expect.stringContaining("answered 429"), ill: false });
      expect(line?.good_at).toEqual(clock.now());
    } finally {
      server.close();
    }
  });
});

describe("a provider's health", () => {
  it("is ill after several faults, well after one good answer, and shown as a line and as metrics", async () => {
    const { health } = process();
    const line = async () => (await health.read()).find((found) => found.provider === "paypal");
    await health.note("paypal", { ok: true });
    for (let n = 0; n < 3; n += 1) await health.note("paypal", { fault: `answered 50${n}` });
    health.registerParked(async () => new Map([["paypal", 3]]));
    health.registerParked(
      async () =>
        new Map([
          ["paypal", 1],
          ["stripe", 2],
        ]),
    );
    expect(await line()).toMatchObject({ ill: true, faults: 3, fault: "answered 502", parked: 4, budget: null });
    const shown = await line();
    expect(shown && healthText(shown, clock.now())).toMatch(
      /^ILL {3}paypal .*0 min ago {2}4 wait for a person.*answered 502$/,
    );
    const metrics = createMetrics();
    await health.measure(metrics);
    expect(await metrics.registry.metrics()).toContain('tuppence_provider_ill{provider="paypal"} 1');
    expect(await metrics.registry.metrics()).toContain('tuppence_provider_parked{provider="stripe"} 2');
    await health.note("paypal", { ok: true });
    expect(await line()).toMatchObject({ ill: false, faults: 0 });
  });

  it("is told of whoever is used alone: a party that is off neither is ill nor has a line, and who was never asked says so", async () => {
    const { health } = process(new Set(["easypost", "adgem"]));
    for (let n = 0; n < 3; n += 1) await health.note("adgem", { fault: "answered 401" });
    const lines = await health.read();
    expect(lines.filter(({ provider }) => provider === "easypost" || provider === "adgem")).toEqual([]);
    const ups = lines.find(({ provider }) => provider === "ups");
    expect(ups && healthText(ups, clock.now())).toMatch(/^– {5}ups +not asked yet {2}/);
    // Payments that wait for a person are there, whether or not their provider still is.
    health.registerParked(async () => new Map([["adgem", 1]]));
    const waits = (await health.read()).find(({ provider }) => provider === "adgem");
    expect(waits).toMatchObject({ parked: 1, ill: false });
  });

  it("is noted of every single call: refusals of what was asked are answers, silence and refusals of who asks are faults", async () => {
    const answers = [200, 422, 401, 503, 404];
    const server = createServer((_request, response) => response.writeHead(answers.shift() ?? 200).end("{}"));
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { calls, health } = process();
    const ask = async (address: string) => {
      await calls.once("tremendous", { url: address }).catch(() => null);
      return (await health.read()).find((line) => line.provider === "tremendous")?.faults;
    };
    try {
      expect([await ask(url), await ask(url), await ask(url), await ask(url)]).toEqual([0, 0, 1, 2]);
      expect(await ask("http://127.0.0.1:1/")).toBe(3);
      expect(await ask(url)).toBe(0);
    } finally {
      server.close();
    }
  });

  it("never hinders the work that it is noted of", async () => {
    const { health } = process();
    await expect(health.note("Not A Name", { ok: true })).resolves.toBeUndefined();
  });
});
