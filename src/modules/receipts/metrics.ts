/** How full the space is, what was refused, and how readings ended. */
import { Counter, Gauge, type Registry } from "prom-client";

export function createReceiptMetrics(registry: Registry, filled: () => Promise<number>) {
  const gauge = new Gauge({
    name: "tuppence_receipts_filled",
    help: "How full the space for receipts is, 0 to 1 (RECEIPTS_MB)",
    registers: [registry],
    async collect() {
      // With the database away the other metrics are all the more wanted.
      const share = await filled().catch(() => null);
      if (share !== null) gauge.set(share);
    },
  });
  return {
    refused: new Counter({
      name: "tuppence_receipts_refused_total",
      help: "Files that were not taken, by why",
      labelNames: ["code"],
      registers: [registry],
    }),
  };
}
export type ReceiptMetrics = ReturnType<typeof createReceiptMetrics>;
