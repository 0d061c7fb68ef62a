/**
 * Providers' messages about payments. Even a signed one is a hint: it is stored whole and answered, and its job lets the
 * payment that it names be looked up. One that we know of only later is named again by the next look.
 */
import { z } from "zod";
import type { Inbox, InboxName } from "#platform/inbox";
import type { PayoutContext } from "./context.ts";
import { TAKE_HINT } from "./job-kinds.ts";

const FIRST_LOOK_MINUTES = 10;
/** About three hours: whatever we send is written down long before. */
const UNKNOWN_LOOKS = 5;

export type HintNames = { reference: string | null; item: string | null; payable_id: string | null };
export type Hint = { provider: "paypal" | "tremendous"; message_id: string; names: HintNames; raw: unknown };

const namesSchema = z.object({
  reference: z.string().nullable(),
  item: z.string().nullable(),
  payable_id: z.guid().nullable(),
});

export function readHints(inbox: Inbox): void {
  inbox.register({
    providers: ["paypal", "tremendous"],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE_HINT.with({ inbox_id })),
    again: ({ inbox_id }: InboxName) => TAKE_HINT.with({ inbox_id }, { if_there: "keep" }),
  });
}

/** Stores a message that its provider has signed. */
export async function keepHint(context: PayoutContext, { provider, message_id, names, raw }: Hint): Promise<void> {
  await context.database.transaction((tx) =>
    context.inbox.put(tx, [
      { provider, source: "webhook", row_key: message_id, payload: { ...names, raw }, said_at: context.clock.now() },
    ]),
  );
}

export async function takeHint(context: PayoutContext, inboxId: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const [row] = await context.inbox.lock(tx, "webhook", [inboxId]);
    if (!row) return;
    const settle = (state: "applied" | "parked" | "refused", reason: string | null) =>
      context.inbox.settle(tx, [{ inbox_id: inboxId, state, reason }]);
    const names = namesSchema.safeParse(row.payload).data;
    if (!names) return settle("parked", "unreadable");
    // Of a batch, of our account there, of what we did not ask for: nothing of ours can follow from it.
    if (Object.values(names).every((name) => name === null)) return settle("refused", "names no payment");
    if (await context.payables.hint(tx, row.provider, names)) return settle("applied", null);
    if (row.looks >= UNKNOWN_LOOKS) await settle("parked", "unknown_payment");
  });
}
