/** Reads a receipt that was taken, and tells whoever waits for it. */
import type { Clock } from "#platform/clock";
import { civilDate } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { addJobs, emit, type Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import { READ_RECEIPT, READING_TRIES, RECEIPT_READ } from "./job-kinds.ts";
import type { FileKeeper } from "./keep-files.ts";
import type { NameShelf } from "./name-shelf.ts";
import { type Engines, ReadingTimeout } from "./read/engine.ts";
import { MAX_READ_PAGES, readPages } from "./read/read-pages.ts";
import { beginAnew, type Reading, readFileKeys, readReceipt, saveReading } from "./store.ts";

export type ReadingDeps = {
  database: DatabaseHandle;
  clock: Clock;
  registry: Registry;
  log: Log;
  keeper: FileKeeper;
  engines: Engines;
  names: NameShelf;
  queues: number;
};

const READ_MS = 20_000;

/** Receipts wait in as many rows as are read at the same time: no other job ever waits for one. */
export const readingJob = (receiptId: string, queues: number) =>
  READ_RECEIPT.with(
    { receipt_id: receiptId },
    { queue: `receipts-${Number.parseInt(receiptId.slice(-4), 16) % queues}` },
  );

/** A machine that is busy with other things is no fault of the paper: it is given up only when it took too long twice. */
const SLOW_TRIES = 2;

async function look(
  deps: ReadingDeps,
  receiptId: string,
  { own_text, attempt }: { own_text: string; attempt: number },
): Promise<Omit<Reading, "at">> {
  const nothing = { state: "unreadable" as const, read: null, text: "", signs: [], merchant_key: null };
  const keys = await readFileKeys(deps.database.db, receiptId);
  const pages: Buffer[] = [];
  for (const key of keys.slice(0, MAX_READ_PAGES)) {
    const page = await deps.keeper.get(key);
    if (!page) return { ...nothing, why: "a page is not where it was stored" };
    pages.push(page);
  }
  const known = { today: civilDate(deps.clock.now()), book: await deps.names.book() };
  try {
    const found = await deps.engines.use(READ_MS, (engine) => readPages(engine, { pages, own_text, known }));
    if (!found.read) return { ...nothing, text: found.text, why: "neither a day nor a total was found" };
    return { ...found, state: "read", why: "" };
  } catch (error) {
    if (error instanceof ReadingTimeout && attempt >= SLOW_TRIES)
      return { ...nothing, why: "it took longer than 20 seconds twice" };
    throw error;
  }
}

export async function readStoredReceipt(deps: ReadingDeps, receiptId: string, attempt: number): Promise<void> {
  const row = await readReceipt(deps.database.db, receiptId);
  if (row?.state !== "reading") return;
  const reading = await look(deps, receiptId, { own_text: row.own_text, attempt }).catch((error: unknown) => {
    if (attempt < READING_TRIES) throw error;
    // A person looks at it then; whoever waits for it must not wait for ever.
    deps.log.error({ err: error, receipt: receiptId }, "a receipt could not be read");
    const nothing = { read: null, text: "", signs: [], merchant_key: null };
    return { ...nothing, state: "unreadable" as const, why: "reading failed again and again" };
  });
  await deps.database.transaction(async (tx) => {
    if (await saveReading(tx, receiptId, { ...reading, at: deps.clock.now() }))
      await emit(tx, deps.registry, RECEIPT_READ, { receipt_id: receiptId });
  });
}

/** Has it read anew; nothing happens while it is being read, or when it is gone. */
export const readAnew = ({ database, clock, queues }: ReadingDeps, receiptId: string): Promise<void> =>
  database.transaction(async (tx) => {
    if (await beginAnew(tx, receiptId, clock.now())) await addJobs(tx, [readingJob(receiptId, queues)]);
  });
