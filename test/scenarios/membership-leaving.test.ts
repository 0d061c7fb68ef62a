/** What becomes of a membership whose account ends, or goes into another: letters, money paid ahead, the saved card. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileHeld } from "../support/held-lock.ts";
import { createMembershipStory } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createMembershipStory>;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

type Mail = { subject: string; text: string; id: number };
async function letter(to: string, subject: string): Promise<string> {
  const { mails } = await world.control<{ mails: Mail[] }>(`/mails?to=${encodeURIComponent(to)}`);
  return mails.find((mail) => mail.subject === subject)?.text.replace(/\s+/g, " ") ?? "no such letter";
}
const rowsOf = async (query: string, values: unknown[] = []) =>
  (await world.base.handle.pool.query(query, values)).rows;

type Leaver = { user_id: string; password: string };
async function end(member: Leaver) {
  const signedIn = await world.identity.open(member.user_id, { user_agent: "", address: "" });
  return world.identity.deleteAccount(signedIn.member, {
    password: member.password,
    give_up: true,
    user_agent: "",
    address: "",
  });
}
async function remove(member: Leaver) {
  expect(await end(member)).toMatchObject({ ok: true });
  await world.work();
}
/** What is answered to who asks while their account is being deleted: the deletion began before, and ends before. */
async function askWhileEnding<T>(member: Leaver, ask: () => Promise<T>): Promise<T> {
  const [ended, answer] = await whileHeld(
    world,
    (query) => query("select pg_advisory_xact_lock(hashtextextended($1, 747))", [member.user_id]),
    async (waiting) => {
      const ending = end(member);
      await waiting(1);
      const asking = ask();
      await waiting(2);
      return () => Promise.all([ending, asking]);
    },
  );
  expect(ended).toMatchObject({ ok: true });
  await world.work();
  return answer;
}
const askProcessor = async (path: string) => {
  const response = await fetch(`${world.sandbox.url}/stripe/v1${path}`, {
    headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
  });
  return (await response.json()) as { data: unknown[]; deleted?: boolean };
};

describe("an account that is deleted", () => {
  it("in an unused trial gives its price back, says so by letter, and leaves no card at the processor", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    const [card] = await rowsOf("select payment_method_id from membership.cards");
    const [customer] = await rowsOf("select customer_id from membership.customers");
    await remove(ann);
    const text = await letter(ann.email, "Your Tuppence membership has ended");
    expect(text).toContain("The account was deleted.");
    expect(text).toContain("$1.00 that you paid ahead goes back to your card");
    expect(text).not.toContain("/account/subscription");
    expect(await rowsOf("select state, amount_minor::int as amount, reason from membership.refunds")).toEqual([
      { state: "done", amount: 100, reason: "account_deleted" },
    ]);
    expect(await rowsOf("select detached_at is not null as gone from membership.cards")).toEqual([{ gone: true }]);
    const held = await fetch(`${world.sandbox.url}/stripe/v1/payment_methods/${card.payment_method_id}`, {
      headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
    });
    expect(((await held.json()) as { customer: string | null }).customer, customer.customer_id).toBeNull();
    const record = await fetch(`${world.sandbox.url}/stripe/v1/customers/${customer.customer_id}`, {
      headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
    });
    expect(await record.json(), "name and address").toEqual(expect.objectContaining({ deleted: true }));
    expect(await rowsOf("select forgotten_at is not null as gone from membership.customers")).toEqual([{ gone: true }]);
    expect(await rowsOf("select mailbox_key from membership.joins"), "who it was").toEqual([{ mailbox_key: null }]);
    await story.goTo("2027-05-01");
    expect(await rowsOf("select count(*)::int as n from membership.attempts")).toEqual([{ n: 1 }]);
  });

  it("in a month that was begun keeps nothing of it, says so, and asks the processor until it answers", async () => {
    const ann = await world.member("Ann", "es");
    await story.joined(ann.user_id);
    await story.goTo("2027-03-25");
    await world.control("/fail", { target: "stripe", mode: "500", times: 40 });
    await remove(ann);
    const gone = () =>
      rowsOf("select detached_at is not null as gone, removed_at is not null as removed from membership.cards");
    expect(await gone()).toEqual([{ gone: false, removed: true }]);
    await world.control("/fail", { target: "stripe", mode: "off" });
    await world.advance({ hours: 1 });
    await story.tick();
    expect(await gone()).toEqual([{ gone: true, removed: true }]);
    const text = await letter(ann.email, "Tu membresía de Tuppence terminó");
    expect(text).toContain("Lo que pagaste por el período en curso no se reembolsa.");
    expect(await rowsOf("select 1 from membership.refunds")).toEqual([]);
  });
});

describe("while an account is being deleted", () => {
  it("nobody joins with it: no sign-up, no card on file, no payment", async () => {
    const ann = await world.member("Ann");
    const quote = await story.quote(ann.user_id);
    const setup_id = await story.saveCard(ann.user_id);
    const joined = await askWhileEnding(ann, () =>
      world.membership.join({
        user_id: ann.user_id,
        tier: "standard",
        zone: "America/New_York",
        setup_id,
        consent: { words: quote.consent.en, language: "en" },
        address: "203.0.113.9",
        user_agent: "a story",
      }),
    );
    expect(joined).toMatchObject({ ok: false, code: "not_signed_in" });
    expect(await rowsOf("select 1 from membership.joins")).toEqual([]);
    expect(await rowsOf("select 1 from membership.cards")).toEqual([]);
    expect((await askProcessor("/payment_intents?limit=100")).data).toEqual([]);
  });

  it("no other card is put on file", async () => {
    const ann = await world.member("Ann");
    await story.joined(ann.user_id);
    const setup_id = await story.saveCard(ann.user_id);
    const changed = await askWhileEnding(ann, () => world.membership.updateCard({ user_id: ann.user_id, setup_id }));
    expect(changed).toMatchObject({ ok: false, code: "not_signed_in" });
    expect(await rowsOf("select removed_at is not null as removed from membership.cards")).toEqual([{ removed: true }]);
  });

  it("what the processor was asked to keep of its member for a card is forgotten there again", async () => {
    const ann = await world.member("Ann");
    const started = await askWhileEnding(ann, () => world.membership.startCard(ann.user_id));
    expect(started).toMatchObject({ ok: false, code: "not_signed_in" });
    await world.advance({ minutes: 20 });
    await story.tick();
    const [customer, ...none] = await rowsOf(
      "select customer_id, forgotten_at is not null as gone from membership.customers",
    );
    expect([customer?.gone, none]).toEqual([true, []]);
    expect(await askProcessor(`/customers/${customer.customer_id}`)).toMatchObject({ deleted: true });
  });
});

describe("two accounts that become one", () => {
  it("keep one membership; the days that both had paid for go back, to the cent and once", async () => {
    const ann = await world.member("Ann");
    const ben = await world.member("Ben");
    await story.joined(ann.user_id);
    await story.joined(ben.user_id);
    await story.goTo("2027-04-03");
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    await story.goTo("2027-04-05");
    // Ann's month went from March 24 to April 24; ten of its 31 days had passed.
    const back = 1_199n - (1_199n * 10n) / 31n;
    const page = await world.membership.readMembership(ben.user_id);
    expect(page.running).toHaveLength(1);
    expect(page.former).toMatchObject([{ end_reason: "merged" }]);
    expect(page.invoices.filter((one) => one.refunded_minor !== "0")).toMatchObject([
      { amount_minor: "1199", refunded_minor: back.toString() },
    ]);
    const receipt = await world.membership.readInvoice(
      ben.user_id,
      page.invoices.find((one) => one.refunded_minor !== "0")?.number ?? "",
    );
    expect(receipt).toMatchObject({ kept_minor: (1_199n - back).toString() });
    expect(await letter(ben.email, "Your Tuppence membership has ended")).toContain("Two of your accounts were merged");
    expect(await world.mails(ann.email)).not.toContain("Your Tuppence membership has ended");
    expect(await world.identity.contact(ben.user_id)).toMatchObject({ email: ben.email });
    // Only the card of the membership that goes on is still on file, here and at the processor.
    expect(
      await rowsOf(`select detached_at is not null as gone, m.state from membership.cards c
        join membership.memberships m using (payment_method_id) order by m.state`),
    ).toEqual([
      { gone: false, state: "active" },
      { gone: true, state: "ended" },
    ]);
    await story.goTo("2027-04-25");
    const [after] = (await world.membership.readMembership(ben.user_id)).running;
    expect(after).toMatchObject({ state: "active", period: { start: "2027-04-24" } });
  });

  it("are told of the money that goes back now, without what a person gave back before", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await story.joined(ben.user_id);
    await story.joined(ann.user_id);
    await story.goTo("2027-03-24", "America/New_York", 11);
    const [month] = (await world.membership.readMembership(ann.user_id)).invoices;
    const by = { note: "chat of today", by: "opr_ann", approved_by: "opr_boss" };
    const hand = { charge_id: month?.charge_id ?? "", amount_minor: 900n, reason: "charged_wrongly", ...by };
    expect(await world.membership.refundByHand(hand)).toMatchObject({ ok: true });
    await world.work();
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    await world.work();
    expect(await letter(ben.email, "Your Tuppence membership has ended")).toContain(
      "$2.99 that you paid ahead goes back to your card",
    );
    expect(await refunds()).toEqual([
      { state: "done", reason: "charged_wrongly", minor: 900 },
      { state: "done", reason: "merged", minor: 299 },
    ]);
  });
});

/** Ben's bank asks him whether he pays for his sign-up. */
async function askedByBank(userId: string) {
  await world.control("/stripe/next-charge", { mode: "authentication" });
  const asked = await story.join(userId);
  if (!asked.ok || asked.value.state !== "requires_action") throw new Error("the bank asks");
  const { charge_id, client_secret } = asked.value;
  return async () => {
    await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ secret: client_secret, outcome: "approve" }),
    });
    await world.control("/postbacks/idle", {});
    await world.work();
    return world.membership.finishPayment({ user_id: userId, charge_id });
  };
}
async function later() {
  for (let n = 0; n < 3; n++) {
    await world.advance({ hours: 3 });
    await story.tick();
  }
}
const refunds = () =>
  rowsOf("select state, reason, amount_minor::int as minor from membership.refunds order by asked_at");
const joins = async () => (await rowsOf("select state from membership.joins order by state")).map((one) => one.state);

describe("a sign-up that is still open", () => {
  it("of the account that stays ends where the other brings a membership: what is paid for it goes back", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    const kept = await story.joined(ann.user_id);
    const approve = await askedByBank(ben.user_id);
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    expect(await joins()).toEqual(["failed", "joined"]);
    await approve();
    await later();
    const { running, former } = await world.membership.readMembership(ben.user_id);
    expect([running.map((one) => one.membership_id), former]).toEqual([[kept], []]);
    expect(await refunds()).toEqual([{ state: "done", reason: "not_joined", minor: 100 }]);
  });

  it("goes back as well when the processor's answer to it was lost", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await story.joined(ann.user_id);
    const approve = await askedByBank(ben.user_id);
    // As it stands when the process ended before it heard what became of its question.
    await rowsOf(
      "update membership.attempts set state = 'sent', payment_id = null, client_secret = null where settled_at is null",
    );
    expect(await world.identity.merge({ from: ann.user_id, to: ben.user_id })).toMatchObject({ ok: true });
    await approve();
    await later();
    expect((await world.membership.readMembership(ben.user_id)).running).toHaveLength(1);
    expect(await refunds()).toEqual([{ state: "done", reason: "not_joined", minor: 100 }]);
  });

  it("of another line goes on: the shipping membership comes about beside the one that was brought", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const asked = await story.join(ann.user_id, { tier: "shipright" });
    if (!asked.ok) throw new Error(asked.code);
    await story.joined(ben.user_id);
    expect(await world.identity.merge({ from: ben.user_id, to: ann.user_id })).toMatchObject({ ok: true });
    expect(await joins()).toEqual(["joined", "open"]);
  });

  it("is waited for by a merge while its payment is settled: one membership goes on, and the other's days go back", async () => {
    const [ann, ben] = [await world.member("Ann"), await world.member("Ben")];
    await story.joined(ann.user_id);
    const approve = await askedByBank(ben.user_id);
    const [merged] = await whileHeld(
      world,
      (query) => query("select 1 from membership.joins where user_id = $1 for update", [ben.user_id]),
      async (waiting) => {
        const paying = approve();
        await waiting(1);
        const merging = world.identity.merge({ from: ann.user_id, to: ben.user_id });
        await waiting(2);
        return () => Promise.all([merging, paying]);
      },
    );
    expect(merged).toMatchObject({ ok: true });
    await later();
    expect((await world.membership.readMembership(ben.user_id)).running).toHaveLength(1);
    expect((await refunds()).map((one) => one.state)).toEqual(["done"]);
  });

  it("of an account that an operator closes ends with it: what is paid for it goes back, and nothing follows", async () => {
    const ann = await world.member("Ann");
    const approve = await askedByBank(ann.user_id);
    await world.identity.desk.close({ user_id: ann.user_id, by: "opr_olga", reason: "fraud" });
    await world.work();
    expect(await joins()).toEqual(["failed"]);
    await approve();
    await later();
    await story.goTo("2027-05-01");
    expect(await rowsOf("select 1 from membership.memberships")).toEqual([]);
    expect(await refunds()).toEqual([{ state: "done", reason: "not_joined", minor: 100 }]);
  });

  it("and is paid for in the moment of closing is a membership that runs out, and costs nothing more", async () => {
    const ann = await world.member("Ann");
    const approve = await askedByBank(ann.user_id);
    await world.identity.desk.close({ user_id: ann.user_id, by: "opr_olga", reason: "fraud" });
    // What this job does is called below, after the payment: run beside it, it would come first now and then.
    await rowsOf(
      "select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where task_identifier = 'membership.follow_closed'))",
    );
    await whileHeld(
      world,
      (query) => query("select 1 from membership.joins where user_id = $1 for update", [ann.user_id]),
      async (waiting) => {
        const paying = approve();
        await waiting(1);
        const closing = world.membership.cancelAll(ann.user_id);
        await waiting(2);
        return () => Promise.all([paying, closing]);
      },
    );
    await story.goTo("2027-05-01");
    expect(await rowsOf("select state, end_reason from membership.memberships")).toEqual([
      { state: "ended", end_reason: "cancelled_by_us" },
    ]);
    expect(await rowsOf("select 1 from membership.charges")).toHaveLength(1);
  });

  it("is none for who waited for their turn while their account was closed, nor a card on file", async () => {
    const ann = await world.member("Ann");
    const setup_id = await story.saveCard(ann.user_id);
    const quote = await story.quote(ann.user_id);
    const joined = await whileHeld(
      world,
      (query) => query("select pg_advisory_xact_lock(hashtextextended($1, 747))", [ann.user_id]),
      async (waiting) => {
        const joining = world.membership.join({
          user_id: ann.user_id,
          tier: "standard",
          zone: "America/New_York",
          setup_id,
          consent: { words: quote.consent.en, language: "en" },
          address: "203.0.113.9",
          user_agent: "a story",
        });
        await waiting(1);
        await world.identity.desk.close({ user_id: ann.user_id, by: "opr_olga", reason: "fraud" });
        return () => joining;
      },
    );
    expect(joined).toMatchObject({ ok: false, code: "not_signed_in" });
    expect(await world.membership.updateCard({ user_id: ann.user_id, setup_id })).toMatchObject({
      code: "not_signed_in",
    });
    expect(await rowsOf("select 1 from membership.joins")).toEqual([]);
    expect(await rowsOf("select 1 from membership.cards")).toEqual([]);
  });
});

describe("why somebody left", () => {
  it("is noted for whose membership it is, once it is cancelled, and the newest answer stands", async () => {
    const [ann, bob] = [await world.member("Ann"), await world.member("Bob")];
    await story.joined(ann.user_id);
    const membership_id = (await world.membership.readMembership(ann.user_id)).running[0]?.membership_id ?? "";
    const say = (user_id: string, reasons: ("price" | "unused" | "missing" | "other")[]) =>
      world.membership.tellWhy({ user_id, membership_id, reasons });
    expect(await say(ann.user_id, ["price"])).toMatchObject({ ok: false, code: "no_membership" });
    expect(await world.membership.standing(ann.user_id)).toEqual({ ends_on: null });
    await world.membership.cancel({ user_id: ann.user_id, membership_id });
    expect(await world.membership.standing(ann.user_id)).toEqual({ ends_on: "2027-03-24" });
    expect(await say(bob.user_id, ["price"])).toMatchObject({ ok: false, code: "no_membership" });
    expect((await say(ann.user_id, ["price"])).ok).toBe(true);
    expect((await say(ann.user_id, ["unused", "other"])).ok).toBe(true);
    expect(await rowsOf("select reasons from membership.leaving_reasons")).toEqual([{ reasons: ["unused", "other"] }]);
    expect(await world.membership.standing(bob.user_id)).toBeNull();
  });
});
