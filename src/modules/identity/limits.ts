/**
 * How often something may be tried, by account and by network, counted in the database so that every node counts the
 * same. An address that has no account is counted like one that has: the answer tells nothing.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { sha256 } from "#platform/ids";
import { networkOf } from "#platform/network";
import { countTry, forgetTries, readTries } from "./link-store.ts";
import { normaliseEmail } from "./rules.ts";
import type { IdentitySettings } from "./settings.ts";

/**
 * Tries in so many minutes. An account is limited together with the network, and a device that it knows by itself, so that
 * nobody can lock another one out.
 */
export const LIMITS = {
  sign_in_device: { tries: 20, minutes: 15 },
  sign_in_pair: { tries: 8, minutes: 15 },
  sign_in_account: { tries: 40, minutes: 15 },
  sign_in_network: { tries: 80, minutes: 15 },
  register_network: { tries: 30, minutes: 60 },
  address_taken_network: { tries: 6, minutes: 60 },
  reset_account: { tries: 4, minutes: 60 },
  reset_network: { tries: 30, minutes: 60 },
  verify_account: { tries: 5, minutes: 60 },
  link_network: { tries: 60, minutes: 15 },
  confirm_account: { tries: 10, minutes: 15 },
  code_account: { tries: 6, minutes: 15 },
  // For forms that cost a letter or a text and need no account.
  draw_network: { tries: 20, minutes: 60 },
  draw_mailbox: { tries: 4, minutes: 1_440 },
  text_network: { tries: 5, minutes: 60 },
  text_number: { tries: 3, minutes: 1_440 },
} as const;
export type LimitScope = keyof typeof LIMITS;

export function createLimits(deps: {
  database: DatabaseHandle;
  clock: Clock;
  settings: Pick<IdentitySettings, "RATE_LIMIT_FACTOR">;
}) {
  const entryOf = (scope: LimitScope, key: string) => {
    const span = LIMITS[scope].minutes * 60_000;
    const now = deps.clock.now().getTime();
    return {
      entry: { scope, key_hash: sha256(`${scope}:${key}`), window_start: new Date(now - (now % span)) },
      most: Math.max(1, Math.round(LIMITS[scope].tries * deps.settings.RATE_LIMIT_FACTOR)),
      minutes: String(Math.max(1, Math.ceil((span - (now % span)) / 60_000))),
    };
  };
  return {
    /** Counts a try. Null when it may go on; else in how many minutes to come back. */
    async take(scope: LimitScope, key: string): Promise<{ minutes: string } | null> {
      const { entry, most, minutes } = entryOf(scope, key);
      return (await countTry(deps.database.db, entry)) > most ? { minutes } : null;
    },
    /** As `take` for several at once; the first that is exceeded. All are counted. */
    async takeAll(keys: readonly (readonly [LimitScope, string])[]): Promise<{ minutes: string } | null> {
      let refusal: { minutes: string } | null = null;
      for (const [scope, key] of keys) refusal = (await this.take(scope, key)) ?? refusal;
      return refusal;
    },
    async used(scope: LimitScope, key: string): Promise<number> {
      return readTries(deps.database.db, entryOf(scope, key).entry);
    },
    /** After success the account's own count begins anew. */
    async forget(scope: LimitScope, key: string): Promise<void> {
      await forgetTries(deps.database.db, scope, sha256(`${scope}:${key}`));
    },
  };
}
export type Limits = ReturnType<typeof createLimits>;

export const pairOf = (email: string, address: string): string => `${normaliseEmail(email)}|${networkOf(address)}`;
