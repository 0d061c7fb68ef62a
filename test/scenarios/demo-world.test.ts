/** The past of the demo members: played through the sandbox on the clock, as `npm start` does it at the first start. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "#platform/clock";
import { RAISED_STORES } from "../../src/server/commands/start.ts";
import { JORDAN, MATEO, ROSA } from "../../src/server/demo/members.ts";
import { inviteDemoOperators } from "../../src/server/demo/operators.ts";
import { playPast } from "../../src/server/demo/play.ts";
import { raiseRates, STORES_IN_TURN } from "../../src/server/demo/raise-rates.ts";
import { DEMO_STORES } from "../../src/server/demo/story.ts";
import { createLogTrap, createWorld, type World } from "../support/world.ts";

let world: World;
const trap = createLogTrap();
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z", products: 200 });
  await world.catalog.importAll({ products_later: true });
  await world.payouts.refreshGiftCards();
  // Our port is the past's while it plays.
  await world.app.close();
});
afterAll(() => world.close());

const signIn = async ({ email, password }: typeof ROSA) => {
  // Signing in reads no more of a visit than this.
  const outcome = await world.identity.login({
    email,
    password,
    user_agent: "a browser",
    address: "192.0.2.1",
  } as never);
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.member;
};
const passbook = async (userId: string) => (await world.passbookOf(userId)).entries;

it("gives each demo member a past that the ledger vouches for, once", { timeout: 900_000 }, async () => {
  const options = { config: world.config, database: world.database, log: trap.log, now: world.clock.now() };
  const playing = playPast(options);
  // Whoever opens a page meanwhile hears that it comes, and nothing is written down as broken.
  const page = () => fetch(`http://127.0.0.1:${world.config.PORT}/`);
  await expect
    .poll(() =>
      page().then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(503);
  const early = await page();
  expect(early.headers.get("retry-after")).toBe("5");
  expect(await early.text()).toContain("We're starting up");
  expect(await playing).toMatchObject({ findings: 0 });
  expect(trap.errors()).toEqual([]);

  const rosa = await signIn(ROSA);
  const entries = await passbook(rosa.user_id);
  const states = entries.map((entry) => (entry.type === "order" ? entry.state : entry.type));
  for (const state of ["pending", "confirmed", "reversed", "declined", "payout", "bonus"])
    expect(states, `${state} in ${states.join(" ")}`).toContain(state);
  const months = (await world.membership.readMembership(rosa.user_id)).invoices;
  expect(months.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["trial", "period"]));
  expect(months.length).toBeGreaterThan(7);
  const balances = (await world.passbookOf(rosa.user_id)).balances;
  expect(BigInt(balances.paid_minor)).toBeGreaterThan(0n);
  expect((await world.rewards.referralPage(rosa.user_id)).sums).toMatchObject({ friends: 1, earned_minor: "500" });
  const withdrawals = (await world.payouts.withdrawalPage(rosa.user_id)).earlier;
  expect(withdrawals.map(({ state }) => state)).toEqual(expect.arrayContaining(["fulfilled", "failed"]));
  expect((await world.operators.queues.find(({ name }) => name === "orders")?.list(9))?.length).toBe(1);

  const mateo = await signIn(MATEO);
  expect(mateo).toMatchObject({ language: "es", plus_active: true });
  expect((await passbook(mateo.user_id)).length).toBeGreaterThan(3);
  const jordan = await signIn(JORDAN);
  expect(await passbook(jordan.user_id)).toEqual([]);
  expect(await world.identity.contact(jordan.user_id)).toMatchObject({ email_verified_at: null });
  for (const member of [rosa, mateo, jordan]) expect(member.coin_onboarding).toBe(1);

  // Coins: steps that paid, an offer that goes on, and some that became a card.
  const begun = await world.coins.progress(rosa.user_id);
  const steps = begun.flatMap((one) => one.steps.map(({ state }) => state));
  expect(begun.length).toBe(2);
  expect(steps).toEqual(expect.arrayContaining(["credited"]));
  expect((await world.ledger.balances(rosa.user_id)).coins).toBeGreaterThan(0n);
  const { rows: swaps } = await world.database.pool.query(
    "select state from payouts.withdrawals where coins is not null",
  );
  expect(swaps).toEqual([{ state: "fulfilled" }]);
  expect((await world.coins.progress(mateo.user_id)).length).toBe(1);

  const claims = (await world.benefits.claims(rosa.user_id, null)).rows;
  expect(claims.map(({ state, reason }) => [state, reason?.code ?? null])).toEqual([
    ["denied", "outside_window"],
    ["paid", null],
  ]);

  // What was bought and booked is watched: a parcel that is on its way or came, purchases, and a hotel that costs less now.
  const reader = { user_id: rosa.user_id, name: rosa.name, language: "en" as const, country_code: "US", partner: null };
  const parcels = await world.shipments.packages(reader);
  expect([...parcels.parcels, ...parcels.past].length).toBeGreaterThan(0);
  const { watches } = await world.protection.prices(reader);
  expect(watches.filter(({ state }) => ["drop_found", "re_checked"].includes(state)).length).toBeGreaterThan(0);
  const { trips } = await world.protection.trips(rosa.user_id, "stay");
  expect(trips).toMatchObject([{ name: "Casa Alameda", state: "re_checked", offer: { total_minor: "51890" } }]);
  expect((await world.protection.trips(mateo.user_id, "stay")).trips.length).toBe(1);

  // What a shop asked on days of the past is known, and goes on with what it asks now.
  const { rows: sold } = await world.database.pool.query<{ slug: string }>(
    `select slug from catalog.products p join catalog.listings l using (product_id) join catalog.price_history h using (listing_id)
     group by slug order by count(*) desc, slug limit 1`,
  );
  const slug = sold[0]?.slug ?? "";
  const priced = () => world.catalog.under(world.partners.home).product(slug);
  const before = (await priced())?.history;
  expect(before).toMatchObject({ watched_since: "2026-12-16", telling: true });
  expect(before?.steps.length).toBeGreaterThan(2);
  await world.work();
  expect((await priced())?.history).toMatchObject({ watched_since: "2026-12-16", today: "2027-03-10" });

  // The sandbox shows the present again, and the next start leaves them alone.
  const state = await world.control<{ clock: { now: string }; limits: unknown[] }>("/state");
  expect(Math.abs(Date.parse(state.clock.now) - world.clock.now().getTime())).toBeLessThan(600_000);
  expect(state.limits).toEqual([]);
  expect(await playPast(options)).toBeNull();
});

it("says of no store that it paid less while the demo members were paid today's rate there", () => {
  expect(RAISED_STORES.filter((name) => DEMO_STORES.includes(name))).toEqual([]);
});

it("lists no store twice", async () => {
  const { rows } = await world.database.pool.query(
    "select folded from catalog.merchants where live group by folded having count(*) > 1",
  );
  expect(rows).toEqual([]);
});

it("says until when some stores pay more, and of others when their week is over", async () => {
  const { catalog, partners, staff } = world;
  const now = world.clock.now();
  await inviteDemoOperators(staff);
  await catalog.recallRates({ internal_names: STORES_IN_TURN, since: addDays(now, -20), share_bps: 10_000 });
  const raised = async () => {
    const pages = await Promise.all(STORES_IN_TURN.map((name) => catalog.under(partners.home).merchant(name)));
    return pages.flatMap((page) => (page?.merchant.rate_until ? [page.merchant] : []));
  };
  const named = async () => (await raised()).map(({ internal_name }) => internal_name);
  await raiseRates(world, { now, fresh: true });
  const first = await raised();
  expect(first.length).toBeGreaterThan(0);
  for (const store of first) {
    expect(store.rate_until).toBe("2027-03-14");
    expect(store.special_cashback_text).toMatch(/, was .*%, until Mar 14$/);
  }
  const before = await named();
  await world.advance({ days: 7 });
  await world.work();
  const second = await named();
  expect(second.length).toBeGreaterThan(0);
  expect(second.filter((name) => before.includes(name))).toEqual([]);
  // Each start plans on, and what was planned before is planned once.
  await raiseRates(world, { now: world.clock.now(), fresh: false });
  expect(await named()).toEqual(second);
  for (let week = 0; week < 8; week += 1) {
    await world.advance({ days: 7 });
    await world.work();
    expect((await raised()).length, `week ${week}`).toBeGreaterThan(0);
  }
});
