/** Looks at everything there is to look at, and keeps the alarms as what was seen says. */
import { stopwatch } from "#platform/clock";
import { newId } from "#platform/ids";
import type { HealthCheck } from "#platform/operator";
import type { HealthContext } from "./health.types.ts";
import { nextStep } from "./rules.ts";
import { type AlarmRow, insertAlarm, lockOpenAlarms, updateAlarm } from "./store.ts";
import { tellAlarm } from "./tell-alarm.ts";

export type Seen = { name: string; what: string } & Awaited<ReturnType<HealthCheck["look"]>>;

const MAX_MS = 5_000;

/** A check that fails or hangs is not fine itself. */
async function lookAt(check: HealthCheck, now: Date): Promise<Seen> {
  const { name, what } = check;
  const began = stopwatch();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${MAX_MS / 1_000} seconds`)), MAX_MS);
  });
  try {
    return { name, what, ...(await Promise.race([check.look(now), late])) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      name,
      what,
      state: "bad",
      line: `It could not be looked at (${Math.round(stopwatch() - began)} ms): ${reason}`,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** One after another: looking must not be what the database is slow from. */
export async function lookAtAll(checks: readonly HealthCheck[], now: Date): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const check of checks) seen.push(await lookAt(check, now));
  return seen;
}

/** What has an alarm: a check as a whole, or of one that looks at several parties each of them. Open ones that are in no list are over. */
function standingOf(seen: readonly Seen[], open: readonly AlarmRow[]): Seen[] {
  return seen.flatMap((one) => {
    const own = (party: string) => `${one.name}: ${party}`;
    // Where it could not be looked at nobody knows how its parties are: what stands of them stays.
    if (!one.each) return [one];
    const { state, what, queue, line, each } = one;
    const ill = each.map((part) => ({ what, state, name: own(part.name), line: part.line, ...(queue && { queue }) }));
    const gone = open
      .map(({ check_name }) => check_name)
      .filter((name) => name.startsWith(own("")) && !ill.some((part) => part.name === name));
    const fine = { what, line, state: "fine" as const };
    return [{ ...fine, name: one.name }, ...ill, ...gone.map((name) => ({ ...fine, name }))];
  });
}

export async function keepAlarms(context: HealthContext, seen: readonly Seen[]): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const all = await lockOpenAlarms(tx);
    const open = new Map(all.map((alarm) => [alarm.check_name, alarm]));
    for (const one of standingOf(seen, all)) {
      const alarm = open.get(one.name) ?? null;
      const step = nextStep(alarm, one.state);
      const told = { level: one.state === "bad" ? ("bad" as const) : ("warn" as const), line: one.line.slice(0, 500) };
      const queue = one.queue ?? null;
      if (step === "notice")
        await insertAlarm(tx, { alarm_id: newId("alarm"), check_name: one.name, ...told, queue, noticed_at: now });
      if (!alarm || step === "none" || step === "notice") continue;
      const next: AlarmRow = {
        ...alarm,
        ...(one.state === "fine" ? {} : { ...told, queue }),
        state: step === "raise" ? "raised" : step === "clear" ? "cleared" : alarm.state,
        fine_looks: one.state === "fine" ? alarm.fine_looks + 1 : 0,
        raised_at: step === "raise" ? now : alarm.raised_at,
        cleared_at: step === "clear" ? now : null,
      };
      await updateAlarm(tx, next);
      // What was noticed and is gone was never told.
      if (step === "raise" || (step === "clear" && alarm.state === "raised"))
        await tellAlarm(tx, context, next, { what: one.what, line: one.line });
    }
  });
}
