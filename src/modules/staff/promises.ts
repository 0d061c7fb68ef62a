/** Which of the desk's items were answered by the day that was promised for them. */
import { MAX_ITEMS } from "./decide.ts";
import { listOpen, readKept } from "./decision-store.ts";
import { asidesOf, dueOf } from "./rules.ts";
import type { StaffContext } from "./staff.types.ts";

type Span = { from: Date; to: Date };

export const createPromises = (context: StaffContext) => {
  const byQueue = (span: Span) => readKept(context.database.db, span, asidesOf(context.view().queues));
  return {
    byQueue,
    async sums(span: Span): Promise<{ kept: bigint; late: bigint }> {
      const rows = await byQueue(span);
      const sum = (name: "kept" | "late") => BigInt(rows.reduce((total, row) => total + row[name], 0));
      return { kept: sum("kept"), late: sum("late") };
    },
    async overdue(): Promise<bigint> {
      const now = context.clock.now();
      const decided = new Set((await listOpen(context.database.db)).map(({ item }) => item));
      let overdue = 0n;
      for (const queue of context.view().queues)
        for (const item of await queue.list(MAX_ITEMS)) if (!decided.has(item.id) && dueOf(item) < now) overdue += 1n;
      return overdue;
    },
  };
};
