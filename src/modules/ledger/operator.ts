/** What operators see of the ledger: transfers with all their lines, what a member has, and who owes. Nothing is done here. */
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { OperatorView } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { transferId } from "./ids.ts";
import type { Ledger } from "./ledger.server.ts";
import type { DebtRow, TransferRow } from "./operator-store.ts";
import type { StatementLine } from "./store.ts";

const show = (amount: bigint, unit: string): string =>
  unit === "COIN" ? `${amount.toLocaleString("en-US")} coins` : showUsd(amount);
/** "hold.opened" is read "hold opened". */
const wordsOf = (code: string): string => code.replace(/[._]/g, " ");

const debtOf = ({ owed, coins }: DebtRow): string =>
  [owed > 0n && showUsd(owed), coins > 0n && show(coins, "COIN")].filter(Boolean).join(" and ");

const linkOf = (row: Pick<TransferRow, "transfer_id" | "kind" | "at" | "reason">) => ({
  kind: "transfer",
  id: transferId.show(row.transfer_id),
  line: `${row.kind}${row.reason ? ` (${row.reason})` : ""}, ${row.at.toISOString()}`,
});
const lineOf = (line: StatementLine) => ({
  kind: "transfer",
  id: transferId.show(line.transfer_id),
  at: line.at,
  line: `${show(line.amount, line.unit)} ${wordsOf(line.account_kind.replace("member_", ""))}, then ${show(line.balance, line.unit)}: ${wordsOf(line.kind)}${line.reason ? ` (${wordsOf(line.reason)})` : ""}`,
});

const level = { permission: "figures.see", unit: "USD", kind: "level" } as const;

export const ledgerView = ({ desk, balances, statement }: Ledger): OperatorView => ({
  objects: [
    {
      kind: "transfer",
      permission: "money.see",
      async search(text) {
        const id = transferId.read(text);
        const found = id
          ? await desk.find({ transfer_id: id })
          : text.includes(":") && (await desk.find({ cause: text }));
        return found ? [linkOf(found)] : [];
      },
      async show(shown) {
        const id = transferId.read(shown);
        const found = id && (await desk.find({ transfer_id: id }));
        if (!found) return null;
        const lines = (await desk.lines(found)) ?? [];
        const members = [...new Set(lines.filter((line) => !line.house).map((line) => line.owner))];
        return {
          facts: {
            ...known({
              kind: found.kind,
              cause: found.cause,
              reason: found.reason,
              at: found.at,
              posted: found.posted_at,
            }),
            ...(lines.length === 0 ? { lines: "not found near its instant: `npm run db`" } : {}),
            ...Object.fromEntries(Object.entries(found.data).map(([name, value]) => [name, String(value)])),
          },
          timeline: [{ at: found.at, what: found.kind, by: found.cause.split(":")[0] ?? "" }],
          money: lines.map((line) => ({
            at: found.at,
            what: `${line.account_kind} ${line.house ? line.owner : userId.show(line.owner)}`,
            amount: show(line.amount, line.unit),
          })),
          links: members.map((owner) => ({ kind: "member", id: userId.show(owner), line: "whose money it is" })),
        };
      },
    },
  ],
  members: [
    {
      name: "ledger",
      what: "Every line of the member's accounts, the newest first",
      permission: "money.see",
      list: async (user, most) => (await statement(user, most)).map(lineOf),
    },
    {
      name: "limits",
      what: "What they have used of limits, by window",
      permission: "members.see",
      list: async (user, most) =>
        (await desk.limits(user, most)).map((row) => ({
          kind: "limit",
          id: row.cause,
          at: row.at,
          line: `${row.limit_name}, ${row.time_window}: ${row.amount}${row.returned_at ? ", given back" : ""}`,
        })),
    },
  ],
  adds: [
    {
      kind: "member",
      permission: "money.see",
      async read(id) {
        const user = userId.read(id);
        if (!user) return {};
        const has = await balances(user);
        return {
          facts: known({
            pending: showUsd(has.pending),
            available: showUsd(has.available),
            "set aside": showUsd(has.held),
            owes: has.clawback > 0n && showUsd(has.clawback),
            coins: has.coins > 0n && has.coins.toLocaleString("en-US"),
            "coins pending": has.coins_pending > 0n && has.coins_pending.toLocaleString("en-US"),
            "coins set aside": has.coins_held > 0n && has.coins_held.toLocaleString("en-US"),
            "coins owed": has.coins_owed > 0n && has.coins_owed.toLocaleString("en-US"),
          }),
          money: (await statement(user, 30)).toReversed().map((line) => ({
            at: line.at,
            what: `${wordsOf(line.kind)}, ${wordsOf(line.account_kind.replace("member_", ""))}${line.reason ? ` (${wordsOf(line.reason)})` : ""}`,
            amount: show(line.amount, line.unit),
          })),
        };
      },
    },
  ],
  figures: [
    {
      name: "members' pending",
      what: "Cash back of all members that is not confirmed yet, as their day ends",
      ...level,
      read: async () => (await desk.sums()).pending,
    },
    {
      name: "members' confirmed",
      what: "What all members could withdraw as their day ends; without what is set aside for a payout on its way",
      ...level,
      read: async () => (await desk.sums()).confirmed,
    },
  ],
  lists: [
    {
      name: "owed",
      what: "Members who owe: what was withdrawn and taken back later. It is paid by whatever comes in next",
      permission: "money.see",
      async read({ after, most }) {
        const rows = await desk.debts(after && userId.read(after), most);
        const last = rows.length === most ? rows.at(-1) : undefined;
        return {
          rows: rows.map((row) => ({
            kind: "member",
            id: userId.show(row.owner),
            line: `owes ${debtOf(row)}`,
            facts: known({ owes: debtOf(row), "first owed": row.since }),
          })),
          after: last ? userId.show(last.owner) : null,
        };
      },
    },
  ],
});
