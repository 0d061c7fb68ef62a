/** Attacks on what is given once a person: by two accounts that become one, by one card behind two names, and all at once. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MARKETING } from "#coins";
import { createMembershipStory, ownCardNumber } from "../support/membership-story.ts";
import { createShopping, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
let shopping: Shopping;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
  story = createMembershipStory(world);
  shopping = await createShopping(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const claim = (member: Member) =>
  world.rewards.claimFirstOrder({ user_id: member.user_id, member_since: member.created_at, kind: "cash" });
async function invite(inviter: Member, friend: Member) {
  const code = await world.rewards.codeOf(inviter.user_id);
  return world.rewards.joinReferral({ code, user_id: friend.user_id, member_since: friend.created_at });
}
const merge = async (from: Member, to: Member) => {
  expect(await world.identity.merge({ from: from.user_id, to: to.user_id })).toMatchObject({ ok: true });
  await world.work();
};
const given = async () => -(await world.ledger.houseBalance(MARKETING, "house"));
const credit = async (member: Member, agent: string) => {
  const { secret } = await world.rewards.offerPromotion({
    ...{ flow: "flow1", brand: world.partners.home, user_agent: agent, network: agent },
  });
  return world.rewards.giveCredit({
    ...{ user_id: member.user_id, member_since: member.created_at, flow: "flow1", secret },
  });
};

describe("two accounts that become one", () => {
  it("have one first-order reward, though the later claim was earned before", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    for (const one of [ann, ben]) {
      await story.joined(one.user_id);
      expect(await claim(one)).toMatchObject({ ok: true });
      await world.advance({ hours: 1 });
    }
    const order = await shopping.shop(ben, 128);
    await shopping.act(order, "approve");
    expect(await given()).toBe(1_000n);
    await merge(ben, ann);
    expect(await given()).toBe(1_000n);
    await shopping.act(order, "reverse", { reason: "returned" });
    expect(await given()).toBe(0n);
  });

  it("have one invitation, though that of the account that went was earned before", async () => {
    const [ann, cleo, ben, bea] = [
      await world.member("Ann"),
      await world.member("Cleo"),
      await world.member("Ben"),
      await world.member("Bea"),
    ];
    await invite(ann, ben);
    await invite(cleo, bea);
    const order = await shopping.shop(ben, 128);
    await shopping.act(order, "approve");
    expect(await given()).toBe(1_000n);
    await merge(ben, bea);
    expect(await given()).toBe(1_000n);
    await world.advance({ days: 2 });
    await world.rewards.sweep();
    await world.work();
    expect(await given()).toBe(1_000n);
    await shopping.act(order, "reverse", { reason: "returned" });
    expect(await given()).toBe(0n);
  });

  it("have one credit, though that of the other lapsed before", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    expect(await credit(ann, "a")).toMatchObject({ ok: true });
    await world.advance({ days: 10 });
    expect(await credit(ben, "b")).toMatchObject({ ok: true });
    await world.base.handle.pool.query("update identity.users set email_verified_at = now()");
    const order = await shopping.shop(ben, 128);
    await shopping.act(order, "approve");
    expect(await given()).toBe(1_000n);
    await world.advance({ days: 100 });
    await world.rewards.sweep();
    await world.work();
    const one = await given();
    await merge(ben, ann);
    expect(await given()).toBe(one);
  });
});

/** Joins as the offer says for this card: without a trial when the card had one. */
async function joinWith(member: Member, card: string) {
  const setup_id = await story.saveCard(member.user_id, card);
  const of = { brand: world.partners.home, tier: "standard", zone: "America/New_York" } as const;
  const quote = await world.membership.quote({ ...of, user_id: member.user_id, setup_id });
  const outcome = await world.membership.join({
    ...{ user_id: member.user_id, tier: "standard", zone: of.zone, setup_id },
    ...{ consent: { words: quote.consent.en, language: "en" }, address: "203.0.113.9", user_agent: "a story" },
  });
  expect(outcome).toMatchObject({ ok: true, value: { state: "paid" } });
  await world.work();
}
const confirmedOrder = async (member: Member) => shopping.act(await shopping.shop(member, 128), "approve");

describe("two accounts with a bonus of the wheel", () => {
  const bonus = async (member: Member, state: "pending" | "confirmed") => {
    const draw = randomUUID();
    const { pool, transaction } = world.base.handle;
    await pool.query(`insert into landing.draws values ($1, 'tuppence', 300, '[]', now())`, [draw]);
    await pool.query(
      `insert into landing.bonuses (draw_id, user_id, amount_minor, state, decides_on, version, claimed_at, decided_at)
       values ($1, $2, 300, $3, '2027-04-10', 0, now(), case $3 when 'confirmed' then now() end)`,
      [draw, member.user_id, state],
    );
    await transaction((tx) =>
      world.ledger.credit(tx, [
        {
          ...{ kind: "bonus.spin", cause: `spin:${draw}:0`, owner: member.user_id },
          from: { pending: 0n, confirmed: 0n },
          to: { pending: state === "pending" ? 300n : 0n, confirmed: state === "confirmed" ? 300n : 0n },
          against: [{ account: { kind: MARKETING, owner: "house" }, amount: -300n }],
        },
      ]),
    );
  };

  it.each([
    ["pending", "confirmed"],
    ["confirmed", "pending"],
    ["pending", "pending"],
  ] as const)("keep one of a %s and a %s one when they become one", async (going, staying) => {
    const [from, to] = [await world.member("Gone"), await world.member("Stays")];
    await bonus(from, going);
    await bonus(to, staying);
    await merge(from, to);
    expect(await given()).toBe(300n);
  });
});

describe("one card behind two names", () => {
  const card = ownCardNumber(77);

  it("earns one first-order reward, also when both were claimed before the first was earned", async () => {
    const [ann, ben, cleo] = [await world.member("Ann"), await world.member("Ben"), await world.member("Cleo")];
    for (const one of [ann, ben]) {
      await joinWith(one, card);
      expect(await claim(one)).toMatchObject({ ok: true });
    }
    await Promise.all([ann, ben].map((one) => shopping.shop(one, 128)));
    await Promise.all([ann, ben].map((one) => world.rewards.settleMember(one.user_id)));
    expect(await given(), "both at once promise one").toBe(1_000n);
    const pages = await Promise.all([ann, ben].map((one) => world.rewards.firstOrder(one)));
    expect(pages.map((page) => page.state).sort()).toEqual(["pending", "reversed"]);
    expect(pages.flatMap((page) => page.claim?.reason?.en ?? [])).toEqual([expect.stringContaining("card")]);
    await joinWith(cleo, card);
    expect(await claim(cleo)).toMatchObject({ ok: false, code: "once_per_person" });
  });

  it("brings its inviter one reward", async () => {
    const ann = await world.member("Ann");
    for (const name of ["Ben", "Bea"]) {
      const friend = await world.member(name);
      await joinWith(friend, card);
      expect(await invite(ann, friend)).toMatchObject({ ok: true });
      await confirmedOrder(friend);
    }
    expect(await given()).toBe(1_000n);
    const { invited } = await world.rewards.referralPage(ann.user_id);
    expect(invited.map((one) => one.state).sort()).toEqual(["earned", "refused"]);
  });
});

describe("one mailbox behind two names", () => {
  it("is brought by a friend once, though written in another way or registered again after its account ended", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    expect(await invite(ann, ben)).toMatchObject({ ok: true, value: { state: "joined" } });
    await confirmedOrder(ben);
    const twin = await world.member("Ben+two");
    expect(await invite(ann, twin)).toMatchObject({
      ok: true,
      value: { state: "refused", reason_code: "invited_before" },
    });
    expect(
      await world.identity.deleteAccount(ben, { password: ben.password, give_up: true, user_agent: "", address: "" }),
    ).toMatchObject({ ok: true });
    const again = await world.member("Ben");
    expect(again.user_id).not.toBe(ben.user_id);
    expect(await invite(ann, again)).toMatchObject({ ok: true, value: { state: "refused" } });
    await confirmedOrder(again);
    await confirmedOrder(twin);
    expect(await given()).toBe(1_000n);
  });
});

describe("a welcome credit that a paid month earned", () => {
  const moved = async () => {
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await world.membership.reconcile()).toEqual([]);
    await world.advance({ days: 1 });
    await world.rewards.sweep();
    await world.work();
  };
  async function earned() {
    const ann = await world.member("Ann");
    expect(await credit(ann, "a")).toMatchObject({ ok: true });
    await world.base.handle.pool.query("update identity.users set email_verified_at = now()");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    await world.rewards.settleMember(ann.user_id);
    expect(await given()).toBe(500n);
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 500n });
    const { rows } = await world.base.handle.pool.query<{ id: string }>(
      "select payment_id as id from membership.charges where kind = 'period'",
    );
    return { ann, month: rows[0]?.id ?? "" };
  }

  it("goes when a bank takes the month back, with the reason, and comes again when the bank decides for us", async () => {
    const { ann, month } = await earned();
    const { thing } = await world.control<{ thing: { id: string } }>(`/stripe/${month}/dispute`, {});
    await moved();
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, pending: 500n });
    expect((await world.passbookOf(ann.user_id)).entries[0]).toMatchObject({
      ...{ state: "pending", note: { en: "The payment it depended on was refunded." } },
    });
    await world.advance({ days: 100 });
    await moved();
    expect(await given()).toBe(0n);
    expect((await world.passbookOf(ann.user_id)).entries[0]).toMatchObject({ state: "reversed" });
    await world.control(`/stripe/${thing.id}/close`, { won: true });
    await moved();
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 500n, pending: 0n });
  });

  it("goes when the month is given back at the processor by hand", async () => {
    const { ann, month } = await earned();
    await world.control(`/stripe/${month}/refund`, {});
    await moved();
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, pending: 500n });
  });

  it("is not earned by a month that is paid after its time", async () => {
    const ann = await world.member("Ann");
    expect(await credit(ann, "a")).toMatchObject({ ok: true });
    await world.base.handle.pool.query("update identity.users set email_verified_at = now()");
    await world.advance({ days: 120 });
    await story.joined(ann.user_id);
    await story.goTo("2027-08-01");
    await world.rewards.settleMember(ann.user_id);
    expect(await given()).toBe(0n);
  });
});

describe("a card that is put on file later", () => {
  const shared = ownCardNumber(77);
  const change = async (member: Member, card: string) => {
    const setup_id = await story.saveCard(member.user_id, card);
    expect(await world.membership.updateCard({ user_id: member.user_id, setup_id })).toMatchObject({ ok: true });
  };

  it("counts as one that joined: the first-order reward that it had is not had again", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await joinWith(ann, shared);
    expect(await claim(ann)).toMatchObject({ ok: true });
    await confirmedOrder(ann);
    await joinWith(ben, ownCardNumber(78));
    await change(ben, shared);
    expect(await claim(ben)).toMatchObject({ ok: false, code: "once_per_person" });
    const cleo = await world.member("Cleo");
    await story.joined(cleo.user_id, { card: ownCardNumber(79) });
    await invite(cleo, ben);
    await change(cleo, shared);
    await confirmedOrder(ben);
    expect(await given(), "and who pays with it for both brings nobody").toBe(1_000n);
  });

  it("has had the trial of what it pays for", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await joinWith(ann, ownCardNumber(78));
    await change(ann, shared);
    const setup_id = await story.saveCard(ben.user_id, shared);
    const of = { brand: world.partners.home, tier: "standard", zone: "America/New_York" } as const;
    expect(await world.membership.quote({ ...of, user_id: ben.user_id, setup_id })).toMatchObject({
      with_trial: false,
    });
  });

  it("that was only tried for a sign-up is nobody's", async () => {
    const ann = await world.member("Ann");
    expect(await story.join(ann.user_id, { card: "4000000000000341" })).toMatchObject({ code: "card_declined" });
    expect(await world.membership.cardKeys(world.base.handle.db, ann.user_id)).toEqual([]);
  });
});
