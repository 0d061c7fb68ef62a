/** One desk for every queue that somebody may see: what waits, the evidence, what may be done, and how promises are kept. */
import { addDays } from "#platform/clock";
import type { ObjectPage, OperatorAct, OperatorQueue, OperatorTake, OperatorView } from "#platform/operator";
import { besideOf } from "./beside.ts";
import { type DayRow, listEnded, listOfItem, listOpen, loadByDay, type NamedDecision } from "./decision-store.ts";
import { decisionId, operatorId } from "./ids.ts";
import { asidesOf, dueOf, HOUSE_PROMISE_HOURS, mostOf } from "./rules.ts";
import type { Operator, StaffContext } from "./staff.types.ts";
import { namesOf } from "./store.ts";

/** As many of each queue are shown; the count says when there are more. */
const MAX_SHOWN = 200;
const LOAD_DAYS = 14;

export type ShownDecision = {
  id: string;
  place: "queue" | "object";
  name: string;
  item: string;
  line: string;
  act: string;
  reason: string;
  values: Record<string, string>;
  hash: string;
  state: NamedDecision["state"];
  by: string;
  is_own: boolean;
  second: string | null;
  /** Whether who looks may agree or reject. */
  may_agree: boolean;
  /** Whether it can still be taken back. */
  may_undo: boolean;
  decided_at: string;
  carry_at: string;
  expires_at: string | null;
  state_at: string;
  outcome: string | null;
};

export function showDecision(operator: Operator, row: NamedDecision): ShownDecision {
  const own = row.by_person === operator.person_id;
  return {
    id: decisionId.show(row.decision_id),
    place: row.place,
    name: row.name,
    item: row.item,
    line: row.line,
    act: row.act,
    reason: row.reason,
    values: row.told,
    hash: row.content_hash.toString("hex"),
    state: row.state,
    by: row.by_name,
    is_own: own,
    second: row.second_name,
    may_agree:
      row.state === "second" &&
      !own &&
      row.second_permission !== null &&
      operator.permissions.has(row.second_permission),
    may_undo: row.state === "waiting" || row.state === "second",
    decided_at: row.decided_at.toISOString(),
    carry_at: row.carry_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    state_at: row.state_at.toISOString(),
    outcome: row.outcome,
  };
}

/** What a screen needs of an act. */
export type ShownAct = Pick<OperatorAct, "name" | "what" | "reason"> & {
  reasons: readonly { code: string; what: string }[] | null;
  asks: readonly {
    name: string;
    what: string;
    optional: boolean;
    long: boolean;
    most: number;
    hidden: boolean;
    begin: string;
    choices: readonly { code: string; what: string }[] | null;
    /** What takes its file, and the types that browsers offer for it. */
    file: { name: string; accept: string } | null;
  }[];
  fresh: boolean;
  at_once: boolean;
  may_need_second: boolean;
  /** Why it cannot be done as things stand. */
  barred: string | null;
};
const acceptOf = (takes: readonly OperatorTake[], file: string): string =>
  takes.find(({ name }) => name === file)?.accept.join(",") ?? "";

/** `id`: of the thing that it would be done to, where there is one. */
export const showAct = async (
  { takes }: Pick<Required<OperatorView>, "takes">,
  act: OperatorAct,
  id?: string,
): Promise<ShownAct> => ({
  name: act.name,
  what: act.what,
  reason: act.reason || act.reasons !== undefined,
  reasons: act.reasons ?? null,
  asks: await Promise.all(
    (act.asks ?? []).map(async (ask) => ({
      ...{
        name: ask.name,
        what: ask.what,
        optional: ask.optional ?? false,
        long: ask.long ?? false,
        most: mostOf(ask),
        hidden: ask.hidden ?? false,
      },
      begin: id === undefined ? "" : ((await ask.begin?.(id)) ?? ""),
      choices: (await ask.choices?.()) ?? null,
      file: ask.file === undefined ? null : { name: ask.file, accept: acceptOf(takes, ask.file) },
    })),
  ),
  fresh: act.freshSignIn ?? false,
  at_once: act.atOnce ?? false,
  may_need_second: act.secondPerson !== undefined,
  barred: id === undefined ? null : ((await act.barred?.(id)) ?? null),
});

export type QueueCount = {
  name: string;
  what: string;
  /** Without those that are decided already. */
  waiting: number;
  more: boolean;
  oldest_since: string | null;
  next_due: string | null;
  late: number;
};
export type DeskItem = {
  queue: string;
  id: string;
  line: string;
  since: string;
  due: string;
  /** Whether somebody was promised the day, or the house promised it to itself. */
  promised: boolean;
  decision: ShownDecision | null;
  /** Who wrote it, if a member did. */
  member: string | null;
};

const mySights = (context: StaffContext, operator: Operator): OperatorQueue[] =>
  context.view().queues.filter(({ permission }) => operator.permissions.has(permission));

async function readQueues(context: StaffContext, operator: Operator, queues: readonly OperatorQueue[]) {
  const open = new Map((await listOpen(context.database.db)).map((row) => [row.item, row]));
  const lists = await Promise.all(queues.map((queue) => queue.list(MAX_SHOWN)));
  return queues.map((queue, at) => ({
    queue,
    items: (lists[at] ?? []).map((item): DeskItem => {
      const decided = open.get(item.id);
      return {
        queue: queue.name,
        id: item.id,
        line: item.line,
        since: item.since.toISOString(),
        due: dueOf(item).toISOString(),
        promised: item.due !== null,
        decision: decided ? showDecision(operator, decided) : null,
        member: item.member ?? null,
      };
    }),
  }));
}

type Read = Awaited<ReturnType<typeof readQueues>>[number];
function count(context: StaffContext, { queue, items }: Read): QueueCount {
  const waiting = items.filter(({ decision }) => !decision);
  const now = context.clock.now().toISOString();
  const least = (texts: string[]): string | null => texts.toSorted()[0] ?? null;
  return {
    name: queue.name,
    what: queue.what,
    waiting: waiting.length,
    more: items.length === MAX_SHOWN,
    oldest_since: least(waiting.map(({ since }) => since)),
    next_due: least(waiting.map(({ due }) => due)),
    late: waiting.filter(({ due }) => due < now).length,
  };
}

/** How much waits in each queue, for the start page and the navigation. */
export async function overview(context: StaffContext, operator: Operator) {
  const read = await readQueues(context, operator, mySights(context, operator));
  return {
    queues: read.map((one) => count(context, one)),
    house_hours: HOUSE_PROMISE_HOURS,
    now: context.clock.now().toISOString(),
  };
}

/** One queue or all of them, oldest promise first; those that are decided stand last, until they are carried out. */
async function readDesk(context: StaffContext, operator: Operator, only: string | null) {
  const read = await readQueues(context, operator, mySights(context, operator));
  const items = read
    .filter(({ queue }) => only === null || queue.name === only)
    .flatMap((one) => one.items)
    .toSorted(
      (one, other) =>
        Number(one.decision !== null) - Number(other.decision !== null) ||
        one.due.localeCompare(other.due) ||
        one.since.localeCompare(other.since) ||
        one.id.localeCompare(other.id),
    );
  return { queues: read.map((one) => count(context, one)), items, now: context.clock.now().toISOString() };
}

export type Evidence = {
  kind: string;
  page: Omit<ObjectPage, "personal" | "timeline" | "money"> & {
    timeline: { at: string; what: string; by: string }[];
    money: { at: string; what: string; amount: string }[];
  };
  has_personal: boolean;
};

export async function talkOf(
  context: StaffContext,
  operator: Operator,
  id: string,
): Promise<{ kind: string; act: ShownAct | undefined } | null> {
  for (const { kind, permission, talk, acts = [] } of context.view().objects) {
    if (!talk || !operator.permissions.has(permission) || !(await talk.read(id, ""))) continue;
    const act = acts.find((one) => one.name === talk.act && operator.permissions.has(one.permission));
    return { kind, act: act && (await showAct(context.view(), act)) };
  }
  return null;
}

/** The thing behind an id, for who may see its kind; without names and addresses, which are looked at one by one. */
export async function evidence(context: StaffContext, operator: Operator, id: string): Promise<Evidence | null> {
  for (const object of context.view().objects) {
    if (!operator.permissions.has(object.permission)) continue;
    const page = await object.show(id, (permission) => operator.permissions.has(permission));
    if (!page) continue;
    const { personal, timeline, money = [], links, ...rest } = page;
    const names = operator.permissions.has("members.personal");
    const shown = {
      ...rest,
      ...(links && {
        links: links.map(({ personal: whose, ...link }) => (names && whose ? { ...link, personal: whose } : link)),
      }),
      timeline: timeline.map((row) => ({ ...row, at: row.at.toISOString() })),
      money: money.map((row) => ({ ...row, at: row.at.toISOString() })),
    };
    return { kind: object.kind, page: await withNames(context, shown), has_personal: personal !== undefined };
  }
  return null;
}

/** The last decisions about a thing, open ones first, for its own page. */
export async function decisionsOf(context: StaffContext, operator: Operator, id: string): Promise<ShownDecision[]> {
  const rows = (await listOfItem(context.database.db, id)).filter(seenBy(context, operator));
  return rows.map((row) => showDecision(operator, row)).toSorted((one, other) => +other.may_undo - +one.may_undo);
}

const OPERATOR_IDS = /\bopr_[0-9a-f]{32}\b/g;

/** Modules keep who decided by an id; people read names. */
export async function withNames<T>(context: StaffContext, shown: T): Promise<T> {
  const text = JSON.stringify(shown);
  const found = [...new Set(text.match(OPERATOR_IDS) ?? [])];
  if (found.length === 0) return shown;
  const ids = found.map((one) => operatorId.read(one)).filter((one) => one !== null);
  const names = await namesOf(context.database.db, ids);
  // Only texts inside are replaced, each by what a JSON text may hold: the shape stays.
  return JSON.parse(
    text.replace(OPERATOR_IDS, (one) => JSON.stringify(names.get(operatorId.read(one) ?? "") ?? one).slice(1, -1)),
  ) as T;
}

async function readItem(context: StaffContext, operator: Operator, queueName: string, id: string) {
  const queue = mySights(context, operator).find(({ name }) => name === queueName);
  if (!queue) return null;
  const [found, decisions, acts] = await Promise.all([
    evidence(context, operator, id),
    decisionsOf(context, operator, id),
    Promise.all(
      queue.acts
        .filter(({ permission }) => operator.permissions.has(permission))
        .map((act) => showAct(context.view(), act, id)),
    ),
  ]);
  return {
    queue: { name: queue.name, what: queue.what },
    id,
    acts,
    evidence: found,
    decisions,
  };
}

/** The whole page: the queues, what waits, the item that is looked at, what was decided lately. */
export async function desk(
  context: StaffContext,
  operator: Operator,
  asked: { queue: string | null; id: string | null; all: boolean },
) {
  const list = await readDesk(context, operator, asked.all ? null : asked.queue);
  const [first] = list.items;
  const { queue, id } = asked.queue && asked.id ? asked : { queue: first?.queue ?? null, id: first?.id ?? null };
  const [found, record] = await Promise.all([
    queue && id ? readItem(context, operator, queue, id) : null,
    readRecord(context, operator),
  ]);
  // What does not wait any more stands in no list; its own page knows whose it is.
  const waits = list.items.find((one) => one.queue === queue && one.id === id);
  const item = found && {
    ...found,
    beside: besideOf(context, operator, waits?.member ?? found.evidence?.page.member ?? null),
  };
  return withNames(context, { ...list, item, record });
}

/** A decision is for who may see the queue or the kind of thing that it is about: its reason and its words tell of that. */
export function seenBy(context: StaffContext, operator: Operator): (row: NamedDecision) => boolean {
  const names = new Set(mySights(context, operator).map(({ name }) => name));
  const kinds = new Set(
    context
      .view()
      .objects.filter(({ permission }) => operator.permissions.has(permission))
      .map(({ kind }) => kind),
  );
  return (row) => (row.place === "object" ? kinds : names).has(row.name);
}

/** What is open, what ended today, and how promises were kept by day. */
async function readRecord(context: StaffContext, operator: Operator) {
  const { db } = context.database;
  const now = context.clock.now();
  const today = new Date(now.toISOString().slice(0, 10));
  const names = mySights(context, operator).map(({ name }) => name);
  const mine = seenBy(context, operator);
  const [open, ended, days] = await Promise.all([
    listOpen(db),
    listEnded(db, today),
    loadByDay(db, names, addDays(today, 1 - LOAD_DAYS), asidesOf(context.view().queues)),
  ]);
  return {
    open: open.filter(mine).map((row) => showDecision(operator, row)),
    ended: ended.filter(mine).map((row) => showDecision(operator, row)),
    days: everyDay(days, today),
  };
}

/** Days on which nothing was decided are days too. */
function everyDay(rows: readonly DayRow[], today: Date): DayRow[] {
  const known = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: LOAD_DAYS }, (_, at) => {
    const day = addDays(today, at + 1 - LOAD_DAYS)
      .toISOString()
      .slice(0, 10);
    return known.get(day) ?? { day, decided: 0, kept: 0, undone: 0 };
  });
}
