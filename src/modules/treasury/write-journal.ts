/**
 * A month for accounting: debit and credit of every account by day and kind of transfer, as a file that a sheet or an accounting
 * program reads. The column `amount` is debit less credit: it sums to nothing, in all and for each day and kind. Pure.
 */
import type { JournalRow } from "#ledger";
import { toMajor } from "#platform/money";

const HEAD = [
  "month",
  "day",
  "transfer",
  "account",
  "owner",
  "class",
  "unit",
  "debit",
  "credit",
  "amount",
  "transfers",
];

const show = (amount: bigint, unit: JournalRow["unit"]): string => (unit === "USD" ? toMajor(amount) : String(amount));

/** Text that a sheet might take for a formula begins with an apostrophe; a number stays one. */
function cell(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function journalCsv(rows: readonly JournalRow[], month: string): string {
  const lines = rows.map((row) => {
    const debit = row.amount < 0n ? show(-row.amount, row.unit) : "";
    const credit = row.amount > 0n ? show(row.amount, row.unit) : "";
    const { day, kind, account, owner, unit } = row;
    return [
      month,
      day,
      kind,
      account,
      owner,
      row.class,
      unit,
      debit,
      credit,
      show(-row.amount, unit),
      String(row.transfers),
    ];
  });
  return `\uFEFF${[HEAD, ...lines].map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}
