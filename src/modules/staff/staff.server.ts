/** The door of the staff: who the operators are, what they may, what they decided, and the log of it all. */

import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import { addDays, type Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import type { OperatorView, Permission } from "#platform/operator";
import { assert, refused } from "#platform/outcome";
import { type Act, type Actor, type AuditFilters, exportAudit, keep, listAudit, NOWHERE, verify } from "./audit.ts";
import { besideOf, lookBeside } from "./beside.ts";
import { carryOut, sweep } from "./carry-out.ts";
import { decide, second, undo } from "./decide.ts";
import { findOpen } from "./decision-store.ts";
import { decisionsOf, desk, evidence, overview, showAct, showDecision, talkOf, withNames } from "./desk.ts";
import { createDoorKeeper } from "./door-keeper.ts";
import { operatorId } from "./ids.ts";
import { BROKEN, VERIFIED_AT } from "./metrics.ts";
import { createPartnerDesk } from "./partner-desk.ts";
import {
  addKey,
  askToConfirm,
  askToSignIn,
  confirm,
  enrol,
  readLink,
  removeKey,
  signInWithKey,
  startEnrolment,
  startKey,
  waysOf,
} from "./passkeys.ts";
import { confirmPassword, confirmWithCode, removePassword, signInWithPassword, startPassword } from "./passwords.ts";
import { invite, people, renewLink, setRoles, switchOff, switchOn } from "./people.ts";
import { createPromises } from "./promises.ts";
import { permissionsOf, ROLE_NAMES, ROLES } from "./rules.ts";
import { endOwn, isFresh, operatorOf, sessionsOf } from "./sessions.ts";
import type { StaffSettings } from "./settings.ts";
import type { Operator, StaffContext, Visit } from "./staff.types.ts";
import { countOwners, dropOld, findPerson } from "./store.ts";
import { takeFile } from "./take-file.ts";

export type { Act, Actor, AuditFilters, ShownAudit } from "./audit.ts";
export type { BesidePlan, ShownBeside } from "./beside.ts";
export type { DeskItem, Evidence, QueueCount, ShownAct, ShownDecision } from "./desk.ts";
export { STAFF_REFUSALS, type StaffRefusal } from "./messages.ts";
export type { PartnerNumbers } from "./partner-desk.ts";
export { isRole, ROLE_NAMES, ROLES, type Role } from "./rules.ts";
export type { Operator, Person, Visit } from "./staff.types.ts";

/** What opens nothing any more is kept for so long. */
const KEEP_DAYS = 30;

export function createStaff(deps: {
  database: DatabaseHandle;
  clock: Clock;
  settings: StaffSettings;
  secret: string;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  notifications: Pick<Notifications, "queue" | "desk">;
  partners: Pick<Partners, "all" | "keys">;
}) {
  let view: Required<OperatorView> | null = null;
  const context: StaffContext = {
    ...deps,
    isPartner: (name) => deps.partners.all().some(({ partner_name }) => partner_name === name),
    view() {
      assert(view, "what modules declare is known before anybody asks");
      return view;
    },
  };
  const partnerDesk = createPartnerDesk({ ...context, partners: deps.partners });
  const command = (name: string): Actor => ({ person_id: null, name });

  return {
    /** What modules declare for operators: told once, when all of them are built. */
    declare(declared: Required<OperatorView>): void {
      view = declared;
    },
    view: context.view,
    ...createDoorKeeper(deps.settings),

    // Coming in.
    operatorOf: (token: string | null) => operatorOf(context, token),
    /** As `operatorOf`, for what goes on by itself: it is no look, and ends with the session. */
    stillThere: (token: string | null) => operatorOf(context, token, false),
    isFresh: (operator: Operator) => isFresh(context, operator),
    may: (operator: Operator, permission: Permission): boolean => operator.permissions.has(permission),
    readLink: (link: string) => readLink(context, link),
    startEnrolment: (link: string, visit: Visit) => startEnrolment(context, link, visit),
    enrol: (asked: Parameters<typeof enrol>[1], visit: Visit) => enrol(context, asked, visit),
    askToSignIn: () => askToSignIn(context),
    signInWithKey: (response: Parameters<typeof signInWithKey>[1], visit: Visit) =>
      signInWithKey(context, response, visit),
    signInWithPassword: (typed: Parameters<typeof signInWithPassword>[1], visit: Visit) =>
      signInWithPassword(context, typed, visit),
    askToConfirm: (operator: Operator) => askToConfirm(context, operator),
    confirm: (operator: Operator, response: Parameters<typeof confirm>[2], visit: Visit) =>
      confirm(context, operator, response, visit),
    confirmWithCode: (operator: Operator, typed: Parameters<typeof confirmWithCode>[2], visit: Visit) =>
      confirmWithCode(context, operator, typed, visit),
    passwordsAllowed: deps.settings.CONSOLE_PASSWORDS === "on",

    // One's own keys and sessions.
    security: async (operator: Operator) => ({
      ways: await waysOf(context, operator),
      sessions: await sessionsOf(context, operator),
    }),
    startKey: (operator: Operator) => startKey(context, operator),
    addKey: (operator: Operator, made: Parameters<typeof addKey>[2], visit: Visit) =>
      addKey(context, operator, made, visit),
    removeKey: (operator: Operator, id: string, visit: Visit) => removeKey(context, operator, id, visit),
    startPassword: (operator: Operator, password: string) => startPassword(context, operator, password),
    confirmPassword: (operator: Operator, code: string, visit: Visit) =>
      confirmPassword(context, operator, code, visit),
    removePassword: (operator: Operator, visit: Visit) => removePassword(context, operator, visit),
    endSession: (operator: Operator, id: string | null, visit: Visit) => endOwn(context, operator, id, visit),

    // People.
    roles: ROLE_NAMES.map((name) => ({
      name,
      permissions: ROLES[name],
      all: name === "owner",
    })),
    people: () => people(context),
    /** Who works here now and may do one of these, by name. */
    colleagues: async (...any: Permission[]) =>
      (await people(context))
        .filter(({ state, roles }) => state === "active" && any.some((one) => permissionsOf(roles).has(one)))
        .map(({ id, name }) => ({ id, name })),
    hasOwner: async () => (await countOwners(deps.database.db)) > 0,
    invite: (operator: Operator, asked: Omit<Parameters<typeof invite>[2], "mailed">, visit: Visit) =>
      invite(context, operator, { ...asked, mailed: true }, visit),
    renewLink: (operator: Operator, id: string, visit: Visit) => renewLink(context, operator, { id }, true, visit),
    setRoles: (operator: Operator, asked: { id: string; roles: readonly string[] }, visit: Visit) =>
      setRoles(context, operator, asked, visit),
    switchOff: (operator: Operator, id: string, visit: Visit) => switchOff(context, operator, id, visit),
    switchOn: (operator: Operator, id: string, visit: Visit) => switchOn(context, operator, id, visit),
    /** As the command line does it: the link is shown to whoever runs it, because mail may not work yet. */
    inviteByCommand: (name: string, asked: Omit<Parameters<typeof invite>[2], "mailed">) =>
      invite(context, command(name), { ...asked, mailed: false }, NOWHERE),
    linkByCommand: (name: string, email: string) => renewLink(context, command(name), { email }, false, NOWHERE),
    switchOffByCommand: (name: string, id: string) => switchOff(context, command(name), id, NOWHERE),

    // The desk.
    overview: (operator: Operator) => overview(context, operator),
    desk: (operator: Operator, asked: Parameters<typeof desk>[2]) => desk(context, operator, asked),
    evidence: (operator: Operator, id: string) => evidence(context, operator, id),
    /** What may be asked for beside a conversation of a member. */
    besideOf: (operator: Operator, member: string | null) => besideOf(context, operator, member),
    lookBeside: (operator: Operator, asked: Parameters<typeof lookBeside>[2], visit: Visit) =>
      lookBeside(context, operator, asked, visit),
    /** Acts of an object that somebody may do, for its page. */
    actsOf: (operator: Operator, kind: string, id?: string) =>
      Promise.all(
        (context.view().objects.find((object) => object.kind === kind)?.acts ?? [])
          .filter(({ permission }) => operator.permissions.has(permission))
          .map((act) => showAct(context.view(), act, id)),
      ),
    /** The conversation that goes on about a thing, with the act that says words in it for who may. */
    talkOf: (operator: Operator, id: string) => talkOf(context, operator, id),
    decisionsOf: (operator: Operator, id: string) => decisionsOf(context, operator, id),
    withNames: <T>(shown: T) => withNames(context, shown),
    async decide(operator: Operator, asked: Parameters<typeof decide>[2], visit: Visit) {
      const outcome = await decide(context, operator, asked, visit);
      if (!outcome.ok) return outcome;
      const row = outcome.value;
      // What cannot wait is done before the answer; should this process die meanwhile, its job does it.
      if (row.state === "waiting" && row.carry_at <= deps.clock.now()) await carryOut(context, row.decision_id);
      return { ok: true as const, value: showDecision(operator, row) };
    },
    /** A file that an act asks for, before it is decided. */
    takeFile: (operator: Operator, asked: Parameters<typeof takeFile>[2], visit: Visit) =>
      takeFile(context, operator, asked, visit),
    undo: (operator: Operator, id: string, visit: Visit) => undo(context, operator, id, visit),
    async second(operator: Operator, asked: Parameters<typeof second>[2], visit: Visit) {
      const outcome = await second(context, operator, asked, visit);
      return outcome.ok ? { ok: true as const, value: showDecision(operator, outcome.value) } : outcome;
    },
    /** Whether somebody at the console has decided this already: then the command line leaves it to them. */
    openDecision: (item: string) => findOpen(deps.database.db, item),
    carryOut: (id: string, attempt: number) => carryOut(context, id, attempt),
    sweep: () => sweep(context),

    partnerDesk,
    promises: createPromises(context),
    /** A mail to whoever asked for it, and nobody else; `at`: when that was decided. */
    async sendCopy({ mail, by, at = deps.clock.now() }: { mail: string; by: string; at?: Date | undefined }) {
      const id = operatorId.read(by);
      const person = id && (await findPerson(deps.database.db, id));
      if (!person) return refused<"unknown" | "not_kept">("unknown");
      return deps.notifications.desk.copy({ mail, to: person.email, cause: `copy:${mail}:${by}:${at.toISOString()}` });
    },

    // The log.
    /** What somebody signed in did or saw; before it is shown. */
    keep: (operator: Operator, act: Act, visit: Visit) => keep(context, operator, act, visit),
    keepCommand: (name: string, act: Act) => keep(context, command(name), act, NOWHERE),
    /** Names and addresses of a thing, which are kept as looked at before they are shown. */
    async personal(operator: Operator, kind: string, id: string, visit: Visit) {
      const object = context.view().objects.find((one) => one.kind === kind);
      if (!object || !operator.permissions.has(object.permission)) return null;
      const page = await object.show(id, (permission) => operator.permissions.has(permission));
      if (!page?.personal) return null;
      await keep(context, operator, { what: "personal_seen", object: id, facts: { kind } }, visit);
      return page.personal;
    },
    audit: (filters: AuditFilters) => listAudit(context, filters),
    exportAudit: (operator: Operator, filters: AuditFilters, visit: Visit) =>
      exportAudit(context, operator, filters, visit),
    async verifyAudit() {
      const verdict = await verify(context);
      deps.metrics.of(BROKEN).set(verdict.broken === null ? 0 : 1);
      deps.metrics.of(VERIFIED_AT).set(deps.clock.now().getTime() / 1_000);
      if (verdict.broken !== null)
        deps.log.error(
          { err: new Error(`the chain breaks at row ${verdict.broken}`) },
          "the operators' log was changed",
        );
      return verdict;
    },
    dropOld: () => dropOld(deps.database.db, addDays(deps.clock.now(), -KEEP_DAYS)),
  };
}
export type Staff = ReturnType<typeof createStaff>;
/** What the console's screens may ask; what changes anything is a call. */
export type StaffService = Pick<
  Staff,
  | "view"
  | "isFresh"
  | "may"
  | "readLink"
  | "passwordsAllowed"
  | "security"
  | "roles"
  | "people"
  | "overview"
  | "desk"
  | "evidence"
  | "besideOf"
  | "actsOf"
  | "decisionsOf"
  | "talkOf"
  | "withNames"
  | "partnerDesk"
  | "keep"
  | "audit"
>;
