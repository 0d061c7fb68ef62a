// Checks a signed statement, in a browser or in Node, with nothing but what both bring along. It shares no code with the service: it
// computes from the file alone what each line's hash must be, and what the signature must cover.

/** What may be wrong, by name; `line` and `account` say where. */
export class StatementFault extends Error {
  constructor(code, where = {}) {
    super([code, where.account, where.line].filter(Boolean).join(" "));
    this.code = code;
    this.where = where;
  }
}

const FORMAT = "tuppence-statement-1";
const HEX = /^(?:[0-9a-f]{2})+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const WHOLE = /^(?:0|-?[1-9]\d{0,18})$/;
const TEXTS = ["sequence", "at", "kind", "reason", "transfer", "amount", "balance", "content", "hash"];

const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hexOf = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Eight bytes, the highest first, as PostgreSQL sends a bigint. */
function int8(text) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(text));
  return bytes;
}

async function hashOf(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return hexOf(await crypto.subtle.digest("SHA-256", whole));
}

/** Every value that counts is a text of the right form: what is anything else is no statement. */
function readStatement(given) {
  let file = given;
  if (typeof given === "string") {
    try {
      file = JSON.parse(given);
    } catch {
      throw new StatementFault("no_statement");
    }
  }
  const isText = (value) => typeof value === "string";
  const whole =
    file?.format === FORMAT &&
    [file.issuer, file.made_at, file.member, file.public_key, file.signature].every(isText) &&
    Array.isArray(file.accounts) &&
    file.accounts.every(
      (account) =>
        UUID.test(account?.account) &&
        [account.name, account.unit].every(isText) &&
        Array.isArray(account.lines) &&
        account.lines.every(
          (line) =>
            TEXTS.every((name) => isText(line?.[name])) &&
            [line.sequence, line.amount, line.balance].every((text) => WHOLE.test(text)) &&
            UUID.test(line.transfer) &&
            HEX.test(line.content) &&
            HEX.test(line.hash),
        ),
    );
  if (!whole) throw new StatementFault("no_statement");
  return file;
}

async function checkAccount({ account, name, lines }) {
  let before = "";
  let balance = 0n;
  let place = 0n;
  for (const line of lines) {
    const where = { account: name, line: line.sequence };
    place += 1n;
    balance += BigInt(line.amount);
    if (BigInt(line.sequence) !== place) throw new StatementFault("line_missing", where);
    if (BigInt(line.balance) !== balance) throw new StatementFault("wrong_sum", where);
    const hash = await hashOf([
      ...[bytesOf(before), bytesOf(account.replaceAll("-", "")), bytesOf(line.transfer.replaceAll("-", ""))],
      ...[int8(line.sequence), int8(line.amount), int8(line.balance), bytesOf(line.content)],
    ]);
    if (hash !== line.hash) throw new StatementFault("chain_broken", where);
    before = line.hash;
  }
}

function signedText({ format, issuer, made_at, member, accounts }) {
  const rows = [[format, issuer, made_at, member]];
  for (const { account, name, unit, lines } of accounts) {
    rows.push([account, name, unit, String(lines.length)]);
    for (const line of lines) rows.push(TEXTS.map((text) => line[text]));
  }
  return rows.map((row) => JSON.stringify(row)).join("\n");
}

async function checkSignature(file) {
  let right = false;
  try {
    const key = await crypto.subtle.importKey("raw", fromBase64(file.public_key), "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(signedText(file));
    right = await crypto.subtle.verify("Ed25519", key, fromBase64(file.signature), text);
  } catch (error) {
    // A browser that is too old to know the signature is not a statement that is wrong.
    if (error?.name === "NotSupportedError") throw new StatementFault("cannot_check");
  }
  if (!right) throw new StatementFault("wrong_signature");
}

/** Whether the later statement goes on where the earlier ended: the same lines, and only more after them. */
function checkOrder(earlier, later) {
  if (earlier.member !== later.member) throw new StatementFault("other_member");
  for (const { account, name, lines } of earlier.accounts) {
    const now = later.accounts.find((one) => one.account === account)?.lines ?? [];
    for (const [at, line] of lines.entries())
      if (now[at]?.hash !== line.hash) throw new StatementFault("rewritten", { account: name, line: line.sequence });
  }
}

/**
 * Checks a statement, and that it goes on where an earlier one ended. `given`: the file's text, or what was read from it. `key`:
 * the issuer's key as published, where it is known. Throws a `StatementFault`; answers what the statement says.
 */
export async function checkStatement(given, { earlier, key } = {}) {
  const file = readStatement(given);
  for (const account of file.accounts) await checkAccount(account);
  await checkSignature(file);
  if (key !== undefined && key !== file.public_key) throw new StatementFault("other_key");
  if (earlier !== undefined) {
    const before = readStatement(earlier);
    await checkStatement(before, { key: file.public_key });
    checkOrder(before, file);
  }
  return {
    issuer: file.issuer,
    member: file.member,
    made_at: file.made_at,
    public_key: file.public_key,
    accounts: file.accounts.map(({ name, unit, lines }) => ({
      ...{ name, unit, lines: lines.length },
      balance: lines.at(-1)?.balance ?? "0",
    })),
  };
}
