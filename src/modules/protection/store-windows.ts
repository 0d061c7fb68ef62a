/**
 * In how many days which store gives back what its own price fell by, with where that is said and the day on which it was looked
 * up. What changes there is changed here; of a store that is not named we know of no promise.
 */
export type StoreWindow = {
  internal_names: readonly string[];
  name: string;
  /** Null where it gives nothing back, or as long as it takes that thing back, which differs. */
  days: number | null;
  of: "own" | "returns" | "none";
  /** Which of the store's rules says so. */
  source: string;
  checked_at: string;
};

const checked_at = "2026-11-22";
export const STORE_WINDOWS: readonly StoreWindow[] = [
  { internal_names: ["target"], name: "Target", days: 14, of: "own", source: "price match guarantee", checked_at },
  { internal_names: ["apple"], name: "Apple", days: 14, of: "own", source: "returns and refunds", checked_at },
  { internal_names: ["costco"], name: "Costco", days: 30, of: "own", source: "price adjustment", checked_at },
  {
    ...{ internal_names: ["best-buy", "bestbuy"], name: "Best Buy", days: null, of: "returns" },
    ...{ source: "price match guarantee", checked_at },
  },
  { internal_names: ["walmart"], name: "Walmart", days: null, of: "none", source: "price match policy", checked_at },
  { internal_names: ["amazon"], name: "Amazon", days: null, of: "none", source: "price match policy", checked_at },
];

const BY_NAME = new Map(STORE_WINDOWS.flatMap((row) => row.internal_names.map((name) => [name, row] as const)));
/** Null: no promise that we know. */
export const windowOf = (internalName: string): StoreWindow | null => BY_NAME.get(internalName) ?? null;
