/** Brings a link to another state, with its row of history. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { queueEnd } from "../grants/end-grant.ts";
import { type LinkRow, saveLink } from "./link-store.ts";
import type { LinkState } from "./links.types.ts";
import { isRead, mayBecome } from "./rules.ts";

/** The provider is told that a key is good for nothing any more; app passwords are ended by their owner alone. */
export async function endKey(tx: Tx, { provider, secret_sealed, address }: LinkRow): Promise<void> {
  if (provider === "gmail" && secret_sealed) await queueEnd(tx, { provider, secret_sealed, address });
}

type Change = { state: LinkState; by: string; at: Date; why?: string; set?: Partial<LinkRow> };

/** `row` is locked. A state that stays is no step. */
export async function moveState(tx: Tx, row: LinkRow, { state, by, at, why = "", set }: Change): Promise<LinkRow> {
  const step = state !== row.state;
  assert(!step || mayBecome(row.state, state), `a link that is ${row.state} can become ${state}`);
  const next: LinkRow = {
    ...row,
    ...set,
    ...(step ? { state, sequence: row.sequence + 1, changed_at: at } : {}),
    ...(isRead(state) ? {} : { next_sync_at: null }),
    // A password that is refused is of no use to anybody but thieves.
    ...(state === "revoked" || state === "reauth_needed" ? { secret_sealed: null } : {}),
    ...(state === "reauth_needed"
      ? { reauth_since: row.reauth_since ?? at }
      : { reauth_since: null, reminded_at: null }),
  };
  // Also one that is not certain to be dead: nobody has it any more who could end it later.
  if (state === "revoked" || state === "reauth_needed") await endKey(tx, row);
  await saveLink(tx, next, step ? { from: row.state, by, why } : null);
  return next;
}
