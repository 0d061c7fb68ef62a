/**
 * The card processor at its worst: cards taken off there, outages on the day of a renewal, refunds that never arrive, banks
 * that take and give, and two accounts with one card. Both sets of books are compared to the cent after each.
 */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MEMBERSHIP_INCOME, MEMBERSHIP_REFUNDS, PROCESSOR_CLEARING } from "#membership";
import { createMembershipStory, ownCardNumber, type Story } from "../support/membership-story.ts";
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
      "select payment_id from membership.charges where kind = $1 and payment_id is not null order by created_at desc",
      [kind],
    )
  )[0]?.payment_id ?? "";
async function taken() {
  const response = await fetch(`${world.sandbox.url}/stripe/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
  });
  const { data } = (await response.json()) as { data: { status: string; amount: number }[] };
  return data.filter((charge) => charge.status === "succeeded").map((charge) => charge.amount);
}
const call = (path: string) =>
  fetch(`${world.sandbox.url}/stripe/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.config.STRIPE_SECRET_KEY}` },
  });
const away = (on: boolean, target = "stripe") => world.control("/fail", { target, mode: on ? "500" : "off" });
const wait = async (span: { minutes?: number; hours?: number }) => {
  await world.advance(span);
  await story.tick();
};
async function heard() {
  await world.control("/postbacks/idle", {});
  await world.work();
}
const needsPerson = async () =>
  (await world.metrics.registry.metrics())
    .split("\n")
    .filter((line) => line.startsWith("tuppence_membership_needs_person{"))
    .map((line) => line.replace(/^.*kind="(\w+)"\} /, "$1 "));

/** A member in the first month that was paid in full: 1.00 for the trial, 11.99 for the month. */
async function payingMember(name = "Ann") {
  const member = await world.member(name);
  const id = await story.joined(member.user_id);
  await story.goTo("2027-03-25");
  expect(await story.view(member.user_id)).toMatchObject({ state: "active" });
  return { ...member, membership_id: id };
}

describe("a refusal for good", () => {
  it("of a card that was taken off at the processor is a decline: told, paused, ended, and never asked again", async () => {
    const ann = await payingMember();
    const [card] = await rowsOf<{ id: string }>("select payment_method_id as id from membership.memberships");
    expect((await call(`/payment_methods/${card?.id}/detach`)).status).toBe(200);
    await story.goTo("2027-04-25");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "past_due" });
    expect((await story.notices(ann.membership_id)).map((one) => one.kind)).toContain("declined");
    await story.goTo("2027-05-02");
    expect(await rowsOf("select benefits_paused from membership.memberships")).toEqual([{ benefits_paused: true }]);
    await story.goTo("2027-05-20");
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended" });
    expect(await rowsOf("select state, code from membership.attempts where state <> 'succeeded'")).toEqual([
      { state: "declined", code: "card_not_on_file" },
    ]);
  });

  it("of a sum below its least is never asked for: a better plan on the last day costs nothing", async () => {
    const ann = await payingMember();
    await story.goTo("2027-04-23");
    const quote = await world.membership.quotePlan({ user_id: ann.user_id, tier: "plus" });
    if (!quote.ok) throw new Error(quote.code);
    expect(quote.value.now_minor).toBe("0");
    const changed = await world.membership.changePlan({
      user_id: ann.user_id,
      tier: "plus",
      consent: { words: quote.value.consent.en, language: "en" },
      address: "203.0.113.9",
      user_agent: "a story",
    });
    expect(changed).toMatchObject({ ok: true, value: { state: "changed" } });
    expect(await story.view(ann.user_id)).toMatchObject({ tier: "plus" });
    expect(await taken()).toHaveLength(2);
  });
});

describe("an outage", () => {
  it("on the day of a renewal charges nobody who cancelled meanwhile", async () => {
    const ann = await payingMember();
    await away(true);
    await story.goTo("2027-04-24");
    expect(await rowsOf("select state from membership.attempts where state = 'sent'")).toHaveLength(1);
    const { user_id, membership_id } = ann;
    expect(await world.membership.cancel({ user_id, membership_id })).toMatchObject({ ok: true });
    await away(false);
    await wait({ hours: 2 });
    await wait({ hours: 2 });
    expect(await story.view(user_id)).toMatchObject({ state: "ended" });
    expect(await taken()).toHaveLength(2);
    expect(await rowsOf("select 1 from membership.refunds")).toEqual([]);
  });

  it("takes what was paid in it back when its owner had cancelled and the answer was lost", async () => {
    const ann = await payingMember();
    await world.control("/fail", { target: "stripe.payment_intents.create", mode: "lost-reply", times: 1 });
    // The library asks again by itself; the question behind it is lost as well.
    await world.control("/fail", { target: "stripe.payment_intents.list", mode: "500" });
    await story.goTo("2027-04-24");
    await world.membership.cancel({ user_id: ann.user_id, membership_id: ann.membership_id });
    await world.control("/fail", { target: "stripe.payment_intents.create", mode: "off" });
    await world.control("/fail", { target: "stripe.payment_intents.list", mode: "off" });
    await wait({ hours: 2 });
    await wait({ hours: 2 });
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended" });
    const refunds = await rowsOf<{ state: string }>("select state from membership.refunds");
    expect(refunds.filter((one) => one.state !== "done")).toEqual([]);
    expect((await taken()).length).toBe(2 + refunds.length);
  });

  it("that goes on is a person's matter after three questions, who may ask again or let the sum go", async () => {
    const ann = await payingMember();
    await away(true, "stripe.payment_intents.create");
    await story.goTo("2027-04-24");
    for (let hours = 0; hours < 72; hours += 3) await wait({ hours: 3 });
    expect(await rowsOf("select state from membership.attempts where state = 'lost'")).toHaveLength(3);
    const [waiting, ...none] = await world.membership.personCases();
    expect(none).toEqual([]);
    expect(waiting).toMatchObject({ kind: "charge", amount_minor: 1_199n, why: "no_clear_answer" });
    expect(await needsPerson()).toEqual(["charge 1", "refund 0", "unanswered 0"]);
    for (let hours = 0; hours < 48; hours += 12) await wait({ hours: 12 });
    expect(await rowsOf("select 1 from membership.attempts where state <> 'succeeded'")).toHaveLength(3);
    await away(false, "stripe.payment_intents.create");
    expect(await world.membership.decideCase(waiting?.id ?? "", "retry")).toBe(true);
    expect(await world.membership.decideCase(waiting?.id ?? "", "retry")).toBe(false);
    await wait({ minutes: 5 });
    expect(await story.view(ann.user_id)).toMatchObject({ state: "active" });
    expect(await needsPerson()).toEqual(["charge 0", "refund 0", "unanswered 0"]);
    expect(await taken()).toHaveLength(3);
  });

  it.each([3, 2])(
    "is nobody's matter once the membership has ended, after %i questions that were given up",
    async (lost) => {
      const ann = await payingMember();
      await away(true, "stripe.payment_intents.create");
      await story.goTo("2027-04-24");
      const states = async () =>
        (await rowsOf<{ state: string }>("select state from membership.attempts where state <> 'succeeded'"))
          .map(({ state }) => state)
          .toSorted();
      const wanted = ["lost", "lost", lost === 3 ? "lost" : "sent"];
      for (let hours = 0; hours < 72 && (await states()).join() !== wanted.join(); hours += 3) await wait({ hours: 3 });
      expect(await states()).toEqual(wanted);
      expect(await world.membership.personCases()).toHaveLength(lost - 2);
      const { member } = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
      const asked = { password: ann.password, give_up: true, user_agent: "", address: "" };
      expect(await world.identity.deleteAccount(member, asked)).toMatchObject({ ok: true });
      await away(true);
      await wait({ hours: 21 });
      await away(false);
      await away(false, "stripe.payment_intents.create");
      await wait({ hours: 12 });
      expect(await states()).toEqual(["lost", "lost", "lost"]);
      expect(await world.membership.personCases()).toEqual([]);
      expect(await needsPerson()).toEqual(["charge 0", "refund 0", "unanswered 0"]);
    },
  );
});

it.each(["settle", "fail"])(
  "who disputes while the next charge is under way ends with that reason, whatever becomes of the charge: %s",
  async (outcome) => {
    const ann = await payingMember();
    await world.control("/stripe/next-charge", { mode: "processing" });
    await story.goTo("2027-04-24");
    const [open] = await rowsOf<{ id: string }>(
      "select payment_id as id from membership.attempts where state = 'processing'",
    );
    await world.control(`/stripe/${await paymentOf("period")}/dispute`, {});
    await heard();
    await world.control(`/stripe/${open?.id}/${outcome}`, {});
    await heard();
    expect(await story.view(ann.user_id)).toMatchObject({ state: "ended", end_reason: "disputed" });
  },
);

it("books what the processor says that it took", async () => {
  const ann = await payingMember();
  await world.control("/stripe/next-charge", { mode: "processing" });
  await story.goTo("2027-04-24");
  await rowsOf("update membership.charges set amount_minor = 9999 where state = 'trying'");
  const [open] = await rowsOf<{ id: string }>(
    "select payment_id as id from membership.attempts where state = 'processing'",
  );
  await world.control(`/stripe/${open?.id}/settle`, {});
  await heard();
  expect(await world.ledger.houseBalance(MEMBERSHIP_INCOME, "house")).toBe(100n + 1_199n + 1_199n);
  expect((await story.charges(ann.user_id))[0]).toMatchObject({ amount: "1199" });
});

it("two accounts that join with one card at once win one trial", async () => {
  const [ann, bo] = [await world.member("Ann"), await world.member("Bo")];
  const card = ownCardNumber(777);
  const outcomes = await Promise.all([ann, bo].map(({ user_id }) => story.join(user_id, { card })));
  expect(outcomes.filter((one) => one.ok)).toHaveLength(1);
  // Held while the first one is being paid, and used once it was.
  expect(outcomes.find((one) => !one.ok)).toMatchObject({
    code: expect.stringMatching(/^(trial_held|terms_changed)$/),
  });
  expect(await rowsOf("select 1 from membership.joins where with_trial")).toHaveLength(1);
});

describe("two accounts of one mailbox, each with a card of its own", () => {
  const twins = async () => [await world.member("Ann"), await world.member("Ann+Twin")] as const;
  /** The bank asks, so that the sign-up stays open. */
  async function asked(user_id: string, tier: "standard" | "shipright" = "standard") {
    await world.control("/stripe/next-charge", { mode: "authentication" });
    const outcome = await story.join(user_id, { tier });
    if (!outcome.ok || outcome.value.state !== "requires_action") throw new Error(JSON.stringify(outcome));
    return outcome.value;
  }
  const approve = async ({ client_secret, charge_id }: Awaited<ReturnType<typeof asked>>, user_id: string) => {
    const answer = await fetch(`${world.sandbox.url}/stripe/3ds/${client_secret.split("_secret_")[0]}`, {
      method: "POST",
      body: new URLSearchParams({ secret: client_secret, outcome: "approve" }),
    });
    expect(answer.status, await answer.text()).toBeLessThan(400);
    return world.membership.finishPayment({ user_id, charge_id });
  };

  it.each(["standard", "shipright"] as const)(
    "win one trial of %s while the bank asks; the second has it once the first was given up",
    async (tier) => {
      const [ann, twin] = await twins();
      const first = await asked(ann.user_id, tier);
      await world.control("/stripe/next-charge", { mode: "authentication" });
      // To ask for the terms anew would be of no use: they stand, and what they promise is decided later.
      expect(await story.quote(twin.user_id, tier)).toMatchObject({ with_trial: true });
      expect(await story.join(twin.user_id, { tier })).toMatchObject({ ok: false, code: "trial_held" });
      await world.control("/stripe/next-charge", { mode: "clear" });
      const given = { user_id: ann.user_id, charge_id: first.charge_id, give_up: true };
      expect(await world.membership.finishPayment(given)).toMatchObject({ ok: false });
      await story.joined(twin.user_id, { tier });
      expect(
        await rowsOf("select user_id, state from membership.joins where with_trial order by membership_id"),
      ).toEqual([
        { user_id: ann.user_id, state: "failed" },
        { user_id: twin.user_id, state: "joined" },
      ]);
    },
  );

  it("use up the trial of the mailbox that asked for it, though the address changed while the bank asked", async () => {
    const [ann, twin] = await twins();
    const first = await asked(ann.user_id);
    await rowsOf("update identity.users set email = 'elsewhere@example.com' where user_id = $1", [ann.user_id]);
    expect(await approve(first, ann.user_id)).toMatchObject({ ok: true, value: { state: "paid" } });
    expect(await story.quote(twin.user_id)).toMatchObject({ with_trial: false });
  });
});

describe("the balance", () => {
  it("is explained entry by entry: a dispute won, two refunds by hand, one that came back, and what went to the bank", async () => {
    await payingMember();
    const [disputed, returned] = [await paymentOf("period"), await paymentOf("trial")];
    await story.goTo("2027-04-25");
    const newest = await paymentOf("period");
    const { thing } = await world.control<{ thing: { id: string } }>(`/stripe/${disputed}/dispute`, {});
    await heard();
    await world.control(`/stripe/${thing.id}/close`, { won: true });
    await heard();
    expect(await world.membership.reconcile()).toEqual([]);
    await world.control(`/stripe/${newest}/refund`, { amount: 300 });
    await heard();
    await world.control(`/stripe/${newest}/refund`, { amount: 300 });
    await heard();
    expect(await world.membership.reconcile()).toEqual([]);
    const refund = await world.control<{ thing: { id: string } }>(`/stripe/${returned}/refund`, {});
    await heard();
    await world.control(`/stripe/${refund.thing.id}/fail-refund`, {});
    await heard();
    // All of it is in the books by the hints alone, and the comparison has nothing left to book.
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-600n);
    expect(await world.membership.reconcile()).toEqual([]);
    await world.control("/stripe/payout", {});
    expect(await world.membership.reconcile()).toEqual([]);
    expect(await world.ledger.houseBalance(PROCESSOR_CLEARING, "stripe")).toBe(0n);
    expect(await rowsOf("select cause from membership.movements where matched_at is null")).toEqual([]);
  });

  it("shows a refund that the processor will not make, until a person has settled it", async () => {
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id);
    await world.control(`/stripe/${await paymentOf("trial")}/dispute`, {});
    await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
    await heard();
    await wait({ minutes: 30 });
    const [waiting] = await world.membership.personCases();
    expect(waiting).toMatchObject({ kind: "refund", amount_minor: 100n, why: "charge_disputed" });
    expect(await needsPerson()).toContain("refund 1");
    // What the bank took is in the books though the refund is open.
    expect(await world.membership.reconcile()).toEqual([]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-100n);
    expect(await world.membership.decideCase(waiting?.id ?? "", "close")).toBe(true);
    expect(await world.membership.personCases()).toEqual([]);
  });

  it("lets a refund whose answer was lost be open for minutes, names it then, and finds it when the processor is back", async () => {
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id);
    await world.control("/fail", { target: "stripe.refunds.create", mode: "lost-reply" });
    await away(true, "stripe.refunds");
    await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
    await world.work();
    expect(await rowsOf("select state from membership.refunds")).toEqual([{ state: "asked" }]);
    expect(await world.membership.reconcile()).toEqual([]);
    await world.advance({ minutes: 20 });
    const { error } = world.log;
    const said: unknown[] = [];
    world.log.error = (...words: unknown[]) => said.push(words);
    try {
      expect(await world.membership.reconcile()).toMatchObject([
        { kind: "refund", ours: 0n, theirs: -100n },
        { subject: "balance" },
      ]);
    } finally {
      world.log.error = error;
    }
    expect(said).toHaveLength(1);
    await away(false, "stripe.refunds.create");
    await away(false, "stripe.refunds");
    await wait({ minutes: 30 });
    expect(await rowsOf("select state, round from membership.refunds")).toEqual([{ state: "done", round: 1 }]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-100n);
  });

  it("asks again, as another refund, for one of ours that came back from the card", async () => {
    const ann = await world.member("Ann");
    const membership_id = await story.joined(ann.user_id);
    await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
    await world.work();
    const [made] = await rowsOf<{ id: string; refund: string }>(
      "select refund_id as id, processor_refund_id as refund from membership.refunds where state = 'done'",
    );
    await world.control(`/stripe/${made?.refund}/fail-refund`, {});
    await heard();
    expect(await world.membership.personCases()).toMatchObject([{ id: made?.id, why: "lost_or_stolen_card" }]);
    expect(await world.membership.reconcile()).toEqual([]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(0n);
    expect(await world.membership.decideCase(made?.id ?? "", "retry")).toBe(true);
    await world.work();
    expect(await world.membership.personCases()).toEqual([]);
    expect(await world.ledger.houseBalance(MEMBERSHIP_REFUNDS, "house")).toBe(-100n);
    const told = (await story.notices(membership_id)).filter((one) => one.kind.startsWith("refunded:"));
    expect(told).toHaveLength(2);
  });
});

it("a sweep comes to what waits, however much stands before it that cannot be settled", async () => {
  const ann = await world.member("Ann");
  await story.joined(ann.user_id);
  const told =
    "insert into platform.inbox (inbox_id, provider, source, row_key, content_hash, payload, fetched_at, received_at, next_look_at)";
  await rowsOf(
    `${told} select gen_random_uuid(), 'stripe', 'webhook', 'evt_stuck_' || n, '\\x00',
       jsonb_build_object('type', 'payment_intent.succeeded', 'object_id', 'pi_stuck_' || n), '2027-01-01', '2027-01-01', '2027-01-01'
     from generate_series(1, 2400) n`,
  );
  await rowsOf(
    `${told} values (gen_random_uuid(), 'stripe', 'webhook', 'evt_young', '\\x00',
       jsonb_build_object('type', 'payment_intent.created', 'object_id', $1::text), '2027-03-10', '2027-03-10', '2027-03-10')`,
    [await paymentOf("trial")],
  );
  // Three sweeps of 1,000: each takes those that wait longest and puts them off.
  for (let n = 0; n < 3; n += 1) await world.inbox.sweep();
  const jobs = "select 1 from graphile_worker.jobs where key = 'membership-event:evt_young'";
  expect(await rowsOf(jobs)).toHaveLength(1);
  await rowsOf("delete from platform.inbox where row_key like 'evt_stuck_%'");
});
