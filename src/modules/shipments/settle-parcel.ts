/** Brings a parcel to the state that its scans and the clock say, and its case with it. */
import type { Tx } from "#platform/database";
import { followCase } from "./case-steps.ts";
import type { ShipmentsContext } from "./context.ts";
import { lockParcel, moveState, type Parcel, readScans, updateParcel } from "./parcel-store.ts";
import { nextClock, type ParcelFacts, type Scan, stateOf } from "./rules.ts";
import { zoneOf } from "./zone-days.ts";

/** A number of the postal union ends with the country that it was posted in. */
const POSTED = /^[A-Z]{2}\d{9}([A-Z]{2})$/;

export function factsOf(parcel: Parcel): ParcelFacts {
  const posted = POSTED.exec(parcel.number ?? "")?.[1];
  return {
    numbered: parcel.number !== null,
    country: parcel.country,
    zone: zoneOf(parcel.zone, parcel.country),
    expected_by: parcel.expected_by,
    ordered_on: parcel.ordered_on,
    received_at: parcel.received_at,
    posted_abroad: posted !== undefined && parcel.country !== null && posted !== parcel.country,
  };
}

/** In the transaction that changed something of it. Answers how it stands now. */
export async function settleParcel(
  tx: Tx,
  context: ShipmentsContext,
  parcelId: string,
  by: "carrier" | "clock" | "member" | "mail",
): Promise<Parcel | null> {
  const parcel = await lockParcel(tx, parcelId);
  if (!parcel || parcel.removed_at) return parcel;
  const now = context.clock.now();
  const scans: readonly Scan[] = (await readScans(tx, [parcelId])).get(parcelId) ?? [];
  const facts = factsOf(parcel);
  const state = stateOf(facts, scans, now);
  await updateParcel(tx, parcelId, { clock_at: nextClock(facts, scans, now) });
  if (state !== parcel.state) await moveState(tx, parcel, { state, at: now, by });
  const settled = state === parcel.state ? parcel : { ...parcel, state };
  if (state !== parcel.state) await followCase(tx, context, settled);
  return settled;
}
