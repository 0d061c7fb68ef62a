/** Who may come in: invited by an owner (the first by the command line), given roles, switched off. */
import type { Tx } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { type Actor, keepAct } from "./audit.ts";
import { operatorId } from "./ids.ts";
import { operatorInvited } from "./letters.ts";
import type { StaffRefusal } from "./messages.ts";
import { isRole, LINK_HOURS, minutesAfter, type Role } from "./rules.ts";
import type { Person, StaffContext, Visit } from "./staff.types.ts";
import {
  dropKeys,
  dropLinks,
  endSessions,
  findByEmail,
  findPerson,
  insertLink,
  insertPerson,
  listPeople,
  lockOwners,
  type PersonRow,
  savePerson,
} from "./store.ts";

type From = Pick<Visit, "address" | "request_id">;
type Invited = { id: string; link: string };

/** Where the console is, as links name it. */
export function consoleOrigin({ settings }: Pick<StaffContext, "settings">): string {
  if (!settings.CONSOLE_HOST) return new URL(settings.PUBLIC_URL).origin;
  return `${new URL(settings.PUBLIC_URL).protocol}//${settings.CONSOLE_HOST}`;
}

/** Who is sent by a partner is that and nothing else; the house's own are never. */
function readRoles(roles: readonly string[], partner: string | null): Role[] | null {
  if (roles.length === 0 || !roles.every(isRole)) return null;
  const read = [...new Set(roles)];
  return (partner === null) === read.includes("partner") || (partner !== null && read.length > 1) ? null : read;
}

async function makeLink(tx: Tx, context: StaffContext, personId: string): Promise<string> {
  const secret = newSecret(43);
  await insertLink(tx, {
    link_hash: sha256(secret),
    person_id: personId,
    expires_at: minutesAfter(context.clock.now(), LINK_HOURS * 60),
  });
  return `${consoleOrigin(context)}/console/enrol?link=${secret}`;
}

async function mailLink(tx: Tx, context: StaffContext, person: PersonRow, by: string, href: string): Promise<void> {
  await context.notifications.queue(tx, {
    cause: `staff.invited:${sha256(href).toString("hex").slice(0, 32)}`,
    recipient: { user_id: null, email: person.email, name: person.name, language: "en", partner: null },
    letter: operatorInvited({ name: person.name, by, roles: person.roles, href, hours: LINK_HOURS }),
  });
}

/** `mailed`: whether the link goes by mail; the command line shows it instead, because mail may not work yet. */
export async function invite(
  context: StaffContext,
  actor: Actor,
  asked: { email: string; name: string; roles: readonly string[]; partner?: string | null; mailed: boolean },
  from: From,
): Promise<Outcome<Invited, StaffRefusal>> {
  const email = asked.email.trim().toLowerCase();
  const partner = asked.partner || null;
  if (partner !== null && !context.isPartner(partner)) return refused("partner_wrong");
  const roles = readRoles(asked.roles, partner);
  if (!roles) return refused(asked.roles.includes("partner") && partner === null ? "partner_wrong" : "roles_wrong");
  return context.database.transaction(async (tx): Promise<Outcome<Invited, StaffRefusal>> => {
    const now = context.clock.now();
    const row: PersonRow = {
      person_id: newId("operator"),
      email,
      name: asked.name.trim(),
      roles,
      partner,
      state: "invited",
      created_at: now,
      state_at: now,
    };
    if (!(await insertPerson(tx, row))) return refused("email_taken");
    await savePerson(tx, row, { from: null, by: actor.name, at: now });
    const link = await makeLink(tx, context, row.person_id);
    if (asked.mailed) await mailLink(tx, context, row, actor.name, link);
    await keepAct(
      tx,
      context,
      actor,
      {
        what: "person_invited",
        object: operatorId.show(row.person_id),
        facts: { roles, ...(partner !== null && { partner }) },
      },
      from,
    );
    return done({ id: operatorId.show(row.person_id), link });
  });
}

/** A new one-time link: for who let the first one run out, or lost every passkey. Those that they had are gone. */
export async function renewLink(
  context: StaffContext,
  actor: Actor,
  who: { id: string } | { email: string },
  mailed: boolean,
  from: From,
): Promise<Outcome<Invited, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<Invited, StaffRefusal>> => {
    const found =
      "id" in who
        ? await lockShown(tx, who.id)
        : await findByEmail(tx, who.email.trim().toLowerCase()).then(
            (row) => row && findPerson(tx, row.person_id, true),
          );
    if (!found || found.state === "off") return refused("unknown_person");
    const now = context.clock.now();
    await dropKeys(tx, found.person_id);
    await endSessions(tx, found.person_id, now);
    const link = await makeLink(tx, context, found.person_id);
    if (mailed) await mailLink(tx, context, found, actor.name, link);
    const id = operatorId.show(found.person_id);
    await keepAct(tx, context, actor, { what: "link_renewed", object: id }, from);
    return done({ id, link });
  });
}

async function lockShown(tx: Tx, shown: string): Promise<PersonRow | null> {
  const id = operatorId.read(shown);
  return id && findPerson(tx, id, true);
}

/** Whether somebody else is an owner who can sign in. */
const ownerStays = async (tx: Tx, personId: string): Promise<boolean> =>
  (await lockOwners(tx)).some((owner) => owner !== personId);

export async function setRoles(
  context: StaffContext,
  actor: Actor,
  asked: { id: string; roles: readonly string[] },
  from: From,
): Promise<Outcome<null, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    const id = operatorId.read(asked.id);
    // Owners are locked before anybody else, in one order, so that two who change each other do not wait for each other.
    const stays = id !== null && (await ownerStays(tx, id));
    const person = await lockShown(tx, asked.id);
    if (!person) return refused("unknown_person");
    const roles = readRoles(asked.roles, person.partner);
    if (!roles) return refused("roles_wrong");
    if (person.state === "active" && person.roles.includes("owner") && !roles.includes("owner") && !stays)
      return refused("last_owner");
    const now = context.clock.now();
    await savePerson(tx, { ...person, roles }, { from: person.state, by: actor.name, at: now });
    // What somebody may follows the roles of their next sign-in, so that nobody keeps what was taken away.
    await endSessions(tx, person.person_id, now);
    await keepAct(
      tx,
      context,
      actor,
      { what: "roles_changed", object: asked.id, facts: { before: person.roles, after: roles } },
      from,
    );
    return done(null);
  });
}

/** With all sessions, keys and links ended at once. */
export async function switchOff(
  context: StaffContext,
  actor: Actor,
  shown: string,
  from: From,
): Promise<Outcome<null, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<null, StaffRefusal>> => {
    const id = operatorId.read(shown);
    const stays = id !== null && (await ownerStays(tx, id));
    const person = await lockShown(tx, shown);
    if (!person || person.state === "off") return refused("unknown_person");
    if (person.state === "active" && person.roles.includes("owner") && !stays) return refused("last_owner");
    const now = context.clock.now();
    await savePerson(tx, { ...person, state: "off", state_at: now }, { from: person.state, by: actor.name, at: now });
    await endSessions(tx, person.person_id, now);
    await dropKeys(tx, person.person_id);
    await dropLinks(tx, person.person_id);
    await keepAct(tx, context, actor, { what: "person_switched_off", object: shown }, from);
    return done(null);
  });
}

/** Who was switched off comes back with a link, as if new. */
export async function switchOn(
  context: StaffContext,
  actor: Actor,
  shown: string,
  from: From,
): Promise<Outcome<Invited, StaffRefusal>> {
  return context.database.transaction(async (tx): Promise<Outcome<Invited, StaffRefusal>> => {
    const person = await lockShown(tx, shown);
    if (person?.state !== "off") return refused("unknown_person");
    const now = context.clock.now();
    const back: PersonRow = { ...person, state: "invited", state_at: now };
    await savePerson(tx, back, { from: "off", by: actor.name, at: now });
    const link = await makeLink(tx, context, person.person_id);
    await mailLink(tx, context, back, actor.name, link);
    await keepAct(tx, context, actor, { what: "person_switched_on", object: shown }, from);
    return done({ id: shown, link });
  });
}

/** The first passkey makes an invited person an active one. */
export async function activate(tx: Tx, context: StaffContext, personId: string): Promise<PersonRow> {
  const person = await findPerson(tx, personId, true);
  assert(person && person.state !== "off", "whoever enrols was invited");
  if (person.state === "active") return person;
  const now = context.clock.now();
  const active: PersonRow = { ...person, state: "active", state_at: now };
  await savePerson(tx, active, { from: "invited", by: person.name, at: now });
  return active;
}

export async function people(context: StaffContext): Promise<Person[]> {
  return (await listPeople(context.database.db)).map((row) => ({
    id: operatorId.show(row.person_id),
    email: row.email,
    name: row.name,
    roles: row.roles,
    partner: row.partner,
    state: row.state,
    passkeys: row.passkeys,
    seen_at: row.seen_at?.toISOString() ?? null,
  }));
}
