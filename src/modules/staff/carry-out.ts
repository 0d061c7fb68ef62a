/** What was decided is done: once, whatever worker is killed, and what came of it is kept in the module's own words. */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import type { ActRefusal, Permission } from "#platform/operator";
import type { Outcome } from "#platform/outcome";
import { keepAct, NOWHERE } from "./audit.ts";
import { aboutOf, expire, findAct, MACHINERY, move } from "./decide.ts";
import { type DecisionRow, findOverdue, holdItem, lease, lockDecision } from "./decision-store.ts";
import { operatorId } from "./ids.ts";
import { CARRY_OUT } from "./job-kinds.ts";
import { hashOf, minutesAfter, permissionsOf } from "./rules.ts";
import type { StaffContext } from "./staff.types.ts";
import { findPerson, namesOf } from "./store.ts";

/** Longer than any act takes: until then nobody else begins with it. */
const LEASE_MINUTES = 2;
const MAX_TRIES = 5;
const REFUSALS: Record<ActRefusal, string> = {
  unknown: "Nothing waited under this id any more.",
  not_possible: "It could not be so, as it stood.",
};
/** A worker that was stopped may have done it: then the module no longer knows of anything that waits. */
const INTERRUPTED = "It was begun before and stopped in the middle. Asked again:";

type Taken = { row: DecisionRow; resumed: boolean };

async function take(context: StaffContext, id: string): Promise<Taken | null> {
  return context.database.transaction(async (tx): Promise<Taken | null> => {
    const row = await lockDecision(tx, id);
    const now = context.clock.now();
    const leased_until = minutesAfter(now, LEASE_MINUTES);
    const due = row?.state === "waiting" && row.carry_at <= now;
    // Who was switched off meanwhile, or lost the role, may have been somebody else all along: nothing more follows from it.
    if (row && due && !(await mayStill(tx, context, row))) {
      const detail = "Who decided it, or agreed to it, was switched off or may not do it any more.";
      await move(tx, context, row, "undone", { by: MACHINERY.name, detail, more: { outcome: detail } });
      await keepAct(tx, context, MACHINERY, { what: "undone", ...aboutOf(row) }, NOWHERE);
      return null;
    }
    if (row && due)
      return {
        row: await move(tx, context, row, "running", { by: "the console", more: { leased_until } }),
        resumed: false,
      };
    if (row?.state !== "running" || (row.leased_until && row.leased_until > now)) {
      // Somebody is at it, or it is too early: looked at again when that is over. What has ended is left alone.
      const again = row?.state === "running" ? row.leased_until : row?.state === "waiting" ? row.carry_at : null;
      if (again) await addJobs(tx, [CARRY_OUT.with({ decision_id: id }, { run_at: again })]);
      return null;
    }
    await lease(tx, id, leased_until);
    return { row, resumed: true };
  });
}

/** Whether all who decided are still there and may still do it. An act that is not declared any more is told apart later. */
async function mayStill(tx: Tx, context: StaffContext, row: DecisionRow): Promise<boolean> {
  const may = async (id: string, permissions: readonly Permission[]) => {
    const person = await findPerson(tx, id);
    const all = permissionsOf(person?.roles ?? []);
    return person?.state === "active" && permissions.every((one) => all.has(one));
  };
  const { second_person, second_permission } = row;
  const first = await may(row.by_person, findAct(context, row)?.permissions ?? []);
  return first && (!second_person || (await may(second_person, second_permission ? [second_permission] : [])));
}

export async function carryOut(context: StaffContext, id: string, attempt = 1): Promise<void> {
  const taken = await take(context, id);
  if (!taken) return;
  const { row, resumed } = taken;
  const found = findAct(context, row);
  if (!found) return end(context, row, "failed", "This act is not declared any more.");
  if (!hashOf({ ...row, values: row.told }).equals(row.content_hash))
    return end(context, row, "failed", "What was decided is not what is kept: it was changed, and is not carried out.");
  let outcome: Outcome<string, ActRefusal>;
  try {
    outcome = await found.act.run(row.item, {
      by: operatorId.show(row.by_person),
      reason: row.reason,
      values: row.told,
      decidedAt: row.decided_at,
      ...(row.second_person && { approvedBy: operatorId.show(row.second_person) }),
    });
  } catch (error) {
    if (attempt >= MAX_TRIES) {
      context.log.error({ err: error, decision: row.decision_id }, "a decision could not be carried out");
      return end(context, row, "failed", "Something unexpected went wrong. The log has it under the decision's id.");
    }
    // Free for the next try at once.
    await context.database.transaction((tx) => lease(tx, id, context.clock.now()));
    throw error;
  }
  if (outcome.ok) return end(context, row, "done", outcome.value);
  const words = outcome.detail?.why ?? REFUSALS[outcome.code];
  return resumed
    ? end(context, row, "failed", `${INTERRUPTED} ${words} Its timeline tells what became of it.`)
    : end(context, row, "refused", words);
}

async function end(
  context: StaffContext,
  row: DecisionRow,
  to: "done" | "refused" | "failed",
  outcome: string,
): Promise<void> {
  const names = await namesOf(context.database.db, [row.by_person]);
  await context.database.transaction(async (tx) => {
    await holdItem(tx, row.item);
    const now = await lockDecision(tx, row.decision_id);
    if (now?.state !== "running") return;
    await move(tx, context, now, to, { by: "the console", detail: outcome, more: { outcome, leased_until: null } });
    const about = aboutOf(row);
    const who = { person_id: row.by_person, name: names.get(row.by_person) ?? "" };
    await keepAct(
      tx,
      context,
      who,
      { what: `carried_out_${to}`, ...about, facts: { ...about.facts, outcome } },
      NOWHERE,
    );
  });
}

/** Proposals whose time is over, and decisions whose job was lost. */
export async function sweep(context: StaffContext): Promise<void> {
  const { expired, due } = await findOverdue(context.database.db, context.clock.now());
  for (const id of expired) await expire(context, id);
  await addJobs(
    context.database.db,
    due.map((decision_id) => CARRY_OUT.with({ decision_id }, { if_there: "keep" })),
  );
}
