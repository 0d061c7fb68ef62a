/** Ways to coins that are open now: a provider is connected that no operator switched off. */
import type { Database } from "#platform/database";
import type { CoinProvider, OpenWays } from "./provider.types.ts";
import { readAllRules } from "./provider-store.ts";

export function createOpenWays(db: Database, providers: readonly CoinProvider[]) {
  const waysWithout = (off: ReadonlySet<string>): OpenWays => {
    const has = (kind: CoinProvider["kind"]) =>
      providers.some((one) => one.enabled && one.kind === kind && !off.has(one.name));
    return { offers: has("offers"), surveys: has("surveys") };
  };

  let known: Promise<OpenWays> | null = null;
  let last = waysWithout(new Set());

  async function read(): Promise<OpenWays> {
    const rules = await readAllRules(db);
    last = waysWithout(new Set([...rules].flatMap(([name, { is_off }]) => (is_off ? [name] : []))));
    return last;
  }

  return {
    /** Every page names them, so they are of this process's memory; asked of the database after each notice. */
    open(): Promise<OpenWays> {
      known ??= read().catch(() => {
        // As they were: pages that need nothing else of the database are kept for an hour.
        known = null;
        return last;
      });
      return known;
    },
    forget(): void {
      known = null;
    },
  };
}
