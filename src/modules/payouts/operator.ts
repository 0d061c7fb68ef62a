/** What operators see of withdrawals; what is done about one is done with its payment. */
import type { Coins } from "#coins";
import { payableId } from "#payables";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorView } from "#platform/operator";
import { known, placeAfter, readFilter, readPlace, readSearchedAmount } from "#platform/operator-parts";
import { withdrawalId } from "./ids.ts";
import { heldView } from "./operator-held.ts";
import {
  sharedDeviceAddition,
  sharedReceiverList,
  sharedReceiverObject,
  sharedReceiverSection,
} from "./operator-shared.ts";
import type { Payouts } from "./payouts.server.ts";
import { METHODS, REASONS, WITHDRAWAL_TRANSITIONS, type WithdrawalState } from "./rules.ts";
import type { WithdrawalRow } from "./store.ts";

const linkOf = (row: WithdrawalRow): ObjectLink => ({
  kind: "withdrawal",
  id: withdrawalId.show(row.withdrawal_id),
  line: `${showUsd(row.amount_minor)}${row.coins === null ? "" : ` (${row.coins} coins)`} by ${METHODS[row.method].en}, ${row.state}${row.reason_code ? ` (${row.reason_code})` : ""}`,
});
// The table of transitions has every state as a key.
const STATES = Object.keys(WITHDRAWAL_TRANSITIONS) as WithdrawalState[];

export const withdrawalView = ({ desk, held, shared }: Payouts, coins: Coins["desk"]): OperatorView => ({
  queues: heldView(held).queues ?? [],
  objects: [
    ...(heldView(held).objects ?? []),
    sharedReceiverObject(shared, coins),
    {
      kind: "withdrawal",
      permission: "money.see",
      async search(text, most) {
        const id = withdrawalId.read(text);
        if (id) {
          const found = await desk.read(id);
          return found ? [linkOf(found)] : [];
        }
        const amount = readSearchedAmount(text);
        return amount === null ? [] : (await desk.find(amount, most)).map(linkOf);
      },
      async show(shown) {
        const id = withdrawalId.read(shown);
        const row = id && (await desk.read(id));
        if (!row) return null;
        const events = await desk.events(row.withdrawal_id);
        return {
          facts: known({
            number: String(row.number).padStart(4, "0"),
            amount: showUsd(row.amount_minor),
            coins: row.coins !== null && String(row.coins),
            way: METHODS[row.method].en,
            state: row.state,
            reason: row.reason_code && `${row.reason_code}: ${REASONS[row.reason_code].en}`,
            asked: row.requested_at,
            "promised by": row.arrives_by,
            settled: row.settled_at,
            "new links": row.renewals > 0 && String(row.renewals),
          }),
          personal: known({ "goes to": row.label }),
          timeline: events.map((event) => ({
            at: event.at,
            what: event.reason_code ? `${event.to_state} (${event.reason_code})` : event.to_state,
            by: event.to_state === "requested" ? "member" : row.method,
          })),
          links: [
            { kind: "member", id: userId.show(row.user_id), line: "who asked for it" },
            { kind: "payment", id: payableId.show(row.withdrawal_id), line: "its way through the provider" },
          ],
        };
      },
    },
  ],
  members: [
    {
      name: "withdrawals",
      what: "Money that they asked for",
      permission: "money.see",
      list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.requested_at })),
    },
    sharedReceiverSection(shared, coins),
  ],
  adds: [sharedDeviceAddition(shared, coins)],
  lists: [
    sharedReceiverList(shared, coins),
    {
      name: "withdrawals",
      what: "Every withdrawal, the newest first",
      permission: "money.see",
      filters: [{ name: "state", values: ["all", ...STATES] }],
      async read({ filters, after, most }) {
        const state = readFilter(filters.state, STATES);
        const rows = await desk.list({ state, after: readPlace(after, withdrawalId), most });
        return {
          rows: rows.map((row) => ({
            ...linkOf(row),
            facts: known({
              asked: row.requested_at,
              amount: showUsd(row.amount_minor),
              way: METHODS[row.method].en,
              "promised by": row.arrives_by,
              state: row.reason_code ? `${row.state} (${row.reason_code})` : row.state,
            }),
          })),
          after: placeAfter(rows, most, (row) => ({
            at: row.requested_at,
            shown: withdrawalId.show(row.withdrawal_id),
          })),
        };
      },
    },
  ],
});
