import { randomUUID } from "node:crypto";
import { perWorld, type World } from "../world.ts";
import { type CoinOffer, coinsFor, makeOffers, type Range, whatStands } from "./catalogue.ts";
import { coinPartyOf, tell } from "./tell.ts";
import type { CoinEvent } from "./vendor.ts";

/** Somebody who followed a vendor's link to an offer. */
export interface Start {
  id: string;
  vendor: string;
  offer_id: string;
  user_ref: string;
  sub: string;
  installed_at: number | null;
  at: number;
}

/** What a vendor told, of offers and of surveys alike. */
export interface Conversion {
  id: string;
  vendor: string;
  start_id: string;
  offer_id: string;
  offer_name: string;
  goal_id: string;
  goal_name: string;
  user_ref: string;
  sub: string;
  payout: number;
  kind: "credit" | "attempt" | "progress";
  state: "told" | "reversed";
  reason: string;
  at: number;
}

export const COIN_TABLES = {
  coin_starts: `id text primary key, vendor text not null, offer_id text not null, user_ref text not null, sub text not null,
    installed_at integer, at integer not null`,
  coin_conversions: `id text not null, vendor text not null, start_id text not null, offer_id text not null, offer_name text not null,
    goal_id text not null, goal_name text not null, user_ref text not null, sub text not null, payout integer not null,
    kind text not null, state text not null, reason text not null, at integer not null, primary key (vendor, id)`,
  survey_sessions: `id text primary key, vendor text not null, survey_id text not null, user_ref text not null, sub text not null,
    begun_at integer not null, ended text, tx text`,
};
export const COIN_INDEXES = {
  coin_starts_by_user: "coin_starts (vendor, user_ref)",
  coin_conversions_by_user: "coin_conversions (vendor, user_ref)",
  survey_sessions_by_user: "survey_sessions (vendor, user_ref)",
};

const made = perWorld(() => new Map<string, CoinOffer[]>());
const RANGES = new Map<string, Range>();
/** Each vendor of offers says once how its offers are numbered. */
export function declareRange(range: Range): Range {
  RANGES.set(range.vendor, range);
  return range;
}

function allOffers(world: World, vendor: string): CoinOffer[] {
  const known = made(world).get(vendor);
  if (known) return known;
  const range = RANGES.get(vendor);
  const offers = range ? makeOffers(range) : [];
  made(world).set(vendor, offers);
  return offers;
}
/** What stands in a vendor's list now. */
export const offersOf = (world: World, vendor: string): CoinOffer[] =>
  whatStands(world, vendor, allOffers(world, vendor));
/** Also one that was taken down: who began it may finish it. */
export const findOffer = (world: World, vendor: string, id: string): CoinOffer | undefined =>
  allOffers(world, vendor).find((offer) => offer.id === id);

export function begin(world: World, vendor: string, offerId: string, userRef: string, sub: string): Start | null {
  if (!offersOf(world, vendor).some(({ id }) => id === offerId) || userRef === "") return null;
  const start: Start = {
    id: randomUUID(),
    vendor,
    offer_id: offerId,
    user_ref: userRef.slice(0, 255),
    sub: sub.slice(0, 255),
    installed_at: null,
    at: world.clock.now(),
  };
  world.db.run(
    "insert into coin_starts (id, vendor, offer_id, user_ref, sub, installed_at, at) values (?, ?, ?, ?, ?, null, ?)",
    start.id,
    vendor,
    offerId,
    start.user_ref,
    start.sub,
    start.at,
  );
  return start;
}

export const findStart = (world: World, id: string): Start | undefined =>
  world.db.get<Start>("select * from coin_starts where id = ?", id);

export const reached = (world: World, startId: string): Conversion[] =>
  world.db.all<Conversion>("select * from coin_conversions where start_id = ? order by at", startId);

const eventOf = (row: Conversion): CoinEvent => ({
  kind: row.kind,
  tx: row.id,
  origin: "",
  userRef: row.user_ref,
  sub: row.sub,
  offerId: row.offer_id,
  offerName: row.offer_name,
  goalId: row.goal_id,
  goalName: row.goal_name,
  payout: row.payout,
  coins: coinsFor(row.payout),
  reason: row.reason,
  at: row.at,
});

export interface How {
  silent?: boolean;
  held?: boolean;
}

/** Writes down what happened and tells it. */
export function convert(world: World, row: Omit<Conversion, "id" | "state" | "at">, how: How = {}): CoinEvent {
  const conversion: Conversion = {
    ...row,
    id: coinPartyOf(world, row.vendor).coins.newTx(world.db),
    state: "told",
    at: world.clock.now(),
  };
  world.db.run(
    `insert into coin_conversions (id, vendor, start_id, offer_id, offer_name, goal_id, goal_name, user_ref, sub, payout, kind, state,
       reason, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    conversion.id,
    conversion.vendor,
    conversion.start_id,
    conversion.offer_id,
    conversion.offer_name,
    conversion.goal_id,
    conversion.goal_name,
    conversion.user_ref,
    conversion.sub,
    conversion.payout,
    conversion.kind,
    conversion.state,
    conversion.reason,
    conversion.at,
  );
  const event = eventOf(conversion);
  if (!how.silent && coinPartyOf(world, row.vendor).coins.tells(event.kind))
    tell(world, row.vendor, event, { held: how.held ?? false });
  return event;
}

/** A goal of an offer is reached, once for each start. `payout`: what the vendor pays when that is not what it advertises. */
export function reach(
  world: World,
  start: Start,
  goalId: string | undefined,
  how: How & { payout?: number } = {},
): CoinEvent | string {
  const offer = findOffer(world, start.vendor, start.offer_id);
  const goal = goalId === undefined ? offer?.goals[0] : offer?.goals.find(({ id }) => id === goalId);
  if (!offer || !goal) return "There is no such goal.";
  if (reached(world, start.id).some((one) => one.goal_id === goal.id && one.kind === "credit"))
    return "That goal was reached before.";
  if (start.installed_at === null) install(world, start, { ...how, silent: true });
  const row = {
    vendor: start.vendor,
    start_id: start.id,
    offer_id: offer.id,
    offer_name: offer.name,
    goal_id: goal.id,
    goal_name: goal.name,
    user_ref: start.user_ref,
    sub: start.sub,
    payout: how.payout ?? goal.payout,
    kind: "credit" as const,
    reason: "",
  };
  return convert(world, row, how);
}

/** The app is on the device: some vendors tell it, and nobody pays for it alone. */
export function install(world: World, start: Start, how: How = {}): void {
  if (start.installed_at !== null) return;
  world.db.run("update coin_starts set installed_at = ? where id = ?", world.clock.now(), start.id);
  start.installed_at = world.clock.now();
  const offer = findOffer(world, start.vendor, start.offer_id);
  if (!offer || offer.type === "OTHER") return;
  const row = {
    vendor: start.vendor,
    start_id: start.id,
    offer_id: offer.id,
    offer_name: offer.name,
    goal_id: "",
    goal_name: "Install",
    user_ref: start.user_ref,
    sub: start.sub,
    payout: 0,
    kind: "progress" as const,
    reason: "",
  };
  convert(world, row, how);
}

export const findConversion = (world: World, vendor: string, id: string): Conversion | undefined =>
  world.db.get<Conversion>("select * from coin_conversions where vendor = ? and id = ?", vendor, id);

/** Takes back what was told, as often as it is asked: doubled reversals are the vendor's fault, not its aim. */
export function reverse(world: World, row: Conversion, reason: string | undefined, how: How = {}): CoinEvent {
  const { coins } = coinPartyOf(world, row.vendor);
  const event: CoinEvent = {
    ...eventOf(row),
    kind: "reversal",
    tx: coins.reversalTx?.(row.id) ?? row.id,
    origin: row.id,
    reason: reason ?? coins.reasons[0],
    at: world.clock.now(),
  };
  world.db.run(
    "update coin_conversions set state = 'reversed', reason = ? where vendor = ? and id = ?",
    event.reason,
    row.vendor,
    row.id,
  );
  if (!how.silent && coins.tells("reversal")) tell(world, row.vendor, event, { held: how.held ?? false });
  return event;
}

export const FORGERIES = ["signature", "payout", "user", "replay"] as const;
export type Forgery = (typeof FORGERIES)[number];

/** A callback that the vendor never sent: under another key, or with something else than was signed. */
export function forge(world: World, row: Conversion, kind: Forgery): CoinEvent {
  const signed = eventOf(row);
  const says: CoinEvent = {
    ...signed,
    ...(kind === "payout" && { payout: signed.payout * 100, coins: signed.coins * 100 }),
    ...(kind === "user" && { userRef: "someone-else" }),
    ...(kind === "replay" && { tx: coinPartyOf(world, row.vendor).coins.newTx(world.db) }),
  };
  tell(world, row.vendor, says, {
    event: `forged.${kind}`,
    ...(kind === "signature" ? { key: "wrong" } : { signed }),
  });
  return says;
}

/** The same once more, as vendors do when they lost the answer. */
export const again = (world: World, row: Conversion): void => tell(world, row.vendor, eventOf(row));
