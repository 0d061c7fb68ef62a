/**
 * Decisions: kept first, carried out by a job ten minutes later unless they are undone, at once where the act says so, and after a
 * second person where one is asked. An item has one open decision at most: the database holds that.
 */
import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { OperatorAct, Permission } from "#platform/operator";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { keepAct } from "./audit.ts";
import {
  type DecisionRow,
  findDecision,
  findOpen,
  holdItem,
  insertDecision,
  lockDecision,
  type NamedDecision,
  saveDecision,
} from "./decision-store.ts";
import { decisionId } from "./ids.ts";
import { CARRY_OUT } from "./job-kinds.ts";
import type { StaffRefusal } from "./messages.ts";
import {
  type Content,
  type DecisionState,
  dueOf,
  hashOf,
  mayBecome,
  minutesAfter,
  readTold,
  SECOND_HOURS,
  UNDO_MINUTES,
} from "./rules.ts";
import { isFresh } from "./sessions.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";

/** As many of a queue as are looked through for one item. */
export const MAX_ITEMS = 2_000;
/** Words for acts that are carried out by the machinery itself. */
export const MACHINERY = { person_id: null, name: "the console" } as const;

export type FoundAct = {
  act: OperatorAct;
  /** All that somebody needs for it. */
  permissions: readonly Permission[];
  /** Null when the item is not there. */
  item(): Promise<{ line: string; due: Date | null } | null>;
};

/** An act by the place where it is declared. */
export function findAct(
  context: StaffContext,
  asked: Pick<Content, "place" | "name" | "item" | "act">,
): FoundAct | null {
  const view = context.view();
  if (asked.place === "queue") {
    const queue = view.queues.find(({ name }) => name === asked.name);
    const act = queue?.acts.find(({ name }) => name === asked.act);
    if (!queue || !act) return null;
    return {
      act,
      permissions: [queue.permission, act.permission],
      async item() {
        const found = (await queue.list(MAX_ITEMS)).find(({ id }) => id === asked.item);
        return found ? { line: found.line, due: dueOf(found) } : null;
      },
    };
  }
  const object = view.objects.find(({ kind }) => kind === asked.name);
  const act = object?.acts?.find(({ name }) => name === asked.act);
  if (!object || !act) return null;
  return {
    act,
    permissions: [object.permission, act.permission],
    item: async () => ((await object.show(asked.item)) ? { line: `${object.kind} ${asked.item}`, due: null } : null),
  };
}

const mayDo = (operator: Operator, permissions: readonly Permission[]): boolean =>
  permissions.every((one) => operator.permissions.has(one));

type Asked = {
  place: "queue" | "object";
  name: string;
  item: string;
  act: string;
  reason: string;
  values: Record<string, string>;
};

export async function decide(
  context: StaffContext,
  operator: Operator,
  asked: Asked,
  visit: Visit,
): Promise<Outcome<NamedDecision, StaffRefusal>> {
  const found = findAct(context, asked);
  if (!found) return refused("unknown_act");
  if (!mayDo(operator, found.permissions)) return refused("not_allowed");
  const { act } = found;
  const told = readTold(act, asked);
  if (!told.ok) return refused("told_wrong", { text: told.fault.text, field: told.fault.field });
  const content: Content = { ...asked, ...told.value };
  const content_hash = hashOf(content);
  const before = await findOpen(context.database.db, asked.item);
  if (before) return again(before, operator, content_hash);
  if (act.freshSignIn && !isFresh(context, operator)) return refused("confirm_first");
  const looked = context.clock.now();
  const item = await found.item();
  if (!item) return refused("unknown_item");
  const wrong = await act.check?.(asked.item, { by: operator.id, ...told.value });
  if (wrong) return refused("told_wrong", { text: wrong, field: "form" });
  const second = await needsSecond(act, asked.item, { by: operator.id, ...told.value });
  const now = context.clock.now();
  const carry_at = act.atOnce ? now : minutesAfter(now, UNDO_MINUTES);
  const row: DecisionRow = {
    decision_id: newId("decision"),
    place: asked.place,
    name: asked.name,
    item: asked.item,
    line: item.line,
    act: asked.act,
    reason: content.reason,
    told: { ...content.values },
    content_hash,
    state: second ? "second" : "waiting",
    by_person: operator.person_id,
    second_permission: second,
    second_person: null,
    due_at: item.due,
    decided_at: now,
    carry_at,
    expires_at: second ? minutesAfter(now, SECOND_HOURS * 60) : null,
    leased_until: null,
    sequence: 1,
    outcome: null,
    state_at: now,
  };
  const inserted = await context.database.transaction(async (tx) => {
    await holdItem(tx, row.item);
    if (!(await insertDecision(tx, row, operator.name, looked))) return false;
    if (!second) await addCarry(tx, row);
    await keepAct(tx, context, operator, { what: second ? "proposed" : "decided", ...aboutOf(row) }, visit);
    return true;
  });
  const kept = await findOpen(context.database.db, asked.item);
  if (!inserted && kept) return again(kept, operator, content_hash);
  const own = await findDecision(context.database.db, row.decision_id);
  if (!own) return refused("unknown_item");
  return done(own);
}

/** The same press again is told what the first was told. */
function again(open: NamedDecision, operator: Operator, hash: Buffer): Outcome<NamedDecision, StaffRefusal> {
  if (open.by_person === operator.person_id && open.content_hash.equals(hash)) return done(open);
  return refused("already_decided", { who: open.by_name, act: open.act });
}

async function needsSecond(
  act: OperatorAct,
  item: string,
  told: { by: string; reason: string; values: Readonly<Record<string, string>> },
): Promise<Permission | null> {
  if (!act.secondPerson) return null;
  return (await act.secondPerson.needed(item, told)) ? act.secondPerson.permission : null;
}

const addCarry = (tx: Tx, row: DecisionRow) =>
  addJobs(tx, [CARRY_OUT.with({ decision_id: row.decision_id }, { run_at: row.carry_at })]);

export const aboutOf = (row: DecisionRow) => ({
  object: row.item,
  reason: row.reason,
  facts: { decision: decisionId.show(row.decision_id), place: row.place, name: row.name, act: row.act, told: row.told },
});

/** The next state of a decision, with what came of it. */
export async function move(
  tx: Tx,
  context: StaffContext,
  row: DecisionRow,
  to: DecisionState,
  change: { by: string; detail?: string | null; more?: Partial<DecisionRow> },
): Promise<DecisionRow> {
  assert(mayBecome(row.state, to), `a decision does not go from ${row.state} to ${to}`);
  const next: DecisionRow = {
    ...row,
    ...change.more,
    state: to,
    sequence: row.sequence + 1,
    state_at: context.clock.now(),
  };
  await saveDecision(tx, next, { from: row.state, by: change.by, detail: change.detail ?? null });
  return next;
}

/** Whoever decided, or may decide the same, takes it back while nothing has followed from it. */
export async function undo(
  context: StaffContext,
  operator: Operator,
  shown: string,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  const id = decisionId.read(shown);
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    const row = id && (await lockDecision(tx, id));
    if (!row) return refused("unknown_decision");
    const found = findAct(context, row);
    if (!found || !mayDo(operator, found.permissions)) return refused("not_allowed");
    if (!mayBecome(row.state, "undone")) return refused("too_late", { state: STATE_WORDS[row.state] });
    await move(tx, context, row, "undone", { by: operator.name });
    await keepAct(tx, context, operator, { what: "undone", ...aboutOf(row) }, visit);
    return done(null);
  });
}

/** Somebody else agrees to what was proposed, as they saw it, or does not. */
export async function second(
  context: StaffContext,
  operator: Operator,
  asked: { id: string; agree: boolean; hash: string },
  visit: Visit,
): Promise<Outcome<NamedDecision, StaffRefusal>> {
  const id = decisionId.read(asked.id);
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<string, StaffRefusal>> => {
    const row = id && (await lockDecision(tx, id));
    if (!row) return refused("unknown_decision");
    if (!row.second_permission || !operator.permissions.has(row.second_permission)) return refused("not_allowed");
    if (row.by_person === operator.person_id) return refused("not_yourself");
    if (row.state !== "second") return refused("too_late", { state: STATE_WORDS[row.state] });
    const now = context.clock.now();
    if (row.expires_at && row.expires_at <= now) return refused("too_late", { state: STATE_WORDS.expired });
    const found = findAct(context, row);
    if (!found) return refused("unknown_act");
    if (found.act.freshSignIn && !isFresh(context, operator)) return refused("confirm_first");
    if (
      row.content_hash.toString("hex") !== asked.hash ||
      !hashOf({ ...row, values: row.told }).equals(row.content_hash)
    )
      return refused("changed");
    const more = {
      second_person: operator.person_id,
      carry_at: found.act.atOnce ? now : minutesAfter(now, UNDO_MINUTES),
    };
    const next = await move(tx, context, row, asked.agree ? "waiting" : "rejected", { by: operator.name, more });
    if (asked.agree) await addCarry(tx, next);
    await keepAct(tx, context, operator, { what: asked.agree ? "agreed" : "rejected", ...aboutOf(row) }, visit);
    return done(row.decision_id);
  });
  if (!outcome.ok) return outcome;
  const named = await findDecision(context.database.db, outcome.value);
  return named ? done(named) : refused("unknown_decision");
}

export async function expire(context: StaffContext, id: string): Promise<void> {
  await context.database.transaction(async (tx) => {
    const row = await lockDecision(tx, id);
    if (row?.state !== "second" || !row.expires_at || row.expires_at > context.clock.now()) return;
    await move(tx, context, row, "expired", {
      by: MACHINERY.name,
      detail: `Nobody agreed within ${SECOND_HOURS} hours.`,
    });
    await keepAct(tx, context, MACHINERY, { what: "expired", ...aboutOf(row) }, { address: "", request_id: "" });
  });
}

export const STATE_WORDS: Readonly<Record<DecisionState, string>> = {
  second: "it waits for a second person",
  waiting: "it is about to be carried out",
  running: "it is being carried out",
  done: "it is done",
  refused: "it could not be done",
  failed: "it failed",
  undone: "it was undone",
  rejected: "a second person rejected it",
  expired: "nobody agreed in time",
};
