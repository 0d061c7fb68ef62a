/** A statement of the books on paper: as text for a person, and as CSV for a sheet. Pure. */
import { showUsd, toMajor } from "#platform/money";
import type { Held, Statement, StatementAccount } from "#treasury";

const nameOf = (row: StatementAccount) => (row.owner === "house" ? row.account : `${row.account} (${row.owner})`);
const line = (text: string, minor: bigint) => `  ${text.padEnd(72).slice(0, 72)} ${showUsd(minor).padStart(16)}`;
const day = (at: Date | null) => (at ? `, since ${at.toISOString().slice(0, 10)}` : "");

export function statementText(statement: Statement, name: string): string {
  const parts = statement.accounts.map((row) =>
    [
      `${nameOf(row)}: ${row.class}`,
      line("opening", row.opening_minor),
      ...row.movements.map((moved) => line(`${moved.kind} (${moved.transfers})`, moved.amount_minor)),
      line("closing", row.closing_minor),
      ...(row.items ?? []).map((item) => line(`= ${item.what} (${item.count}${day(item.since)})`, item.amount_minor)),
      ...(row.items ? [line("unexplained", row.unexplained_minor)] : []),
      ...(row.held ? [`  ${heldText(row.held)}`] : []),
      ...(row.unread ? [`  NOT COMPARED: nobody has asked ${row.owner} what it holds (balances --read)`] : []),
    ].join("\n"),
  );
  return [
    `Statement of ${name}, in dollars`,
    ...parts,
    [
      line("Assets and expenses less liabilities and income", statement.imbalance_minor),
      line("Unexplained in all", statement.unexplained_minor),
      statement.balances
        ? "It balances."
        : "IT DOES NOT BALANCE: see the lines that say unexplained, UNEXPLAINED or NOT COMPARED.",
    ].join("\n"),
  ].join("\n\n");
}

/** Why a month is no statement yet: what lacks is not always money. */
export function outOfBalance({ accounts, unexplained_minor }: Statement, name: string): string {
  const unread = accounts.filter((row) => row.unread).map(({ owner }) => owner);
  const asked = `nobody has asked ${unread.join(" and ")} what they hold (npm run treasury -- balances --read)`;
  if (unread.length > 0 && unexplained_minor === 0n) return `The statement of ${name} is not compared: ${asked}.`;
  const more = unread.length > 0 ? `, and ${asked}` : "";
  return `The statement of ${name} does not balance: ${showUsd(unexplained_minor)} unexplained${more}.`;
}

/** What a payout provider said that it holds, and why that is another sum than the books'. */
export function heldText(held: Held): string {
  const both = [...held.under_way.map((one) => ({ ...one, amount: BigInt(one.amount) })), ...held.told_since];
  const why = both.map((one) => `${one.what} ${one.id} ${showUsd(one.amount)}`).join(", ");
  return [
    held.unexplained_minor === 0n ? "ok  " : "DIFF",
    `${held.provider} held ${showUsd(held.balance_minor)} on ${held.as_of.toISOString().slice(0, 16)}, the books say ${showUsd(held.books_minor)}`,
    why ? `; explained by ${why}` : "",
    held.unexplained_minor === 0n
      ? ""
      : `; UNEXPLAINED ${showUsd(held.unexplained_minor)} since ${held.differs_since?.toISOString().slice(0, 10)}`,
  ].join(" ");
}

/** One row for each opening, movement, closing, open item and rest; amounts as decimal text. */
export function statementCsv(statement: Statement, name: string): string {
  const rows: string[][] = [["month", "account", "owner", "class", "row", "what", "count", "since", "amount"]];
  for (const row of statement.accounts) {
    const add = (kind: string, what: string, minor: bigint, count = "", since = "") =>
      rows.push([name, row.account, row.owner, row.class, kind, what, count, since, toMajor(minor)]);
    add("opening", "", row.opening_minor);
    for (const moved of row.movements) add("movement", moved.kind, moved.amount_minor, String(moved.transfers));
    add("closing", "", row.closing_minor);
    for (const item of row.items ?? [])
      add("item", item.what, item.amount_minor, String(item.count), item.since?.toISOString() ?? "");
    if (row.items) add("unexplained", "", row.unexplained_minor);
    if (row.held) add("held", "", row.held.balance_minor, "", row.held.as_of.toISOString());
    if (row.held)
      add("held otherwise", "", row.held.unexplained_minor, "", row.held.differs_since?.toISOString() ?? "");
    if (row.unread) add("not compared", "", row.closing_minor);
  }
  return rows.map((row) => row.map(cell).join(",")).join("\n");
}

/** Text that a sheet might take for a formula begins with an apostrophe. */
const cell = (text: string): string => {
  const safe = /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
