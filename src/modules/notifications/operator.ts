/** What operators see of letters: whom they went to, what became of them, and their words as they were sent. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorView } from "#platform/operator";
import { known, placeAfter, readPlace } from "#platform/operator-parts";
import { mailId } from "./ids.ts";
import type { Notifications } from "./notifications.server.ts";
import { mailCheck, pushCheck, returnedObject } from "./operator-returns.ts";
import type { SentMail } from "./operator-store.ts";

const linkOf = (row: SentMail): ObjectLink => ({
  kind: "mail",
  id: mailId.show(row.mail_id),
  line: `${row.subject} (${row.state})`,
});

export const mailView = ({ desk, ...door }: Notifications): OperatorView => ({
  checks: [mailCheck(door), pushCheck(door)],
  objects: [
    returnedObject(door),
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
