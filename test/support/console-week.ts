/** What members, stores, banks and partners do in a week that the console works: each comes into being as it does in the world. */
import { expect } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { createEarning, type Earner } from "./earning.ts";
import { FROM } from "./operators.ts";
import { handInMail } from "./order-mail.ts";
import type { Shopping } from "./shopping.ts";
import type { World } from "./world.ts";

export type Member = Awaited<ReturnType<World["member"]>>;

/** Everything that providers had to tell is heard, and acted on. */
export async function listen(world: World): Promise<void> {
  await world.control("/postbacks/idle", {});
  await world.work();
}

export function openMembers(world: World, shopping: Shopping) {
  async function write(member: Member, language: "en" | "es", typed: Record<string, string>) {
    const nothing = { topic: "payout", store: "", order_number: "", ordered_on: "", amount: "", body: "" };
    const who = { user_id: member.user_id, name: "A member", is_verified: true, address: FROM.address };
    const sent = await world.help.send(
      { ...who, brand: tuppence, language },
      { form: world.help.newForm(), files: [], typed: { ...nothing, ...typed, email: member.email } },
    );
    if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  }
  return {
    write,
    miss: (member: Member, language: "en" | "es", order_number: string) =>
      write(member, language, {
        ...{
          topic: "missing-purchase",
          store: "Marlow Finch",
          order_number,
          ordered_on: "2027-02-22",
          amount: "80.50",
        },
      }),
    withdraw: (member: Member, destination: string, amount = "5") =>
      world.payouts.request({
        ...{ user_id: member.user_id, password: member.password, method: "paypal", amount },
        ...{ destination, request_key: `${member.user_id} ${amount}` },
      }),
    ...shopping,
    /** Buys for so many dollars at a store whose network then reports so many dollars of commission. */
    async buyAt(member: Member, store: string, told: { amount: number; commission: number }) {
      const gone = await world.cashback.go(member, { merchant: store }, world.partners.home);
      if (!gone.ok) throw new Error(gone.code);
      const { network, network_programme_id } = gone.value.destination;
      await world.control("/orders", { network, programId: network_programme_id, subId: gone.value.click_id, ...told });
      await listen(world);
      await world.poll();
    },
    /** Asks for what the law gives, signed in, with an address that is proven. */
    async askPrivacy(member: Member, right: "correct", words: string) {
      const asked = await world.privacy.ask({
        ...{ member: { ...member, is_verified: true }, brand: tuppence, language: "es", address: FROM.address },
        ...{ header: () => null, typed: { right, email: "", words, password: member.password, agent: null } },
      });
      if (!asked.ok) throw new Error(asked.code);
      await world.work();
    },
  };
}

/** Offers at one vendor: reached at once, never told, told after they were taken back. */
export async function openOffers(world: World) {
  const earning = await createEarning(world, "ayet");
  const offer = (await earning.offers()).find(({ steps }) => steps >= 3);
  if (!offer) throw new Error("no offer has three steps");
  const firstOf = async (member: Earner) => {
    const [progress] = await world.coins.progress(member.user_id);
    const goal = progress?.steps.find(({ coins }) => coins > 0);
    if (!progress || !goal) throw new Error("nothing was begun");
    return { start_id: progress.start_id, goal_id: goal.goal_id };
  };
  return {
    begin: (member: Earner) => earning.begin(member, offer.offer_id),
    progress: async (member: Earner) => (await world.coins.progress(member.user_id))[0]?.steps[0],
    /** Sooner than anybody can be. */
    async reachAtOnce(member: Earner) {
      const { start } = await earning.begin(member, offer.offer_id);
      await earning.reach(start, (await firstOf(member)).goal_id);
    },
    async claim(member: Earner) {
      const claimed = await world.coins.claim({
        ...{ user_id: member.user_id, ...(await firstOf(member)), note: "Level 5 on Thursday" },
        reached_on: world.clock.now().toISOString().slice(0, 10),
      });
      expect(claimed).toMatchObject({ ok: true });
      await world.work();
    },
    /** The vendor takes a step back, and only then says that it was reached. */
    async takeBackFirst(member: Earner) {
      const { start } = await earning.begin(member, offer.offer_id);
      await world.advance({ minutes: 30 });
      const { conversion } = await earning.control<{ conversion: { tx: string } }>("complete", {
        ...{ start, goal: (await firstOf(member)).goal_id, held: true },
      });
      await earning.tell("reverse", conversion.tx);
      await world.control("/postbacks/release", {});
      await listen(world);
    },
  };
}

/** What members claim by the mails that a store sent them. */
export function openClaims(world: World) {
  /** Each member has an order of their own. */
  const seeds = new Map<string, number>();
  const orderOf = (userId: string) => {
    seeds.set(userId, seeds.get(userId) ?? 16 + 2 * seeds.size);
    return { seed: seeds.get(userId) ?? 0, kind: "order", domain: "doordash.com" } as const;
  };
  let keys = 0;
  const order = async ({ user_id }: Member) => {
    const { facts } = await handInMail(world, user_id, orderOf(user_id));
    if (facts[0]?.content.kind !== "order") throw new Error("the store told of no order");
  };
  return {
    order,
    /** Somebody says that the store gave it back: nobody signed it. */
    refund: ({ user_id }: Member) =>
      handInMail(world, user_id, { ...orderOf(user_id), kind: "refund", signed_by: "nobody" }),
    async claim({ user_id }: Member) {
      const who = { user_id, country_code: "US", partner: null, name: "A member" };
      const [known] = (await world.benefits.benefit(who, "fooddelivery"))?.orders ?? [];
      if (!known) throw new Error("no order can be claimed");
      keys += 1;
      const sent = await world.benefits.sendClaim({
        ...{ user_id, request_key: `week-${keys}`, type: "fooddelivery", order_id: known.order_id, receipt_ids: [] },
        ...{ merchant: known.merchant, purchased_on: known.bought_on, paid_minor: known.paid_minor },
      });
      if (!sent.ok) throw new Error(sent.code);
      return sent.value;
    },
    newest: async ({ user_id }: Member) => (await world.benefits.claims(user_id, null)).rows[0],
  };
}
