/**
 * Ends a key at its provider. Google ends with one key all that its client has of the same mailbox, whoever linked it: a mailbox that
 * is read for somebody, or was linked anew meanwhile, is left alone, and its last link ends all keys.
 */
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { END_GRANT, END_GRANT_TRIES } from "../job-kinds.ts";
import { hasKey } from "../links/link-store.ts";
import type { GrantName } from "../links/links.types.ts";
import type { LinksContext } from "../links/links-context.ts";
import { isGrant } from "./grant.types.ts";

/** As the job has it. `key` is sealed; `mailbox`: the hash of its address, empty where none is known. */
export type EndedGrant = { provider: string; key: string; mailbox: string };

export const queueEnd = (
  tx: Tx,
  { provider, secret_sealed, address }: { provider: GrantName; secret_sealed: Buffer; address: string },
): Promise<void> =>
  addJobs(tx, [
    END_GRANT.with({ provider, key: secret_sealed.toString("base64"), mailbox: sha256(address).toString("hex") }),
  ]);

/** `attempt`: from 1. Tried for a while, and then left to its owner, who can end it there: no key stays here in a job that is dead. */
export async function endGrant(context: LinksContext, told: EndedGrant, attempt: number): Promise<void> {
  const grant = isGrant(told.provider) ? context.grants.get(told.provider) : null;
  if (!grant?.end) return;
  const mailbox = Buffer.from(told.mailbox, "hex");
  if (await hasKey(context.database.db, { provider: grant.name, mailbox })) return;
  try {
    await grant.end(context.seal.password.open(Buffer.from(told.key, "base64")));
  } catch (error) {
    if (attempt < END_GRANT_TRIES) throw error;
    context.log.warn(
      { err: error, provider: grant.name },
      "a key could not be ended at its provider, and is forgotten",
    );
  }
}
