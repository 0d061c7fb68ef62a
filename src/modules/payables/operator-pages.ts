/** Payments as operators list them, and one of them. */
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorAct, OperatorList, OperatorObject } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace, readSearchedAmount } from "#platform/operator-parts";
import { payableId } from "./ids.ts";
import type { listPayables } from "./operator-store.ts";
import { STANDINGS } from "./operator-store.ts";
import type { EventRow, PayableRow } from "./store.ts";

/** What these pages ask of the module's door. */
type Desk = {
  read(payableId: string): Promise<PayableRow | null>;
  events(payableId: string): Promise<EventRow[]>;
  desk: {
    list(asked: Parameters<typeof listPayables>[1]): Promise<PayableRow[]>;
    find(text: string, amount: bigint | null, most: number): Promise<PayableRow[]>;
  };
};

const amountOf = (row: PayableRow): string =>
  row.unit === "USD" ? showUsd(row.amount_minor) : `${row.amount_minor} ${row.unit}`;
const whyOf = (row: PayableRow): string => row.person_reason ?? row.code ?? row.note ?? "";

export const paymentLink = (row: PayableRow): ObjectLink => ({
  kind: "payment",
  id: payableId.show(row.payable_id),
  line: `${amountOf(row)} by ${row.provider}, ${row.state}${whyOf(row) ? `: ${whyOf(row)}` : ""}`,
});

export const paymentList = ({ desk }: Desk): OperatorList => ({
  name: "payments",
  what: "Payouts and refunds, the newest first: those that wait, those that only a person can end, those that failed, with why",
  permission: "money.see",
  filters: [{ name: "standing", values: ["all", ...STANDINGS] }],
  async read({ filters, after, most }) {
    const standing = readFilter(filters.standing, STANDINGS);
    const rows = await desk.list({ standing, after: readPlace(after, payableId), most });
    return {
      rows: rows.map((row) => ({
        ...paymentLink(row),
        facts: known({
          asked: row.created_at,
          kind: row.kind.replaceAll("_", " "),
          amount: amountOf(row),
          provider: row.provider,
          state: row.state,
          why: whyOf(row),
          "next look": row.next_look_at,
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: payableId.show(row.payable_id) })),
    };
  },
});

export const paymentObject = (payables: Desk, acts: readonly OperatorAct[]): OperatorObject => ({
  kind: "payment",
  permission: "money.see",
  acts,
  async search(text, most) {
    const id = payableId.read(text);
    if (id) {
      const found = await payables.read(id);
      return found ? [paymentLink(found)] : [];
    }
    return (await payables.desk.find(text, readSearchedAmount(text), most)).map(paymentLink);
  },
  async show(shown) {
    const id = payableId.read(shown);
    const row = id && (await payables.read(id));
    if (!row) return null;
    const events = await payables.events(row.payable_id);
    return {
      facts: known({
        kind: row.kind,
        amount: amountOf(row),
        provider: row.provider,
        state: row.state,
        reference: row.reference,
        item: row.item,
        code: row.code,
        note: row.note,
        "needs a person": row.person_reason,
        "first sent": row.first_sent_at,
        stopped: row.stopped_at,
        "next look": row.next_look_at,
      }),
      timeline: events.map((event) => ({
        at: event.at,
        what: [event.to_state, event.detail].filter(Boolean).join(": "),
        by: event.by,
      })),
      links: [{ kind: "member", id: userId.show(row.owner), line: "whom it goes to" }],
    };
  },
});
