/**
 * Takes a file from a member: counted before a byte of it is read, opened in a thread of its own, kept as pictures of our own
 * making, and put in line to be read in the transaction that makes it known.
 */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { newId, sha256 } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { Limits } from "#platform/limits";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { type FileKeeper, newFileKey } from "./keep-files.ts";
import { LIMITS } from "./limits.ts";
import { MAX_FILE_BYTES, type ReceiptRefusal } from "./messages.ts";
import { REFUSED } from "./metrics.ts";
import type { FileOpener } from "./open/open-file.ts";
import type { OpenedFile } from "./open/opened.types.ts";
import { readingJob } from "./read-receipt.ts";
import type { Receipt } from "./receipts.types.ts";
import { nameFor, toReceipt } from "./shape.ts";
import { bindFiles, insertReceipt, lockFile, readReceipt, readSame, reserveFiles, type StoredFile } from "./store.ts";

const MEGABYTE = 1_048_576;
/** Each holds up to 10 MB of this process's memory until it is stored. */
const MAX_AT_ONCE = 8;

export type GivenReceipt = {
  user_id: string;
  /** Network address, for the limit. */
  address: string;
  /** What its sender calls it. */
  name: string;
  /** Reads what was sent, at most 10 MB of it; null when it is larger. */
  read: () => Promise<Buffer | null>;
};

export type TakeDeps = {
  database: DatabaseHandle;
  clock: Clock;
  limits: Limits;
  log: Log;
  metrics: Metrics;
  keeper: FileKeeper;
  opener: FileOpener;
  space_mb: number;
  queues: number;
};

export function createTaker(deps: TakeDeps) {
  const { database, clock } = deps;
  const space = deps.space_mb * MEGABYTE;
  let taking = 0;

  function refuseFull(why: string): Outcome<never, ReceiptRefusal> {
    deps.metrics.of(REFUSED).inc({ code: "files_full" });
    deps.log.warn({ why }, "a receipt found no space");
    return refused("files_full");
  }

  /** Null when there is no space. */
  async function storePages(pages: readonly Uint8Array[]): Promise<StoredFile[] | null> {
    const files = pages.map((page, at) => ({ file_key: newFileKey(), page: at + 1, size_bytes: page.length }));
    const at = clock.now();
    if (!(await database.transaction((tx) => reserveFiles(tx, files, { space, at })))) return null;
    for (const file of files) {
      const page = pages[file.page - 1];
      if (page) await deps.keeper.put(file.file_key, Buffer.from(page));
    }
    return files;
  }

  type Kept = { given: GivenReceipt; bytes: Buffer; hash: Buffer; opened: OpenedFile; files: readonly StoredFile[] };
  async function keep(tx: Tx, { given, bytes, hash, opened, files }: Kept): Promise<string> {
    await lockFile(tx, given.user_id, hash);
    const same = await readSame(tx, { user_id: given.user_id, sha256: hash });
    // Its files are nobody's then, and are taken away.
    if (same) return same.receipt_id;
    const receipt_id = newId("receipt");
    const { type, signs, look } = opened;
    await insertReceipt(tx, {
      ...{ receipt_id, user_id: given.user_id, name: nameFor(given.name, type), type, signs, look },
      ...{ size_bytes: bytes.length, pages: files.length, sha256: hash, own_text: opened.text, at: clock.now() },
    });
    await bindFiles(
      tx,
      receipt_id,
      files.map((file) => file.file_key),
    );
    await addJobs(tx, [readingJob(receipt_id, deps.queues)]);
    return receipt_id;
  }

  async function store(given: GivenReceipt): Promise<Outcome<Receipt, ReceiptRefusal>> {
    const bytes = await given.read();
    if (!bytes || bytes.length > MAX_FILE_BYTES) return refused("file_large");
    if (bytes.length === 0) return refused("file_empty");
    const hash = sha256(bytes);
    const same = await readSame(database.db, { user_id: given.user_id, sha256: hash });
    if (same) return done(toReceipt(same));
    const opened = await deps.opener.open(bytes);
    if (!opened.ok) return refused(opened.code);
    const files = await storePages(opened.value.pages);
    if (!files) return refuseFull("all the space that receipts have is filled");
    const id = await database.transaction((tx) => keep(tx, { given, bytes, hash, opened: opened.value, files }));
    const row = await readReceipt(database.db, id);
    return row ? done(toReceipt(row)) : refused("unknown_receipt");
  }

  return async (given: GivenReceipt): Promise<Outcome<Receipt, ReceiptRefusal>> => {
    const wait = await deps.limits.takeAll([
      [LIMITS.receipt_network, networkOf(given.address)],
      [LIMITS.receipt_member, given.user_id],
    ]);
    if (wait) return refused("too_many", wait);
    if (taking >= MAX_AT_ONCE) return refuseFull("as many as may be are taken at this moment");
    taking += 1;
    try {
      const outcome = await store(given);
      if (!outcome.ok && outcome.code !== "files_full") deps.metrics.of(REFUSED).inc({ code: outcome.code });
      return outcome;
    } finally {
      taking -= 1;
    }
  };
}
