/** A new signing key every 90 days; an old one verifies until every token that it signed has run out. */
import { addDays } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { SESSION_DAYS } from "./messages.ts";
import { insertKey, retireOldKeys } from "./store.ts";
import { makeKey } from "./token.ts";

export const KEY_DAYS = 90;

export async function rotateKeys(database: DatabaseHandle, now: Date): Promise<void> {
  const made = await makeKey();
  await database.transaction(async (tx) => {
    await insertKey(tx, made, addDays(now, -KEY_DAYS), now);
    await retireOldKeys(tx, addDays(now, -SESSION_DAYS - 1), now);
  });
}
