/** What `/metrics` tells of money at payout providers. Read from the database, so that every process tells the same. */
import { Gauge } from "prom-client";
import type { TreasuryContext } from "./context.ts";
import type { Held } from "./read-balances.ts";
import type { Funding } from "./read-funding.ts";

export function watchBalances({ metrics }: Pick<TreasuryContext, "metrics">, read: () => Promise<Held[]>): void {
  const gauge = (name: string, help: string, amountOf: (held: Held) => number) => {
    const one = new Gauge({
      ...{ name, help, labelNames: ["provider"], registers: [metrics.registry] },
      async collect() {
        one.reset();
        // With the database away the other metrics are all the more wanted.
        for (const held of await read().catch(() => [])) one.set({ provider: held.provider }, amountOf(held));
      },
    });
  };
  gauge(
    "tuppence_cash_difference_cents",
    "What a payout provider holds more or less than the books explain (npm run treasury -- balances)",
    (held) => Number(held.unexplained_minor),
  );
  gauge("tuppence_cash_read_at_seconds", "When a payout provider last said what it holds", (held) =>
    Math.floor(held.read_at.getTime() / 1_000),
  );
}

/** An alarm that comes while there is still time to bring money there. */
export function watchFunding({ metrics }: Pick<TreasuryContext, "metrics">, read: () => Promise<Funding[]>): void {
  const one = new Gauge({
    name: "tuppence_cash_lasts_days",
    help: "For how many days what a payout provider holds will do, after what waits (-1: not even for that)",
    labelNames: ["provider"],
    registers: [metrics.registry],
    async collect() {
      one.reset();
      for (const { provider, lasts_days } of await read().catch(() => []))
        if (lasts_days !== null) one.set({ provider }, lasts_days);
    },
  });
}
