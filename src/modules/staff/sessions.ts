/** Sessions of operators: twelve hours, ended by half an hour without a look, kept as hashes. */
import type { Tx } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { keepAct } from "./audit.ts";
import { consoleSessionId, operatorId } from "./ids.ts";
import type { StaffRefusal } from "./messages.ts";
import { FRESH_MINUTES, IDLE_MINUTES, minutesAfter, permissionsOf, SESSION_HOURS } from "./rules.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";
import { endSession, findSession, insertSession, listSessions, type PersonRow, touchSession } from "./store.ts";

const LOOK_SECONDS = 60;

/** The token is told once; only its hash is kept. */
export async function openSession(
  tx: Tx,
  context: StaffContext,
  person: PersonRow,
  how: string,
  visit: Visit,
): Promise<string> {
  const now = context.clock.now();
  const token = newSecret(48);
  await insertSession(tx, {
    session_id: newId("consolesession"),
    token_hash: sha256(token),
    person_id: person.person_id,
    created_at: now,
    seen_at: now,
    confirmed_at: now,
    ended_at: null,
    user_agent: visit.user_agent.slice(0, 500),
    address: visit.address,
  });
  await keepAct(
    tx,
    context,
    person,
    { what: "signed_in", object: operatorId.show(person.person_id), facts: { how } },
    visit,
  );
  return token;
}

/** `look`: whether it counts as a look; what goes on by itself keeps no session alive. */
export async function operatorOf(context: StaffContext, token: string | null, look = true): Promise<Operator | null> {
  if (!token || token.length > 200) return null;
  const now = context.clock.now();
  const row = await findSession(context.database.db, sha256(token), {
    begun: minutesAfter(now, -SESSION_HOURS * 60),
    seen: minutesAfter(now, -IDLE_MINUTES),
  });
  if (!row) return null;
  if (look && now.getTime() - row.seen_at.getTime() > LOOK_SECONDS * 1_000)
    await touchSession(context.database.db, row.session_id, now);
  return {
    person_id: row.person_id,
    id: operatorId.show(row.person_id),
    name: row.name,
    email: row.email,
    roles: row.roles,
    partner: row.partner,
    permissions: permissionsOf(row.roles),
    session_id: row.session_id,
    confirmed_at: row.confirmed_at,
    ends_at: minutesAfter(row.created_at, SESSION_HOURS * 60),
  };
}

export const isFresh = (context: Pick<StaffContext, "clock">, operator: Operator): boolean =>
  context.clock.now().getTime() - operator.confirmed_at.getTime() < FRESH_MINUTES * 60_000;

export async function sessionsOf(context: StaffContext, operator: Operator) {
  const now = context.clock.now();
  const idle = minutesAfter(now, -IDLE_MINUTES);
  const rows = await listSessions(context.database.db, operator.person_id, minutesAfter(now, -SESSION_HOURS * 60));
  return rows
    .filter((row) => row.seen_at > idle)
    .map((row) => ({
      id: consoleSessionId.show(row.session_id),
      created_at: row.created_at.toISOString(),
      seen_at: row.seen_at.toISOString(),
      user_agent: row.user_agent,
      address: row.address,
      is_this: row.session_id === operator.session_id,
    }));
}

export async function endOwn(
  context: StaffContext,
  operator: Operator,
  shown: string | null,
  visit: Visit,
): Promise<Outcome<null, StaffRefusal>> {
  const id = shown === null ? operator.session_id : consoleSessionId.read(shown);
  if (!id) return refused("unknown_session");
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    if (!(await endSession(tx, operator.person_id, id, context.clock.now()))) return refused("unknown_session");
    await keepAct(tx, context, operator, { what: "session_ended", object: consoleSessionId.show(id) }, visit);
    return done(null);
  });
}
