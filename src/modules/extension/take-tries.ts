/** Takes in what browsers tell of codes, and lets the catalogue count it. Codes that it does not list are kept nowhere. */
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ExtensionContext } from "./context.ts";
import type { CodeTry } from "./extension.types.ts";
import { LIMITS } from "./limits.ts";
import type { ExtensionRefusal } from "./messages.ts";
import { insertTries } from "./store.ts";

/** A browser that was closed meanwhile tells later. */
const MAX_AGE_MS = 7 * 86_400_000;
/** No code is known to take off more. */
const MAX_SAVING_MINOR = 500_000n;

const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);

/** `address` is for the limits alone. Returns how many were new. */
export async function takeTries(
  { database, clock, catalog, limits }: ExtensionContext,
  told: { address: string; tries: readonly CodeTry[] },
): Promise<Outcome<number, ExtensionRefusal>> {
  const network = networkOf(told.address);
  const wait = await limits.take(LIMITS.extension_tries, network);
  if (wait) return refused("too_many", wait);
  const now = clock.now();
  const oldest = dayOf(new Date(now.getTime() - MAX_AGE_MS));
  const inTime = told.tries.filter(({ day }) => day >= oldest && day <= dayOf(now));
  const listed = await catalog.listedCodes(inTime.map(({ store, code }) => ({ internal_name: store, code })));
  const counted: CodeTry[] = [];
  for (const one of inTime) {
    if (!listed.has(`${one.store} ${one.code}`)) continue;
    if (await limits.take(LIMITS.extension_code, `${network} ${one.store} ${one.code.toUpperCase()}`)) continue;
    const { saving_minor, ...bare } = one;
    const fits = one.worked && saving_minor !== undefined && saving_minor <= MAX_SAVING_MINOR;
    counted.push(fits ? { ...bare, saving_minor } : bare);
  }
  if (counted.length === 0) return done(0);
  return database.transaction(async (tx) => {
    const fresh = await insertTries(tx, counted);
    await catalog.countTries(
      tx,
      fresh.map(({ store, code, day, worked }) => ({ internal_name: store, code, worked, day })),
    );
    return done(fresh.length);
  });
}
