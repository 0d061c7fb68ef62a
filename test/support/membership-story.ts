/** What stories of the membership do: save a card as the browser would, join, and let days pass with every job running. */
import { expect } from "vitest";
import { instantAt } from "../../src/modules/membership/calendar.ts";
import type { Quote } from "../../src/modules/membership/quote.ts";
import type { MembershipView } from "../../src/modules/membership/read-membership.ts";
import type { Tier } from "../../src/modules/membership/rules.ts";
import type { CivilDate } from "../../src/platform/clock.ts";
import type { World } from "./world.ts";

/** A number of a test card that no other member has: the sandbox, like the world, knows cards again. */
export function ownCardNumber(n: number): string {
  const body = `42424242${String(n).padStart(7, "0")}`;
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

type Joining = { tier?: Tier; zone?: string; card?: string };
export type Story = {
  saveCard(userId: string, card?: string): Promise<string>;
  confirmSetup(setup: { setup_id: string; client_secret: string }, card?: string): Promise<string>;
  quote(userId: string, tier?: Tier, zone?: string): Promise<Quote>;
  join(userId: string, options?: Joining): ReturnType<World["membership"]["join"]>;
  joined(userId: string, options?: Joining): Promise<string>;
  /** Agrees to another plan, in the words that are offered or in others. */
  changePlan(userId: string, tier: Tier, words?: string): ReturnType<World["membership"]["changePlan"]>;
  view(userId: string): Promise<MembershipView>;
  tick(): Promise<void>;
  goTo(date: string, zone?: string, hour?: number): Promise<void>;
  runTo(target: Date): Promise<void>;
  charges(userId: string): Promise<{ kind: string; amount: string; start: string; end: string; refunded: string }[]>;
  notices(membershipId: string): Promise<{ kind: string; period: string; sent_at: Date }[]>;
};

export function createMembershipStory(world: World): Story {
  let cards = 0;
  async function confirmSetup(setup: { setup_id: string; client_secret: string }, card?: string) {
    cards += 1;
    const form = new URLSearchParams({ client_secret: setup.client_secret });
    if (card?.startsWith("pm_")) form.set("payment_method", card);
    else {
      form.set("payment_method_data[type]", "card");
      form.set("payment_method_data[card][number]", card ?? ownCardNumber(cards));
      form.set("payment_method_data[card][exp_month]", "12");
      form.set("payment_method_data[card][exp_year]", "2039");
      form.set("payment_method_data[card][cvc]", "123");
    }
    const response = await fetch(`${world.sandbox.url}/stripe/v1/setup_intents/${setup.setup_id}/confirm`, {
      method: "POST",
      headers: { authorization: "Bearer pk_test_sandbox", "content-type": "application/x-www-form-urlencoded" },
      body: form,
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return setup.setup_id;
  }
  async function saveCard(userId: string, card?: string): Promise<string> {
    const setup = await world.membership.startCard(userId);
    if (!setup.ok) throw new Error(setup.code);
    return confirmSetup(setup.value, card);
  }
  const story: Story = {
    saveCard,
    confirmSetup,
    async quote(userId: string, tier: Tier = "standard", zone = "America/New_York") {
      return world.membership.quote({ brand: world.partners.home, tier, zone, user_id: userId });
    },
    async join(userId: string, options: Joining = {}) {
      const zone = options.zone ?? "America/New_York";
      const tier = options.tier ?? "standard";
      const quote = await story.quote(userId, tier, zone);
      const setup_id = await saveCard(userId, options.card);
      return world.membership.join({
        user_id: userId,
        tier,
        zone,
        setup_id,
        consent: { words: quote.consent.en, language: "en" },
        address: "203.0.113.9",
        user_agent: "a story",
      });
    },
    async joined(userId: string, options: Joining = {}) {
      const outcome = await story.join(userId, options);
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ ok: true, value: { state: "paid" } });
      await world.work();
      if (!outcome.ok) throw new Error(outcome.code);
      return outcome.value.membership_id;
    },
    async changePlan(userId: string, tier: Tier, words?: string) {
      const quote = await world.membership.quotePlan({ user_id: userId, tier });
      if (!quote.ok) throw new Error(quote.code);
      return world.membership.changePlan({
        user_id: userId,
        tier,
        consent: { words: words ?? quote.value.consent.en, language: "en" },
        address: "203.0.113.9",
        user_agent: "a story",
      });
    },
    async view(userId: string) {
      const page = await world.membership.readMembership(userId);
      const view = page.running[0] ?? page.former[0];
      if (!view) throw new Error("no membership");
      return view;
    },
    /** Everything that is due now: sweeps, bills, letters, and what they cause. */
    async tick() {
      await world.membership.sweep();
      await world.work();
    },
    /** Moves to an hour of a civil date in a zone, and stops on the way whenever a membership has something due. */
    async goTo(date: string, zone = "America/New_York", hour = 10) {
      await story.runTo(instantAt(date as CivilDate, zone, hour));
    },
    async runTo(target: Date) {
      for (;;) {
        await story.tick();
        const now = world.clock.now();
        if (now >= target) break;
        const { rows } = await world.base.handle.pool.query<{ at: Date | null }>(
          "select min(next_action_at) as at from membership.memberships where next_action_at > $1",
          [now],
        );
        const next = rows[0]?.at && rows[0].at < target ? rows[0].at : target;
        await world.advance({ seconds: (next.getTime() - now.getTime()) / 1_000 });
      }
    },
    async charges(userId: string) {
      const page = await world.membership.readMembership(userId);
      return page.invoices.map((one) => ({
        kind: one.kind,
        amount: one.amount_minor,
        start: one.period_start,
        end: one.period_end,
        refunded: one.refunded_minor,
      }));
    },
    async notices(membershipId: string) {
      const { rows } = await world.base.handle.pool.query<{ kind: string; period: string; sent_at: Date }>(
        "select kind, period::text, sent_at from membership.notices where membership_id = $1 order by sent_at, kind",
        [membershipId],
      );
      return rows;
    },
  };
  return story;
}
