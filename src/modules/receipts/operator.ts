/** What operators see of receipts: a paper with what was read of it, beside its picture. Who decides what it proves is elsewhere. */
import { userId } from "#platform/ids";
import type { HealthCheck, ObjectLink, OperatorFigure, OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import { receiptId } from "./ids.ts";
import type { ListedReceipt } from "./operator-store.ts";
import type { Receipts } from "./receipts.server.ts";
import type { ReadField, ReceiptRead } from "./receipts.types.ts";

/** Reading takes seconds; whoever waits so long is in a row that does not move. */
const STUCK_MINUTES = 30;

const linkOf = (row: ListedReceipt): ObjectLink => ({
  kind: "receipt",
  id: receiptId.show(row.receipt_id),
  line: `${row.state}, ${row.pages === 1 ? "1 page" : `${row.pages} pages`}${row.cause ? `, proves ${row.cause}` : ""}`,
});

const said = <T>(field: ReadField<T> | null, write: (value: T) => string) =>
  field && `${write(field.value)}${field.sure ? "" : " (not sure)"}`;
const amount = (minor: string): string => `${minor.padStart(3, "0").slice(0, -2)}.${minor.padStart(3, "0").slice(-2)}`;

const factsOf = (read: ReceiptRead | null) =>
  read && {
    date: said(read.date, String),
    total: said(read.total, amount),
    shipping: said(read.shipping, amount),
    currency: read.currency,
    language: read.language,
  };

function figuresOf({ desk }: Pick<Receipts, "desk">): OperatorFigure[] {
  const figure = (name: string, what: string, which: Parameters<typeof desk.count>[0]): OperatorFigure => ({
    ...{ name, what, permission: "figures.see", unit: "count", kind: "flow" },
    read: (span) => desk.count(which, span),
  });
  return [
    figure("receipts handed in", "Pictures and PDFs of receipts that were taken", "added"),
    figure(
      "receipts unreadable",
      "Receipts on which neither a day nor a total was found, or that took too long",
      "unreadable",
    ),
  ];
}

const stuckCheck = ({ desk }: Pick<Receipts, "desk">): HealthCheck => ({
  name: "receipts",
  what: `No receipt waits longer than ${STUCK_MINUTES} minutes to be read`,
  async look(now) {
    const { count, oldest } = await desk.stuck(new Date(now.getTime() - STUCK_MINUTES * 60_000));
    return count === 0 || !oldest
      ? { state: "fine", line: "None waits." }
      : { state: "warn", line: `${count} wait, the first since ${oldest.toISOString()}.` };
  },
});

export function receiptView(receipts: Pick<Receipts, "desk" | "evidence" | "reread">): OperatorView {
  const { desk } = receipts;
  return {
    objects: [
      {
        kind: "receipt",
        permission: "members.personal",
        async search(text) {
          const id = receiptId.read(text);
          const found = id && (await desk.read(id));
          return found ? [linkOf(found)] : [];
        },
        async show(shown) {
          const id = receiptId.read(shown);
          const [row, evidence] = id ? await Promise.all([desk.read(id), receipts.evidence(id)]) : [];
          if (!row || !evidence) return null;
          const { merchant } = evidence.read ?? {};
          const pages = Array.from({ length: evidence.pages }, (_none, at) => at + 1);
          return {
            facts: known({
              state: evidence.state,
              type: evidence.type,
              proves: row.cause,
              ...factsOf(evidence.read),
              "signs of changing": evidence.signs.join(", "),
            }),
            // Every look at these is kept.
            personal: known({
              file: evidence.name,
              store: merchant && said(merchant, ({ name }) => name),
              ...Object.fromEntries(pages.map((page) => [`page ${page}`, desk.hrefOf(row.receipt_id, page)])),
              text: evidence.text,
            }),
            timeline: (await desk.history(row.receipt_id)).map(({ at, state, why }) => ({
              at,
              what: [state, why].filter(Boolean).join(": "),
              by: "server",
            })),
            links: [{ kind: "member", id: userId.show(evidence.user_id), line: "whose it is" }],
          };
        },
        acts: [
          {
            name: "read again",
            what: "It is read anew; whoever waits for it hears of it then.",
            permission: "members.personal",
            reason: false,
            async run(shown) {
              const id = receiptId.read(shown);
              if (!id || !(await receipts.evidence(id))) return refused("unknown" as const);
              await receipts.reread(id);
              return done("It is being read.");
            },
          },
        ],
      },
    ],
    members: [
      {
        name: "receipts",
        what: "What they handed in to prove what they bought",
        permission: "members.personal",
        list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.added_at })),
      },
    ],
    figures: figuresOf(receipts),
    checks: [stuckCheck(receipts)],
  };
}
