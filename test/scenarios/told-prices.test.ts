/** Stories of what letters, consents and the page say of the next charge: it is what is charged. */
import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMembershipStory, type Story } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: Story;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

/** When each letter about a price went out, of which plan and sum, and for which day. */
const toldPrices = async (membershipId: string) =>
  (await story.notices(membershipId))
    .filter((one) => one.kind.startsWith("price_change:"))
    .map((one) => [one.sent_at.toISOString().slice(0, 10), ...one.kind.split(":").slice(2), one.period].join(" "));
const subjectsOf = async (to: string) => (await world.mails(to)).filter((subject) => /cost|stays/.test(subject));
/** What the newest letter with such a subject says, in one line. */
async function saysTo(to: string, subject: RegExp): Promise<string> {
  const { mails } = await world.control<{ mails: { subject: string; text: string; id: number }[] }>(
    `/mails?to=${encodeURIComponent(to)}`,
  );
  const newest = mails.filter((mail) => subject.test(mail.subject)).sort((a, b) => b.id - a.id)[0];
  return newest?.text.replace(/\s+/g, " ") ?? "no such letter";
}
const paid = async (userId: string) => (await story.charges(userId)).map((one) => one.amount);
const price = (tier: "standard" | "plus", monthly_minor: bigint) =>
  world.membership.changePrice({ partner: "tuppence", tier, monthly_minor });

describe("a new price that can no longer be told in time", () => {
  const next = async (userId: string) => (await story.view(userId)).next_charge?.amount_minor;
  /** Of the plan that runs, which its member is about to leave; five days before the charge they stay after all. */
  async function leaving(name: string) {
    const member = await world.member(name);
    const membership_id = await story.joined(member.user_id, { tier: "plus" });
    await story.goTo("2027-03-25");
    expect(await story.changePlan(member.user_id, "standard")).toMatchObject({ ok: true });
    expect(await price("plus", 2_999n)).toBe(1);
    await story.goTo("2027-04-19");
    return { ...member, membership_id };
  }
  const isChargedLater = async (userId: string, membershipId: string) => {
    expect(await next(userId)).toBe("1999");
    await story.goTo("2027-05-25");
    expect((await paid(userId)).slice(0, 2)).toEqual(["2999", "1999"]);
    expect(await toldPrices(membershipId)).toEqual(["2027-04-24 plus 2999 2027-05-24"]);
  };

  it("is named neither by the letter nor by the page of who goes on after cancelling", async () => {
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id);
    const ids = { user_id: ann.user_id, membership_id };
    await story.goTo("2027-03-25");
    await world.membership.cancel(ids);
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2027-04-20");
    expect(await world.membership.resume(ids)).toMatchObject({ ok: true });
    expect(await story.view(ann.user_id)).toMatchObject({
      next_charge: { amount_minor: "1199" },
      price_change: { on: "2027-05-24", monthly_minor: "1399" },
    });
    await story.tick();
    expect(await saysTo(ann.email, /continues/)).toContain("We charge $11.99 on Apr 24, 2027");
    await story.goTo("2027-05-25");
    expect((await paid(ann.user_id)).slice(0, 2)).toEqual(["1399", "1199"]);
    expect(await toldPrices(membership_id)).toEqual(["2027-04-24 standard 1399 2027-05-24"]);
  });

  it("is named neither in the consent nor in the letter of who goes back to the plan, and waits for a month", async () => {
    const ann = await leaving("Ann");
    expect(await story.changePlan(ann.user_id, "plus")).toMatchObject({ ok: true });
    const { consents } = await world.membership.readMembership(ann.user_id);
    expect(consents[0]?.words).toContain("$19.99 on April 24, 2027");
    await story.tick();
    expect(await saysTo(ann.email, /^Your plan: Plus/)).toContain("We charge $19.99 on Apr 24, 2027");
    await isChargedLater(ann.user_id, ann.membership_id);
  });

  it("is not named to who keeps the plan", async () => {
    const ann = await leaving("Ann");
    expect(await world.membership.keepPlan(ann)).toMatchObject({ ok: true });
    await story.tick();
    expect(await saysTo(ann.email, /^Your plan: Plus/)).toContain("We charge $19.99 on Apr 24, 2027");
    await isChargedLater(ann.user_id, ann.membership_id);
  });
});

describe("a letter about the price of another plan", () => {
  /** Told of $13.99 or more for Membership, and on Plus since the same day. */
  async function toldAndMoved(monthlyMinor: bigint) {
    const member = await world.member("Ann");
    const membership_id = await story.joined(member.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", monthlyMinor)).toBe(1);
    await story.tick();
    expect(await story.changePlan(member.user_id, "plus")).toMatchObject({ ok: true });
    return { ...member, membership_id };
  }

  it("does not stand for one of the same sum", async () => {
    const ann = await toldAndMoved(2_499n);
    await story.goTo("2027-03-28");
    expect(await price("plus", 2_499n)).toBe(1);
    await story.goTo("2027-04-25");
    expect(await toldPrices(ann.membership_id)).toEqual([
      "2027-03-25 standard 2499 2027-04-24",
      "2027-03-28 plus 2499 2027-04-24",
    ]);
    expect((await paid(ann.user_id))[0]).toBe("2499");
  });

  it("is not taken back with the price of this one", async () => {
    const ann = await toldAndMoved(1_399n);
    expect([await price("plus", 2_499n), await price("plus", 1_999n)]).toEqual([1, 1]);
    await story.tick();
    expect(await subjectsOf(ann.email)).toEqual([expect.stringContaining("Your membership will cost $13.99")]);
  });
});

describe("what an older program left", () => {
  it("is put right by the migration: no price of another plan, and no letter that was about another sum", async () => {
    const { pool } = world.base.handle;
    const [ann, bob, cat] = [await world.member("Ann"), await world.member("Bob"), await world.member("Cat")];
    const ids = [await story.joined(ann.user_id, { tier: "plus" }), await story.joined(bob.user_id)];
    ids.push(await story.joined(cat.user_id));
    expect(await price("plus", 2_999n)).toBe(1);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_299n)).toBe(2);
    await story.tick();
    // Its plan changed in the trial and the price of the plan before stayed; of two sums for a day the first was told of.
    await pool.query(
      "update membership.memberships set tier = 'standard', monthly_minor = 1199 where membership_id = $1",
      [ids[0]],
    );
    await pool.query("update membership.notices set kind = 'price_change' where kind like 'price_change:%'");
    await story.goTo("2027-03-26");
    await pool.query("update membership.memberships set next_price_minor = 1999 where membership_id = $1", [ids[1]]);
    await pool.query(
      `insert into membership.membership_events (membership_id, sequence, kind, from_state, to_state, tier, reason, who, at)
       values ($1, 90, 'price_change', 'active', 'active', 'standard', '2027-04-24', 'operator', $2)`,
      [ids[1], world.clock.now()],
    );
    const migration = await readFile("src/modules/membership/migrations/0123_asked_anew.sql", "utf8");
    const rows = migration.replace(/^--.*$/gm, "").split(";");
    for (const statement of rows.filter((one) => /^\s*update /.test(one))) await pool.query(statement);
    await story.goTo("2027-04-25");
    expect((await paid(ann.user_id))[0]).toBe("1199");
    expect((await paid(bob.user_id))[0]).toBe("1999");
    expect((await paid(cat.user_id))[0]).toBe("1299");
    const subjects = async (to: string) => (await subjectsOf(to)).map((one) => one.match(/\$[\d.]+/)?.[0]);
    expect(await subjects(bob.email)).toEqual(["$12.99", "$19.99"]);
    expect(await subjects(cat.email), "who was told is not told again").toEqual(["$12.99"]);
  });
});

describe("a letter that names the next sum", () => {
  it("names the one that is charged: in receipts, and when benefits pause", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-04-18");
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2027-04-25");
    expect(await saysTo(ann.email, /^Receipt/)).toContain("until May 24, 2027, when the next $13.99 is due");
    await story.goTo("2027-05-24", "America/New_York", 9);
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-05-24");
    const bad = await story.saveCard(ann.user_id, "4000000000000341");
    await world.membership.updateCard({ user_id: ann.user_id, setup_id: bad });
    expect(await price("standard", 1_599n)).toBe(1);
    await story.goTo("2027-06-02");
    expect((await story.view(ann.user_id)).next_charge?.amount_minor).toBe("1399");
    for (const subject of [/was declined/, /are paused/]) {
      expect(await saysTo(ann.email, subject)).toContain("$13.99");
      expect(await saysTo(ann.email, subject)).not.toContain("$11.99");
    }
  });

  it("names the one that runs beside it, also when a raise is taken back while its first charge is open", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2027-04-24", "America/New_York", 9);
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-04-24");
    expect((await story.view(ann.user_id)).open_payment?.amount_minor).toBe("1399");
    expect(await price("standard", 1_199n)).toBe(1);
    await story.tick();
    const told = await saysTo(ann.email, /will cost .11\.99/);
    expect(told).toContain("Today you pay $13.99");
  });

  it("names the one that is charged once a year as well", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2028-02-26");
    expect(await price("standard", 1_399n)).toBe(1);
    await story.goTo("2028-03-25");
    const yearly = await saysTo(ann.email, /yearly reminder/);
    expect(yearly).toContain("the next charge is on Mar 24, 2028");
    expect(yearly).toContain("$13.99");
    expect(yearly).not.toContain("$11.99");
    expect((await paid(ann.user_id))[0]).toBe("1399");
  });
});
