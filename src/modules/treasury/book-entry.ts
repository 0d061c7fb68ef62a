/** What a person tells of money between our bank and a provider, and of a provider's fees and corrections: once each. */
import { momentOf } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import type { TreasuryContext, TreasuryRefusal } from "./context.ts";
import { causeOf, entryLines } from "./rules.ts";
import { type EntryRow, insertEntry, lockEntries, type Telling } from "./store.ts";

export type Entry = Omit<EntryRow, "booked_at" | keyof Telling>;

export async function bookEntry(
  context: TreasuryContext,
  entry: Entry,
): Promise<Outcome<{ duplicate: boolean }, TreasuryRefusal>> {
  const { provider, kind, reference, amount_minor, happened_on } = entry;
  return context.database.transaction(async (tx) => {
    const telling = await insertEntry(tx, { ...entry, booked_at: momentOf(tx, context.clock) });
    if (telling === null) {
      const before = (await lockEntries(tx, entry)).find((row) => row.undone_at === null);
      const same = before?.amount_minor === amount_minor && before.happened_on === happened_on;
      return same ? done({ duplicate: true }) : refused("content_conflict");
    }
    const posted = await context.ledger.post(tx, [
      {
        kind: `treasury.${kind}`,
        cause: causeOf("treasury", telling, provider, kind, reference),
        reason: entry.reason,
        data: { provider, reference, happened_on, by: entry.by },
        lines: entryLines(provider, kind, amount_minor),
      },
    ]);
    assert(posted.ok, `what the bank shows can always be booked (${posted.ok ? "" : posted.code})`);
    return done({ duplicate: false });
  });
}
