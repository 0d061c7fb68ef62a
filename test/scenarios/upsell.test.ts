/**
 * Stories of the extras after the payment on our own pages: yes and no, doubled presses, declined cards, a bank that asks,
 * and who hears of a purchase. The ledger verifies at the end of each.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import { eraseMemberData, readMemberData } from "../../src/modules/landing/member-data-store.ts";
import { moveRows } from "../../src/modules/landing/member-move-store.ts";
import { countStatements } from "../support/count-statements.ts";
import { createUpsellStory, type UpsellStory } from "../support/upsell-story.ts";

let story: UpsellStory;
beforeEach(async () => {
  story = await createUpsellStory();
});
afterEach(() => story.close());

describe("our own pages", () => {
  it("Plus in a trial: pressed five times at once it changes the plan once, charges nothing, and keeps the words", async () => {
    const { member, membership_id } = await story.joined("Ann");
    const view = await story.upsells.show(story.callerOf(member), "plus");
    expect(view).toMatchObject({
      state: "offer",
      declined: false,
      offer: { now_minor: "0", monthly_minor: "1999", next_charge_on: "2027-03-24", member: { monthly_minor: "1199" } },
    });
    const said = await story.yes(member, "plus");
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map(() => story.upsells.answer(story.callerOf(member), "plus", said)),
    );
    for (const one of all) {
      expect(one).toMatchObject({ ok: true, value: { answer: "accepted" } });
      expect(story.returnOf(member, one, "accepted")).toEqual({ page: "/splthanq", next: "/spupsell2" });
      expect(story.returnOf(member, one, "declined"), "no other page takes it").toBeNull();
    }
    expect(await story.running(member.user_id)).toEqual(["plus trial"]);
    expect(await story.story.charges(member.user_id)).toHaveLength(1);
    expect(await story.rows("select words from membership.consents where kind = 'change_plan'")).toEqual([
      { words: said.words },
    ]);
    expect(await story.upsells.show(story.callerOf(member), "plus"), "back or reload").toEqual({
      state: "lead",
      to: "/spupsell2",
    });
    expect(await story.rows("select from_state, to_state from landing.upsell_events order by sequence")).toEqual([
      { from_state: null, to_state: "asked" },
      { from_state: "asked", to_state: "accepted" },
    ]);
    expect(await story.upsells.purchases(member.user_id)).toMatchObject([
      { product: "standard", context: "trial" },
      { transaction_id: `mem_${membership_id.replaceAll("-", "")}-plus`, product: "plus", context: "upsell" },
    ]);
  });

  it("Plus after the trial costs the rest of the month now, and a declined card harms nothing", async () => {
    const { member } = await story.joined("Amy");
    await story.story.goTo("2027-03-30", "America/New_York", 12);
    const view = await story.upsells.show(story.callerOf(member), "plus");
    if (view.state !== "offer") throw new Error(view.state);
    expect(BigInt(view.offer.now_minor)).toBeGreaterThan(0n);
    const bad = await story.story.saveCard(member.user_id, "4000000000000341");
    await story.world.membership.updateCard({ user_id: member.user_id, setup_id: bad });
    const said = await story.yes(member, "plus");
    expect(await story.upsells.answer(story.callerOf(member), "plus", said)).toMatchObject({ code: "card_declined" });
    expect(await story.running(member.user_id)).toEqual(["standard active"]);
    expect(await story.upsells.show(story.callerOf(member), "plus")).toMatchObject({ state: "offer", declined: true });
    const good = await story.story.saveCard(member.user_id);
    await story.world.membership.updateCard({ user_id: member.user_id, setup_id: good });
    expect(await story.upsells.answer(story.callerOf(member), "plus", said)).toMatchObject({
      ok: true,
      value: { answer: "accepted" },
    });
    expect(await story.running(member.user_id)).toEqual(["plus active"]);
    await story.world.work();
    expect(story.partner.heard).toHaveLength(1);
  });

  it("ShipRight joins with the card on file, once, and is told of once", async () => {
    const { member } = await story.joined("Ben");
    const said = await story.yes(member, "shipright");
    expect(said.words).toContain("Shipping membership");
    const all = await Promise.all([1, 2, 3].map(() => story.upsells.answer(story.callerOf(member), "shipright", said)));
    for (const one of all) expect(one).toMatchObject({ ok: true });
    expect(await story.upsells.answer(story.callerOf(member), "shipright", said)).toEqual({
      ok: true,
      value: { answer: "accepted", to: expect.stringMatching(/^\/splthanq\?.*spsummary/) },
    });
    expect(await story.running(member.user_id)).toEqual(["shipright trial", "standard trial"]);
    expect(await story.story.charges(member.user_id)).toHaveLength(2);
    story.partner.state.failures = 2;
    for (let tries = 0; tries < 20 && story.partner.heard.length === 0; tries += 1) {
      await story.world.work();
      // A job that failed waits for its next try; the story does not.
      await story.rows("update graphile_worker._private_jobs set run_at = now() where attempts > 0 returning id");
      await new Promise((next) => setTimeout(next, 50));
    }
    await story.world.work();
    const [bought] = await story.rows<{ charge_id: string }>(
      "select charge_id from landing.upsells where state = 'accepted'",
    );
    const id = bought?.charge_id.replaceAll("-", "");
    expect(story.partner.heard, "after two failures, once").toEqual([
      `/pixel?p=1&transaction_id=chg_${id}&ups=shipright`,
    ]);
    expect(await story.upsells.purchases(member.user_id)).toContainEqual({
      transaction_id: `chg_${id}`,
      product: "shipright",
      context: "upsell",
    });
    await story.world.advance({ hours: 25 });
    expect(await story.upsells.purchases(member.user_id), "a day later nothing is news").toEqual([]);
  });

  it("reads what was bought in as few statements for two memberships as for one", async () => {
    const { member } = await story.joined("Ada");
    const ways = [
      () => story.upsells.purchases(member.user_id),
      () => story.upsells.added(member.user_id, "shipright"),
      () => story.world.landing.outcome(member.user_id),
    ];
    const count = async () => {
      const counts: number[] = [];
      for (const way of ways) counts.push(await countStatements("membership", way));
      return counts;
    };
    const before = await count();
    await story.upsells.answer(story.callerOf(member), "shipright", await story.yes(member, "shipright"));
    expect(await story.running(member.user_id)).toHaveLength(2);
    expect(await count()).toEqual(before);
    expect(before.every((statements) => statements > 0 && statements <= 5)).toBe(true);
  });

  it("ShipRight is passed over, and refused to who asks for it, until its rebates can be claimed", async () => {
    await story.close();
    story = await createUpsellStory({ brands: [{ ...tuppence, shipping_open: false }] });
    const { member } = await story.joined("Bea");
    const to = "/spsummary";
    expect(await story.upsells.show(story.callerOf(member), "shipright")).toEqual({ state: "lead", to });
    const hosted = story.callerOf(member, undefined, true);
    expect(await story.upsells.show(hosted, "shipright"), "and nobody is handed over").toEqual({ state: "lead", to });
    const press = { words: "I agree", language: "en" as const, address: "", user_agent: "" };
    const answered = await story.upsells.answer(story.callerOf(member), "shipright", press);
    expect(answered).toMatchObject({ ok: false, code: "not_sold_yet" });
    const { world } = story;
    const quoted = await world.membership.quoteSavedCard({ user_id: member.user_id, tier: "shipright" });
    expect(quoted).toMatchObject({ ok: false, code: "not_sold_yet" });
    expect(await story.story.join(member.user_id, { tier: "shipright" })).toMatchObject({ code: "not_sold_yet" });
    expect(await story.running(member.user_id)).toEqual(["standard trial"]);
  });

  it("no is no: nothing charged, nobody told, and a change of mind on the way back counts", async () => {
    const { member } = await story.joined("Cleo");
    for (const _ of [1, 2])
      expect(await story.upsells.answer(story.callerOf(member), "plus", null)).toEqual({
        ok: true,
        value: { answer: "declined", to: expect.stringMatching(/^\/splnothanq\?.*spupsell2/) },
      });
    expect(await story.upsells.nextPage(member.user_id)).toBe("/spupsell2");
    await story.upsells.answer(story.callerOf(member), "shipright", null);
    expect(await story.upsells.nextPage(member.user_id)).toBe("/spsummary");
    await story.world.work();
    expect(await story.running(member.user_id)).toEqual(["standard trial"]);
    expect(story.partner.heard).toEqual([]);
    expect((await story.upsells.purchases(member.user_id)).map(({ product }) => product)).toEqual(["standard"]);
    const said = await story.yes(member, "plus");
    expect(await story.upsells.answer(story.callerOf(member), "plus", said)).toMatchObject({
      value: { answer: "accepted" },
    });
    expect(
      await story.upsells.answer(story.callerOf(member), "plus", null),
      "what was added is not undone by a late no",
    ).toMatchObject({
      value: { answer: "accepted" },
    });
    expect(await story.running(member.user_id)).toEqual(["plus trial"]);
  });

  it.each([
    ["approve", "accepted"],
    ["fail", "refused"],
  ] as const)("a bank that asks stays asked over reloads, and what it says (%s) counts", async (outcome, state) => {
    const { member } = await story.joined("Dora");
    const said = await story.yes(member, "shipright");
    await story.world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = { ok: true, value: { answer: "asked", to: "/spupsell2" } };
    expect(await story.upsells.answer(story.callerOf(member), "shipright", said)).toEqual(asked);
    expect(
      await story.upsells.answer(story.callerOf(member), "shipright", said),
      "pressed again, the same payment",
    ).toEqual(asked);
    const views = await Promise.all([1, 2].map(() => story.upsells.show(story.callerOf(member), "shipright")));
    const [view] = views;
    if (view?.state !== "confirm") throw new Error(JSON.stringify(view));
    expect(views[1], "a second tab").toEqual(view);
    expect((await story.upsells.purchases(member.user_id)).map(({ product }) => product)).toEqual(["standard"]);
    await story.askBank(view.client_secret, outcome);
    const after = await story.upsells.show(story.callerOf(member), "shipright");
    expect(after).toMatchObject(outcome === "approve" ? { state: "lead" } : { state: "offer", declined: true });
    expect(await story.rows("select state from landing.upsells")).toEqual([{ state }]);
    expect(await story.running(member.user_id)).toEqual(
      outcome === "approve" ? ["shipright trial", "standard trial"] : ["standard trial"],
    );
    await story.world.work();
    expect(story.partner.heard).toHaveLength(outcome === "approve" ? 1 : 0);
  });

  it("a page that was left while the bank asked is looked after, and told of once", async () => {
    const { member } = await story.joined("Dan");
    const said = await story.yes(member, "shipright");
    await story.world.control("/stripe/next-charge", { mode: "authentication" });
    await story.upsells.answer(story.callerOf(member), "shipright", said);
    const view = await story.upsells.show(story.callerOf(member), "shipright");
    if (view.state !== "confirm") throw new Error(view.state);
    await story.askBank(view.client_secret, "approve");
    await story.world.advance({ minutes: 3 });
    await Promise.all([story.upsells.follow(), story.upsells.follow()]);
    await story.world.work();
    expect(await story.rows("select state from landing.upsells")).toEqual([{ state: "accepted" }]);
    expect(story.partner.heard).toHaveLength(1);
  });

  it.each(["plus", "shipright"] as const)(
    "%s whose payment nobody owes by then is told to nobody as bought",
    async (upsell) => {
      const { member, membership_id } = await story.joined("Dot");
      await story.story.goTo("2027-03-30", "America/New_York", 12);
      const said = await story.yes(member, upsell);
      await story.world.control("/stripe/next-charge", { mode: "authentication" });
      await story.upsells.answer(story.callerOf(member), upsell, said);
      const view = await story.upsells.show(story.callerOf(member), upsell);
      if (view.state !== "confirm") throw new Error(view.state);
      if (upsell === "plus") await story.world.membership.cancel({ user_id: member.user_id, membership_id });
      else {
        // An account that becomes theirs brings one already.
        const cat = await story.world.member("Cat");
        await story.story.joined(cat.user_id, { tier: "shipright" });
        await story.world.identity.merge({ from: cat.user_id, to: member.user_id });
      }
      const charge_id = String((await story.rows("select charge_id from landing.upsells"))[0]?.charge_id);
      await story.askBank(view.client_secret, "approve");
      await story.world.work();
      await story.upsells.show(story.callerOf(member), upsell);
      await story.upsells.follow();
      await story.world.work();
      expect(await story.rows("select state from landing.upsells")).toEqual([{ state: "refused" }]);
      expect(story.partner.heard).toEqual([]);
      expect(
        (await story.upsells.purchases(member.user_id)).flatMap((one) =>
          one.context === "upsell" ? [one.product] : [],
        ),
      ).toEqual([]);
      expect(await story.rows("select state, reason from membership.refunds")).toEqual([
        { state: "done", reason: upsell === "plus" ? "after_cancelling" : "not_joined" },
      ]);
      const told = await story.world.membership.finishPayment({ user_id: member.user_id, charge_id });
      expect(told).toMatchObject({
        ok: false,
        code: "payment_returned",
        detail: { reason: expect.stringContaining("refunding it") },
      });
    },
  );

  it("Plus that cost nothing is not told by the name of a charge that went back before", async () => {
    const { member, membership_id } = await story.joined("Dan");
    const ids = { user_id: member.user_id, membership_id };
    await story.story.goTo("2027-03-30", "America/New_York", 12);
    await story.world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.story.changePlan(member.user_id, "plus");
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error("the bank asks");
    await story.world.membership.cancel(ids);
    await story.askBank(asked.value.client_secret, "approve");
    await story.world.membership.finishPayment({ user_id: member.user_id, charge_id: asked.value.charge_id });
    await story.world.work();
    expect((await story.story.charges(member.user_id))[0]).toMatchObject({ kind: "upgrade", refunded: "645" });
    expect(await story.world.membership.resume(ids)).toMatchObject({ ok: true });
    await story.story.goTo("2027-04-23", "America/New_York", 12);
    const said = await story.yes(member, "plus");
    // The first press of two, whose answer the second one finds.
    expect(await story.story.changePlan(member.user_id, "plus")).toMatchObject({ value: { state: "changed" } });
    expect(await story.upsells.answer(story.callerOf(member), "plus", said)).toMatchObject({ ok: true });
    const plus = (await story.upsells.purchases(member.user_id)).filter(({ product }) => product === "plus");
    expect(plus).toMatchObject([{ transaction_id: `mem_${membership_id.replaceAll("-", "")}-plus` }]);
  });

  it("a no while the bank asks ends it", async () => {
    const { member } = await story.joined("Dee");
    const said = await story.yes(member, "shipright");
    await story.world.control("/stripe/next-charge", { mode: "authentication" });
    await story.upsells.answer(story.callerOf(member), "shipright", said);
    const view = await story.upsells.show(story.callerOf(member), "shipright");
    if (view.state !== "confirm") throw new Error(view.state);
    expect(await story.upsells.answer(story.callerOf(member), "shipright", null)).toMatchObject({
      value: { answer: "declined" },
    });
    // Another window that still shows the bank's question cannot pay any more.
    const payment = view.client_secret.split("_secret_")[0];
    const asked = await fetch(`${story.world.sandbox.url}/stripe/v1/payment_intents/${payment}`, {
      headers: { authorization: `Bearer ${story.world.config.STRIPE_SECRET_KEY}` },
    });
    expect(await asked.json()).toMatchObject({ status: "canceled" });
    expect(await story.running(member.user_id)).toEqual(["standard trial"]);
  });

  it("an answer that was lost says so, and the next press is the same payment", async () => {
    const { member } = await story.joined("Pat");
    const said = await story.yes(member, "shipright");
    await story.world.control("/fail", { target: "stripe.payment_intents", mode: "lost-reply" });
    expect(await story.upsells.answer(story.callerOf(member), "shipright", said)).toMatchObject({
      code: "processor_unavailable",
    });
    await story.world.control("/fail", { target: "stripe.payment_intents", mode: "off" });
    expect(await story.upsells.answer(story.callerOf(member), "shipright", said)).toMatchObject({
      value: { answer: "accepted" },
    });
    expect(await story.running(member.user_id)).toEqual(["shipright trial", "standard trial"]);
    expect(await story.story.charges(member.user_id)).toHaveLength(2);
  });

  it("a payment that takes its time is waited for, and a no meanwhile is no second answer", async () => {
    const { member } = await story.joined("Quinn");
    const said = await story.yes(member, "shipright");
    await story.world.control("/stripe/next-charge", { mode: "processing" });
    expect(await story.upsells.answer(story.callerOf(member), "shipright", said)).toMatchObject({
      value: { answer: "asked", to: "/spupsell2" },
    });
    const first = await story.upsells.show(story.callerOf(member), "shipright");
    expect(["processing", "lead"]).toContain(first.state);
    const no = await story.upsells.answer(story.callerOf(member), "shipright", null);
    expect(no.ok && no.value.answer).not.toBe("declined");
  });

  it("goes with its member: into the copy, into another account, and away", async () => {
    const { member } = await story.joined("Rita");
    await story.upsells.answer(story.callerOf(member), "plus", await story.yes(member, "plus"));
    const kept = await readMemberData(story.world.base.handle.db, member.user_id);
    expect(kept.upsells).toMatchObject([{ upsell: "plus", state: "accepted" }]);
    expect(JSON.stringify(kept.upsells)).not.toContain("state_hash");
    const other = await story.world.member("Rita2");
    await story.world.base.handle.transaction((tx) => moveRows(tx, { from: member.user_id, to: other.user_id }));
    expect((await readMemberData(story.world.base.handle.db, other.user_id)).upsells).toHaveLength(1);
    await story.world.base.handle.transaction((tx) => eraseMemberData(tx, other.user_id));
    expect(await story.rows("select * from landing.upsell_events")).toEqual([]);
  });

  it("words that were not shown, no membership, a cancelled one: nothing is sold", async () => {
    const { member, membership_id } = await story.joined("Eve");
    const said = await story.yes(member, "plus");
    expect(
      await story.upsells.answer(story.callerOf(member), "plus", { ...said, words: "I pay nothing." }),
    ).toMatchObject({
      code: "terms_changed",
    });
    await story.world.membership.cancel({ user_id: member.user_id, membership_id });
    for (const upsell of ["plus", "shipright"] as const)
      expect(await story.upsells.show(story.callerOf(member), upsell)).toMatchObject({ state: "lead" });
    const stranger = (await story.world.member("Stranger")) as Member;
    expect(await story.upsells.show(story.callerOf(stranger), "plus")).toEqual({ state: "early" });
    expect(await story.upsells.answer(story.callerOf(stranger), "plus", said)).toMatchObject({
      value: { answer: "declined" },
    });
    expect(await story.rows("select * from landing.upsells where state = 'accepted'")).toEqual([]);
  });

  it.each([
    ["under Global Privacy Control", { "cf-ipcountry": "US", "sec-gpc": "1" }],
    ["in Britain before a yes", { "cf-ipcountry": "GB" }],
  ])("tells no partner %s", async (_what, headers) => {
    const { member } = await story.joined("Gil");
    const said = await story.yes(member, "plus", headers);
    expect(await story.upsells.answer(story.callerOf(member, headers), "plus", said)).toMatchObject({ ok: true });
    await story.world.work();
    expect(story.partner.heard).toEqual([]);
    expect(await story.rows("select callback_url from landing.upsells")).toEqual([{ callback_url: null }]);
  });
});
