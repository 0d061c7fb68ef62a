/** The log of what operators did and saw, and its reading, export and verification. */
import type { Tx } from "#platform/database";
import { writeCsv } from "#platform/write-csv";
import { type AuditAsked, type AuditRow, auditKinds, insertAudit, readAudit, verifyAudit } from "./audit-store.ts";
import { operatorId } from "./ids.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";
import { listPeople } from "./store.ts";

export type Act = {
  what: string;
  object?: string;
  facts?: Record<string, unknown>;
  reason?: string;
  as_whom?: string | null;
};
/** Who acts: somebody signed in, or a name that the command line or the machinery has. */
export type Actor = Pick<Operator, "person_id" | "name"> | { person_id: null; name: string };

export const NOWHERE: Pick<Visit, "address" | "request_id"> = { address: "", request_id: "" };

/** In the transaction of what was done; what is only seen is written before it is shown. */
export async function keepAct(
  tx: Tx,
  context: Pick<StaffContext, "clock">,
  who: Actor,
  act: Act,
  visit: Pick<Visit, "address" | "request_id">,
): Promise<void> {
  await insertAudit(tx, {
    at: context.clock.now(),
    by_person: who.person_id,
    who: who.name,
    as_whom: act.as_whom ?? null,
    what: act.what,
    object: act.object ?? "",
    facts: act.facts ?? {},
    reason: act.reason ?? "",
    address: visit.address,
    request_id: visit.request_id,
  });
}

export const keep = (
  context: StaffContext,
  who: Actor,
  act: Act,
  visit: Pick<Visit, "address" | "request_id">,
): Promise<void> => context.database.transaction((tx) => keepAct(tx, context, who, act, visit));

const PAGE = 100;
const MAX_EXPORTED = 50_000;

export type ShownAudit = {
  number: string;
  at: string;
  who: string;
  by: string | null;
  as_whom: string | null;
  what: string;
  object: string;
  facts: Record<string, unknown>;
  reason: string;
  address: string;
  request_id: string;
};
const shownOf = (row: AuditRow): ShownAudit => ({
  number: String(row.number),
  at: row.at.toISOString(),
  who: row.who,
  by: row.by_person && operatorId.show(row.by_person),
  as_whom: row.as_whom,
  what: row.what,
  object: row.object,
  facts: row.facts,
  reason: row.reason,
  address: row.address,
  request_id: row.request_id,
});

export type AuditFilters = {
  by: string | null;
  what: string | null;
  object: string | null;
  /** Days in UTC, both included. */
  from: string | null;
  to: string | null;
  before: string | null;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
function askedOf(filters: AuditFilters, most: number): AuditAsked {
  const day = (text: string | null, plus: number): Date | null => {
    const at = text && DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
    return Number.isNaN(at) ? null : new Date(at + plus * 86_400_000);
  };
  return {
    person: filters.by ? (operatorId.read(filters.by) ?? "00000000-0000-0000-0000-000000000000") : null,
    what: filters.what || null,
    object: filters.object || null,
    from: day(filters.from, 0),
    to: day(filters.to, 1),
    before: filters.before && /^\d{1,18}$/.test(filters.before) ? BigInt(filters.before) : null,
    most,
  };
}

/** Newest first; `after` leads to the page of older ones. */
export async function listAudit(context: StaffContext, filters: AuditFilters) {
  const rows = await readAudit(context.database.db, askedOf(filters, PAGE + 1));
  const page = rows.slice(0, PAGE).map(shownOf);
  return {
    rows: page,
    after: rows.length > PAGE ? (page.at(-1)?.number ?? null) : null,
    kinds: await auditKinds(context.database.db),
    people: (await listPeople(context.database.db)).map(({ person_id, name }) => ({
      id: operatorId.show(person_id),
      name,
    })),
  };
}

/** The same rows as a sheet, oldest last; that it was taken out is in it. */
export async function exportAudit(
  context: StaffContext,
  operator: Operator,
  filters: AuditFilters,
  visit: Visit,
): Promise<string> {
  await keep(context, operator, { what: "audit_exported", facts: { ...filters } }, visit);
  const rows = (await readAudit(context.database.db, askedOf(filters, MAX_EXPORTED))).map(shownOf);
  const columns = [
    "number",
    "at",
    "who",
    "by",
    "as_whom",
    "what",
    "object",
    "facts",
    "reason",
    "address",
    "request_id",
  ];
  const lines = rows.map((row) =>
    columns.map((name) => {
      const value = row[name as keyof ShownAudit];
      return value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);
    }),
  );
  return writeCsv([columns, ...lines]);
}

export const verify = (context: StaffContext) => context.database.transaction((tx) => verifyAudit(tx));
