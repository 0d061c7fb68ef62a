import type { Rate } from "#catalog";
import { useViewer } from "#client/viewer.ts";

/** The rate that the reader's next click is tracked with: the Plus rate for a Plus member, where the store has one. */
export function useOwnRate(): (store: { rate: Rate; plus_rate: Rate | null }) => Rate {
  const hasPlus = useViewer((viewer) => viewer.user?.plus.active ?? false);
  return ({ rate, plus_rate }) => (hasPlus && plus_rate) || rate;
}
