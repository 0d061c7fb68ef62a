/** How many imports wait for a person. */
import { Gauge, type Registry } from "prom-client";

export function registerCatalogMetrics(registry: Registry, countHeld: () => Promise<number>): void {
  const held = new Gauge({
    name: "tuppence_imports_held",
    help: "Feeds that lack so much that a person decides whether it is gone (npm run desk -- imports)",
    registers: [registry],
    async collect() {
      // With the database away the other metrics are all the more wanted.
      const count = await countHeld().catch(() => null);
      if (count !== null) held.set(count);
    },
  });
}
