/**
 * Payments of the membership when the world does not behave: answers that are lost, webhooks twice, late and forged, two
 * workers at once, disputes. What the processor holds and what the books say is compared to the cent after each.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MEMBERSHIP_INCOME, MEMBERSHIP_REFUNDS } from "#membership";
import { whileHeld } from "../support/held-lock.ts";
import { createMembershipStory, type Story } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: Story;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T15:00:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

const rowsOf = async <T>(query: string, values: unknown[] = []) =>
  (await world.base.handle.pool.query(query, values)).rows as T[];
const paymentOf = async (kind: string) =>
  (
    await rowsOf<{ payment_id: string }>(
      "select payment_id from membership.charges where kind = $1 and payment_id is not null",
      [kind],
    )
  )[0]?.payment_id ?? "";
/** What a letter says, in one line. */
async function saysTo(to: string, subject: string): Promise<string> {
  const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(
    `/mails?to=${encodeURIComponent(to)}`,
  );
  return mails.find((mail) => mail.subject === subject)?.text.replace(/\s+/g, " ") ?? "no such letter";
}
const income = () => world.ledger.houseBalance(MEMBERSHIP_INCOME, "house");
/** What the processor itself took, by its own list. */
async function taken() {
  const response = await fetch(`${world.sandbox.url}/stripe/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
  });
  const { data } = (await response.json()) as { data: { status: string; amount: number; amount_refunded: number }[] };
  return data.filter((charge) => charge.status === "succeeded");
}
const sweepLater = async (minutes = 20) => {
  await world.advance({ minutes });
  await story.tick();
};

describe("joining", () => {
  it("with a card that asks its owner waits for a day, belongs to nobody else, and may then be begun anew", async () => {
    const ann = await world.member("Ann");
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.join(ann.user_id);
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error(JSON.stringify(asked));
    expect((await world.membership.readMembership(ann.user_id)).running).toEqual([]);
    const input = { user_id: ann.user_id, charge_id: asked.value.charge_id };
    expect(await world.membership.finishPayment(input)).toMatchObject({
      ok: true,
      value: { state: "requires_action" },
    });
    const other = await world.member("Other");
    expect(await world.membership.finishPayment({ ...input, user_id: other.user_id })).toMatchObject({ ok: false });
    // A day later nobody has confirmed it: the sign-up is closed, and may be begun anew.
    await sweepLater(25 * 60);
    expect(await world.membership.finishPayment(input)).toMatchObject({ ok: false, code: "card_declined" });
    await story.joined(ann.user_id);
    expect(await taken()).toHaveLength(1);
  });

  it("begun anew while the first sign-up is being paid for finds it paid, and closes nothing", async () => {
    const ann = await world.member("Ann");
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.join(ann.user_id);
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error(JSON.stringify(asked));
    const { client_secret, charge_id, membership_id } = asked.value;
    const quote = await story.quote(ann.user_id);
    const again = {
      ...{ user_id: ann.user_id, tier: "standard" as const, zone: "America/New_York" },
      setup_id: await story.saveCard(ann.user_id),
      consent: { words: quote.consent.en, language: "en" as const },
      ...{ address: "203.0.113.9", user_agent: "a story" },
    };
    await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ secret: client_secret, outcome: "approve" }),
    });
    const answers = await whileHeld(
      world,
      (query) => query("select 1 from membership.joins where membership_id = $1 for no key update", [membership_id]),
      async (waiting) => {
        const paid = world.membership.finishPayment({ user_id: ann.user_id, charge_id });
        await waiting(1);
        const second = world.membership.join(again);
        await waiting(2);
        return () => Promise.all([paid, second]);
      },
    );
    expect(answers).toMatchObject([{ value: { state: "paid" } }, { ok: false, code: "already_member" }]);
    expect(await rowsOf("select state from membership.joins")).toEqual([{ state: "joined" }]);
    expect(await taken()).toHaveLength(1);
  });

  it("with a card that asks its owner begins when they have said yes, told by a webhook alone", async () => {
    const ann = await world.member("Ann");
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.join(ann.user_id);
    if (!asked.ok || asked.value.state !== "requires_action") throw new Error(JSON.stringify(asked));
    const intent = asked.value.client_secret.split("_secret_")[0];
    const answer = await fetch(`${world.sandbox.url}/stripe/3ds/${intent}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ secret: asked.value.client_secret, outcome: "approve" }),
    });
    expect(answer.status, await answer.text()).toBeLessThan(400);
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await story.view(ann.user_id)).toMatchObject({ state: "trial" });
    expect(await taken()).toHaveLength(1);
  });

  it("charges once when it is clicked twice, and when the answer is lost", async () => {
    const ann = await world.member("Ann");
    const quote = await story.quote(ann.user_id);
    const setup_id = await story.saveCard(ann.user_id);
    const join = () =>
      world.membership.join({
        user_id: ann.user_id,
        tier: "standard",
        zone: "America/New_York",
        setup_id,
        consent: { words: quote.consent.en, language: "en" },
        address: "203.0.113.9",
        user_agent: "a story",
      });
    await world.control("/stripe/next-charge", { mode: "lost" });
    const clicks = await Promise.all([join(), join(), join()]);
    expect(
      clicks.some((click) => click.ok),
      JSON.stringify(clicks),
    ).toBe(true);
    await sweepLater();
    expect(await taken()).toHaveLength(1);
    expect(await story.charges(ann.user_id)).toHaveLength(1);
    expect((await world.mails(ann.email)).filter((subject) => subject.includes("membership terms"))).toHaveLength(1);
    const consents = await rowsOf<{ words: string; address: string }>("select words, address from membership.consents");
    expect(consents).toEqual([{ words: quote.consent.en, address: "203.0.113.9" }]);
    await expect(world.base.handle.pool.query("update membership.consents set words = 'other'")).rejects.toThrow(
      /never changed/,
    );
    await expect(world.base.handle.pool.query("delete from membership.consents")).rejects.toThrow(/never changed/);
  });

  it("with a card whose trial was used says so before anything is charged, and goes on without one", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await story.joined(ann.user_id, { card: "4242424242424242" });
    const setup_id = await story.saveCard(ben.user_id, "4242424242424242");
    const shown = await story.quote(ben.user_id);
    expect(shown.with_trial).toBe(true);
    const input = { user_id: ben.user_id, tier: "standard" as const, setup_id, address: "", user_agent: "" };
    const words = (text: string) => ({ ...input, consent: { words: text, language: "en" as const } });
    expect(await world.membership.join(words(shown.consent.en))).toMatchObject({ ok: false, code: "terms_changed" });
    const asked = { brand: world.partners.home, tier: "standard" as const, user_id: ben.user_id, setup_id };
    const now = await world.membership.quote(asked);
    expect(now).toMatchObject({ with_trial: false, first_minor: "1199" });
    expect(await world.membership.join(words(now.consent.en))).toMatchObject({ ok: true, value: { state: "paid" } });
    expect((await taken()).map((charge) => charge.amount).toSorted((a, b) => a - b)).toEqual([100, 1_199]);
  });

  it("takes nothing without exactly the words that were shown, a card of one's own, and a zone that exists", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    const quote = await story.quote(ann.user_id);
    const own = await story.saveCard(ann.user_id);
    const foreign = await story.saveCard(ben.user_id);
    const good = { user_id: ann.user_id, tier: "standard" as const, setup_id: own, address: "", user_agent: "" };
    const consent = { words: quote.consent.en, language: "en" as const };
    const tries = [
      [{ ...good, consent: { ...consent, words: quote.consent.en.replace("$11.99", "$1.00") } }, "terms_changed"],
      [{ ...good, consent: { words: quote.consent.en, language: "es" as const } }, "terms_changed"],
      [{ ...good, tier: "plus" as const, consent }, "terms_changed"],
      [{ ...good, setup_id: foreign, consent }, "card_not_ready"],
      [{ ...good, setup_id: "", consent }, "card_not_ready"],
      [{ ...good, zone: "Mars/Olympus", consent }, "time_zone_invalid"],
    ] as const;
    for (const [input, code] of tries)
      expect(await world.membership.join(input), code).toMatchObject({ ok: false, code });
    expect(await taken()).toEqual([]);
  });
});

describe("a charge", () => {
  it("is made once when two workers bill at the same moment, five times over", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-23");
    await world.advance({ days: 1 });
    await world.control("/stripe/slow", { ms: 60 });
    await Promise.all(Array.from({ length: 5 }, () => world.membership.bill(id)));
    await world.control("/stripe/slow", { ms: 0 });
    expect(await taken()).toHaveLength(2);
    expect(await income()).toBe(1_299n);
  });

  it("whose answer is lost is found again, also when the processor was away for a day", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-23");
    // The process is killed between writing the attempt and asking: the row says "sent", and nothing was asked.
    const [lost] = await rowsOf<{ charge_id: string }>(
      `insert into membership.charges (charge_id, membership_id, kind, period_start, period_end, tier, amount_minor, monthly_minor, state, tries, created_at)
       values (gen_random_uuid(), $1, 'period', '2027-03-24', '2027-04-24', 'standard', 1199, 1199, 'trying', 1, now()) returning charge_id`,
      [id],
    );
    await rowsOf(
      `insert into membership.attempts (attempt_id, charge_id, number, key, payment_method_id, customer_id, off_session, statement, amount_minor, state, asked_at, next_look_at)
       select gen_random_uuid(), $1, 1, 'membership:' || $2::text || ':2027-03-24', payment_method_id, customer_id, true, 'TUPPENCE TRIAL END', 1199, 'sent', $3, $3 from membership.memberships where membership_id = $2::uuid`,
      [lost?.charge_id, id, world.clock.now()],
    );
    await world.membership.bill(id);
    expect(await taken(), "nothing is asked beside it").toHaveLength(1);
    await world.advance({ days: 2 });
    await story.tick();
    await sweepLater();
    await story.goTo("2027-03-27");
    expect(await taken()).toHaveLength(2);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "active" });
  });

  it("that is still processing is waited for, and given back when its member cancelled meanwhile", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    await story.goTo("2027-03-23");
    await world.control("/stripe/next-charge", { mode: "processing" });
    await story.goTo("2027-03-24");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "trial" });
    expect(await world.membership.cancel({ user_id: ann.user_id, membership_id: id })).toMatchObject({
      ok: true,
      value: { state: "cancelled", on: "2027-03-24" },
    });
    const [attempt] = await rowsOf<{ payment_id: string }>(
      "select payment_id from membership.attempts where state = 'processing'",
    );
    await world.control(`/stripe/${attempt?.payment_id}/settle`, {});
    await sweepLater();
    await sweepLater();
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended" });
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-1_199n);
    expect((await taken()).map((charge) => charge.amount - charge.amount_refunded).toSorted()).toEqual([0, 100]);
  });
});

describe("webhooks", () => {
  it("are hints: twice, out of order, lost or forged, they change nothing that is not so", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    const payment = await paymentOf("trial");
    await world.control(`/stripe/${payment}/duplicate`, {});
    await world.control(`/stripe/${payment}/forge`, {});
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await income()).toBe(100n);
    const forged = await world.app.inject({
      method: "POST",
      url: "/hooks/stripe",
      headers: { "content-type": "application/json", "stripe-signature": "t=1,v1=00" },
      payload: JSON.stringify({ id: "evt_1", type: "charge.refunded", data: { object: { id: payment } } }),
    });
    expect(forged.statusCode).toBe(400);
    const inbox = await rowsOf<{ event_id: string; done_at: Date | null }>(
      "select row_key as event_id, settled_at as done_at from platform.inbox where provider = 'stripe'",
    );
    expect(inbox.length).toBeGreaterThan(0);
    expect(inbox.filter((row) => row.done_at === null || row.event_id === "evt_1")).toEqual([]);
    expect(await story.view(ann.user_id)).toMatchObject({ state: "trial" });
  });
});

describe("money that moves at the processor", () => {
  it("in disputes and refunds by hand is booked with its reason, and nobody who disputes is charged again", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    await world.control(`/stripe/${await paymentOf("period")}/dispute`, {});
    await world.control(`/stripe/${await paymentOf("trial")}/refund`, {});
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await world.membership.reconcile()).toEqual([]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-1_299n);
    expect(await story.view(ann.user_id)).toMatchObject({ cancel_at_period_end: true, ends_on: "2027-04-24" });
    const told = await saysTo(ann.email, "Your membership is canceled");
    expect(told).toContain(
      "Your bank took a payment back, so we canceled your membership. It stays active until Apr 24",
    );
    expect(told).not.toContain("paid for it");
    await story.goTo("2027-06-01");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended", end_reason: "disputed" });
    expect(await saysTo(ann.email, "Your Tuppence membership has ended")).toContain("Your bank took a payment back");
    expect(await taken()).toHaveLength(2);
  });

  it("in a dispute while a charge is open ends the membership, and its letter says why", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await story.goTo("2027-04-23");
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-04-24");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "past_due" });
    await world.control(`/stripe/${await paymentOf("period")}/dispute`, {});
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended", end_reason: "disputed" });
    expect(await world.mails(ann.email)).not.toContain("Your membership is canceled");
    expect(await saysTo(ann.email, "Your Tuppence membership has ended")).toContain("Your bank took a payment back");
  });

  it("and cannot be explained is reported: as a row, in the metrics and in the log", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    await world.membership.reconcile();
    await rowsOf(
      "insert into membership.balance_entries (entry_id, kind, payment_id, amount_minor, fee_minor, at, read_at) values ('txn_strange', 'refund', 'pi_strange', -500, 0, now(), now())",
    );
    const log = world.log.error;
    const said: unknown[] = [];
    world.log.error = (...words: unknown[]) => said.push(words);
    try {
      expect(await world.membership.reconcile()).toMatchObject([{ subject: "pi_strange" }, { subject: "balance" }]);
    } finally {
      world.log.error = log;
    }
    expect(said).toHaveLength(1);
    expect(await rowsOf("select subject from membership.differences where resolved_at is null")).toHaveLength(2);
    await rowsOf("delete from membership.balance_entries where entry_id = 'txn_strange'");
    await world.membership.reconcile();
    expect(await rowsOf("select subject from membership.differences where resolved_at is null")).toEqual([]);
  });
});

describe("an account", () => {
  it("that ends takes its membership with it: no charge follows", async () => {
    const ann = await world.member("Ann");
    const id = await story.joined(ann.user_id);
    const signedIn = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
    expect(
      await world.identity.deleteAccount(signedIn.member, {
        password: ann.password,
        give_up: true,
        user_agent: "",
        address: "",
      }),
    ).toMatchObject({ ok: true });
    await story.goTo("2027-04-30");
    expect(await taken()).toHaveLength(1);
    expect(await rowsOf("select state, end_reason from membership.memberships where membership_id = $1", [id])).toEqual(
      [{ state: "ended", end_reason: "account_deleted" }],
    );
  });

  it("that goes into another leaves one membership", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    await story.joined(ann.user_id);
    await story.joined(ben.user_id);
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    await story.goTo("2027-03-25");
    const page = await world.membership.readMembership(ben.user_id);
    expect(page.running).toHaveLength(1);
    expect(page.former).toMatchObject([{ end_reason: "merged" }]);

    // One that came in whole goes on with its card, and takes a new one that hangs on the other account's customer.
    const cem = await world.member("Cem");
    const dan = await world.member("Dan");
    await story.joined(cem.user_id);
    await world.identity.merge({ from: cem.user_id, to: dan.user_id });
    await story.goTo("2027-04-09");
    expect(await story.view(dan.user_id)).toMatchObject({ state: "active" });
    const setup_id = await story.saveCard(dan.user_id);
    expect(await world.membership.updateCard({ user_id: dan.user_id, setup_id })).toMatchObject({ ok: true });
    await story.goTo("2027-05-09");
    expect((await story.charges(dan.user_id)).map((one) => one.kind)).toEqual(["period", "period", "trial"]);
    expect((await taken()).map((charge) => charge.amount).toSorted((a, b) => a - b)).toEqual([
      100, 100, 100, 1_199, 1_199, 1_199, 1_199,
    ]);
  });
});
