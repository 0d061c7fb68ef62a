/** Tells partners' pixels of what was bought, after success only; the server gives each once, and only where it may. */
import { useEffect } from "react";
import type { Purchase } from "#landing";

export function FirePurchases({ purchases }: { purchases: readonly Purchase[] }) {
  useEffect(() => {
    if (purchases.length === 0) return;
    import("#client/fire-pixels.ts")
      .then((part) => Promise.all(purchases.map((purchase) => part.firePurchase(purchase))))
      // A partner that does not hear of it is no matter of the reader's.
      .catch(() => {});
  }, [purchases]);
  return null;
}
