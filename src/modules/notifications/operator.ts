/** What operators see of letters: whom they went to, what became of them, and their words as they were sent. */
import type { InWords } from "#platform/describer";
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorObject, OperatorView } from "#platform/operator";
import { known, pageOf, placeAfter, readPlace } from "#platform/operator-parts";
import { mailId } from "./ids.ts";
import type { Notifications } from "./notifications.server.ts";
import { mailCheck, mailServerCheck, pushCheck, returnedObject } from "./operator-returns.ts";
import type { SentMail } from "./operator-store.ts";

const linkOf = (row: SentMail): ObjectLink => ({
  kind: "mail",
  id: mailId.show(row.mail_id),
  line: `${row.subject} (${row.state})`,
});

const LANGUAGES = { en: "English", es: "Spanish" } as const;
/** What opens something, and what was erased, is shown to nobody. */
const mayLook = (row: Pick<SentMail, "secret"> & { html: string }): boolean => !row.secret && row.html !== "";
const lookOf = (row: Pick<SentMail, "mail_id" | "language">) => ({
  href: `/console/mails/${mailId.show(row.mail_id)}`,
  line: `As its reader sees it, in ${LANGUAGES[row.language]}`,
});

type LetterRow = { template: string; title: InWords; newest: readonly SentMail[] };

/** Each letter that there is, sent or not; behind them those that only another version of the product sent. */
async function readLetters({ letters, newest }: Notifications["desk"]): Promise<LetterRow[]> {
  const rows = await newest();
  const gone = rows.map(({ template }) => template).filter((template) => !letters.knows(template));
  return [...letters.all.map(({ template }) => template), ...new Set(gone)].map((template) => ({
    template,
    title: letters.titleOf(template),
    newest: rows.filter((row) => row.template === template),
  }));
}
const linkOfLetter = ({ template, title }: LetterRow): ObjectLink => ({
  kind: "letter",
  id: template,
  line: title.en,
});
const filterOf = ({ letters }: Pick<Notifications["desk"], "letters">) => ({
  name: "letter",
  values: ["all", ...letters.all.map(({ title }) => title.en)],
});
const listsOf = ({ newest }: LetterRow): string => [...new Set(newest.map(({ list }) => list))].join(", ");

function letterObject({ desk }: Pick<Notifications, "desk">): OperatorObject {
  return {
    kind: "letter",
    permission: "members.personal",
    async search(text, most) {
      const typed = text.toLowerCase();
      const isNamed = ({ template, title }: LetterRow) =>
        [template, title.en, title.es].some((name) => name.toLowerCase().includes(typed));
      return (await readLetters(desk)).filter(isNamed).slice(0, most).map(linkOfLetter);
    },
    async show(template) {
      const letter = (await readLetters(desk)).find((one) => one.template === template);
      if (!letter) return null;
      const { title, newest } = letter;
      const shown = await Promise.all(newest.map(({ mail_id }) => desk.look(mailId.show(mail_id))));
      return {
        facts: known({
          letter: title.en,
          "in Spanish": title.es,
          list: listsOf(letter),
          ...Object.fromEntries(newest.map((row) => [`newest in ${LANGUAGES[row.language]}`, row.subject])),
          ...(newest.length === 0 && { text: "never written so far" }),
          ...(newest.some(({ secret }) => secret) && { text: "not shown: it holds a link that opens something" }),
        }),
        timeline: newest.map((row) => ({
          at: row.created_at,
          what: `written in ${LANGUAGES[row.language]} for ${row.cause}`,
          by: title.en,
        })),
        links: newest.map(linkOf),
        views: shown.flatMap((row) => (row ? [lookOf(row)] : [])),
      };
    },
  };
}

export const mailView = ({ desk, ...door }: Notifications): OperatorView => ({
  checks: [mailServerCheck(door), mailCheck(door), pushCheck(door)],
  objects: [
    returnedObject(door),
    letterObject({ desk }),
    {
      kind: "mail",
      permission: "members.personal",
      async search(text, most) {
        const id = mailId.read(text);
        if (id) {
          const found = await desk.read(id);
          return found ? [linkOf(found)] : [];
        }
        return text.includes("@") ? (await desk.find(text.toLowerCase(), most)).map(linkOf) : [];
      },
      async show(shown) {
        const id = mailId.read(shown);
        const row = id && (await desk.read(id));
        if (!row) return null;
        return {
          facts: known({
            subject: row.subject,
            letter: desk.letters.titleOf(row.template).en,
            language: row.language,
            list: row.list,
            state: row.state,
            tries: String(row.attempts),
            "last error": row.last_error,
            // A link that opens an account is its owner's alone, also before the letter has left.
            text: row.secret
              ? "not shown: it holds a link that opens something, and is erased once it is sent"
              : row.plain,
          }),
          personal: known({ to: row.recipient, "answers go to": row.reply_to }),
          timeline: [
            { at: row.created_at, what: `written for ${row.cause}`, by: desk.letters.titleOf(row.template).en },
            ...(row.sent_at ? [{ at: row.sent_at, what: "sent", by: "mail server" }] : []),
          ],
          ...(mayLook(row) && { views: [lookOf(row)] }),
          links: row.user_id ? [{ kind: "member", id: userId.show(row.user_id), line: "whom it was written to" }] : [],
        };
      },
    },
  ],
  members: [
    {
      name: "mails",
      what: "Letters to them, as they were sent",
      permission: "members.personal",
      list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.created_at })),
    },
  ],
  lists: [
    {
      name: "letters",
      what: "Each letter that we write, with its newest in each language as it was sent",
      permission: "members.personal",
      filters: [filterOf(desk)],
      async read({ filters, after, most }) {
        const all = await readLetters(desk);
        const asked = desk.letters.templateOf(filters.letter);
        const rows = (asked === null ? all : all.filter(({ template }) => template === asked)).map((letter) => {
          const subjectIn = (language: "en" | "es") => letter.newest.find((row) => row.language === language)?.subject;
          const newest = { "newest in English": subjectIn("en"), "newest in Spanish": subjectIn("es") };
          return {
            ...linkOfLetter(letter),
            facts: known({ letter: letter.title.en, "in Spanish": letter.title.es, ...newest, list: listsOf(letter) }),
          };
        });
        return pageOf(rows, { after, most });
      },
    },
    {
      name: "mails",
      what: "Every letter, the newest first",
      permission: "members.personal",
      filters: [{ name: "state", values: ["all", "undelivered"] }, filterOf(desk)],
      async read({ filters, after, most }) {
        const undelivered = filters.state === "undelivered";
        const template = desk.letters.templateOf(filters.letter);
        const rows = await desk.list({ undelivered, template, after: readPlace(after, mailId), most });
        return {
          rows: rows.map((row) => ({
            ...linkOf(row),
            facts: known({
              written: row.created_at,
              letter: desk.letters.titleOf(row.template).en,
              subject: row.subject,
              state: row.state,
              error: row.last_error,
            }),
          })),
          after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: mailId.show(row.mail_id) })),
        };
      },
    },
  ],
});
