/**
 * Random members over many months: each joins, cancels, resumes, changes plans and cards, opts out and is declined as a
 * seeded chance has it, all beside each other on one clock. What must be true at the end is asked here, from the rows.
 */
import { expect } from "vitest";
import { dayIn, daysBetween } from "../../src/modules/membership/calendar.ts";
import type { CivilDate } from "../../src/platform/clock.ts";
import { createMembershipStory } from "./membership-story.ts";
import type { World } from "./world.ts";

const ZONES = ["America/New_York", "America/Los_Angeles", "Europe/London", "Australia/Sydney", "Asia/Kolkata", "UTC"];

/** A small generator with a seed, so that a failing run can be had again. */
function chance(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export async function liveRandomMembers(world: World, options: { members: number; months: number; seed: number }) {
  const random = chance(options.seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const story = createMembershipStory(world);
  const users: { user_id: string; zone: string }[] = [];
  for (let n = 0; n < options.members; n += 1)
    users.push({ user_id: (await world.member(`Random${n}`)).user_id, zone: pick(ZONES) });
  const runs = (await Promise.resolve(users)).map((user) => ({ ...user, joined: false }));

  async function live(user: (typeof runs)[number]) {
    const { running } = await world.membership.readMembership(user.user_id);
    const own = running[0];
    const roll = random();
    if (!own) {
      if (!user.joined || roll < 0.3)
        await story.join(user.user_id, { zone: user.zone, tier: pick(["standard", "plus"]) });
      user.joined = true;
      return;
    }
    const ids = { user_id: user.user_id, membership_id: own.membership_id };
    if (own.state === "past_due" && roll < 0.5)
      await world.membership.updateCard({ user_id: user.user_id, setup_id: await story.saveCard(user.user_id) });
    else if (roll < 0.06) await world.membership.cancel({ ...ids, refund: random() < 0.5 });
    else if (roll < 0.3 && own.cancel_at_period_end) await world.membership.resume(ids);
    else if (roll < 0.12) {
      const tier = own.tier === "plus" ? "standard" : "plus";
      const quote = await world.membership.quotePlan({ user_id: user.user_id, tier });
      if (quote.ok)
        await world.membership.changePlan({
          user_id: user.user_id,
          tier,
          consent: { words: quote.value.consent.es, language: "es" },
          address: "",
          user_agent: "",
        });
    } else if (roll < 0.14) await world.membership.optOutOfRetries(user.user_id);
  }

  for (let step = 0; step < options.months * 3; step += 1) {
    await world.control("/stripe/next-charge", { mode: "clear" });
    if (random() < 0.4) {
      const [code, times] = [pick(["insufficient_funds", "do_not_honor", "stolen_card"]), Math.ceil(random() * 6)];
      await world.control("/stripe/next-charge", { code: "card_declined", decline_code: code, times });
    } else if (random() < 0.2) await world.control("/stripe/next-charge", { mode: pick(["lost", "authentication"]) });
    for (const user of runs) if (random() < 0.5) await live(user);
    await billUntil(world, new Date(world.clock.now().getTime() + (8 + random() * 4) * 86_400_000));
  }
  await world.control("/stripe/next-charge", { mode: "clear" });
  await world.advance({ days: 2 });
  await billUntil(world, world.clock.now());
  await followAll(world);
}

const AT_ONCE = 8;
/** Bills what is due, several at once and without the job runner; refunds and webhooks follow at the end. */
async function billUntil(world: World, target: Date) {
  for (;;) {
    const now = world.clock.now();
    const { rows } = await world.base.handle.pool.query<{ membership_id: string; at: Date }>(
      "select membership_id, next_action_at as at from membership.memberships where next_action_at <= $1 order by next_action_at",
      [target],
    );
    const due = rows.filter((row) => row.at <= now).map((row) => row.membership_id);
    for (let n = 0; n < due.length; n += AT_ONCE)
      await Promise.all(due.slice(n, n + AT_ONCE).map((id) => world.membership.bill(id)));
    if (due.length > 0) continue;
    const next = rows[0]?.at ?? target;
    await world.advance({ seconds: Math.max(1, (next.getTime() - now.getTime()) / 1_000) });
    if (next >= target) break;
  }
  await followAll(world);
}

/** What the sweep would give to jobs, done at once: letters stay queued, everything about money happens. */
async function followAll(world: World) {
  const { membership, payables, base } = world;
  const all = async (query: string, act: (id: string) => Promise<void>) => {
    const { rows } = await base.handle.pool.query<{ id: string }>(query);
    for (let n = 0; n < rows.length; n += AT_ONCE)
      await Promise.all(rows.slice(n, n + AT_ONCE).map(({ id }) => act(id)));
  };
  await all(
    "select row_key as id from platform.inbox where provider = 'stripe' and state = 'new'",
    membership.takeEvent,
  );
  await all(
    "select attempt_id as id from membership.attempts where state in ('sent', 'processing', 'requires_action')",
    membership.follow,
  );
  await all("select payable_id as id from membership.refunds where state = 'asked'", payables.work);
}

type Charged = {
  membership_id: string;
  kind: string;
  period_start: CivilDate;
  amount_minor: bigint;
  paid_at: Date;
  zone: string;
  with_trial: boolean;
  joined_on: CivilDate;
  first_charge_on: CivilDate;
};

export async function holdRandomMembers(world: World) {
  const ask = async <T>(query: string) => (await world.base.handle.pool.query(query)).rows as T[];
  expect(await world.membership.reconcile()).toEqual([]);
  expect(await world.membership.reconcile(), "compared again, nothing moves").toEqual([]);

  // Nobody is charged twice: no second payment that was kept for a sum, no two periods that overlap.
  expect(
    await ask(`select c.charge_id from membership.attempts a join membership.charges c using (charge_id)
      left join membership.refunds r on r.payment_id = a.payment_id
      where a.state = 'succeeded' and r.payment_id is null group by c.charge_id having count(*) > 1`),
  ).toEqual([]);
  expect(
    await ask(`select a.charge_id from membership.charges a join membership.charges b on a.membership_id = b.membership_id
      and a.charge_id < b.charge_id and a.kind <> 'upgrade' and b.kind <> 'upgrade' and a.state = 'succeeded' and b.state = 'succeeded'
      and a.period_start < b.period_end and b.period_start < a.period_end`),
  ).toEqual([]);
  // Nobody is charged after cancelling: what came in for a period after the end went back.
  expect(
    await ask(`select c.charge_id from membership.charges c join membership.memberships m using (membership_id)
      where c.state = 'succeeded' and m.state = 'ended' and c.paid_at > m.ended_at`),
  ).toEqual([]);
  // One running membership a line, and one trial a person.
  expect(
    await ask(
      `select user_id, line from membership.memberships where had_trial group by user_id, line having count(*) > 1`,
    ),
  ).toEqual([]);

  const charges = await ask<Charged>(
    `select c.*, c.period_start::text as period_start, j.zone, j.with_trial, j.joined_on::text as joined_on, j.first_charge_on::text as first_charge_on
     from membership.charges c join membership.joins j using (membership_id) where c.state in ('succeeded', 'refunded') order by c.paid_at`,
  );
  const notices = await ask<{ membership_id: string; kind: string; period: CivilDate; sent_at: Date }>(
    "select membership_id, kind, period::text as period, sent_at from membership.notices",
  );
  const find = (id: string, kind: string, period: string) =>
    notices.find((one) => one.membership_id === id && one.kind === kind && one.period === period);
  const firstFull = new Set<string>();
  for (const charge of charges) {
    const where = `${charge.membership_id} ${charge.kind} ${charge.period_start}`;
    if (charge.period_start === charge.joined_on && charge.kind !== "upgrade")
      expect(find(charge.membership_id, "joined", charge.joined_on), where).toBeDefined();
    if (charge.kind === "upgrade")
      expect(find(charge.membership_id, "receipt_upgrade", charge.period_start), where).toBeDefined();
    if (charge.kind !== "period" || charge.period_start === charge.joined_on) continue;
    expect(find(charge.membership_id, "receipt", charge.period_start), where).toBeDefined();
    // At most one first full charge a trial, with notice exactly seven and three days before its day.
    if (!charge.with_trial || firstFull.has(charge.membership_id)) continue;
    firstFull.add(charge.membership_id);
    for (const days of [7, 3]) {
      const told = find(charge.membership_id, `trial_reminder_${days}`, charge.period_start);
      expect(told, `${where}: told ${days} days before`).toBeDefined();
      const distance = told ? daysBetween(dayIn(told.sent_at, charge.zone), charge.period_start) : 0;
      if (days === 7) expect(distance, where).toBe(7);
      else expect(distance, where).toBeLessThanOrEqual(3);
    }
  }
  // The mails of the notices were all written, each once.
  expect(
    await ask(
      `select n.cause from membership.notices n left join notifications.mails m using (cause) where m.mail_id is null`,
    ),
  ).toEqual([]);
  // No sum waits for good, no trial or month stands beyond its end.
  expect(
    await ask(`select membership_id from membership.memberships where state <> 'ended' and next_action_at is null
      and not exists (select 1 from membership.charges c join membership.attempts a using (charge_id)
        where c.membership_id = memberships.membership_id and a.state in ('sent', 'processing', 'requires_action'))`),
  ).toEqual([]);
  const report = await world.ledger.verify();
  expect(report.findings).toEqual([]);
  return { charges: charges.length, notices: notices.length };
}
