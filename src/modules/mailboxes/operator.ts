/** What operators see of mails: that one was read, how well its sender is proven and what it says. Texts of mails are kept nowhere. */
import { userId } from "#platform/ids";
import type { ObjectLink, OperatorFigure, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { linkId, mailId } from "./ids.ts";
import type { MailRow } from "./mail-store.ts";
import type { Mailboxes } from "./mailboxes.server.ts";
import { linksView } from "./operator-links.ts";

const linkOf = (row: MailRow): ObjectLink => ({
  kind: "mailbox_mail",
  id: mailId.show(row.mail_id),
  line: `${row.outcome}, ${row.proof}`,
});

function figuresOf({ desk }: Pick<Mailboxes, "desk">): OperatorFigure[] {
  const figure = (name: string, what: string, outcome: "all" | "facts"): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: "count", kind: "flow" },
    read: (span) => desk.count(outcome, span),
  });
  return [
    figure("order mails taken", "Mails of members that were read, whatever came of it", "all"),
    figure("order mails with facts", "Of these, those that said something of a purchase", "facts"),
  ];
}

export function mailboxesView({ desk, factsOf, links }: Pick<Mailboxes, "desk" | "factsOf" | "links">): OperatorView {
  const linked = linksView(links);
  return {
    ...linked,
    objects: [
      ...linked.objects,
      {
        kind: "mailbox_mail",
        permission: "members.personal",
        async search(text) {
          const id = mailId.read(text);
          const found = id && (await desk.read(id));
          return found ? [linkOf(found)] : [];
        },
        async show(shown) {
          const id = mailId.read(shown);
          const row = id && (await desk.read(id));
          if (!row) return null;
          const facts = await factsOf(row.mail_id);
          return {
            facts: known({
              outcome: row.outcome,
              "why nothing": row.why,
              proof: row.proof,
              "why not signed": row.proof_why,
              says: facts.map(({ content }) => content.kind).join(", "),
            }),
            // Every look at these is kept.
            personal: known({ subject: row.subject, sender: row.sender, store: facts[0]?.store.name }),
            timeline: [
              { at: row.sent_at, what: "sent, as it says", by: "server" },
              { at: row.read_at, what: "read", by: "server" },
            ],
            links: [
              { kind: "member", id: userId.show(row.user_id), line: "whose it is" },
              ...(row.link_id
                ? [{ kind: "mailbox link", id: linkId.show(row.link_id), line: "the mailbox that it came from" }]
                : []),
            ],
          };
        },
        acts: [],
      },
    ],
    members: [
      ...linked.members,
      {
        name: "order mails",
        what: "Mails of stores that were read for them",
        permission: "members.personal",
        list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.read_at })),
      },
    ],
    figures: [...linked.figures, ...figuresOf({ desk })],
  };
}
