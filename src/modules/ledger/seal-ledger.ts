/**
 * Seals: whoever may write to the database may also compute every hash in it anew. So once a day where each chain stands is
 * written to a file outside of it, with a signature whose key the database does not hold, and verification compares with the
 * newest. What came after the newest seal is held by the chains alone. A seal goes on from the one before, whose signature it
 * trusts, and reads what came since: it costs a day, not the history. What lies before is for verification to compare.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseHandle, Tx } from "#platform/database";
import { changesSince, grow, headsUpTo, type SealedHead } from "./seal-heads.ts";
import { countSeals, insertSeal, lockSeals } from "./seal-store.ts";
import type { Finding } from "./verify-store.ts";

/** `key` signs; whoever has it can make seals, so it is in no database. */
export type SealPlace = { folder: string; key: string };
export type Seal = { number: bigint; at: Date; accounts: number; lines: bigint; digest: string };

const NAME = /^ledger-(\d{9})\.seal$/;
const nameOf = (number: bigint) => `ledger-${String(number).padStart(9, "0")}.seal`;
const MAX_FINDINGS = 100;

const sign = (key: string, text: string): Buffer => createHmac("sha256", `ledger seal:${key}`).update(text).digest();

/** One line about the seal, one for each account, and the signature of all of them. */
function write(number: bigint, at: Date, heads: readonly SealedHead[], key: string): string {
  const rows = heads.map((head) =>
    JSON.stringify([
      ...[head.account_id, String(head.lines), head.transfer_id, head.hash],
      ...[head.definition, head.dates, head.before],
    ]),
  );
  const text = `${JSON.stringify({ number: String(number), at: at.toISOString(), accounts: rows.length })}\n${rows.map((row) => `${row}\n`).join("")}`;
  return `${text}${sign(key, text).toString("hex")}\n`;
}

type Row = [string, string, string | null, string | null, string, string | null, (string | null)?];

/** Null when it was not signed with our key, whole and as it is. */
function read(text: string, number: bigint, key: string): SealedHead[] | null {
  const end = text.lastIndexOf("\n", text.length - 2) + 1;
  const signature = Buffer.from(text.slice(end).trim(), "hex");
  const expected = sign(key, text.slice(0, end));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const [head = "", ...rows] = text.slice(0, end).trimEnd().split("\n");
  // A true seal of another day under this one's name is no seal of this one.
  if ((JSON.parse(head) as { number: string }).number !== String(number)) return null;
  return rows.map((row) => {
    const [account_id, lines, transfer_id, hash, definition, dates, before = null] = JSON.parse(row) as Row;
    return { account_id, lines: BigInt(lines), transfer_id, hash, definition, dates, before };
  });
}

async function newestIn(folder: string): Promise<bigint> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const numbers = names.map((name) => BigInt(NAME.exec(name)?.[1] ?? 0));
  return numbers.reduce((most, number) => (number > most ? number : most), 0n);
}

/** No seal with findings: what was sealed before is not as it was. Neither where no seals are made. */
export type Sealing = { seal: Seal | null; findings: Finding[] };

/**
 * Writes the next seal, one process after the other. Each chain must go on from where it was sealed before, and the dates of
 * what was sealed are taken from that seal: history that is written anew between a verification and its seal is not sealed as
 * it is then. `anew`: a person has looked into it, and begins from what is. The file comes first: one that the database does not know of is only
 * newer.
 */
export const sealLedger = (database: DatabaseHandle, place: SealPlace, at: Date, anew: boolean): Promise<Sealing> =>
  database.transaction(async (tx) => {
    await lockSeals(tx);
    const inFolder = await newestIn(place.folder);
    const newest = anew ? { sealed: [], findings: [] } : await readNewest(tx, place, inFolder);
    const { heads, findings } = newest.findings.length > 0 ? { heads: [], ...newest } : await grow(tx, newest.sealed);
    return findings.length > 0
      ? { seal: null, findings: findings.slice(0, MAX_FINDINGS) }
      : { seal: await writeSeal(tx, place, heads, inFolder, at), findings: [] };
  });

async function writeSeal(
  tx: Tx,
  place: SealPlace,
  heads: readonly SealedHead[],
  inFolder: bigint,
  at: Date,
): Promise<Seal> {
  const known = await countSeals(tx);
  const number = (inFolder > known ? inFolder : known) + 1n;
  const text = write(number, at, heads, place.key);
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  const file = join(place.folder, nameOf(number));
  // What a process that was killed had begun may only be read, and would be in the way for good.
  await rm(`${file}.making`, { force: true, recursive: true });
  await writeFile(`${file}.making`, text, { mode: 0o400, flush: true });
  await rename(`${file}.making`, file);
  const digest = createHash("sha256").update(text).digest();
  await insertSeal(tx, { number, at, digest });
  const lines = heads.reduce((sum, head) => sum + head.lines, 0n);
  return { number, at, accounts: heads.length, lines, digest: digest.toString("hex") };
}

/**
 * What is not as the newest seal says. The seal is chosen before the moment that is looked at, so that a seal which is being
 * made meanwhile is never newer than that.
 */
export async function chooseSeal(place: SealPlace): Promise<(runner: Tx) => Promise<Finding[]>> {
  const inFolder = await newestIn(place.folder);
  return (runner) => compareWithSeal(runner, place, inFolder);
}

async function compareWithSeal(runner: Tx, place: SealPlace, inFolder: bigint): Promise<Finding[]> {
  const { sealed, findings } = await readNewest(runner, place, inFolder);
  if (findings.length > 0 || sealed.length === 0) return findings;
  const found = await headsUpTo(runner, sealed);
  return sealed.flatMap((head) => changesSince(head, found.get(head.account_id))).slice(0, MAX_FINDINGS);
}

/** What the newest seal holds, or why it cannot be told. Nothing where none was made yet. */
async function readNewest(
  runner: Tx,
  place: SealPlace,
  inFolder: bigint,
): Promise<{ sealed: SealedHead[]; findings: Finding[] }> {
  const wrong = (kind: string, detail: string) => ({ sealed: [], findings: [{ kind, detail }] });
  const known = await countSeals(runner);
  if (inFolder < known && (await newestIn(place.folder)) < known)
    return wrong("a seal is missing", `the newest is ${inFolder}, and ${known} were made (LEDGER_SEALS_DIR)`);
  if (inFolder === 0n) return { sealed: [], findings: [] };
  // One that cannot be read is as good as none, and a finding like it.
  const text = await readFile(join(place.folder, nameOf(inFolder)), "utf8").catch(() => "");
  const sealed = read(text, inFolder, place.key);
  return sealed
    ? { sealed, findings: [] }
    : wrong("a seal is not ours", `${nameOf(inFolder)} (LEDGER_SEAL_KEY, LEDGER_SEALS_DIR)`);
}
