/** Attacks on the money of coins: terms, decisions, accounts that go, many at once, and whatever can stand in a callback. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COIN_RESERVE } from "#ledger";
import { knownAs, type Said, type Signing, tellSigned } from "../support/vendor-callbacks.ts";
import { createWorld, type World } from "../support/world.ts";

const VENDORS = ["ayet", "generic", "bitlabs", "cpx"] as const;

let world: World;
let offerIds: string[];
beforeAll(async () => {
  world = await createWorld();
  await world.coins.refreshOffers();
  await world.payouts.refreshGiftCards();
  const { rows } = await world.base.handle.pool.query<{ id: string }>(
    `select 'cof_' || replace(offer_id::text, '-', '') as id from coins.offers
     where provider = 'ayet' and jsonb_array_length(goals) >= 3 order by provider_offer_id`,
  );
  offerIds = rows.map(({ id }) => id);
});
// The end of the world verifies the ledger, and that nothing unexpected was logged.
afterAll(() => world.close());

let people = 0;
async function earner(partner = "tuppence") {
  people += 1;
  const member = await world.member(`Coin${people}`, "en", partner);
  const refs = await knownAs(world, member.user_id, VENDORS);
  return { ...member, is_verified: true, plus_active: false, ref: (vendor: Signing) => refs.get(vendor) ?? "" };
}
type Earner = Awaited<ReturnType<typeof earner>>;

const has = async ({ user_id }: { user_id: string }) => {
  const { coins, coins_pending, coins_owed, coins_held } = await world.ledger.balances(user_id);
  return { coins, pending: coins_pending, owed: coins_owed, held: coins_held };
};

async function beginOne(member: Earner, brand = world.partners.home) {
  for (const offer_id of offerIds) {
    const offer = await world.coins.offer(brand, offer_id);
    const platform = offer?.platforms[0] ?? "desktop";
    const begun = await world.coins.begin(member, { offer_id, platform }, brand);
    if (begun.ok) return begun.value.start_id;
  }
  throw new Error("no offer");
}
type Goal = { offer: string; goal_id: string; micros: bigint; coins: bigint };
/** Sets out, and waits until goals are not too soon. */
async function begin(member: Earner, brand = world.partners.home) {
  const start_id = await beginOne(member, brand);
  const { rows } = await world.base.handle.pool.query<Record<keyof Goal, string>>(
    `select provider_offer_id as offer, goal->>'goal_id' as goal_id, goal->>'payout_micros' as micros, goal->>'coins' as coins
     from coins.starts, jsonb_array_elements(terms->'goals') goal where start_id = $1`,
    [start_id],
  );
  await world.advance({ hours: 2 });
  const goals: Goal[] = rows.map((row) => ({ ...row, micros: BigInt(row.micros), coins: BigInt(row.coins) }));
  const [first, second] = goals.filter(({ coins }) => coins > 0n);
  if (!first || !second) throw new Error("no goals");
  return { start_id, first, second };
}

const usd = (micros: bigint) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, "0")}`;
const saidOf = (member: Earner, goal: Goal, tx: string, micros = goal.micros): Said => ({
  ...{ kind: "credit", tx, ref: member.ref("ayet"), usd: usd(micros), offer: goal.offer, goal: goal.goal_id },
});
async function tell(vendor: Signing, said: Said) {
  const reply = await tellSigned(world, vendor, said);
  await world.work();
  return reply.statusCode;
}
const takeBack = (said: Said): Said => ({ ...said, kind: "reversal" });
const rewardsOf = ({ user_id }: { user_id: string }) => world.coins.desk.rewardsOf(user_id, 50);
const statesOf = async (member: { user_id: string }) =>
  (await rewardsOf(member)).map(({ state, reason }) => `${state} ${reason ?? ""}`.trim()).toSorted();

describe("what a person decides", () => {
  it("is over when the vendor takes the coins back: refused ones cannot be credited after that", async () => {
    const ann = await earner();
    const { first } = await begin(ann);
    const said = saidOf(ann, first, "refused-then-back", first.micros * 1_000n);
    expect(await tell("ayet", said)).toBe(200);
    expect(await has(ann)).toMatchObject({ coins: 0n, pending: first.coins });
    const [held] = await rewardsOf(ann);
    const decide = (credit: boolean) =>
      world.coins.desk.decide({
        ...{ reward_id: held?.reward_id ?? "", by: "opr_olga" },
        ...(credit ? { credit: true as const } : { credit: false as const, reason: "not_paid" as const }),
      });
    expect(await decide(false)).toMatchObject({ ok: true });
    expect(await tell("ayet", takeBack(said))).toBe(200);
    expect(await decide(true)).toMatchObject({ ok: false, code: "not_possible" });
    expect(await has(ann)).toEqual({ coins: 0n, pending: 0n, owed: 0n, held: 0n });
    const subjects = (await world.mails(ann.email)).filter((subject) => /taken back$/.test(subject));
    expect(subjects, "what was never credited is not told to be taken back").toEqual([]);
  });

  it("ends a claim when it credits", async () => {
    const ann = await earner();
    const { start_id, first } = await begin(ann);
    await world.advance({ days: 5 });
    const claimed = await world.coins.claim({
      ...{ user_id: ann.user_id, start_id: `ost_${start_id.replaceAll("-", "")}`, goal_id: first.goal_id },
      ...{ reached_on: world.clock.now().toISOString().slice(0, 10), note: "" },
    });
    expect(claimed).toMatchObject({ ok: true });
    await world.work();
    await tell("ayet", saidOf(ann, first, "claimed-low", first.micros / 2n));
    const [held] = await rewardsOf(ann);
    expect(held).toMatchObject({ state: "held", reason: "pays_less" });
    await world.coins.desk.decide({ reward_id: held?.reward_id ?? "", by: "opr_olga", credit: true });
    const claims = await world.coins.desk.claimsOfStart(start_id);
    expect(claims.map(({ state }) => state)).toEqual(["paid"]);
  });

  it("is one decision, however many decide at once", async () => {
    const ann = await earner();
    const { first } = await begin(ann);
    const said = saidOf(ann, first, "decided-at-once", first.micros * 2n);
    await tell("ayet", said);
    const [held] = await rewardsOf(ann);
    const reward_id = held?.reward_id ?? "";
    await Promise.all([
      world.coins.desk.decide({ reward_id, by: "opr_a", credit: true }),
      world.coins.desk.decide({ reward_id, by: "opr_b", credit: true }),
      world.coins.desk.decide({ reward_id, by: "opr_c", credit: false, reason: "not_paid" }),
      tell("ayet", said),
    ]);
    const now = await has(ann);
    const [after] = await rewardsOf(ann);
    expect(now.coins).toBe(after?.state === "credited" ? first.coins : 0n);
    expect(now.pending).toBe(0n);
  });
});

describe("accounts that go", () => {
  const merge = async (from: Earner, to: Earner) => world.identity.merge({ from: from.user_id, to: to.user_id });

  it("are followed by their coins: begun by one, credited and taken back from the other", async () => {
    const old = await earner();
    const kept = await earner();
    const { first, second } = await begin(old);
    expect(await tell("ayet", saidOf(old, first, "before-merge"))).toBe(200);
    expect(await merge(old, kept)).toMatchObject({ ok: true });
    await tell("ayet", saidOf(old, second, "after-merge"));
    expect(await has(kept)).toMatchObject({ coins: first.coins + second.coins });
    await tell("ayet", takeBack(saidOf(old, first, "before-merge")));
    expect(await has(kept)).toMatchObject({ coins: second.coins, owed: 0n });
    expect(await has(old)).toEqual({ coins: 0n, pending: 0n, owed: 0n, held: 0n });
    await tell("ayet", saidOf(kept, first, "by-the-new-reference"));
    expect(await has(kept)).toMatchObject({ coins: first.coins + second.coins });
  });

  it("lose nothing that is told at the same moment", async () => {
    for (let round = 0; round < 5; round += 1) {
      const old = await earner();
      const kept = await earner();
      const { first, second } = await begin(old);
      await tellSigned(world, "ayet", saidOf(old, first, `at-once-${round}`));
      await tellSigned(world, "ayet", saidOf(old, second, `at-once-2-${round}`));
      const { rows } = await world.base.handle.pool.query<{ inbox_id: string }>(
        "select inbox_id from platform.inbox where state = 'new' and source = 'postback'",
      );
      await Promise.all([...rows.map(({ inbox_id }) => world.coins.applyCallbacks([inbox_id])), merge(old, kept)]);
      expect(await has(kept), `round ${round}, before anything is swept up`).toMatchObject({
        coins: first.coins + second.coins,
      });
      await world.work();
    }
  });

  it("get nothing any more when they have ended, and owe nothing", async () => {
    const ann = await earner();
    const { first, second } = await begin(ann);
    const early = saidOf(ann, first, "before-leaving");
    await tell("ayet", early);
    const left = await world.identity.deleteAccount(ann, {
      ...{ password: ann.password, give_up: true, user_agent: "", address: "" },
    } as Parameters<World["identity"]["deleteAccount"]>[1]);
    expect(left).toMatchObject({ ok: true });
    const reserve = await world.ledger.houseBalance(COIN_RESERVE, "house");
    const late = saidOf(ann, second, "after-leaving");
    await tell("ayet", late);
    await tell("ayet", takeBack(early));
    await tell("ayet", takeBack(late));
    await tell("bitlabs", { kind: "attempt", tx: "gone", ref: ann.ref("bitlabs"), usd: "0" });
    expect(await has(ann)).toEqual({ coins: 0n, pending: 0n, owed: 0n, held: 0n });
    expect(await world.ledger.houseBalance(COIN_RESERVE, "house")).toBe(reserve);
  });

  it("had their first survey once, also when one account was two", async () => {
    const old = await earner();
    const kept = await earner();
    const { home } = world.partners;
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => world.coins.finishOnboarding(old, home)));
    expect(five.every(({ ok }) => ok)).toBe(true);
    const once = BigInt(home.onboarding_survey_coins);
    expect(await has(old)).toMatchObject({ coins: once });
    await merge(old, kept);
    expect(await world.coins.onboarding(kept.user_id, home)).toBe("completed");
    await world.coins.finishOnboarding(kept, home);
    expect(await has(kept)).toMatchObject({ coins: once });
  });
});

describe("many at once", () => {
  it("claims nothing for a start that is none, or somebody else's", async () => {
    const [ann, bob] = [await earner(), await earner()];
    const { start_id, first } = await begin(bob);
    await world.advance({ days: 5 });
    const what = {
      goal_id: first.goal_id,
      reached_on: world.clock.now().toISOString().slice(0, 10),
      note: "\u0000\ud83d",
    };
    for (const start of ["", "x", "ost_", start_id, `ost_${"0".repeat(32)}`, `ost_${start_id.replaceAll("-", "")}`])
      expect(await world.coins.claim({ ...what, user_id: ann.user_id, start_id: start }), start).toMatchObject({
        code: "unknown_start",
      });
    const mine = { ...what, user_id: bob.user_id, start_id: `ost_${start_id.replaceAll("-", "")}` };
    const claims = await Promise.all(Array.from({ length: 4 }, () => world.coins.claim(mine)));
    expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
    await world.work();
  });

  it("begins once, however often it is pressed", async () => {
    const ann = await earner();
    const starts = await Promise.all(Array.from({ length: 8 }, () => beginOne(ann)));
    expect(new Set(starts).size).toBe(1);
  });

  it("takes coins back that are on their way out: they are owed, and the next pay it", async () => {
    const ann = await earner();
    const { first, second } = await begin(ann);
    const big = { kind: "credit", tx: "spent", ref: ann.ref("bitlabs"), usd: "24.00", offer: "none" } as const;
    await tell("bitlabs", big);
    const before = (await has(ann)).coins;
    const [asked] = await Promise.all([
      world.payouts.request({
        ...{ user_id: ann.user_id, password: ann.password, request_key: randomUUID(), unit: "COIN" },
        ...{ method: "paypal", destination: ann.email, amount: "everything" },
      }),
      tellSigned(world, "bitlabs", takeBack(big)).then(async () => {
        const { rows } = await world.base.handle.pool.query<{ inbox_id: string }>(
          "select inbox_id from platform.inbox where state = 'new' and source = 'postback'",
        );
        await world.coins.applyCallbacks(rows.map(({ inbox_id }) => inbox_id));
      }),
    ]);
    const then = await has(ann);
    expect(then.coins + then.held - then.owed, "what was given was taken").toBe(0n);
    if (asked.ok) expect(then.held).toBeGreaterThan(0n);
    expect(before).toBeGreaterThan(then.coins);
    await tell("ayet", saidOf(ann, first, "after-debt"));
    await tell("ayet", saidOf(ann, second, "after-debt-2"));
    const last = await has(ann);
    expect(last.coins === 0n || last.owed === 0n).toBe(true);
  });
});

describe("what can stand in a callback", () => {
  it("pays what was agreed or shown and nothing more: 1000 times as much, nothing, for others' steps and offers", async () => {
    const ann = await earner();
    const bob = await earner();
    const { first, second } = await begin(ann);
    const other = await begin(bob);
    await tell("ayet", { ...saidOf(ann, first, "zero"), usd: "0" });
    expect(await has(ann), "nothing is paid for nothing").toMatchObject({ coins: 0n, pending: 0n });
    expect(await tell("ayet", { ...saidOf(ann, first, "minus"), usd: "-1.00" })).toBe(403);
    expect(await tell("ayet", { ...saidOf(ann, first, "far"), usd: "1e9" })).toBe(403);
    // Another member's start: by the reference it is Bob's, and pays Bob by his own terms.
    await tell("ayet", { ...saidOf(ann, other.first, "of-bob"), ref: bob.ref("ayet") });
    expect(await has(ann)).toMatchObject({ coins: 0n, pending: 0n });
    expect(await has(bob)).toMatchObject({ coins: other.first.coins });
    // The same transaction, said of somebody else, is nobody's twice.
    await tell("ayet", { ...saidOf(bob, other.first, "of-bob"), ref: ann.ref("ayet") });
    expect(await has(ann)).toMatchObject({ coins: 0n });
    await tell("ayet", takeBack({ ...saidOf(bob, other.first, "of-bob"), ref: ann.ref("ayet") }));
    expect(await has(bob), "nor taken back by it").toMatchObject({ coins: other.first.coins });
    await tell("ayet", saidOf(ann, second, "thousand", second.micros * 1_000n));
    expect(await has(ann)).toMatchObject({ coins: 0n, pending: second.coins });
    await tell("ayet", { ...saidOf(ann, first, "no-such-offer"), offer: "999999999" });
    expect(await statesOf(ann)).toEqual(["credited", "held pays_more", "held unknown_offer"]);
    expect(await tell("ayet", saidOf(ann, first, "x".repeat(300)))).toBe(403);
    for (const odd of ["\u0000", "tx\u0000", "\ud83d", "\ud83d\ude00", "a b", ""])
      expect([400, 403], JSON.stringify(odd)).toContain(await tell("ayet", saidOf(ann, first, odd)));
    for (const odd of ["\u0000", "\ud83d", "x".repeat(300)])
      for (const field of ["offer", "goal", "ref"])
        expect([400, 403], field).toContain(await tell("ayet", { ...saidOf(ann, first, "odd"), [field]: odd }));
    expect(await tell("ayet", { ...saidOf(ann, first, "unknown"), ref: "nobody-at-all" })).toBe(200);
    expect(await has(ann)).toMatchObject({ coins: 0n });
  });

  it("lets a person look at steps that were not agreed, by the vendor's word and never beyond the whole offer", async () => {
    const ann = await earner();
    const { first } = await begin(ann);
    const invented = (tx: string, micros: bigint, goal: string) => ({ ...saidOf(ann, first, tx, micros), goal });
    await tell("ayet", invented("new-step", 1_000_000n, "new-step"));
    await tell("ayet", invented("big-step", 999_000_000n, "big-step"));
    expect(await has(ann)).toMatchObject({ coins: 0n });
    expect(await statesOf(ann)).toEqual(["held unknown_step", "held unknown_step"]);
    const offer = await world.coins.progress(ann.user_id);
    const { pending } = await has(ann);
    // Each agreed step is rounded down alone: the whole offer may be worth a coin a step more than they are together.
    const whole = BigInt(offer[0]?.coins ?? 0) + BigInt(offer[0]?.steps.length ?? 0);
    expect(pending).toBeLessThanOrEqual(whole + BigInt(world.partners.home.coin_share_bps) / 10n);
  });

  it("keeps terms when plus or the price changes after the start", async () => {
    const plus = { ...(await earner()), plus_active: true };
    const { first } = await begin(plus);
    const basic = (first.micros * BigInt(world.partners.home.coin_share_bps)) / 10_000_000n;
    expect(first.coins).toBeGreaterThan(basic);
    const { pool } = world.base.handle;
    const { rows } = await pool.query<{ payout_micros: bigint; goals: unknown }>(
      "select payout_micros, goals from coins.offers where provider_offer_id = $1 and provider = 'ayet'",
      [first.offer],
    );
    const change = (payout: unknown, goals: unknown) =>
      pool.query(
        "update coins.offers set payout_micros = $2, goals = $3 where provider_offer_id = $1 and provider = 'ayet'",
        [...[first.offer, payout, JSON.stringify(goals)]],
      );
    await change(1, []);
    await tell("ayet", saidOf(plus, first, "plus-ended"));
    expect(await has(plus)).toMatchObject({ coins: first.coins });
    await change(rows[0]?.payout_micros, rows[0]?.goals);
  });

  it("is paid by the member's own brand, whatever another brand's share is", async () => {
    const [home, other] = await Promise.all([earner(), earner("shipright")]);
    const brand = world.partners.named("shipright");
    const { first } = await begin(other, brand);
    expect(first.coins).toBe(
      (first.micros * BigInt(brand.coin_share_bps) * BigInt(brand.coins_per_dollar)) / 10_000_000_000n,
    );
    await tell("ayet", saidOf(other, first, "other-brand"));
    expect(await has(other)).toMatchObject({ coins: first.coins });
    const survey = { kind: "credit", usd: "1.234567", offer: "never-begun-here" } as const;
    for (const [member, { coin_share_bps }] of [
      [home, world.partners.home],
      [other, brand],
    ] as const) {
      const { coins } = await has(member);
      await tell("cpx", { ...survey, tx: `brand-${member.user_id}`, ref: member.ref("cpx") });
      expect((await has(member)).coins - coins).toBe((1_234_567n * BigInt(coin_share_bps)) / 10_000_000n);
    }
  });

  it("lets a person look when more comes in an hour than anybody can earn", async () => {
    const ann = await earner();
    const many = Array.from({ length: 34 }, (_, n) => n);
    for (const n of many)
      await tellSigned(world, "cpx", {
        kind: "credit",
        tx: `pace-${n}`,
        ref: ann.ref("cpx"),
        usd: "0.10",
        offer: "no",
      });
    await world.work();
    const states = await statesOf(ann);
    expect(states.filter((state) => state === "credited")).toHaveLength(30);
    expect(states.filter((state) => state === "held pace")).toHaveLength(4);
  });

  it("consoles once a visit and five times a day, and never for a survey that was paid", async () => {
    const ann = await earner();
    const visit = async (survey: string) =>
      world.base.handle.pool.query(
        `insert into coins.survey_visits (visit_id, user_id, provider, survey_id, user_ref, coins, payout_micros, minutes, first_one, started_at)
         values ($1, $2, 'bitlabs', $3, $4, 500, 1000000, 5, false, $5)`,
        [randomUUID(), ann.user_id, survey, ann.ref("bitlabs"), world.clock.now()],
      );
    const attempt = (survey: string, tx: string) =>
      tell("bitlabs", { kind: "attempt", tx, ref: ann.ref("bitlabs"), usd: "0", offer: survey });
    const each = BigInt(world.partners.home.screened_out_coins);
    expect(each).toBeGreaterThan(0n);
    await attempt("never-begun", "c-0");
    expect(await has(ann)).toMatchObject({ coins: 0n });
    await visit("s1");
    await Promise.all([1, 2, 3].map((n) => attempt("s1", `c-1-${n}`)));
    expect(await has(ann), "once a visit").toMatchObject({ coins: each });
    await visit("s2");
    await tell("bitlabs", { kind: "credit", tx: "paid", ref: ann.ref("bitlabs"), usd: "1.00", offer: "s2" });
    expect(await has(ann)).toMatchObject({ coins: each + 500n });
    await attempt("s2", "c-2");
    expect(await has(ann), "not for one that was paid").toMatchObject({ coins: each + 500n });
    for (let n = 3; n < 12; n += 1) {
      await visit(`s${n}`);
      await attempt(`s${n}`, `c-${n}`);
    }
    expect(await has(ann), "five a day").toMatchObject({ coins: 5n * each + 500n });
  });
});
