/** What is decided without database and clock: roles, the states of people and decisions, spans, and what a decision holds. */
import { sha256 } from "#platform/ids";
import {
  type OperatorAct,
  type OperatorAsk,
  type OperatorQueue,
  PERMISSIONS,
  type Permission,
  type Told,
} from "#platform/operator";

export const ROLE_NAMES = [
  "support",
  "claims",
  "finance",
  "catalogue",
  "content",
  "analyst",
  "partners",
  "owner",
  "partner",
] as const;
export type Role = (typeof ROLE_NAMES)[number];

/** What each role may. A person may have several; nobody may what no role of theirs says. */
export const ROLES: Readonly<Record<Role, readonly Permission[]>> = {
  support: [
    "members.see",
    "members.personal",
    "members.help",
    "members.look",
    "orders.see",
    "money.see",
    "catalog.see",
    "visitors.tell",
  ],
  claims: [
    "members.see",
    "members.personal",
    "orders.see",
    "orders.decide",
    "purchases.decide",
    "coins.decide",
    "claims.decide",
    "catalog.see",
  ],
  finance: [
    "members.see",
    "orders.see",
    "money.see",
    "money.propose",
    "money.approve",
    "money.export",
    "payments.decide",
    "charges.decide",
    "differences.decide",
    "figures.see",
  ],
  catalogue: ["catalog.see", "catalog.decide", "offers.decide", "imports.decide", "inbox.decide", "health.see"],
  content: ["catalog.see", "content.see", "content.decide", "partners.see"],
  analyst: ["figures.see", "catalog.see", "health.see"],
  partners: ["partners.see", "partners.decide"],
  owner: PERMISSIONS.filter((one) => one !== "partners.own"),
  // Whom a partner sends: their own brand, and nothing of anybody else.
  partner: ["partners.own"],
};

export const isRole = (text: string): text is Role => (ROLE_NAMES as readonly string[]).includes(text);

export const permissionsOf = (roles: readonly Role[]): ReadonlySet<Permission> =>
  new Set(roles.flatMap((role) => ROLES[role]));

export const PERSON_TRANSITIONS = {
  invited: ["active", "off"],
  active: ["off"],
  off: ["invited"],
} as const satisfies Record<string, readonly string[]>;
export type PersonState = keyof typeof PERSON_TRANSITIONS;

/** `second`: somebody else must agree · `waiting`: carried out when its time comes, until then undone in one press. */
export const DECISION_TRANSITIONS = {
  second: ["waiting", "rejected", "expired", "undone"],
  waiting: ["running", "undone"],
  running: ["done", "refused", "failed"],
  done: [],
  refused: [],
  failed: [],
  undone: [],
  rejected: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>;
export type DecisionState = keyof typeof DECISION_TRANSITIONS;
export const isOpen = (state: DecisionState): boolean => DECISION_TRANSITIONS[state].length > 0;
export const mayBecome = (from: DecisionState, to: DecisionState): boolean =>
  (DECISION_TRANSITIONS[from] as readonly string[]).includes(to);

export const SESSION_HOURS = 12;
export const IDLE_MINUTES = 30;
/** How long a sign-in counts as fresh: money, personal data, exports and roles ask for one. */
export const FRESH_MINUTES = 5;
export const UNDO_MINUTES = 10;
export const SECOND_HOURS = 24;
export const LINK_HOURS = 72;
export const CHALLENGE_MINUTES = 5;
/** What nobody was promised a day for is decided within this: the house's own promise. */
export const HOUSE_PROMISE_HOURS = 48;

export const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);

/** By when it is to be decided. */
export const dueOf = (item: { since: Date; due: Date | null }): Date =>
  item.due ?? minutesAfter(item.since, HOUSE_PROMISE_HOURS * 60);

/** What is done beside deciding. */
export const asidesOf = (queues: readonly OperatorQueue[]): { queue: string; act: string }[] =>
  queues.flatMap(({ name, acts }) => acts.filter(({ aside }) => aside).map((act) => ({ queue: name, act: act.name })));

export type Content = {
  place: "queue" | "object";
  name: string;
  item: string;
  act: string;
  reason: string;
  values: Readonly<Record<string, string>>;
};

/** What is agreed to is what was proposed: any other word makes another hash. */
export function hashOf(content: Content): Buffer {
  const values = Object.entries(content.values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const { place, name, item, act, reason } = content;
  return sha256(JSON.stringify([place, name, item, act, reason, values]));
}

/** Characters that the answer to a question may have. */
export const mostOf = (ask: OperatorAsk): number => ask.most ?? (ask.long ? 4_000 : 2_000);

export type ToldFault = { field: string; text: string };

/** What an act was told, or what is wrong with it. */
export function readTold(
  act: OperatorAct,
  told: Pick<Told, "reason" | "values">,
): { ok: true; value: Pick<Told, "reason" | "values"> } | { ok: false; fault: ToldFault } {
  const fault = (field: string, text: string) => ({ ok: false as const, fault: { field, text } });
  const reason = told.reason.trim();
  if (act.reasons) {
    if (!act.reasons.some(({ code }) => code === reason)) return fault("reason", "Choose a reason from the list.");
  } else if (act.reason && reason === "") return fault("reason", "Say why.");
  const asks = act.asks ?? [];
  const strange = Object.keys(told.values).find((name) => !asks.some((ask) => ask.name === name));
  if (strange !== undefined) return fault("form", "This act does not ask for that.");
  const values = Object.fromEntries(Object.entries(told.values).map(([name, value]) => [name, value.trim()]));
  const long = asks.find((ask) => (values[ask.name]?.length ?? 0) > mostOf(ask));
  if (long) return fault(long.name, `At most ${mostOf(long).toLocaleString("en")} characters.`);
  const missing = asks.find((ask) => !ask.optional && !values[ask.name]);
  if (missing) return fault(missing.name, `Tell ${missing.what}.`);
  return { ok: true, value: { reason, values: Object.fromEntries(Object.entries(values).filter(([, one]) => one)) } };
}
