/** What operators see and do of privacy requests: a queue by the law's day, an answer, a no with its reason, more time once. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorAct, OperatorList, OperatorObject, OperatorView, Told } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { AnswerRefusal } from "./answer-request.ts";
import { requestId } from "./ids.ts";
import type { Privacy } from "./privacy.server.ts";
import {
  type Permission,
  REFUSAL_REASONS,
  type RefusalReason,
  type RequestRow,
  RIGHTS,
  type Right,
} from "./privacy.types.ts";
import { confirmBy, endOf, isOwed, type REQUEST_TRANSITIONS } from "./rules.ts";

const RIGHT_WORDS: Readonly<Record<Right, string>> = {
  know: "see what is kept",
  delete: "delete it",
  correct: "correct it",
  opt_out: "no selling or sharing",
};
const REASONS: Readonly<Record<RefusalReason, string>> = {
  no_permission: "whoever asked may not act for them, or did not show it",
  not_yours: "we could not make sure that it is theirs",
  nothing_kept: "nothing is kept under the address",
  law_keeps_it: "a law makes us keep what is left",
  asked_often: "answered twice in twelve months already",
  withdrawn: "they said that they want it no longer",
};
const NO: Readonly<Record<Exclude<AnswerRefusal, "unknown">, string>> = {
  ended: "It was answered already.",
  look_first:
    "Whoever asks says that they hold a power of attorney: accept it first, or refuse because they may not act.",
  no_attorney: "No power of attorney waits to be looked at.",
  no_more_time: "It was put off once, its first time is over, or its right has one time alone.",
  reason_missing: "Choose a reason from the list.",
  words_missing: "Write what the letter says.",
  account_lives:
    "The account lives, or one with this address: end it on the member's page. Where its address is proven, that answers this request.",
};
const STATES = [
  "unverified",
  "open",
  "extended",
  "answered",
  "refused",
  "withdrawn",
  "expired",
] as const satisfies readonly (keyof typeof REQUEST_TRANSITIONS)[];

type Desk = Privacy["desk"];

const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  signed: "an agent, by a permission that the person signed",
  attorney: "an agent, by a power of attorney",
};
const lineOf = (row: RequestRow): string =>
  [
    `${row.number}: ${RIGHT_WORDS[row.right_asked]}, ${row.state}`,
    ...(row.permission ? [PERMISSION_WORDS[row.permission]] : []),
    ...(isOwed(row) ? [`due ${row.due_on}`] : []),
  ].join(", ");
const linkOf = (row: RequestRow): ObjectLink => ({
  kind: "privacy request",
  id: requestId.show(row.request_id),
  line: lineOf(row),
  ...(row.email && { personal: row.email }),
});

type Step = { request_id: string; by: string; words: string; at: Date };
/** What each act is told, and how its outcome reads. */
const run =
  (
    desk: Desk,
    said: string,
    verb: (step: Step, told: Told) => Promise<Outcome<null, AnswerRefusal>>,
  ): OperatorAct["run"] =>
  async (shown, told) => {
    const id = requestId.read(shown);
    if (!id) return refused("unknown");
    const words = (told.values.words ?? "").trim();
    const outcome = await verb({ request_id: id, by: told.by, words, at: told.decidedAt ?? desk.now() }, told);
    if (outcome.ok) return done(said);
    return outcome.code === "unknown" ? refused("unknown") : refused("not_possible", { why: NO[outcome.code] });
  };

function actsOf(desk: Desk): readonly OperatorAct[] {
  const words = (what: string, optional = false) => [
    { name: "words", what, long: true as const, ...(optional && { optional }) },
  ];
  return [
    {
      name: "answer",
      what: "It was done, and its writer reads what was done. A copy of a member's data goes by no letter: they take it in Settings.",
      permission: "members.help",
      reason: false,
      asks: words("what was done, in its writer's language, as the letter says it"),
      run: run(desk, "Its writer reads it.", (step) => desk.answer(step)),
    },
    {
      name: "refuse",
      what: "It is not done, and its writer reads why and what else they can do.",
      permission: "members.help",
      reason: true,
      reasons: REFUSAL_REASONS.map((code) => ({ code, what: REASONS[code] })),
      asks: words("what else the letter says, in its writer's language", true),
      run: run(desk, "Its writer reads why.", async (step, told) => {
        const reason = REFUSAL_REASONS.find((code) => code === told.reason) ?? null;
        return desk.refuse({ ...step, reason });
      }),
    },
    {
      name: "accept",
      what: "The power of attorney was looked at and holds: its agent acts as the person does, and both read our letters.",
      permission: "members.help",
      reason: false,
      aside: true,
      asks: words("which paper it was, for the history", true),
      run: run(desk, "It is taken up, and both read so.", (step) => desk.accept(step)),
    },
    {
      name: "extend",
      what: "It takes up to 90 days from the day on which it came; its writer reads why. Once, within the first 45.",
      permission: "members.help",
      reason: false,
      aside: true,
      asks: words("why it takes longer, in its writer's language, as the letter says it"),
      run: run(desk, "Its writer reads by when.", (step) => desk.extend(step)),
    },
  ];
}

const objectOf = (desk: Desk): OperatorObject => ({
  kind: "privacy request",
  permission: "members.help",
  search: async (text, most) => (await desk.search(requestId.read(text), text, most)).map(linkOf),
  async show(shown) {
    const id = requestId.read(shown);
    const row = id && (await desk.read(id));
    if (!row) return null;
    const events = await desk.events(row.request_id);
    return {
      facts: known({
        ...{ number: row.number, "asks to": RIGHT_WORDS[row.right_asked], state: row.state },
        came: row.asked_at,
        "confirmed to its writer": `at once, by law until ${confirmBy(row.asked_at)}`,
        "to be answered by": row.due_on,
        verified: row.verified_at ?? (row.state === "unverified" ? "nobody has pressed the mail's link yet" : null),
        "asked by": row.permission && PERMISSION_WORDS[row.permission],
        ended: row.ended_at,
        ...{ why: row.reason && REASONS[row.reason], partner: row.partner, language: row.language },
      }),
      personal: known({
        ...{ address: row.email, words: row.words, agent: row.agent_name, "agent's address": row.agent_email },
        "agent's reference": row.agent_number,
      }),
      timeline: events.map(({ at, state, note, by_whom }) => ({
        ...{ at, what: note ? `${state}: ${note}` : state, by: by_whom },
      })),
      links: row.user_id
        ? [{ kind: "member", id: userId.show(row.user_id), line: "whose account it is: their copy, and its end" }]
        : [],
    };
  },
  acts: actsOf(desk),
});

const listOf = (desk: Desk): OperatorList => ({
  name: "privacy requests",
  what: "Every request of the last 24 months, the newest first",
  permission: "members.help",
  filters: [
    { name: "state", values: ["all", ...STATES] },
    { name: "asks to", values: ["all", ...RIGHTS] },
  ],
  async read({ filters, after, most }) {
    const state = readFilter(filters.state, STATES);
    const right = readFilter(filters["asks to"], RIGHTS);
    const rows = await desk.list({ state, right, after: readPlace(after, requestId) }, most);
    return {
      rows: rows.map((row) => ({
        ...linkOf(row),
        facts: known({
          ...{ came: row.asked_at, "asks to": RIGHT_WORDS[row.right_asked], state: row.state, due: row.due_on },
          ...{ ended: row.ended_at, why: row.reason && REASONS[row.reason] },
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.asked_at, shown: requestId.show(row.request_id) })),
    };
  },
});

export const privacyView = ({ desk }: Pick<Privacy, "desk">): OperatorView => ({
  queues: [
    {
      name: "privacy requests",
      what: "What people ask of what we keep about them, each with the day that the law sets",
      permission: "members.help",
      list: async (most) =>
        (await desk.open(most)).map((row) => ({
          ...{ id: requestId.show(row.request_id), since: row.asked_at, due: endOf(row.due_on), line: lineOf(row) },
        })),
      acts: actsOf(desk),
    },
  ],
  objects: [objectOf(desk)],
  lists: [listOf(desk)],
  members: [
    {
      name: "privacy requests",
      what: "What they asked of what we keep about them",
      permission: "members.help",
      list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.asked_at })),
    },
  ],
  files: [
    {
      name: "privacy register",
      what: "Each request of a year with its days, answer and reason, without who it was",
      permission: "members.help",
      of: "a year such as 2026",
      reason: false,
      async read(of) {
        const text = await desk.register(of);
        return text === null ? null : { name: `privacy-requests-${of}.csv`, type: "text/csv; charset=utf-8", text };
      },
    },
  ],
  checks: [
    {
      name: "privacy requests",
      what: "Whether each is answered within the law's time",
      async look(now) {
        const { late, soon } = await desk.due(now);
        if (late > 0) return { state: "bad", line: `${late} past their day`, queue: "privacy requests" };
        if (soon > 0) return { state: "warn", line: `${soon} due within seven days`, queue: "privacy requests" };
        return { state: "fine", line: "None is close to its day" };
      },
    },
  ],
});
