/** What operators see of what people wrote to us. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import type { Help } from "./help.server.ts";
import { messageId } from "./ids.ts";
import type { KeptMessage } from "./operator-store.ts";

const linkOf = (row: KeptMessage): ObjectLink => ({
  kind: "message",
  id: messageId.show(row.message_id),
  line: `${row.number} ${row.topic}: ${row.body.slice(0, 80)}`,
});

export const messageView = ({ desk }: Help): OperatorView => ({
  objects: [
    {
      kind: "message",
      permission: "members.personal",
      async search(text, most) {
        const id = messageId.read(text);
        const number = text.toUpperCase();
        return (await desk.find({ id, number, email: text.toLowerCase() }, most)).map(linkOf);
      },
      async show(shown) {
        const id = messageId.read(shown);
        const [row] = id ? await desk.find({ id, number: "", email: "" }, 1) : [];
        if (!row) return null;
        return {
          facts: known({
            number: row.number,
            about: row.topic,
            state: row.state,
            language: row.language,
            partner: row.partner,
            message: row.body,
            purchase:
              row.purchase &&
              Object.entries(row.purchase)
                .map(([name, value]) => `${name}: ${value}`)
                .join(", "),
          }),
          personal: known({ name: row.name, address: row.email }),
          timeline: [{ at: row.created_at, what: "written", by: row.user_id ? "member" : "visitor" }],
          links: row.user_id ? [{ kind: "member", id: userId.show(row.user_id), line: "who wrote it" }] : [],
        };
      },
    },
  ],
  members: [
    {
      name: "messages",
      what: "What they wrote to us",
      permission: "members.personal",
      list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.created_at })),
    },
  ],
});
