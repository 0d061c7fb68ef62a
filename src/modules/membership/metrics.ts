/** What the membership tells of its card processor, and of what waits for a person. */
import { Gauge, type Registry } from "prom-client";
import type { Database } from "#platform/database";
import { countPersonCases } from "./person-store.ts";

export function createMembershipMetrics(registry: Registry, db: Database) {
  // Read from the database, so that every process tells the same.
  const cases = new Gauge({
    name: "tuppence_membership_needs_person",
    help: "Sums and refunds that only a person can settle (npm run desk -- charges), and attempts without an answer",
    labelNames: ["kind"],
    registers: [registry],
    async collect() {
      cases.reset();
      // With the database away the other metrics are all the more wanted.
      const counts = await countPersonCases(db).catch(() => ({}));
      for (const [kind, count] of Object.entries<number>(counts)) cases.set({ kind }, count);
    },
  });
  return {
    differences: new Gauge({
      name: "tuppence_processor_differences",
      help: "Differences between the card processor's balance and the books, at the last comparison",
      registers: [registry],
    }),
  };
}
export type MembershipMetrics = ReturnType<typeof createMembershipMetrics>;
