/** Answers that are written once, as operators keep them: one page for all, and one for each. */
import type { ObjectLink, OperatorAct, OperatorObject } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CannedAnswer, CannedRefusal } from "./canned-rules.ts";
import type { Help } from "./help.server.ts";

type Canned = Help["desk"]["canned"];

/** The page of all of them has one id. */
const ALL = "canned-answers";
export const ALL_CANNED: ObjectLink = { kind: "canned answers", id: ALL, line: "answers that are written once" };

const WHY: Record<Exclude<CannedRefusal, "unknown_canned">, string> = {
  code_invalid: "A code is 2 to 40 small letters, digits and hyphens.",
  words_missing: "It needs words in both languages.",
  words_long: "At most 3,000 characters in each language.",
  placeholder_unknown: "It may hold {{name}}, {{number}} and {{store}}, and nothing else in braces.",
  placeholders_differ: "Both languages hold the same of {{name}}, {{number}} and {{store}}.",
  code_taken: "There is one of this code: change that one.",
};
const outcomeOf = (outcome: Outcome<string, CannedRefusal>, said: string) => {
  if (outcome.ok) return done(said);
  if (outcome.code === "unknown_canned") return refused("unknown" as const);
  return refused("not_possible" as const, { why: WHY[outcome.code] });
};

const linkOf = ({ code, en, retired_at }: CannedAnswer): ObjectLink => ({
  kind: "canned answer",
  id: code,
  line: `${code}${retired_at ? " (retired)" : ""}: ${en.slice(0, 80)}`,
});
const WORDS = [
  { name: "english", what: "may hold {{name}}, {{number}} and {{store}}", long: true },
  { name: "spanish", what: "the same in Spanish, with tú", long: true },
] as const;
const permission = "members.help" as const;

const addAct = (canned: Canned): OperatorAct => ({
  ...{ name: "add", what: "It can be chosen by its code from now on.", permission, reason: false, atOnce: true },
  asks: [{ name: "code", what: "small letters, digits and hyphens, such as payout-times" }, ...WORDS],
  async run(id, { by, values }) {
    if (id !== ALL) return refused("unknown");
    const { code = "", english = "", spanish = "" } = values;
    return outcomeOf(await canned.add({ code, en: english, es: spanish, by }), "It can be chosen now.");
  },
});

export const cannedObjects = (canned: Canned): OperatorObject[] => [
  {
    kind: "canned answers",
    permission,
    search: async (text) => ("canned answers".startsWith(text.toLowerCase()) ? [ALL_CANNED] : []),
    async show(id) {
      if (id !== ALL) return null;
      const rows = await canned.list();
      const used = rows.filter(({ retired_at }) => !retired_at);
      return {
        facts: { "in use": String(used.length), retired: String(rows.length - used.length) },
        timeline: [],
        links: rows.map(linkOf),
      };
    },
    acts: [addAct(canned)],
  },
  {
    kind: "canned answer",
    permission,
    async search(text, most) {
      const asked = text.toLowerCase();
      return (await canned.list())
        .filter(({ code }) => code.includes(asked))
        .slice(0, most)
        .map(linkOf);
    },
    async show(id) {
      const row = await canned.read(id);
      if (!row) return null;
      const { code, en, es, by, at, retired_at } = row;
      return {
        facts: known({ code, state: retired_at ? "retired" : "in use", english: en, spanish: es }),
        timeline: [
          { at, what: "written as it stands", by },
          ...(retired_at ? [{ at: retired_at, what: "retired", by: "" }] : []),
        ],
        links: [ALL_CANNED],
      };
    },
    acts: [
      {
        ...{ name: "change", what: "The next answers say this; what was sent stays.", permission },
        ...{ reason: false, atOnce: true, asks: WORDS },
        run: async (code, { by, values }) =>
          outcomeOf(
            await canned.change({ code, en: values.english ?? "", es: values.spanish ?? "", by }),
            "It says this now.",
          ),
      },
      {
        ...{ name: "retire", what: "It can be chosen no more; a change puts it to use again.", permission },
        reason: false,
        run: async (code) => outcomeOf(await canned.retire(code), "It can be chosen no more."),
      },
    ],
  },
];
