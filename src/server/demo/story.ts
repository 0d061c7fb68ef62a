/**
 * The world as a newcomer finds it: what three members and a friend did in the eight months before today. Days are counted back
 * from now; each order, payout and charge goes through the sandbox as a real one goes through the world.
 */
import type { Member } from "#identity";
import { addDays } from "#platform/clock";
import { beginOffer, reachSteps, type Start } from "./earn.ts";
import { type DemoMember, JORDAN, MATEO, NINA, ROSA } from "./members.ts";
import type { Past } from "./past.ts";
import { PRICE_DAYS, readPrices, watchBought } from "./prices.ts";

export const FIRST_DAYS = 243;
const ZONE = "America/New_York";

/** Stores that people know, in the order in which they are shopped at; others stand in for those that pay nothing. */
export const DEMO_STORES: readonly string[] = [
  "nike",
  "sephora",
  "etsy",
  "lowes",
  "macys",
  "booking-com",
  "wayfair",
  "adidas",
  "ulta",
  "chewy",
  "kohls",
];

type Person = Member & DemoMember;
type Order = { network: string; id: string };
/** `days` before now, at an hour of the day in UTC; what happens then. */
type Happening = { days: number; hour: number; what(): Promise<unknown> };

/** Plays everything from `FIRST_DAYS` before now to now. */
export async function playStory(past: Past, now: Date): Promise<void> {
  const stores = await payingStores(past);
  const people = new Map<DemoMember, Person>();
  const orders = new Map<string, Order>();
  const the = (who: DemoMember): Person => {
    const person = people.get(who);
    if (!person) throw new Error(`${who.name} has not registered yet`);
    return person;
  };
  const arrive = async (who: DemoMember, address: string) => {
    const person = await register(past, who, address);
    people.set(who, person);
    await past.identity.completeOnboarding(person.user_id);
  };
  /** An order under a name, by which it is spoken of later. */
  const buy =
    (who: DemoMember, name: string, store: number, amount: number, more: object = {}) =>
    async () =>
      orders.set(name, await shop(past, the(who), stores[store % stores.length] ?? "", amount, more));
  const act =
    (name: string, action: string, body: object = {}) =>
    async () => {
      const order = orders.get(name);
      if (!order) throw new Error(`${name} was not bought`);
      await past.control(`/orders/${order.network}/${encodeURIComponent(order.id)}/${action}`, body);
      await past.hear();
    };
  /** Some networks confirm by themselves when their days are over; then there is nothing left to do. */
  const confirm = (name: string) => () => act(name, "approve")().catch(() => past.hear());

  /** A store's mail, forwarded to the member's own address with us. */
  const mail = (who: DemoMember, kind: string, seed: number) => async () => {
    const { user_id, language } = the(who);
    const to = await past.mailboxes.address(user_id);
    await past.control("/mailboxes/send", { to, kind, seed, language, domain: "marlowfinch.example" });
    await past.hear();
    await past.shipments.sweep();
  };

  const watch = (who: DemoMember, category: string, days_ago: number, fallen: boolean) => () =>
    watchBought(past, the(who).user_id, { category, days_ago, fallen });
  /** What was told until then is read. */
  const read = (who: DemoMember) => () => past.notifications.notices.markRead(the(who).user_id, past.clock.now());

  const starts = new Map<string, Start>();
  /** An offer for coins under a name; `after` so many that pay better. */
  const start = (who: DemoMember, name: string, after: number) => async () => {
    const { user_id } = the(who);
    const plus_active = (await past.identity.contact(user_id))?.plus_active ?? false;
    starts.set(name, await beginOffer(past, { user_id, plus_active }, after));
  };
  const reach = (name: string, from: number, until: number) => async () => {
    const begun = starts.get(name);
    if (!begun) throw new Error(`${name} was not begun`);
    await reachSteps(past, begun, from, until);
  };

  let forgotten = "";
  const happenings: Happening[] = [
    { days: 243, hour: 13, what: () => arrive(ROSA, "198.51.100.7") },
    { days: 241, hour: 16, what: () => join(past, the(ROSA), "standard", "4242424200000109") },
    { days: 238, hour: 19, what: buy(ROSA, "first", 0, 128.4) },
    { days: 221, hour: 15, what: buy(ROSA, "serum", 1, 64.2) },
    { days: 205, hour: 20, what: buy(ROSA, "lamp", 2, 41) },
    { days: 198, hour: 17, what: buy(ROSA, "paint", 3, 310.75) },
    { days: 194, hour: 14, what: confirm("first") },
    { days: 192, hour: 15, what: confirm("lamp") },
    { days: 191, hour: 18, what: act("lamp", "reverse", { reason: "Item returned" }) },
    { days: 190, hour: 12, what: () => arrive(NINA, "203.0.113.40") },
    { days: 190, hour: 13, what: () => invite(past, the(ROSA), the(NINA)) },
    { days: 186, hour: 21, what: buy(NINA, "friend", 4, 96) },
    { days: 180, hour: 15, what: act("paint", "restate", { amount: 255.25 }) },
    { days: 172, hour: 16, what: confirm("serum") },
    { days: 170, hour: 22, what: buy(ROSA, "coat", 4, 189.99) },
    { days: 158, hour: 14, what: confirm("paint") },
    { days: 150, hour: 11, what: buy(ROSA, "trip", 5, 642) },
    { days: 148, hour: 14, what: confirm("friend") },
    { days: 130, hour: 14, what: confirm("coat") },
    { days: 128, hour: 15, what: () => past.bring("paypal", 400) },
    { days: 128, hour: 15, what: () => past.bring("tremendous", 100) },
    { days: 127, hour: 15, what: () => withdraw(past, the(ROSA), "paypal", "everything", ROSA.email) },
    { days: 120, hour: 20, what: buy(ROSA, "chair", 6, 219) },
    { days: 118, hour: 17, what: () => arrive(MATEO, "198.51.100.90") },
    { days: 112, hour: 18, what: () => join(past, the(MATEO), "plus", "4242424200000208") },
    { days: 110, hour: 19, what: buy(MATEO, "tenis", 7, 142.5) },
    { days: 101, hour: 16, what: buy(ROSA, "canceled", 7, 75.5) },
    { days: 97, hour: 16, what: act("canceled", "reverse", { reason: "Order cancelled" }) },
    { days: 95, hour: 14, what: confirm("trip") },
    { days: 92, hour: 20, what: buy(MATEO, "maleta", 5, 388) },
    { days: 96, hour: 15, what: mail(ROSA, "order", 23) },
    {
      days: 95,
      hour: 16,
      what: async () => {
        forgotten = await newestMailed(past, the(ROSA));
      },
    },
    { days: 84, hour: 14, what: confirm("chair") },
    { days: 77, hour: 21, what: buy(ROSA, "gifts", 8, 132.1) },
    { days: 74, hour: 15, what: confirm("tenis") },
    { days: 70, hour: 19, what: buy(MATEO, "perfume", 1, 88.9) },
    { days: 64, hour: 16, what: act("perfume", "reverse", { reason: "Item returned" }) },
    { days: 62, hour: 17, what: () => giftCard(past, the(ROSA)) },
    { days: 58, hour: 18, what: start(ROSA, "game", 4) },
    { days: 57, hour: 20, what: reach("game", 0, 2) },
    { days: 54, hour: 21, what: reach("game", 2, 3) },
    { days: 47, hour: 17, what: () => swap(past, the(ROSA)) },
    { days: 50, hour: 10, what: buy(ROSA, "abroad", 2, 80, { currency: "EUR" }) },
    { days: 45, hour: 14, what: confirm("gifts") },
    { days: 41, hour: 20, what: buy(ROSA, "dog food", 9, 58.3) },
    { days: 40, hour: 14, what: confirm("maleta") },
    { days: 33, hour: 16, what: () => withdraw(past, the(ROSA), "paypal", "2.50", "rosa.old+fail@example.com") },
    { days: 25, hour: 18, what: () => withdraw(past, the(MATEO), "paypal", "everything", MATEO.email) },
    { days: 30, hour: 16, what: mail(ROSA, "order", 29) },
    { days: 29, hour: 18, what: async () => claimShipping(past, the(ROSA), await newestMailed(past, the(ROSA))) },
    // Too late: its days are over by then.
    { days: 22, hour: 18, what: () => claimShipping(past, the(ROSA), forgotten) },
    { days: 20, hour: 19, what: buy(ROSA, "blanket", 4, 204.99) },
    { days: 14, hour: 15, what: confirm("dog food") },
    { days: 12, hour: 20, what: buy(MATEO, "regalo", 0, 119.99) },
    { days: 16, hour: 19, what: start(MATEO, "app", 9) },
    { days: 15, hour: 19, what: reach("app", 0, 1) },
    { days: 6, hour: 18, what: start(ROSA, "plan", 6) },
    { days: 5, hour: 18, what: reach("plan", 0, 1) },
    { days: 9, hour: 18, what: buy(ROSA, "socks", 0, 36.25) },
    { days: 8, hour: 19, what: watch(ROSA, "computers", 14, true) },
    { days: 8, hour: 20, what: watch(ROSA, "video-games", 0, false) },
    { days: 8, hour: 21, what: watch(MATEO, "electronics", 14, true) },
    { days: 7, hour: 20, what: read(ROSA) },
    { days: 6, hour: 21, what: read(MATEO) },
    { days: 2, hour: 21, what: buy(ROSA, "odd", 3, 480, { commission: 0.04 }) },
    { days: 11, hour: 13, what: () => book(past, the(ROSA), now) },
    { days: 10, hour: 3, what: () => cheaper(past) },
    { days: 4, hour: 14, what: mail(ROSA, "order", 16) },
    { days: 2, hour: 12, what: mail(ROSA, "shipped", 16) },
    { days: 4, hour: 13, what: mail(MATEO, "order", 18) },
    { days: 4, hour: 17, what: mail(MATEO, "stay", 4) },
    { days: 3, hour: 12, what: mail(MATEO, "shipped", 18) },
    // A price of days ago is offered to nobody.
    { days: 0.2, hour: -1, what: () => past.protection.lookAtTrips() },
    { days: 0.2, hour: -1, what: () => past.protection.look() },
    { days: 0.12, hour: -1, what: () => arrive(JORDAN, "192.0.2.77") },
    {
      days: 0.1,
      hour: -1,
      what: () => past.cashback.go(the(JORDAN), { merchant: stores[0] ?? "" }, past.partners.home),
    },
    {
      days: 0.05,
      hour: -1,
      what: () => past.cashback.go(the(ROSA), { merchant: stores[6] ?? "" }, past.partners.home),
    },
  ];
  for (const days of PRICE_DAYS) happenings.push({ days, hour: 6, what: () => readPrices(past) });
  const inOrder = happenings
    .map(({ days, hour, what }) => ({ at: instantOf(now, days, hour), what }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const { at, what } of inOrder) {
    await past.goTo(at);
    await what();
  }
  await past.goTo(now);
  await past.hear();
}

/** The newest purchase that a store's mail proves and that was not claimed yet. */
async function newestMailed(past: Past, { user_id, name, country_code }: Person): Promise<string> {
  const page = await past.benefits.benefit({ user_id, name, country_code, partner: null }, "shipping");
  const known = page?.orders.find(({ from }) => from === "mail");
  if (!known) throw new Error(`${name} has no mail to claim by`);
  return known.order_id;
}

/** What shipping cost is asked back; the store's mail says how much. */
async function claimShipping(past: Past, { user_id, name }: Person, order_id: string): Promise<void> {
  const sent = await past.benefits.sendClaim({
    ...{ user_id, request_key: `demo-${order_id}`, type: "shipping", order_id },
    ...{ merchant: "", purchased_on: "", paid_minor: "0", receipt_ids: [] },
  });
  if (!sent.ok) throw new Error(`the claim of ${name} failed: ${sent.code}`);
  await past.work();
}

const dayAfter = (at: Date, days: number): string => addDays(at, days).toISOString().slice(0, 10);

/** A hotel in Madrid, typed from its confirmation. */
async function book(past: Past, who: Person, now: Date): Promise<void> {
  const added = await past.protection.addTrip({
    ...{ user_id: who.user_id, request_key: "demo-hotel", kind: "stay", name: "Casa Alameda", city: "Madrid" },
    ...{ country: "ES", reservation_number: "CA-44810", begins: dayAfter(now, 38), ends: dayAfter(now, 42) },
    ...{ what: "King suite", board: "breakfast", adults: 2, currency: "USD", total_minor: "61240" },
    cancel_free_until: `${dayAfter(now, 35)}T18:00`,
  });
  if (!added.ok) throw new Error(`the hotel could not be added: ${added.code}`);
  await past.protection.lookAtTrips();
}

/** Casa Alameda in Madrid is cheaper from then on. */
async function cheaper(past: Past): Promise<void> {
  await past.control("/booking/100302", { total: 518.9 });
  await past.protection.lookAtTrips();
  await past.goTo(new Date(past.clock.now().getTime() + 31 * 60_000));
  await past.protection.lookAtTrips();
}

function instantOf(now: Date, days: number, hour: number): Date {
  const at = addDays(now, -days);
  if (hour >= 0) at.setUTCHours(hour, 7 + (Math.floor(days) % 50), 0, 0);
  return at;
}

/** Well-known stores that pay today, then whatever else pays, most popular first. */
async function payingStores(past: Past): Promise<string[]> {
  const brand = past.partners.home;
  const { items } = await past.catalog.under(brand).stores({ sort: "popular" });
  const paying: string[] = [];
  for (const name of new Set([...DEMO_STORES, ...items.map((store) => store.internal_name)])) {
    const destination = await past.cashback.destination({ merchant: name }, brand);
    if (destination?.cash_back_allowed && destination.rate.kind !== "none") paying.push(name);
    if (paying.length === DEMO_STORES.length) break;
  }
  if (paying.length === 0) throw new Error("no store pays anything");
  return paying;
}

async function register(past: Past, who: DemoMember, address: string): Promise<Person> {
  const outcome = await past.identity.register({
    ...who,
    password_confirmation: who.password,
    partner: past.partners.home.partner_name,
    sid: null,
    cid: null,
    country_code: "US",
    reads_in: "US",
    user_agent: `a browser of ${who.name}`,
    address,
  });
  if (!outcome.ok) throw new Error(`${who.name} could not register: ${outcome.code}`);
  await past.work();
  await verify(past, who, outcome.value.member.user_id, address);
  return { ...outcome.value.member, ...who };
}

/** By the link in the mail, as anybody. */
async function verify(past: Past, who: DemoMember, userId: string, address: string): Promise<void> {
  // Who is new today has not looked yet.
  if (who === JORDAN) return;
  const { mails } = await past.control<{ mails: { text: string }[] }>(`/mails?to=${encodeURIComponent(who.email)}`);
  const secret = mails.map(({ text }) => /\/verify\/([\w-]+)/.exec(text)?.[1]).find(Boolean);
  if (!secret) throw new Error(`no link reached ${who.email}`);
  const outcome = await past.identity.verifyEmail(secret, { address, member_id: userId, password: null, claim: false });
  if (!outcome.ok) throw new Error(`${who.email} could not be confirmed: ${outcome.code}`);
}

/** Saves a card as the processor's fields would, and joins at the price that was quoted. */
async function join(past: Past, who: Person, tier: "standard" | "plus", card: string): Promise<void> {
  const quote = await past.membership.quote({ brand: past.partners.home, tier, zone: ZONE, user_id: who.user_id });
  const setup = await past.membership.startCard(who.user_id);
  if (!setup.ok) throw new Error(`${who.name} could not enter a card: ${setup.code}`);
  const { setup_id, client_secret } = setup.value;
  await past.confirmCard(setup_id, client_secret, card);
  const outcome = await past.membership.join({
    user_id: who.user_id,
    tier,
    zone: ZONE,
    setup_id,
    consent: { words: quote.consent[who.language], language: who.language },
    address: "198.51.100.7",
    user_agent: `a browser of ${who.name}`,
  });
  if (!outcome.ok) throw new Error(`${who.name} could not join: ${outcome.code}`);
  await past.work();
}

async function shop(past: Past, who: Person, merchant: string, amount: number, more: object): Promise<Order> {
  const contact = await past.identity.contact(who.user_id);
  const member = { user_id: who.user_id, plus_active: contact?.plus_active ?? false };
  const gone = await past.cashback.go(member, { merchant }, past.partners.home);
  if (!gone.ok) throw new Error(`${merchant} could not be shopped at: ${gone.code}`);
  const { network, network_programme_id } = gone.value.destination;
  // Bought ten minutes after leaving for the store.
  await past.goTo(new Date(past.clock.now().getTime() + 600_000));
  const { order } = await past.control<{ order: { id: string } }>("/orders", {
    network,
    programId: network_programme_id,
    subId: gone.value.click_id,
    amount,
    ...more,
  });
  await past.hear(network);
  return { network, id: order.id };
}

async function invite(past: Past, inviter: Person, friend: Person): Promise<void> {
  const code = await past.rewards.codeOf(inviter.user_id);
  const outcome = await past.rewards.joinReferral({
    code,
    user_id: friend.user_id,
    member_since: friend.created_at,
  });
  if (!outcome.ok) throw new Error(`the invitation failed: ${outcome.code}`);
  await past.work();
}

async function withdraw(
  past: Past,
  who: Person,
  method: "paypal" | "gift_card",
  amount: string,
  to: string,
  unit: "USD" | "COIN" = "USD",
) {
  const { user_id, password } = who;
  const request_key = `demo-${past.clock.now().toISOString()}`;
  const outcome = await past.payouts.request({
    ...{ user_id, password, request_key, method, unit, amount },
    destination: to,
  });
  // What a member has depends on today's rates: too little is no reason to have no world at all.
  if (!outcome.ok) return past.log.info({ code: outcome.code, who: who.name }, "a withdrawal of the past was refused");
  await past.settle(user_id);
}

/** A card of the cheapest kind that what is available buys. */
async function giftCard(past: Past, who: Person): Promise<void> {
  await buyCard(past, who, (await past.ledger.balances(who.user_id)).available);
}
/** The same for coins. */
async function swap(past: Past, who: Person): Promise<void> {
  const { coins } = await past.ledger.balances(who.user_id);
  await buyCard(past, who, past.ledger.worthOf(coins), "COIN");
}
async function buyCard(past: Past, who: Person, available: bigint, unit: "USD" | "COIN" = "USD"): Promise<void> {
  const cards = await past.payouts.giftCards();
  const card = cards
    .filter((one) => one.minimum_minor <= available)
    .toSorted((one, other) => Number(one.minimum_minor - other.minimum_minor))[0];
  if (!card) return;
  const most = [2_500n, 1_000n, card.minimum_minor].find(
    (amount) => amount <= available && amount >= card.minimum_minor && amount <= card.maximum_minor,
  );
  if (most) await withdraw(past, who, "gift_card", (Number(most) / 100).toFixed(2), card.product_id, unit);
}
