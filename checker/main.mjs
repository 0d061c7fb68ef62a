#!/usr/bin/env node
// Checks a signed statement on the command line, without asking anybody.
import { readFile } from "node:fs/promises";
import { checkStatement, StatementFault } from "./check-statement.mjs";

const HELP = `tuppence-statement <statement.json> [--earlier <older.json>] [--key <the issuer's key>]

Checks every line of a statement, the chain they make, and its signature. With --earlier: that the older one goes on in
it without a change. With --key: that it is signed by the key that the issuer publishes under /api/statement-key.
Exit codes: 0 all of it is right, 1 something is not, 2 it could not be checked.`;

const WORDS = {
  no_statement: "This file is no statement.",
  line_missing: "A line is missing or out of its order",
  wrong_sum: "A balance is not the sum of the lines before it",
  chain_broken: "A line is not what was posted",
  wrong_signature: "The signature does not fit: something in it was changed, or it was signed by nobody.",
  other_key: "It is signed by another key than the issuer's.",
  other_member: "The earlier statement is of another member.",
  rewritten: "A line of the earlier statement is not the same any more",
  cannot_check: "This Node cannot check such a signature. Take Node 20 or later.",
};
const DOLLARS = (minor) => `$${(Number(minor) / 100).toFixed(2)}`;

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const earlier = option("--earlier");
const key = option("--key");
const [path] = args;
if (!path || path === "--help") {
  console.log(HELP);
  process.exit(path ? 0 : 2);
}

try {
  const told = await checkStatement(await readFile(path, "utf8"), {
    ...(earlier !== undefined && { earlier: await readFile(earlier, "utf8") }),
    ...(key !== undefined && { key }),
  });
  console.log(`Right to the cent: ${told.member} at ${told.issuer}, ${told.made_at}`);
  for (const { name, unit, lines, balance } of told.accounts)
    console.log(`  ${name}: ${lines} lines, ${unit === "USD" ? DOLLARS(balance) : `${balance} coins`}`);
  console.log(
    `Signed by the key ${told.public_key}${key === undefined ? `; compare it with ${told.issuer}/api/statement-key` : ", the issuer's"}`,
  );
} catch (error) {
  const known = error instanceof StatementFault;
  const { account, line } = known ? error.where : {};
  const words = known ? WORDS[error.code] : error.message;
  console.error(account ? `${words}: ${account}, line ${line}.` : words);
  process.exitCode = known && error.code !== "cannot_check" ? 1 : 2;
}
