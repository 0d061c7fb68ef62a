/** A drop is paid by us where the plan says so: one press, one claim, never more than what was paid less what it costs. */
import type { ClosedReason, Drop } from "#benefits";
import type { WatchedListing } from "#catalog";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { receiptId } from "#receipts";
import type { ProtectionDeps } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { ProtectionRefusal } from "./messages.ts";
import { mayBecome, movePrice } from "./move-price.ts";
import {
  type ClaimedDrop,
  claimedBeside,
  lockMember,
  lockPrice,
  type PriceRow,
  pricesOfClaim,
  readPrice,
  savePrice,
  takePrint,
} from "./price-store.ts";
import type { ProtectionReader } from "./protection.types.ts";
import { comparable, hasFallen } from "./rules.ts";
import { followRefund } from "./tell-price.ts";

type Pressed = { reader: ProtectionReader; watch_id: string; receipt_ids: readonly string[] };
type Kept = { row: PriceRow; drop: ClaimedDrop };

/** Why the plan pays nothing, as calls say it. */
const CLOSED: Readonly<Record<ClosedReason, ProtectionRefusal>> = {
  no_membership: "no_membership",
  other_plan: "other_plan",
  paused: "paused",
  country: "country",
  used_up: "used_up",
  not_open: "not_open",
};

export async function claimPrice(context: ProtectionDeps, pressed: Pressed): Promise<Outcome<null, ProtectionRefusal>> {
  const { reader, watch_id } = pressed;
  const known = await readPrice(context.database.db, watch_id);
  if (known?.user_id !== reader.user_id) return refused("unknown_watch");
  if (known.claim_id !== null) return done(null);
  const refusal = await refusalBefore(context, known, pressed);
  if (refusal) return refused(refusal);
  const listing = known.listing_id
    ? (await context.catalog.watched([known.listing_id])).get(known.listing_id)
    : undefined;
  const kept = await context.database.transaction((tx) => keepPress(tx, context, { ...pressed, listing }));
  if (!kept.ok) return kept;
  if (kept.value === null) return done(null);
  return send(context, kept.value);
}

/** What can be said without a lock; the purchase is not marked for a press that could not come to anything. */
async function refusalBefore(
  context: ProtectionDeps,
  row: PriceRow,
  { reader, receipt_ids }: Pressed,
): Promise<ProtectionRefusal | null> {
  const benefit = await context.benefits.benefit(reader, "orderprotection");
  // What was kept of a press before counts against no limit yet, and is sent all the same.
  if (row.claiming_at === null && benefit?.closed) return CLOSED[benefit.closed];
  if (!row.signed && receipt_ids.length + row.receipt_ids.length === 0) return "receipt_missing";
  if (receipt_ids.some((id) => receiptId.read(id) === null)) return "unknown_receipt";
  if (await context.limits.take(LIMITS.claim_drop, reader.user_id)) return "too_many_claims";
  return null;
}

/** Null: it was claimed meanwhile. */
async function keepPress(
  tx: Tx,
  context: ProtectionDeps,
  { reader, watch_id, receipt_ids, listing }: Pressed & { listing: WatchedListing | undefined },
): Promise<Outcome<Kept | null, ProtectionRefusal>> {
  await lockMember(tx, reader.user_id);
  const row = await lockPrice(tx, watch_id);
  if (row?.user_id !== reader.user_id) return refused("unknown_watch");
  if (row.claim_id !== null) return done(null);
  const now = context.clock.now();
  const given = receipt_ids.flatMap((id) => receiptId.read(id) ?? []);
  const receipts = [...new Set([...row.receipt_ids, ...given])].slice(0, 4);
  if (row.claiming_at !== null && row.claim_drop !== null) {
    const again = { ...row, receipt_ids: receipts };
    await savePrice(tx, again, null);
    return done({ row: again, drop: row.claim_drop });
  }
  if (row.state !== "re_checked" && row.state !== "refused")
    return refused(
      row.state === "drop_found" ? "not_read_twice" : row.state === "watching" ? "drop_gone" : "already_paid",
    );
  const today = context.membership.dayOf(now, row.zone);
  if (today > row.house_until) return refused("window_over");
  const minor = listing && comparable(listing, row) ? listing.price_minor : null;
  if (!hasFallen(row.paid_minor, minor) || row.checked_minor === null || !row.first_read_at || !row.checked_at)
    return refused("drop_gone");
  if (row.store_minor > 0n || (await isClaimedBeside(tx, row))) return refused("already_paid");
  if (!(await takePrints(tx, context, row, now))) return refused("already_paid");
  const sure = minor > row.checked_minor ? minor : row.checked_minor;
  const pieces = BigInt(row.pieces);
  const drop: ClaimedDrop = {
    ...{
      pieces: row.pieces,
      bought_minor: (row.paid_minor * pieces).toString(),
      now_minor: (sure * pieces).toString(),
    },
    ...{
      first_read_at: row.first_read_at.toISOString(),
      second_read_at: row.checked_at.toISOString(),
      claimed_on: today,
    },
  };
  const next = { ...row, receipt_ids: receipts, claiming_at: now, claim_drop: drop, changed_at: now };
  await savePrice(tx, next, null);
  return done({ row: next, drop });
}

/** One thing bought twice is two orders, each by a mail that its store signed; anything less may be one purchase told twice. */
async function isClaimedBeside(tx: Tx, row: PriceRow): Promise<boolean> {
  const others = await claimedBeside(tx, row);
  return others.some(
    (other) => !(row.signed && other.signed && row.order_number !== null && other.order_number !== row.order_number),
  );
}

/** By whomever the same signed order is shown: it pays once. */
async function takePrints(tx: Tx, { secret }: ProtectionDeps, row: PriceRow, at: Date): Promise<boolean> {
  if (row.order_number === null) return true;
  const print = sha256(`${secret}:bought:${row.domain}:${row.order_number}:${row.listing_id}`).toString("hex");
  return takePrint(tx, { print, watch_id: row.watch_id, at });
}

async function send(context: ProtectionDeps, { row, drop }: Kept): Promise<Outcome<null, ProtectionRefusal>> {
  const whole: Drop = {
    ...drop,
    purchase: row.watch_id,
    item: row.item,
    signed: row.signed,
    refunded_minor: row.store_minor.toString(),
  };
  const sent = await context.benefits.claimDrop({
    ...{
      user_id: row.user_id,
      request_key: `drop:${row.watch_id}`,
      merchant: row.store,
      internal_name: row.internal_name,
    },
    ...{ purchased_on: row.bought_on, drop: whole, receipt_ids: row.receipt_ids.map((id) => receiptId.show(id)) },
  });
  if (!sent.ok) {
    await letGo(context, row.watch_id, row.receipt_ids);
    return refused(sent.code);
  }
  const claimId = await context.benefits.claimOfDrop(row.watch_id);
  assert(claimId, "what was claimed is there");
  // A refund that was told while the claim was sent found none.
  await followRefund(context, row.watch_id);
  await context.database.transaction(async (tx) => {
    const found = await lockPrice(tx, row.watch_id);
    if (found && found.claim_id === null) await savePrice(tx, { ...found, claim_id: claimId }, null);
  });
  await followClaim(context, claimId);
  return done(null);
}

/** Papers that could not be used are not tried again by themselves. */
async function letGo(context: ProtectionDeps, watchId: string, tried: readonly string[]): Promise<void> {
  await context.database.transaction(async (tx) => {
    const row = await lockPrice(tx, watchId);
    if (row && row.claim_id === null)
      await savePrice(tx, { ...row, receipt_ids: row.receipt_ids.filter((id) => !tried.includes(id)) }, null);
  });
}

/** The claim changed: what was paid ends the watch, what was taken back says so. */
export async function followClaim(context: ProtectionDeps, claimId: string): Promise<void> {
  for (const { watch_id, user_id } of await pricesOfClaim(context.database.db, claimId)) {
    const claim = (await context.benefits.dropClaims(user_id, [claimId])).get(claimId);
    if (!claim) continue;
    await context.database.transaction(async (tx) => {
      const row = await lockPrice(tx, watch_id);
      if (!row || row.user_id !== user_id) return;
      const minor = claim.state === "paid" ? BigInt(claim.rebate_minor) : 0n;
      const next = { ...row, claim_state: claim.state, claim_minor: minor };
      const at = context.clock.now();
      if (minor > 0n && mayBecome(row.state, "refunded"))
        await movePrice(tx, next, { state: "refunded", by: "us", at, minor, why: "paid_by_us" });
      else if (claim.state === "reversed" && row.state === "refunded" && row.store_minor === 0n)
        await movePrice(tx, next, { state: "window_closed", by: "us", at, why: "taken_back" });
      else await savePrice(tx, next, null);
    });
  }
}
