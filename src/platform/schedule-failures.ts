/**
 * What a schedule asks again within seconds fails again and again while the other side is away: the log says when that begins,
 * with the reason, when the reason is another, and when it is over. What stands meanwhile is looked at by checks (decision 0040).
 */
import type { Log } from "#platform/log";
import { OutgoingError } from "#platform/outgoing";
import { BudgetSpentError } from "#platform/provider-calls";

const MAX_CAUSES = 4;

/** What failed first stands deepest: "fetch failed" says nothing. */
function deepest(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return "";
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return (depth < MAX_CAUSES && deepest(inner, depth + 1)) || error.message;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const under = deepest(error.cause);
  return under ? `${error.message}: ${under}` : error.message;
}

/** Of others' faults a stack tells nothing; of our own it tells where. */
const isOthers = (error: unknown): boolean => error instanceof OutgoingError || error instanceof BudgetSpentError;

const CHANGING = /\b\d+(\.\d+){3}(:\d+)?|(?<![\da-f:])[\da-f]{0,4}(:[\da-f]{0,5}){2,8}|\b\d+(?= s\b)/g;

export function createScheduleFailures() {
  const failing = new Map<string, string>();
  return {
    failed(task: string, error: unknown, log: Log): void {
      const reason = reasonOf(error);
      // The seconds that are left, and which of its addresses was asked, differ each time.
      const kind = reason.replace(CHANGING, "…");
      if (failing.get(task) === kind) return;
      failing.set(task, kind);
      log.warn(isOthers(error) ? { reason } : { err: error }, "scheduled job fails");
    },
    worked(task: string, log: Log): void {
      if (failing.delete(task)) log.info("scheduled job works again");
    },
  };
}
