/** Members' private addresses for forwarded mail. */
import { randomBytes } from "node:crypto";
import { done, type Outcome, refused } from "#platform/outcome";
import { makeAddress, readAddress, stopAddress } from "./address-store.ts";
import type { MailboxesDeps } from "./context.ts";
import { LIMITS } from "./limits.ts";

/** Letters and figures of one kind: mailers do not keep the difference between small and capital letters. */
const newToken = (): string =>
  [...randomBytes(26)].map((byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte % 32] ?? "0").join("");

export function createAddresses({ database, clock, limits, settings }: MailboxesDeps) {
  const show = async (userId: string): Promise<string> => {
    const known = await readAddress(database.db, userId);
    if (known) return `${known.token}@${settings.FORWARD_DOMAIN}`;
    await makeAddress(database.db, { token: newToken(), user_id: userId, created_at: clock.now() });
    return show(userId);
  };
  return {
    show,
    async renew(userId: string): Promise<Outcome<string, "too_many">> {
      const wait = await limits.take(LIMITS.address_renewed, userId);
      if (wait) return refused("too_many", wait);
      await database.transaction(async (tx) => {
        await stopAddress(tx, userId, clock.now());
        await makeAddress(tx, { token: newToken(), user_id: userId, created_at: clock.now() });
      });
      return done(await show(userId));
    },
  };
}
