/** Asks how a parcel stands, keeps what is new of it, and says when to ask again. */
import { addDays } from "#platform/clock";
import { addJobs } from "#platform/jobs";
import { isNamedBy } from "./carrier-choice.ts";
import type { ShipmentsContext } from "./context.ts";
import { FOLLOW_PARCEL } from "./job-kinds.ts";
import {
  insertScans,
  lockParcel,
  type Parcel,
  type ParcelChange,
  parcelsByClock,
  parcelsDue,
  type Refused,
  readParcel,
  type Tracker,
  updateParcel,
} from "./parcel-store.ts";
import { FORGOTTEN_DAYS, isOver, nextPoll } from "./rules.ts";
import { settleParcel } from "./settle-parcel.ts";

const MAX_SWEEP = 500;
/** What was brought may still go back. */
const AFTER_DELIVERY_DAYS = 14;

export async function followParcel(context: ShipmentsContext, parcelId: string): Promise<void> {
  const parcel = await readParcel(context.database.db, parcelId);
  if (!parcel?.number || parcel.removed_at) return;
  const heard = await askAbout(context, { ...parcel, number: parcel.number });
  if (!heard) return;
  await context.database.transaction(async (tx) => {
    const now = context.clock.now();
    const locked = await lockParcel(tx, parcelId);
    // Meanwhile it may have been put away, or given another carrier.
    if (!locked || locked.removed_at || locked.number !== parcel.number || locked.carrier !== parcel.carrier) return;
    const fresh = "refused" in heard ? 0 : await insertScans(tx, parcelId, heard.scans, now);
    await updateParcel(tx, parcelId, learned(locked, heard, fresh));
    const settled = await settleParcel(tx, context, parcelId, "carrier");
    if (!settled) return;
    const silent = fresh > 0 ? 0 : locked.silent_looks + 1;
    const over =
      isOver(settled.state) ||
      now > addDays(settled.changed_at > settled.added_at ? settled.changed_at : settled.added_at, daysFor(settled));
    await updateParcel(tx, parcelId, {
      look_at: over ? null : nextPoll(silent, now),
      silent_looks: silent,
      asked_at: now,
    });
  });
}

/** The carrier itself where we are its client, else who asks carriers for us; null where nobody can be asked. */
async function askAbout(
  { easypost, ups }: ShipmentsContext,
  { number, carrier, tracker_id }: Pick<Parcel, "carrier" | "tracker_id"> & { number: string },
): Promise<Tracker | Refused | null> {
  if (ups.enabled && carrier === "ups") return ups.ask(number);
  if (!easypost.enabled) return null;
  return tracker_id ? easypost.get(tracker_id) : easypost.create(number, carrier);
}

const daysFor = ({ state }: Parcel): number => (state === "delivered" ? AFTER_DELIVERY_DAYS : FORGOTTEN_DAYS);

/** A first promise stays; what the carrier expects now is another thing. */
function learned(parcel: Parcel, heard: Tracker | Refused, fresh: number): ParcelChange {
  if ("refused" in heard) return { refused: heard.refused };
  const named = heard.carrier !== null && !parcel.carrier_chosen && isNamedBy(parcel.candidates, heard.carrier);
  return {
    ...(heard.tracker_id !== null && { tracker_id: heard.tracker_id }),
    refused: null,
    estimate: heard.estimate ?? parcel.estimate,
    expected_by: parcel.expected_by ?? heard.estimate,
    ...(named && fresh > 0 && { carrier: heard.carrier }),
  };
}

/** Parcels that went silent are asked about, and those that time alone changed are looked at. */
export async function sweep(context: ShipmentsContext): Promise<void> {
  const { db } = context.database;
  const now = context.clock.now();
  const asks = context.easypost.enabled || context.ups.enabled;
  const due = asks ? await parcelsDue(db, now, MAX_SWEEP) : [];
  if (due.length > 0)
    await context.database.transaction((tx) =>
      addJobs(
        tx,
        due.map((parcel_id) => FOLLOW_PARCEL.with({ parcel_id }, { if_there: "keep", priority: 5 })),
      ),
    );
  for (const parcel_id of await parcelsByClock(db, now, MAX_SWEEP))
    await context.database.transaction((tx) => settleParcel(tx, context, parcel_id, "clock"));
}
