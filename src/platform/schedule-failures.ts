/**
 * What a schedule asks again within seconds fails again and again while the other side is away: the log says when that begins,
 * with the reason, when the reason is another, each half hour as long as it lasts, and when it is over. Others' faults are looked at
 * by checks (decision 0040); one of our own that lasts is an error, which the check of errors then finds until it is mended.
 */
import { stopwatch } from "#platform/clock";
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

/** Shorter than the hour for which the check of errors looks back. */
const AGAIN_MS = 30 * 60_000;

/** Of one process: another may have done the work meanwhile, so that "works again" is not always said here. */
export function createScheduleFailures(watch: () => number = stopwatch) {
  const failing = new Map<string, { kind: string; told_at: number }>();
  return {
    failed(task: string, error: unknown, log: Log): void {
      const reason = reasonOf(error);
      // The seconds that are left, and which of its addresses was asked, differ each time.
      const kind = reason.replace(CHANGING, "…");
      const before = failing.get(task);
      const lasts = before?.kind === kind;
      if (lasts && watch() - before.told_at < AGAIN_MS) return;
      failing.set(task, { kind, told_at: watch() });
      const level = lasts && !isOthers(error) ? "error" : "warn";
      log[level](isOthers(error) ? { reason } : { err: error }, "scheduled job fails");
    },
    worked(task: string, log: Log): void {
      if (failing.delete(task)) log.info("scheduled job works again");
    },
  };
}
