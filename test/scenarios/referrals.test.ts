/**
 * Stories of bringing a friend: what both sides hold at each step, in whatever order the world tells, until the last
 * reversal. The ledger verifies at the end of each (see `close`).
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MARKETING } from "#coins";
import type { BonusEntry } from "../../src/platform/describer.ts";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ shops: "programmes" });
  shopping = await createShopping(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;
const REWARD = 500n;

let shopping: Shopping;
const shop: Shopping["shop"] = (member, amount) => shopping.shop(member, amount);
const act: Shopping["act"] = (order, action, body) => shopping.act(order, action, body);
const bonuses = async (userId: string) =>
  (await world.passbookOf(userId)).entries.filter((entry): entry is BonusEntry => entry.type === "bonus");
/** What somebody holds beyond the cash back of their own orders. */
async function bonusHeld(member: Member) {
  const { pending, available, clawback } = await world.ledger.balances(member.user_id);
  const { balances, entries } = await world.passbookOf(member.user_id);
  const orders = entries.filter((entry) => entry.type === "order");
  const own = (state: string) =>
    orders.reduce((sum, order) => sum + (order.state === state ? BigInt(order.back_minor) : 0n), 0n);
  expect(balances.pending_minor).toBe(pending.toString());
  return { pending: pending - own("pending"), available: available - own("confirmed"), clawback };
}
async function invite(inviter: Member, friend: Member) {
  const code = await world.rewards.codeOf(inviter.user_id);
  return world.rewards.joinReferral({ code, user_id: friend.user_id, member_since: friend.created_at });
}
const stateOf = async (inviter: Member) =>
  (await world.rewards.referralPage(inviter.user_id)).invited.map((one) => one.state);

describe("bringing a friend", () => {
  it("pays both when the friend's first order is confirmed, and takes it back when that is reversed", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben", "es");
    expect(await invite(ann, ben)).toMatchObject({ ok: true, value: { state: "joined", fresh: true } });
    await world.work();
    expect(await world.mails(ann.email)).toContain("Ben joined with your invitation");

    await shop(ben, 20);
    expect(await stateOf(ann), "an order below the least amount changes nothing").toEqual(["joined"]);

    await world.advance({ hours: 1 });
    const order = await shop(ben, 128);
    expect(await stateOf(ann)).toEqual(["pending"]);
    expect(await bonusHeld(ann)).toEqual({ pending: REWARD, available: 0n, clawback: 0n });
    expect(await bonusHeld(ben)).toEqual({ pending: REWARD, available: 0n, clawback: 0n });
    expect(await bonuses(ann.user_id)).toMatchObject([
      { title: { en: "You invited Ben", es: "Invitaste a Ben" }, state: "pending", amount_minor: "500" },
    ]);
    expect(await bonuses(ben.user_id)).toMatchObject([{ title: { en: "Invited by Ann" }, state: "pending" }]);
    await hear(world);
    expect(await bonusHeld(ann), "hearing the same again changes nothing").toMatchObject({ pending: REWARD });

    await world.advance({ days: 30 });
    await act(order, "approve");
    expect(await stateOf(ann)).toEqual(["earned"]);
    expect(await bonusHeld(ann)).toEqual({ pending: 0n, available: REWARD, clawback: 0n });
    expect(await bonusHeld(ben)).toEqual({ pending: 0n, available: REWARD, clawback: 0n });
    expect(await world.mails(ann.email)).toContain("$5.00 for your invitation is yours");
    expect(await world.mails(ben.email)).toContain("$5.00 por la invitación son tuyos");
    const page = await world.rewards.referralPage(ann.user_id);
    expect(page.sums).toEqual({ friends: 1, earned_minor: "500", pending_minor: "0" });

    // Ann withdraws hers before the store takes the order back.
    const asked = await world.payouts.request({
      user_id: ann.user_id,
      request_key: "one",
      method: "paypal",
      amount: "everything",
      destination: ann.email,
      password: ann.password,
    });
    expect(asked.ok, JSON.stringify(asked)).toBe(true);
    for (let tries = 0; tries < 100 && (await world.ledger.balances(ann.user_id)).held > 0n; tries += 1) {
      await world.work();
      await new Promise((next) => setTimeout(next, 50));
      await world.advance({ minutes: 2 });
    }
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, held: 0n });

    await world.advance({ days: 3 });
    await act(order, "reverse", { reason: "ITEM_RETURNED" });
    expect(await stateOf(ann)).toEqual(["reversed"]);
    expect(await bonusHeld(ann), "what was withdrawn is owed").toEqual({
      pending: 0n,
      available: 0n,
      clawback: REWARD,
    });
    expect(await bonusHeld(ben)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect(await bonuses(ben.user_id)).toMatchObject([{ state: "reversed", amount_minor: "500" }]);
    expect(await world.mails(ben.email)).toContain("Se retiraron $5.00 de una invitación");
    expect((await world.rewards.referralPage(ann.user_id)).invited[0]?.reason?.es).toContain("devolvió");
    expect(await world.ledger.houseBalance(MARKETING, "house"), "nothing was given in the end").toBe(0n);

    // A second order that is large enough and in time brings it back, and pays what is owed first.
    const second = await shop(ben, 90);
    await act(second, "approve");
    expect(await stateOf(ann)).toEqual(["earned"]);
    expect(await bonusHeld(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect(await world.ledger.houseBalance(MARKETING, "house")).toBe(-2n * REWARD);
  });

  it("counts an order that was heard of before the code was, and none that is made too late", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    const cem = await world.member("Cem");
    await shop(ben, 80);
    await invite(ann, ben);
    expect(await stateOf(ann)).toEqual(["pending"]);
    await world.advance({ minutes: 5 });
    await invite(ann, cem);
    await world.advance({ days: 61 });
    const order = await shop(cem, 300);
    await act(order, "approve");
    expect(await stateOf(ann)).toEqual(["lapsed", "earned"]);
    expect(await bonusHeld(cem)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  });

  it("is written down once, however often and at once it is asked for", async () => {
    const ann = await world.member("Ann");
    const dan = await world.member("Dan");
    const ben = await world.member("Ben");
    const answers = await Promise.all([invite(ann, ben), invite(dan, ben), invite(ann, ben), invite(dan, ben)]);
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(answers.filter((answer) => answer.ok && answer.value.fresh)).toHaveLength(1);
    await shop(ben, 100);
    expect((await stateOf(ann)).length + (await stateOf(dan)).length).toBe(1);
    await Promise.all([world.rewards.followOrders([]), hear(world), hear(world)]);
    const held = (await bonusHeld(ann)).pending + (await bonusHeld(dan)).pending;
    expect(held).toBe(REWARD);
  });

  it("refuses oneself in words: own code, own mailbox, own browser, members of old, codes that nobody has", async () => {
    const ann = await world.member("Ann");
    const code = await world.rewards.codeOf(ann.user_id);
    const join = (member: Member, text = code) =>
      world.rewards.joinReferral({ code: text, user_id: member.user_id, member_since: member.created_at });
    expect(await join(ann)).toMatchObject({ ok: false, code: "own_code" });
    const other = await world.member("Other");
    for (const nonsense of ["", "ZZZZZZZZ", "'; drop table", "A".repeat(500), "\u0000"])
      expect(await join(other, nonsense), JSON.stringify(nonsense)).toMatchObject({ ok: false, code: "unknown_code" });

    const twin = await world.member("ann+two");
    expect(await join(twin)).toMatchObject({ ok: true, value: { state: "refused", reason_code: "same_person" } });

    const visit = { user_agent: "Mozilla/5.0 (one machine)", address: "203.0.113.7" };
    const eve = await world.member("Eve");
    const flat = await world.member("Flat");
    await world.identity.open(ann.user_id, visit);
    await world.identity.open(eve.user_id, visit);
    await world.identity.open(flat.user_id, { ...visit, user_agent: "Mozilla/5.0 (another machine)" });
    expect(await join(eve)).toMatchObject({ ok: true, value: { state: "refused", reason_code: "same_device" } });
    expect(await join(flat), "sharing a flat is no fraud").toMatchObject({ ok: true, value: { state: "joined" } });
    await shop(eve, 500);
    expect(await bonusHeld(eve)).toMatchObject({ pending: 0n });
    const page = await world.rewards.referralPage(ann.user_id);
    expect(page.invited.find((one) => one.name === "Eve")?.reason?.en).toContain("same browser");

    await world.advance({ days: 8 });
    const late = await world.member("Late");
    await world.advance({ days: 8 });
    expect(await join(late)).toMatchObject({ ok: false, code: "account_too_old" });
  });

  it("gives the same code to two windows that ask at once, and the limit of a year holds", async () => {
    const ann = await world.member("Ann");
    const codes = await Promise.all(Array.from({ length: 6 }, () => world.rewards.codeOf(ann.user_id)));
    expect(new Set(codes).size).toBe(1);
    const friends: Member[] = [];
    for (let n = 0; n < 21; n += 1) friends.push(await world.member(`Friend${n}`));
    await Promise.all(friends.map((friend) => invite(ann, friend)));
    const { invited } = await world.rewards.referralPage(ann.user_id);
    expect(invited).toHaveLength(21);
    expect(invited.filter((one) => one.amount_minor === "0")).toHaveLength(1);
  });
});

describe("the credit of a promotion", () => {
  /** A browser that was shown the offer; `agent` tells it from others. */
  async function offered(agent: string) {
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/promotion",
      headers: { "user-agent": agent },
    });
    expect(answer.json()).toMatchObject({ flow: "flow1", amount_minor: "500", min_order_minor: "2500" });
    return String(answer.headers["set-cookie"]).split(";")[0] as string;
  }

  async function session(member: Member) {
    const signedIn = await world.identity.open(member.user_id, { user_agent: "", address: "" });
    return (cookie: string, query = "") =>
      world.app.inject({
        method: "POST",
        url: `/api/give-credit${query}`,
        headers: {
          cookie,
          "x-tuppence-bind": signedIn.bind_secret ?? "",
          authorization: `Bearer ${signedIn.login_token}`,
        },
      });
  }
  const verify = (member: Member) =>
    world.base.handle.pool.query("update identity.users set email_verified_at = now() where user_id = $1", [
      member.user_id,
    ]);
  const creditOf = async (member: Member) =>
    (await bonuses(member.user_id)).find((one) => one.title.en === "Welcome credit");

  it("is of the brand whose page made it, and stays what was promised", async () => {
    const ann = await world.member("Ann");
    const brand = { ...world.partners.home, promos: { ...world.partners.home.promos, flow1_minor: 725 } };
    const offer = await world.rewards.offerPromotion({ flow: "flow1", brand, user_agent: "c", network: "n" });
    expect(offer.amount_minor).toBe(725n);
    const ask = await session(ann);
    expect((await ask(`register_promo=flow1; tp_promo=${offer.secret}`)).json()).toMatchObject({ amount_minor: "725" });
  });

  it("is never given for what a browser says alone", async () => {
    const ann = await world.member("Ann");
    const ask = await session(ann);
    const offer = await offered("a");
    const forged = `tp_promo=${"x".repeat(40)}`;
    for (const cookie of ["", "register_promo=flow5", `register_promo=flow1; ${forged}`, offer])
      for (const query of ["", "?ucb=flow5"]) expect((await ask(cookie, query)).statusCode, cookie + query).toBe(422);
    // The page that somebody came by decides the flow, not the cookie beside the secret.
    expect((await ask(`register_promo=flow5; ${offer}`, "?ucb=flow5")).statusCode).toBe(422);
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, pending: 0n });
  });

  it("is pending once, whatever is clicked twice, until a confirmed order of a confirmed address earns it", async () => {
    const ann = await world.member("Ann");
    const ask = await session(ann);
    const offer = await offered("a");
    const clicks = await Promise.all(Array.from({ length: 5 }, () => ask(`register_promo=flow1; ${offer}`)));
    expect(clicks.map((click) => click.statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(clicks.map((click) => click.json().again).toSorted()).toEqual([false, true, true, true, true]);
    expect(String(clicks[0]?.headers["set-cookie"])).toContain("register_promo=; Path=/; Max-Age=0");
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, pending: 500n });
    expect((await ask(`register_promo=flow1; ${await offered("b")}`)).json()).toMatchObject({
      code: "already_credited",
    });

    const small = await shop(ann, 20);
    await act(small, "approve");
    expect(await creditOf(ann)).toMatchObject({ state: "pending" });
    const order = await shop(ann, 128);
    await act(order, "approve");
    expect(await creditOf(ann), "the address is not confirmed yet").toMatchObject({ state: "pending" });
    await verify(ann);
    await world.advance({ days: 1 });
    await world.rewards.sweep();
    await world.work();
    expect(await creditOf(ann)).toMatchObject({ state: "confirmed", amount_minor: "500" });
    await act(order, "reverse", { reason: "ITEM_RETURNED" });
    expect(await creditOf(ann)).toMatchObject({ state: "pending" });
    await world.advance({ days: 61 });
    await world.rewards.sweep();
    await world.work();
    expect(await creditOf(ann)).toMatchObject({ state: "reversed" });
    expect(await world.ledger.houseBalance(MARKETING, "house")).toBe(0n);
  });

  it("is one for each mailbox and each browser, and one offer is one person's", async () => {
    const ann = await world.member("Ann");
    const twin = await world.member("ann+two");
    const offer = `register_promo=flow1; ${await offered("a")}`;
    expect((await (await session(ann))(offer)).statusCode).toBe(200);
    const asTwin = await session(twin);
    expect((await asTwin(offer)).json()).toMatchObject({ code: "no_promotion" });
    expect((await asTwin(`register_promo=flow1; ${await offered("b")}`)).json()).toMatchObject({
      code: "credit_already_claimed",
    });
    const ben = await world.member("Ben");
    const asBen = await session(ben);
    expect((await asBen(`register_promo=flow1; ${await offered("a")}`)).json()).toMatchObject({
      code: "credit_already_claimed",
    });
    expect((await asBen(`register_promo=flow1; ${await offered("c")}`)).statusCode, "another browser").toBe(200);
    expect(await world.ledger.houseBalance(MARKETING, "house")).toBe(-1_000n);
  });

  it("is one when two accounts with a credit become one", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    for (const [member, agent] of [
      [ann, "a"],
      [ben, "b"],
    ] as const)
      expect((await (await session(member))(`register_promo=flow1; ${await offered(agent)}`)).statusCode).toBe(200);
    expect(await world.identity.merge({ from: ben.user_id, to: ann.user_id })).toMatchObject({ ok: true });
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ pending: 500n });
    expect(await world.ledger.houseBalance(MARKETING, "house")).toBe(-500n);
  });

  it("is for new members, and for nobody who is signed out", async () => {
    const ann = await world.member("Ann");
    const offer = `register_promo=flow1; ${await offered("a")}`;
    await world.advance({ days: 31 });
    const answer = await (await session(ann))(offer);
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe("This credit was only available for 30 days after joining.");
    const nobody = await world.app.inject({ method: "POST", url: "/api/give-credit", headers: { cookie: offer } });
    expect(nobody.statusCode).toBe(401);
    expect(await world.ledger.balances(ann.user_id)).toMatchObject({ available: 0n, pending: 0n });
  });
});

describe("invitations when accounts become one", () => {
  it("end with their money when the one who invited is the friend after all", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    await invite(ann, ben);
    const order = await shop(ben, 128);
    expect(await bonusHeld(ann)).toMatchObject({ pending: REWARD });
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    expect(await world.ledger.houseBalance(MARKETING, "house"), "nothing is left pending").toBe(0n);
    await act(order, "approve");
    const { pending, available } = await bonusHeld(ben);
    expect({ pending, available }).toEqual({ pending: 0n, available: 0n });
  });

  it("keep one of two when both accounts were invited, and leave nobody's reward behind", async () => {
    const [ann, cleo, ben, bea] = [
      await world.member("Ann"),
      await world.member("Cleo"),
      await world.member("Ben"),
      await world.member("Bea"),
    ];
    await invite(ann, ben);
    await invite(cleo, bea);
    const orders = [await shop(ben, 128), await shop(bea, 128)];
    expect(await world.identity.merge({ from: ben.user_id, to: bea.user_id })).toMatchObject({ ok: true });
    for (const order of orders) await act(order, "approve");
    expect(await bonusHeld(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect(await bonusHeld(cleo)).toEqual({ pending: 0n, available: REWARD, clawback: 0n });
    expect(await bonusHeld(bea)).toMatchObject({ pending: 0n, available: REWARD });
    expect(await world.ledger.houseBalance(MARKETING, "house")).toBe(-2n * REWARD);
  });
});
