/** Stories of the offer's payment: paid once however it is pressed, and what the wheel's bonus becomes by what is paid. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { secretOf } from "#platform/seal";
import type { Member } from "../../src/modules/identity/identity.server.ts";
import { createLanding } from "../../src/modules/landing/landing.server.ts";
import { createMembershipStory, ownCardNumber } from "../support/membership-story.ts";
import { createOfferStory, type OfferStory } from "../support/offer-story.ts";

let { world, landing, createBrowser, toAccount, register, rows }: OfferStory = {} as OfferStory;
beforeEach(async () => {
  ({ world, landing, createBrowser, toAccount, register, rows } = await createOfferStory());
});
afterEach(() => world.close());

describe("the payment", () => {
  async function atPayment(name: string, card?: string) {
    const story = createMembershipStory(world);
    const browser = createBrowser();
    await toAccount(browser);
    const { member, flow } = await register(browser, name);
    const caller = () => ({ ...browser.caller(), member });
    const terms = await landing.terms(caller());
    const setup_id = await story.saveCard(member.user_id, card);
    const input = {
      setup_id,
      words: terms.consent.en,
      language: "en" as const,
      no_retries: false,
      address: "203.0.113.9",
      user_agent: "a story",
    };
    return { story, browser, member, caller, terms, input, amount: BigInt(flow.prize?.amount_minor ?? 0) };
  }
  const refreshed = (member: Member): Member => ({ ...member, subscribed: true });

  it("pressed three times at once pays once; the bonus is the member's after the first full month", async () => {
    const { story, member, caller, terms, input, amount } = await atPayment("Ann");
    expect(terms).toMatchObject({ with_trial: true, first_minor: "100", first_charge_on: "2027-03-24" });
    const paid = await Promise.all([1, 2, 3].map(() => landing.pay(caller(), input)));
    for (const one of paid) if (one.ok) expect(["paid", "processing"]).toContain(one.value.state);
    expect(await landing.pay(caller(), input)).toMatchObject({ ok: true, value: { state: "paid", next: "/spupsell" } });
    expect(await story.charges(member.user_id)).toMatchObject([{ kind: "trial", amount: "100" }]);
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: amount, available: 0n });
    await landing.settleBonuses();
    expect((await world.ledger.balances(member.user_id)).pending, "a trial is no paid month").toBe(amount);
    await story.goTo("2027-03-24", "America/New_York", 12);
    await landing.settleBonuses();
    await landing.settleBonuses();
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: amount });
  });

  const moved = async () => {
    await world.control("/postbacks/idle", {});
    await world.work();
    expect(await world.membership.reconcile()).toEqual([]);
    await landing.settleBonuses();
  };
  const monthOf = async () =>
    (await rows<{ id: string }>("select payment_id as id from membership.charges where kind = 'period'"))[0]?.id;
  const bonusOf = async (member: Member) => (await world.passbookOf(member.user_id)).entries[0];

  it("that a month brought goes with it when a bank takes it back, and comes again when the bank decides for us", async () => {
    const { story, member, caller, input, amount } = await atPayment("Ann");
    expect(await landing.pay(caller(), input)).toMatchObject({ ok: true });
    await story.goTo("2027-03-24", "America/New_York", 12);
    await landing.settleBonuses();
    const { thing } = await world.control<{ thing: { id: string } }>(`/stripe/${await monthOf()}/dispute`, {});
    await moved();
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: 0n });
    expect(await bonusOf(member)).toMatchObject({
      state: "reversed",
      note: { en: "The payment it depended on was refunded." },
    });
    await world.control(`/stripe/${thing.id}/close`, { won: true });
    await moved();
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: amount });
  });

  it("that a month brought goes with it when it is given back at the processor by hand", async () => {
    const { story, member, caller, input } = await atPayment("Ben");
    expect(await landing.pay(caller(), input)).toMatchObject({ ok: true });
    await story.goTo("2027-03-24", "America/New_York", 12);
    await landing.settleBonuses();
    await world.control(`/stripe/${await monthOf()}/refund`, {});
    await moved();
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: 0n });
  });

  it("is settled for everybody, though one member's cannot be", async () => {
    const ann = await atPayment("Ann");
    const ben = await atPayment("Ben", ownCardNumber(2));
    for (const one of [ann, ben]) expect(await landing.pay(one.caller(), one.input)).toMatchObject({ ok: true });
    await ann.story.goTo("2027-03-24", "America/New_York", 12);
    const { ledger } = world;
    const broken = createLanding({
      ...{ ...world, settings: world.config, secret: secretOf(world.config) },
      ledger: {
        ...ledger,
        registerSubLedger: () => undefined,
        credit: async (tx, credits) => {
          if (credits.some((one) => one.owner === ann.member.user_id)) throw new Error("no money for Ann today");
          return ledger.credit(tx, credits);
        },
      },
    });
    await expect(broken.tidy()).rejects.toThrow("no money for Ann today");
    expect(await ledger.balances(ann.member.user_id)).toMatchObject({ pending: ann.amount, available: 0n });
    expect(await ledger.balances(ben.member.user_id)).toMatchObject({ pending: 0n, available: ben.amount });
  });

  it("is taken back with a trial that is cancelled", async () => {
    const { story, member, caller, input } = await atPayment("Ben");
    expect(await landing.pay(caller(), input)).toMatchObject({ ok: true, value: { state: "paid" } });
    const { membership_id } = await story.view(member.user_id);
    expect((await world.membership.cancel({ user_id: member.user_id, membership_id })).ok).toBe(true);
    await story.goTo("2027-03-25", "America/New_York", 12);
    await landing.settleBonuses();
    expect(await world.ledger.balances(member.user_id)).toMatchObject({ pending: 0n, available: 0n });
  });

  it("whose answer was lost ends well on the next page", async () => {
    const { story, browser, member, input } = await atPayment("Cleo");
    const joined = await world.membership.join({
      user_id: member.user_id,
      tier: "standard",
      setup_id: input.setup_id,
      consent: { words: input.words, language: "en" },
      address: "",
      user_agent: "",
    });
    expect(joined).toMatchObject({ ok: true, value: { state: "paid" } });
    browser.signIn(refreshed(member));
    expect((await browser.open()).flow.joined).toBe(true);
    expect((await world.ledger.balances(member.user_id)).pending).toBeGreaterThan(0n);
    expect(await story.charges(member.user_id)).toHaveLength(1);
  });

  it("asked for in a window that waited while another paid leads on, and tells who was a member before that they are", async () => {
    const { story, member, caller, input } = await atPayment("Faye");
    const joined = await world.membership.join({
      ...{ user_id: member.user_id, tier: "standard", setup_id: input.setup_id, address: "", user_agent: "" },
      consent: { words: input.words, language: "en" },
    });
    expect(joined).toMatchObject({ ok: true, value: { state: "paid" } });
    const other = { ...input, setup_id: await story.saveCard(member.user_id, ownCardNumber(2)) };
    expect(await landing.pay(caller(), other)).toMatchObject({ ok: true, value: { state: "paid", next: "/spupsell" } });
    expect(await story.charges(member.user_id)).toMatchObject([{ kind: "trial", amount: "100" }]);
    await story.goTo("2027-03-20", "America/New_York", 12);
    const later = createBrowser();
    await toAccount(later);
    // As one whose benefits are paused, or whom this process remembers from before they joined.
    later.signIn({ ...member, subscribed: false });
    expect((await later.open()).flow.step).toBe(5);
    expect(await landing.pay({ ...later.caller(), member }, other)).toMatchObject({
      ok: false,
      code: "already_member",
    });
    expect(await story.charges(member.user_id)).toHaveLength(1);
  });

  it("refuses words that were not shown, a declined card, and who has not come so far; nothing is given for any", async () => {
    const { story, member, caller, input } = await atPayment("Dora");
    expect(await landing.pay(caller(), { ...input, words: "I pay nothing." })).toMatchObject({ code: "terms_changed" });
    const declined = await story.saveCard(member.user_id, "4000000000000341");
    expect(await landing.pay(caller(), { ...input, setup_id: declined })).toMatchObject({ code: "card_declined" });
    const early = createBrowser();
    await early.open();
    early.signIn((await world.member("Early")) as Member);
    const { member: nobody } = early.caller();
    if (!nobody) throw new Error("signed in");
    expect(await landing.startCard({ ...early.caller(), member: nobody })).toMatchObject({ code: "step_out_of_order" });
    expect(await landing.pay({ ...early.caller(), member: nobody }, input)).toMatchObject({
      code: "step_out_of_order",
    });
    expect(await rows("select * from landing.bonuses")).toEqual([]);
  });
});
