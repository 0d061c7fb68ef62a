/** What operators see and do of texts that Spanish readers met in English: the Spanish of the closest text stands beside each. */
import type { ActRefusal, ObjectLink, OperatorAct, OperatorObject, OperatorView, Told } from "#platform/operator";
import { known, readFilter } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import { missingId } from "./ids.ts";
import { type Forms, MAX_CHARACTERS } from "./rules.ts";
import { type DeedRow, type MissingRow, ORDERS, type Order, STANDS } from "./store.ts";
import type { Suggestion } from "./suggest.ts";
import type { TranslateRefusal, Translating } from "./translate-missing.ts";

const KIND = "missing translation";
/** What strangers report may be long; a line is not. */
const MAX_LINE = 120;
const inLine = (text: string) => (text.length > MAX_LINE ? `${text.slice(0, MAX_LINE).toWellFormed()}…` : text);

const standsAs = (row: MissingRow, isReleased: boolean): string => {
  if (isReleased) return "answered: this release has its Spanish";
  return { open: "open", translated: "answered by an operator", dismissed: "dismissed" }[row.state];
};

const linkOf = (row: MissingRow): ObjectLink => ({
  kind: KIND,
  id: missingId.show(row.missing_id),
  line: `${inLine(row.text)} (${row.state})`,
});

const WHY: Record<Exclude<TranslateRefusal, "unknown" | "text_wrong">, string> = {
  not_now: "That is not possible as it stands now. Look at it again.",
  changed_meanwhile: "Somebody decided on it meanwhile. Look at it again.",
  released: "This release has its own Spanish, which is what readers see.",
  full: "So many words wait for a release that every Spanish page would grow heavy. Have them put into a release first.",
};
function answer(outcome: Outcome<null, TranslateRefusal>, said: string): Outcome<string, ActRefusal> {
  if (outcome.ok) return done(said);
  const { code, detail } = outcome;
  if (code === "unknown") return refused(code);
  return refused("not_possible", { why: code === "text_wrong" ? (detail?.why ?? "") : WHY[code] });
}

const wordsIn = ({ values }: Pick<Told, "values">): Forms => ({
  spanish: values.spanish ?? "",
  one: values.one || null,
  many: values.millions || null,
});

const percentOf = ({ closeness }: Suggestion) => `${Math.round(closeness * 100)}% alike`;

const deedOf = ({ deed, spanish, why, done_at: at, done_by: by }: DeedRow) => ({
  ...{ at, by },
  what: [deed === "taken back" ? "the Spanish was taken back" : deed, spanish ?? why].filter(Boolean).join(": "),
});

/** What stands in the fields: what an operator wrote, or the Spanish of the closest text. */
async function beginForms(desk: Translating, id: string): Promise<Forms> {
  const row = await desk.find(id);
  if (!row) return { spanish: "", one: null, many: null };
  if (row.spanish !== null) return { ...row, spanish: row.spanish };
  const forms = desk.suggest(row.text)?.forms;
  if (!forms) return { spanish: "", one: null, many: null };
  return desk.counts(row.text) ? forms : { spanish: forms.spanish, one: null, many: null };
}

function actsOf(desk: Translating): readonly OperatorAct[] {
  const shared = { permission: "content.decide", atOnce: true } as const;
  return [
    {
      ...shared,
      name: "translate",
      what: "Spanish readers see it at once, until a release has its own Spanish or it is taken back.",
      reason: false,
      asks: [
        {
          name: "spanish",
          what: "as a reader in the US would say it, with tú. Places such as {{amount}} stay as they are; of a text that counts: what is said of several",
          long: true,
          most: MAX_CHARACTERS,
          begin: async (id) => (await beginForms(desk, id)).spanish,
        },
        {
          name: "one",
          what: "only of a text that counts: what is said of one, such as {{count}} tienda",
          optional: true,
          most: MAX_CHARACTERS,
          begin: async (id) => (await beginForms(desk, id)).one ?? "",
        },
        {
          name: "millions",
          what: "only of a text that counts: what is said of millions, such as {{count}} de tiendas",
          optional: true,
          most: MAX_CHARACTERS,
          begin: async (id) => (await beginForms(desk, id)).many ?? "",
        },
        {
          name: "seen",
          what: "which state of it was looked at",
          optional: true,
          hidden: true,
          async begin(id) {
            const row = await desk.find(id);
            return row ? desk.stampOf(await desk.deedsOf(row)) : "";
          },
        },
      ],
      async check(id, told) {
        const row = await desk.find(id);
        if (!row) return null;
        return desk.isReleased(row.text) ? WHY.released : desk.faultOf(row.text, wordsIn(told));
      },
      async run(id, { by, values, decidedAt: at }) {
        const outcome = await desk.translate(id, wordsIn({ values }), { by, at, seen: values.seen || null });
        return answer(outcome, "Spanish readers see it now.");
      },
    },
    {
      ...shared,
      name: "dismiss",
      what: "It is no text of ours. However often it is reported, it is not open again.",
      reason: false,
      run: async (id, { by, reason, decidedAt: at }) =>
        answer(await desk.dismiss(id, { by, at, why: reason }), "It is dismissed."),
    },
    {
      ...shared,
      name: "take back",
      what: "The Spanish of an operator is no longer shown: readers see the English again, and it is open.",
      reason: true,
      run: async (id, { by, reason, decidedAt: at }) =>
        answer(await desk.takeBack(id, { by, at, why: reason }), "It is taken back."),
    },
  ];
}

const missingObject = (desk: Translating): OperatorObject => ({
  kind: KIND,
  permission: "content.see",
  async search(typed, most) {
    const row = await desk.find(typed);
    if (row) return [linkOf(row)];
    return typed.length < 3 ? [] : (await desk.search(typed, most)).map(linkOf);
  },
  async show(id) {
    const row = await desk.find(id);
    if (!row) return null;
    const isReleased = desk.isReleased(row.text);
    const suggestion = row.state === "translated" || isReleased ? null : desk.suggest(row.text);
    const deeds = (await desk.deedsOf(row)).map(deedOf);
    return {
      facts: known({
        English: row.text,
        stands: standsAs(row, isReleased),
        counts: desk.counts(row.text) && "yes: it needs the forms for one and for millions too",
        "Spanish by an operator": row.spanish,
        "of one": row.one,
        "of millions": row.many,
        "suggested Spanish": suggestion?.forms.spanish,
        "which says": suggestion && `${suggestion.english} (${percentOf(suggestion)})`,
        "times met": String(row.seen),
        "met first": row.first_seen_at,
        "met last": row.last_seen_at,
      }),
      timeline: [{ at: row.first_seen_at, what: "met by a reader of Spanish", by: "a browser" }, ...deeds],
    };
  },
  acts: actsOf(desk),
});

/** Where a page ended: "12 mtr_…" or "2027-03-10T19:42:00.000Z mtr_…"; null for what no list has written. */
function readMissingPlace(text: string | null, order: Order): { value: string; id: string } | null {
  const [value = "", shown = ""] = text?.split(" ") ?? [];
  const id = missingId.read(shown);
  const isRight = order === "newest first" ? /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) : /^\d{1,18}$/.test(value);
  return id && isRight && !(order === "newest first" && Number.isNaN(Date.parse(value))) ? { value, id } : null;
}

export const translationView = (desk: Translating): OperatorView => ({
  objects: [missingObject(desk)],
  lists: [
    {
      name: "missing translations",
      what: "Texts that readers of Spanish met in English. Anybody may report one, and nobody is shown it",
      permission: "content.see",
      filters: [
        { name: "stands", values: [...STANDS, "all"] },
        { name: "order", values: ORDERS },
      ],
      async read({ filters, after, most }) {
        const stands = filters.stands === "all" ? null : (readFilter(filters.stands, STANDS) ?? "open");
        const order = readFilter(filters.order, ORDERS) ?? "most met first";
        const rows = await desk.list({ stands, order, after: readMissingPlace(after, order), most });
        const last = rows.length === most ? rows.at(-1) : undefined;
        const value = order === "newest first" ? last?.first_seen_at.toISOString() : last?.seen;
        return {
          rows: rows.map((row) => ({
            ...linkOf(row),
            facts: known({
              text: inLine(row.text),
              "times met": String(row.seen),
              since: row.first_seen_at,
              "met last": row.last_seen_at,
              stands: standsAs(row, desk.isReleased(row.text)),
            }),
          })),
          after: last ? `${value} ${missingId.show(last.missing_id)}` : null,
        };
      },
    },
  ],
});
