/** What a member does with a parcel: its name, its carrier, that it came, that it is of no interest any more. */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { storableText } from "#platform/storable-json";
import { openCaseOf } from "./case-store.ts";
import type { ShipmentsContext } from "./context.ts";
import { parcelId } from "./ids.ts";
import { FOLLOW_PARCEL } from "./job-kinds.ts";
import type { ShipmentRefusal } from "./messages.ts";
import { lockMember, lockParcel, type Parcel, updateParcel } from "./parcel-store.ts";
import { settleParcel } from "./settle-parcel.ts";

type Asked = { user_id: string; parcel_id: string };
export type Changed = Outcome<string, ShipmentRefusal>;
const MAX_NAME = 80;

async function change(
  context: ShipmentsContext,
  { user_id, parcel_id }: Asked,
  act: (tx: Tx, parcel: Parcel) => Promise<ShipmentRefusal | null>,
): Promise<Changed> {
  const id = parcelId.read(parcel_id);
  if (!id) return refused("unknown_parcel");
  return context.database.transaction(async (tx) => {
    await lockMember(tx, user_id);
    const parcel = await lockParcel(tx, id);
    if (!parcel || parcel.user_id !== user_id || parcel.removed_at) return refused("unknown_parcel");
    const code = await act(tx, parcel);
    return code ? refused(code) : done(parcel_id);
  });
}

export const renameParcel = (context: ShipmentsContext, asked: Asked & { name: string }): Promise<Changed> =>
  change(context, asked, async (tx, { parcel_id }) => {
    const name = storableText(asked.name.replaceAll(/\s+/g, " ").trim()).slice(0, MAX_NAME).toWellFormed();
    await updateParcel(tx, parcel_id, { name });
    return null;
  });

/** Another of those who may have given out the number: what the first one's tracker said is none of this parcel's. */
export const chooseCarrier = (context: ShipmentsContext, asked: Asked & { carrier: string }): Promise<Changed> =>
  change(context, asked, async (tx, parcel) => {
    if (!parcel.candidates.some(({ carrier }) => carrier === asked.carrier)) return "unknown_carrier";
    if (parcel.carrier === asked.carrier) return null;
    await updateParcel(tx, parcel.parcel_id, {
      ...{ carrier: asked.carrier, carrier_chosen: true, tracker_id: null, refused: null, silent_looks: 0 },
      look_at: context.clock.now(),
    });
    await addJobs(tx, [FOLLOW_PARCEL.with({ parcel_id: parcel.parcel_id })]);
    return null;
  });

export const receiveParcel = (context: ShipmentsContext, asked: Asked): Promise<Changed> =>
  change(context, asked, async (tx, parcel) => {
    if (parcel.received_at) return null;
    if (parcel.state === "returning" || parcel.state === "returned") return "not_now";
    await updateParcel(tx, parcel.parcel_id, { received_at: context.clock.now(), look_at: null });
    await settleParcel(tx, context, parcel.parcel_id, "member");
    return null;
  });

export const removeParcel = (context: ShipmentsContext, asked: Asked): Promise<Changed> =>
  change(context, asked, async (tx, { parcel_id }) => {
    if (await openCaseOf(tx, parcel_id)) return "case_open";
    await updateParcel(tx, parcel_id, { removed_at: context.clock.now(), look_at: null, clock_at: null });
    return null;
  });
