/**
 * A rate of our own for a programme: for some days another part of its commission counts than all of it. Clicks freeze it, pages
 * show it, and it ends by itself. What was promised to who left before stays what it was.
 */
import type { Tx } from "#platform/database";
import { derivedId, newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { bringInStep, type DecideDeps } from "./decide-stores.ts";
import { ownRateId, programmeId } from "./ids.ts";
import { TURN_RATES } from "./job-kinds.ts";
import {
  groupAbovePrice,
  instantWords,
  isAboveNetwork,
  ownRateState,
  type ReadRate,
  readOwnRate,
  type TypedRate,
} from "./own-rates.ts";
import {
  endOwnRate,
  lockProgramme,
  type OwnRate,
  readOwnRates,
  readToldRates,
  saveOwnRate,
  type ToldRate,
} from "./store/own-rates.ts";

/** `most_share_bps`: what the member who gets most gets of a commission, in any brand. */
export type RateDeps = DecideDeps & { most_share_bps(): number };
export type RateRefusal =
  | "unknown_programme"
  | "bad_rate"
  | "above_price"
  | "overlaps"
  | "needs_second"
  | "no_own_rate"
  | "which_rate";

/** Answers what counts from when until when. Told twice it is decided once. */
export async function setOwnRate(
  deps: RateDeps,
  wish: TypedRate & { programme: string; by: string; reason: string; approved_by: string | null; decided_at?: Date },
): Promise<Outcome<Pick<OwnRate, "counts_bps" | "starts_at" | "ends_at">, RateRefusal>> {
  const id = programmeId.read(wish.programme);
  return deps.database.transaction(async (tx) => {
    if (!id || !(await lockProgramme(tx, id))) return refused("unknown_programme");
    const now = deps.clock.now();
    const { share, from, until, decided_at } = wish;
    const own_rate_id = decided_at
      ? derivedId("own_rate", [id, decided_at.toISOString(), wish.by, share, from, until].join(" "))
      : newId("own_rate");
    const standing = await readOwnRates(tx, [id]);
    const same = standing.find((one) => one.own_rate_id === own_rate_id);
    if (same) return done(same);
    // Nobody who left meanwhile was promised it: it begins when it is carried out.
    const read = fitOwnRate(wish, { standing, told: await readToldRates(tx, [id]), now });
    if (!read.ok) return read;
    const rate = read.value;
    if (isAboveNetwork(rate.counts_bps, deps.most_share_bps()) && wish.approved_by === null)
      return refused("needs_second");
    const { by, reason, approved_by } = wish;
    await saveOwnRate(tx, {
      own_rate_id,
      programme_id: id,
      ...rate,
      decided_at: now,
      decided_by: by,
      approved_by,
      reason,
    });
    await turnAt(
      tx,
      [rate.starts_at, rate.ends_at].filter((at) => at > now),
    );
    await bringInStep(tx, deps, { words: false });
    return done(rate);
  });
}

/** What is wrong with it, before anything is kept. */
export async function weighOwnRate(
  deps: DecideDeps,
  wish: TypedRate & { programme: string },
): Promise<Outcome<ReadRate, RateRefusal>> {
  const { database, clock } = deps;
  const id = programmeId.read(wish.programme);
  if (!id) return refused("unknown_programme");
  const [standing, told] = [await readOwnRates(database.db, [id]), await readToldRates(database.db, [id])];
  return fitOwnRate(wish, { standing, told, now: clock.now() });
}

function fitOwnRate(
  wish: TypedRate,
  { standing, told, now }: { standing: readonly OwnRate[]; told: readonly ToldRate[]; now: Date },
): Outcome<ReadRate, "bad_rate" | "above_price" | "overlaps"> {
  const read = readOwnRate(wish, now);
  if (!read.ok) return read;
  const rate = read.value;
  const above = groupAbovePrice(told, rate.counts_bps);
  if (above) return refused("above_price", { group: above.name, percent: String(above.bps / 100) });
  const other = standing.find(
    (one) => one.ended_at === null && one.starts_at < rate.ends_at && one.ends_at > rate.starts_at,
  );
  return other
    ? refused("overlaps", { from: instantWords(other.starts_at), until: instantWords(other.ends_at) })
    : read;
}

/** `rate`: its id, where several stand. All that the network pays counts again. Told twice it is ended once, and no other with it. */
export async function endOwnRateNow(
  deps: DecideDeps,
  wish: { programme: string; rate: string; by: string; reason: string; decided_at?: Date },
): Promise<Outcome<Pick<OwnRate, "counts_bps" | "starts_at" | "ends_at">, RateRefusal>> {
  const id = programmeId.read(wish.programme);
  return deps.database.transaction(async (tx) => {
    if (!id || !(await lockProgramme(tx, id))) return refused("unknown_programme");
    const now = deps.clock.now();
    const { decided_at, by } = wish;
    const standing = await readOwnRates(tx, [id]);
    const same =
      decided_at && standing.find((one) => one.ended_by === by && one.ended_at !== null && one.ended_at >= decided_at);
    if (same) return done(same);
    const named = pickOwnRate(standing, wish.rate, now);
    if (!named.ok) return named;
    await endOwnRate(tx, named.value.own_rate_id, { at: now, by, why: wish.reason });
    await bringInStep(tx, deps, { words: false });
    return done(named.value);
  });
}

/** What is wrong with the one that is named, before anything is kept. */
export async function weighEnd(
  deps: DecideDeps,
  wish: { programme: string; rate: string },
): Promise<Outcome<OwnRate, RateRefusal>> {
  const id = programmeId.read(wish.programme);
  if (!id) return refused("unknown_programme");
  return pickOwnRate(await readOwnRates(deps.database.db, [id]), wish.rate, deps.clock.now());
}

function pickOwnRate(
  standing: readonly OwnRate[],
  rate: string,
  now: Date,
): Outcome<OwnRate, "no_own_rate" | "which_rate"> {
  const open = standing.filter((one) => ["runs", "comes"].includes(ownRateState(one, now)));
  const [first, second] = open;
  if (!first) return refused("no_own_rate");
  if (rate === "" && !second) return done(first);
  const named = open.find((one) => one.own_rate_id === ownRateId.read(rate));
  if (named) return done(named);
  const told = open.map((one) => `${ownRateId.show(one.own_rate_id)} from ${one.starts_at.toISOString()}`);
  return refused("which_rate", { told: told.join(", ") });
}

/** To the second, when they begin and end; the refresh by schedule makes up for what was lost. */
async function turnAt(tx: Tx, instants: readonly Date[]): Promise<void> {
  await addJobs(
    tx,
    instants.map((at) => TURN_RATES.with({ at: at.toISOString() }, { run_at: at })),
  );
}
