/** The story of the crash test: load, kills at random moments, and the proof. The suite kills 50 times, the soak 1,000. */
import { expect } from "vitest";
import { type Load, startLoad } from "./crash-load.ts";
import { proveClicks, proveLedger, proveOrders, provePostbacks, proveWithdrawals, settle } from "./crash-proof.ts";
import { type Chance, type CrashWorld, createCrashWorld, type Shopper, seeded, sleep } from "./crash-world.ts";

/** A life that takes nothing for so long ends all the same. */
const IDLE_MS = 10_000;
/** Until somebody has money that can be paid out, orders must come in and be confirmed, which a busy machine takes its time for. */
const FIRST_PAID_MS = 120_000;

/**
 * Of every five kills, one falls into the start itself, before the server listens. Of the other lives each has taken a click, and
 * one in four a withdrawal: how much fits into a moment depends on the machine, what is proven must not. `must_pay`: nobody was
 * paid yet, and whether somebody is must not be left to the draw.
 */
async function lifeAndDeath(
  world: CrashWorld,
  load: Load,
  chance: Chance,
  { must_pay, more = {} }: { must_pay: boolean; more?: Record<string, string> },
) {
  if (chance.below(5) === 0 && !must_pay) {
    const started = world.start(more);
    await sleep(100 + chance.below(600));
    await world.kill();
    await started;
    return;
  }
  const [clicks, withdrawals] = [load.clicks.length, load.withdrawals.length];
  const pays = chance.below(4) === 0 || must_pay;
  await world.start(more);
  await sleep(20 + chance.below(400));
  const patience = pays && withdrawals === 0 ? FIRST_PAID_MS : IDLE_MS;
  const idle = () => load.clicks.length === clicks || (pays && load.withdrawals.length === withdrawals);
  for (let waited = 0; idle() && waited < patience; waited += 10) await sleep(10);
  await world.kill();
}

async function prove(world: CrashWorld, load: Load, shoppers: readonly Shopper[]) {
  await proveClicks(world, load);
  await proveOrders(world, load);
  await proveWithdrawals(world, load);
  const report = await proveLedger(world, shoppers);
  expect(load.strange).toEqual([]);
  // A killed process cannot log; what the living ones logged as an error nobody expected.
  expect(world.lines.filter((line) => line.level >= 50)).toEqual([]);
  return report;
}

export async function tellCrashes(options: { kills: number; seed: number; say(text: string): void }) {
  options.say(`crash test: CRASH_SEED=${options.seed}, ${options.kills} kills`);
  const chance = seeded(options.seed);
  const world = await createCrashWorld();
  try {
    await world.start();
    const shoppers: Shopper[] = [];
    for (const name of ["Ann", "Bea", "Cy", "Dee", "Eve", "Fay"]) shoppers.push(await world.register(name));
    const load = startLoad(world, shoppers, chance, { pace: 1, name: "first" });
    await sleep(300);
    await world.kill();
    const early = Math.floor(options.kills * 0.8);
    for (let kill = 1; kill < early; kill += 1) {
      if (kill % 7 === 0)
        await world.control("/postbacks/mode", { mode: chance.pick(["normal", "duplicate", "reorder"]) });
      if (kill % 9 === 0)
        await world.control("/fail", {
          target: chance.pick(["paypal.payouts", "impact.actions", "awin.transactions"]),
          mode: "lost-reply",
          times: 1,
        });
      await lifeAndDeath(world, load, chance, { must_pay: kill >= early / 2 && load.withdrawals.length === 0 });
    }
    // First without any report: what postbacks alone must have done.
    await world.control("/postbacks/mode", { mode: "normal" });
    await load.stop();
    await world.start();
    await settle(world);
    const proven = await provePostbacks(world, load);
    await proveClicks(world, load);
    await world.kill();
    // Then with reports read each second while it dies.
    const again = startLoad(world, shoppers, chance, { pace: 1, name: "second" });
    for (let kill = early; kill < options.kills; kill += 1)
      await lifeAndDeath(world, again, chance, { must_pay: false, more: { POLL_SECONDS: "1" } });
    await again.stop();
    load.clicks.push(...again.clicks);
    load.orders.push(...again.orders);
    load.withdrawals.push(...again.withdrawals);
    load.strange.push(...again.strange);
    await world.start();
    await settle(world);
    for (const network of ["impact", "cj", "awin"] as const) await world.wired.cashback.poll(network);
    await settle(world);
    const report = await prove(world, load, shoppers);
    options.say(
      `crash test: ${options.kills} kills, ${load.clicks.length} clicks, ${load.orders.length} orders (${proven} by postback alone), ${load.withdrawals.length} withdrawals acknowledged; ${load.counts.unanswered + again.counts.unanswered} requests unanswered; ${report.transfers} transfers verify`,
    );
    expect(load.clicks.length).toBeGreaterThan(options.kills);
    expect(load.withdrawals.length, "somebody was paid between the kills").toBeGreaterThan(0);
    // How many fit between the kills depends on the machine; that some did is what makes the proof one.
    expect(proven).toBeGreaterThan(options.kills / 10);
  } finally {
    await world.close();
  }
}

/** Answers while the database is away: in time, as what they are, in both languages. */
async function askWhileAway(world: CrashWorld, shopper: Shopper) {
  const began = performance.now();
  const calls = await Promise.all([
    fetch(`${world.url}/go/marlow-finch`, { headers: { cookie: shopper.cookie }, redirect: "manual" }),
    fetch(`${world.url}/api/stores/marlow-finch`),
    fetch(`${world.url}/api/stores/marlow-finch?lang=es`),
    fetch(`${world.url}/hooks/impact/sandbox-postback-secret`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"action_id":"1000.1.1"}',
    }),
  ]);
  for (const [place, response] of calls.entries()) {
    const text = await response.text();
    expect(response.status, `${place}: ${text}`).toBe(503);
    expect(Number(response.headers.get("retry-after")), `${place} says when to come back`).toBeGreaterThan(0);
    expect(JSON.parse(text), `${place}`).toMatchObject({
      success: false,
      code: "unavailable",
      message: expect.stringMatching(place === 2 ? /momento/ : /right now/),
    });
  }
  expect(performance.now() - began, "answers, and does not hang").toBeLessThan(5_000);
  const [health, ready] = await Promise.all([fetch(`${world.url}/healthz`), fetch(`${world.url}/readyz`)]);
  expect([health.status, ready.status]).toEqual([200, 503]);
}

/** The database is gone for some seconds under the running server, twice: by a crash and by a plain stop. */
export async function tellDatabaseGone(options: { away_ms: number; seed: number; say(text: string): void }) {
  options.say(`database gone: CRASH_SEED=${options.seed}`);
  const chance = seeded(options.seed);
  const world = await createCrashWorld();
  try {
    await world.start({ POLL_SECONDS: "1" });
    const shoppers: Shopper[] = [];
    for (const name of ["Ann", "Bea", "Cy", "Dee"]) shoppers.push(await world.register(name));
    const load = startLoad(world, shoppers, chance, { pace: 1, name: "only" });
    await sleep(1_500);
    for (const how of ["crash", "stop"] as const) {
      const before = load.clicks.length;
      await world.stopDatabase(how);
      await sleep(options.away_ms / 2);
      await askWhileAway(world, shoppers[0] as Shopper);
      await sleep(options.away_ms / 2);
      await world.startDatabase();
      const began = performance.now();
      while ((await fetch(`${world.url}/readyz`)).status !== 200) {
        expect(performance.now() - began, "recovers by itself").toBeLessThan(60_000);
        await sleep(50);
      }
      options.say(`database gone: ready ${Math.round(performance.now() - began)} ms after it was back`);
      await sleep(1_500);
      expect(load.clicks.length, "clicks are taken again").toBeGreaterThan(before);
    }
    await load.stop();
    await settle(world);
    for (const network of ["impact", "cj", "awin"] as const) await world.wired.cashback.poll(network);
    await settle(world);
    await proveClicks(world, load);
    await proveOrders(world, load);
    await proveWithdrawals(world, load);
    await proveLedger(world, shoppers);
    expect(load.strange).toEqual([]);
    options.say(
      `database gone: ${load.clicks.length} clicks, ${load.orders.length} orders, ${load.counts.refused} answered with 503, ${load.counts.unanswered} unanswered`,
    );
  } finally {
    await world.close();
  }
}
