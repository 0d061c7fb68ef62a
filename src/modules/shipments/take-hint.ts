/** Signed messages of the aggregator. Each is only a hint: it is stored and answered, and the parcels that it names are asked about by id. */
import { z } from "zod";
import { type Inbox, nameOf } from "#platform/inbox";
import { addJobs } from "#platform/jobs";
import type { ShipmentsContext } from "./context.ts";
import { readHint } from "./easypost.ts";
import { FOLLOW_PARCEL, TAKE_HINT } from "./job-kinds.ts";
import { parcelsOfTracker } from "./parcel-store.ts";

const FIRST_LOOK_MINUTES = 10;
/** A message may be quicker than the answer to our own call. */
const UNKNOWN_LOOKS = 3;
const kept = z.object({ tracker_id: z.string() });

export function readHints(inbox: Inbox): void {
  inbox.register({
    providers: ["easypost"],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE_HINT.with({ inbox_id })),
    again: ({ inbox_id }) => TAKE_HINT.with({ inbox_id }, { if_there: "keep" }),
  });
}

/** False for what is not signed by them. */
export async function keepHint(
  context: ShipmentsContext,
  signature: string | undefined,
  body: Buffer,
): Promise<boolean> {
  if (!context.easypost.enabled || !context.easypost.isSigned(signature, body)) return false;
  const hint = readHint(body);
  if (hint)
    await context.database.transaction((tx) =>
      context.inbox.put(tx, [
        {
          ...{ provider: "easypost", source: "webhook", row_key: nameOf(hint.event_id, body) },
          payload: { tracker_id: hint.tracker_id },
          said_at: context.clock.now(),
        },
      ]),
    );
  return true;
}

export async function takeHint(context: ShipmentsContext, inboxId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [row] = await context.inbox.lock(tx, "webhook", [inboxId]);
    if (!row) return;
    const told = kept.safeParse(row.payload).data;
    const parcels = told ? await parcelsOfTracker(tx, told.tracker_id) : [];
    if (parcels.length === 0 && told && row.looks < UNKNOWN_LOOKS) return;
    await addJobs(
      tx,
      parcels.map((parcel_id) => FOLLOW_PARCEL.with({ parcel_id })),
    );
    const state = parcels.length > 0 ? "applied" : "refused";
    await context.inbox.settle(tx, [
      { inbox_id: inboxId, state, reason: state === "applied" ? null : "names no parcel" },
    ]);
  });
}
