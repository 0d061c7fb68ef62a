/** Ways to coins that are open now: a provider is connected that no operator switched off. */
import type { Database } from "#platform/database";
import type { CoinProvider, OpenWays } from "./provider.types.ts";
import { readAllRules } from "./provider-store.ts";

export function createOpenWays(db: Database, providers: readonly CoinProvider[]) {
  let known: Promise<OpenWays> | null = null;

  const waysWithout = (off: ReadonlySet<string>): OpenWays => {
    const has = (kind: CoinProvider["kind"]) =>
      providers.some((one) => one.enabled && one.kind === kind && !off.has(one.name));
    return { offers: has("offers"), surveys: has("surveys") };
  };

  async function read(): Promise<OpenWays> {
    const rules = await readAllRules(db);
    return waysWithout(new Set([...rules].flatMap(([name, { is_off }]) => (is_off ? [name] : []))));
  }

  return {
    /** Every page names them, so they are of this process's memory; asked of the database after each notice. */
    open(): Promise<OpenWays> {
      known ??= read().catch(() => {
        // Without the database there is worse to tell than a way too many.
        known = null;
        return waysWithout(new Set());
      });
      return known;
    },
    forget(): void {
      known = null;
    },
  };
}
