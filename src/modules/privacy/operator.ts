/** What operators see and do of privacy requests: a queue by the law's day, an answer, a no with its reason, more time once. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorAct, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { AnswerRefusal } from "./answer-request.ts";
import { requestId } from "./ids.ts";
import type { Privacy } from "./privacy.server.ts";
import { REFUSAL_REASONS, type RefusalReason, type RequestRow, type Right } from "./privacy.types.ts";

const RIGHT_WORDS: Readonly<Record<Right, string>> = {
  know: "see what is kept",
  delete: "delete it",
  correct: "correct it",
  opt_out: "no selling or sharing",
};
const REASONS: Readonly<Record<RefusalReason, string>> = {
  not_yours: "we could not make sure that it is theirs",
  nothing_kept: "nothing is kept under the address",
  law_keeps_it: "a law makes us keep what is left",
  asked_often: "answered twice in twelve months already",
};
const NO: Readonly<Record<Exclude<AnswerRefusal, "unknown">, string>> = {
  ended: "It was answered already.",
  no_more_time: "It was put off once, its first day is over, or its right has one time alone.",
  words_missing: "Write what the letter says.",
};

const lineOf = ({ number, right_asked, state }: RequestRow): string => `${number}: ${RIGHT_WORDS[right_asked]}, ${state}`;
const linkOf = (row: RequestRow): ObjectLink => ({
  ...{ kind: "privacy request", id: requestId.show(row.request_id), line: lineOf(row), personal: row.email },
});

const outcomeOf = (outcome: Outcome<null, AnswerRefusal>, said: string): ReturnType<OperatorAct["run"]> =>
  Promise.resolve(
    outcome.ok
      ? done(said)
      : outcome.code === "unknown"
        ? refused("unknown")
        : refused("not_possible", { why: NO[outcome.code] }),
  );

function acts(privacy: Privacy): readonly OperatorAct[] {
  const words = (what: string) => [{ name: "words", what, long: true as const }];
  const decided = (shown: string, by: string, said: string | undefined) => {
    const id = requestId.read(shown);
    return id ? { request_id: id, by, words: (said ?? "").trim() } : null;
  };
  return [
    {
      name: "answer",
      what: "It was done, and its writer reads what was done.",
      permission: "members.export",
      reason: false,
      asks: words("what was done, as the letter says it"),
      async run(shown, { by, values }) {
        const told = decided(shown, by, values.words);
        return told ? outcomeOf(await privacy.answer(told), "Its writer reads it.") : refused("unknown");
      },
    },
    {
      name: "refuse",
      what: "It is not done, and its writer reads why and what else they can do.",
      permission: "members.export",
      reason: true,
      reasons: REFUSAL_REASONS.map((code) => ({ code, what: REASONS[code] })),
      asks: [{ name: "words", what: "what else the letter says", long: true, optional: true }],
      async run(shown, { by, reason, values }) {
        const told = decided(shown, by, values.words);
        const known = REFUSAL_REASONS.find((code) => code === reason);
        if (!told || !known) return refused("unknown");
        return outcomeOf(await privacy.refuse({ ...told, reason: known }), "Its writer reads why.");
      },
    },
    {
      name: "extend",
      what: "It takes up to 90 days from the day on which it came; its writer reads why. Once.",
      permission: "members.export",
      reason: false,
      aside: true,
      asks: words("why it takes longer, as the letter says it"),
      async run(shown, { by, values }) {
        const told = decided(shown, by, values.words);
        return told ? outcomeOf(await privacy.extend(told), "Its writer reads by when.") : refused("unknown");
      },
    },
  ];
}

export const privacyView = (privacy: Privacy): OperatorView => ({
  queues: [
    {
      name: "privacy requests",
      what: "What people ask of what we keep about them, each with the day that the law sets",
      permission: "members.help",
      list: async (most) =>
        (await privacy.open(most)).map((row) => ({
          id: requestId.show(row.request_id),
          since: row.asked_at,
          due: new Date(`${row.due_on}T23:59:59Z`),
          line: lineOf(row),
        })),
      acts: acts(privacy),
    },
  ],
  objects: [
    {
      kind: "privacy request",
      permission: "members.help",
      search: async (text, most) => (await privacy.search(text, most)).map(linkOf),
      async show(shown) {
        const id = requestId.read(shown);
        const row = id && (await privacy.read(id));
        if (!row) return null;
        const events = await privacy.events(row.request_id);
        return {
          facts: known({
            ...{ number: row.number, "asks to": RIGHT_WORDS[row.right_asked], state: row.state, due: row.due_on },
            verified: row.verified_at ? "yes" : "no: nobody has pressed the mail's link yet",
            ...{ partner: row.partner, language: row.language, why: row.reason && REASONS[row.reason] },
          }),
          personal: known({ email: row.email, words: row.words }),
          timeline: events.map(({ at, state, note, by_whom }) => ({
            ...{ at, what: note ? `${state}: ${note}` : state, by: by_whom },
          })),
          links: row.user_id ? [{ kind: "member", id: userId.show(row.user_id), line: "who asks" }] : [],
        };
      },
      acts: acts(privacy),
    },
  ],
  members: [
    {
      name: "privacy requests",
      what: "What they asked of what we keep about them",
      permission: "members.help",
      async list(shown, most) {
        const id = userId.read(shown);
        return id
          ? (await privacy.rowsOfMember(id, most)).map((row) => ({ ...linkOf(row), at: row.asked_at }))
          : [];
      },
    },
  ],
  checks: [
    {
      name: "privacy requests",
      what: "Whether each is answered within the law's time",
      async look(now) {
        const { late, soon } = await privacy.due(now);
        if (late > 0) return { state: "bad", line: `${late} past their day`, queue: "privacy requests" };
        if (soon > 0) return { state: "warn", line: `${soon} due within seven days`, queue: "privacy requests" };
        return { state: "fine", line: "None is close to its day" };
      },
    },
  ],
});
