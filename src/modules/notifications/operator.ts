/** What operators see of letters: whom they went to, what became of them, and their words as they were sent. */
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

/** Each letter that was ever written, by the name that its module gave it. */
function letterObject({ desk }: Pick<Notifications, "desk">): OperatorObject {
  return {
    kind: "letter",
    permission: "members.personal",
    async search(text, most) {
      const names = new Set((await desk.newest()).map(({ template }) => template));
      return [...names]
        .filter((name) => name.includes(text.toLowerCase()))
        .slice(0, most)
        .map((name) => ({ kind: "letter", id: name, line: name }));
    },
    async show(name) {
      const rows = (await desk.newest()).filter(({ template }) => template === name);
      if (rows.length === 0) return null;
      const shown = await Promise.all(rows.map(({ mail_id }) => desk.look(mailId.show(mail_id))));
      return {
        facts: known({
          letter: name,
          list: [...new Set(rows.map(({ list }) => list))].join(", "),
          ...Object.fromEntries(rows.map((row) => [`newest in ${LANGUAGES[row.language]}`, row.subject])),
          ...(rows.some(({ secret }) => secret) && { text: "not shown: it holds a link that opens something" }),
        }),
        timeline: rows.map((row) => ({
          at: row.created_at,
          what: `written in ${LANGUAGES[row.language]} for ${row.cause}`,
          by: row.template,
        })),
        links: rows.map(linkOf),
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
            letter: row.template,
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
            { at: row.created_at, what: `written for ${row.cause}`, by: row.template },
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
      what: "Each letter that was written so far, with its newest in each language as it was sent",
      permission: "members.personal",
      async read({ after, most }) {
        const rows = await desk.newest();
        const names = [...new Set(rows.map(({ template }) => template))];
        const letters = names.map((name) => {
          const own = rows.filter(({ template }) => template === name);
          const subjectIn = (language: "en" | "es") => own.find((row) => row.language === language)?.subject;
          const facts = { letter: name, English: subjectIn("en"), Spanish: subjectIn("es"), list: own[0]?.list };
          return { kind: "letter", id: name, line: name, facts: known(facts) };
        });
        return pageOf(letters, { after, most });
      },
    },
    {
      name: "mails",
      what: "Every letter, the newest first",
      permission: "members.personal",
      filters: [{ name: "state", values: ["all", "undelivered"] }],
      async read({ filters, after, most }) {
        const undelivered = filters.state === "undelivered";
        const rows = await desk.list({ undelivered, after: readPlace(after, mailId), most });
        return {
          rows: rows.map((row) => ({
            ...linkOf(row),
            facts: known({
              written: row.created_at,
              letter: row.template,
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
