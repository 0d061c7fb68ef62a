/** `npm run treasury`: networks' payments, money at payout providers, payouts of the card processor, and the monthly statement. */
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { systemClock } from "#platform/clock";
import { showUsd, toMajor } from "#platform/money";
import { type Remittance, readProgrammes, TREASURY_REFUSALS, type Treasury } from "#treasury";
import { heldText, outOfBalance, statementCsv, statementText } from "./statement-text.ts";
import { HELP, readTreasuryLine } from "./treasury-line.ts";
import { withServices } from "./with-services.ts";

function refuse(text: string, code: 1 | 2): void {
  console.error(text);
  process.exitCode = code;
}

export async function run(args: string[]) {
  const asked = readTreasuryLine(args, userInfo().username, systemClock.now());
  if ("help" in asked) return console.log(HELP);
  if ("fault" in asked) return refuse(`${asked.fault} \`npm run treasury -- --help\` shows how it is used.`, 2);
  if ("remittance" in asked) {
    const text = asked.file === null ? null : await readFile(asked.file, "utf8").catch(() => undefined);
    if (text === undefined) return refuse(`There is no file ${asked.file}.`, 2);
    const programmes = text === null ? [] : readProgrammes(text);
    if (!programmes) return refuse(`${asked.file} is no list with the header "programme,amount".`, 2);
    return withServices(({ treasury }) => addRemittance(treasury, { ...asked.remittance, programmes }));
  }
  await withServices(async ({ treasury }) => {
    if ("statement" in asked) {
      const { csv, journal, name, ...span } = asked.statement;
      if (journal) return console.log(await treasury.journal(name));
      const statement = await treasury.statement(span);
      console.log(csv ? statementCsv(statement, name) : statementText(statement, name));
      if (statement.balances) return;
      return refuse(outOfBalance(statement, name), 1);
    }
    if ("balances" in asked) {
      if (asked.balances.read) await treasury.readBalances();
      const held = await treasury.balances();
      for (const row of held) console.log(heldText(row));
      if (held.length === 0) console.log("No provider was asked yet: --read asks them now.");
      if (held.some((row) => row.unexplained_minor !== 0n)) process.exitCode = 1;
      return;
    }
    if ("invoices" in asked) {
      if (asked.invoices.read) await treasury.readInvoices();
      return listInvoices(treasury);
    }
    if ("remittances" in asked) return listRemittances(treasury);
    if ("wrongRemittance" in asked) return tellUndone(await treasury.undoRemittance(asked.wrongRemittance));
    if ("wrongEntry" in asked) return tellUndone(await treasury.undoEntry(asked.wrongEntry));
    const outcome = await treasury.bookEntry(asked.entry);
    if (!outcome.ok) return refuse(TREASURY_REFUSALS[outcome.code], 1);
    const again = typeof outcome.value === "object" && outcome.value.duplicate;
    console.log(again ? "It was booked before." : "Booked.");
  });
}

function tellUndone(outcome: Awaited<ReturnType<Treasury["undoEntry"]>>): void {
  if (!outcome.ok) refuse(TREASURY_REFUSALS[outcome.code], 1);
  else console.log(outcome.value.duplicate ? "It was taken back before." : "Taken back.");
}

async function addRemittance(treasury: Treasury, told: Remittance): Promise<void> {
  const outcome = await treasury.bookRemittance(told);
  if (!outcome.ok) return refuse(TREASURY_REFUSALS[outcome.code], 1);
  const { row, differences, duplicate } = outcome.value;
  console.log(duplicate ? "It was booked before." : `Booked. ${showUsd(row.matched_minor)} found orders.`);
  for (const one of differences) console.log(`${one.kind}: ${showUsd(one.amount_minor)}  ${one.difference_id}`);
}

async function listInvoices(treasury: Treasury): Promise<void> {
  const rows = await treasury.openInvoices();
  for (const row of rows) {
    const paid = row.paid_at ? `paid to the network on ${row.paid_at.toISOString().slice(0, 10)}` : "not paid yet";
    console.log(
      `${row.network} ${row.invoice_id}  ${toMajor(row.total_minor)} ${row.currency}  of ${row.created_at.toISOString().slice(0, 10)}  ${paid}`,
    );
  }
  console.log(rows.length === 0 ? "No invoice is open." : `${rows.length} wait for a remittance.`);
}

async function listRemittances(treasury: Treasury): Promise<void> {
  for (const row of await treasury.remittances())
    console.log(
      `${row.paid_on}  ${row.network} ${row.reference}  received ${showUsd(row.received_minor)}  stated ${showUsd(row.stated_minor)}  found orders for ${showUsd(row.matched_minor)}${row.undone_at ? "  undone" : ""}`,
    );
}
