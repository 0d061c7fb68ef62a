/** The door of receipts: files of members that prove what they bought, and what was read of them. */
import { join } from "node:path";
import { type Database, momentOf, type Tx } from "#platform/database";
import type { ReceiptsDeps } from "./context.ts";
import { receiptId } from "./ids.ts";
import { createFileKeeper } from "./keep-files.ts";
import { moveRows } from "./member-data-store.ts";
import { createNameShelf, type NameSource } from "./name-shelf.ts";
import { createFileOpener } from "./open/open-file.ts";
import { countHistory, readHistory, readReceiptsOf, readStuck } from "./operator-store.ts";
import { createPictureLinks } from "./picture-links.ts";
import { createEngines } from "./read/engine.ts";
import { readAnew, readStoredReceipt } from "./read-receipt.ts";
import type { Likeness, Receipt, ReceiptEvidence } from "./receipts.types.ts";
import { toEvidence, toReceipt } from "./shape.ts";
import { measureFiles, readFileKeys, readLikenesses, readReceipt, releaseReceipts } from "./store.ts";
import { dropUnused, sweepFiles } from "./sweep-files.ts";
import { createTaker } from "./take-receipt.ts";
import { type UseWish, useReceipts } from "./use-receipts.ts";

export { receiptId } from "./ids.ts";
export { RECEIPT_READ } from "./job-kinds.ts";
export { RECEIPT_REFUSALS, type ReceiptRefusal } from "./messages.ts";
export type * from "./receipts.types.ts";
export { RECEIPT_TRANSITIONS } from "./receipts.types.ts";

const MEGABYTE = 1_048_576;

export function createReceipts(deps: ReceiptsDeps) {
  const { database, clock, settings, log, registry, limits, catalog, dataDir, secret } = deps;
  const keeper = createFileKeeper({ settings, dataDir, secret });
  const opener = createFileOpener();
  const names = createNameShelf({ catalog });
  const queues = settings.RECEIPTS_AT_ONCE;
  // Under our own folder: what lies where anybody may write could be anybody's.
  const engines = createEngines({ at_once: queues, folder: join(dataDir, "letters") });
  const links = createPictureLinks({ clock, secret, publicUrl: settings.PUBLIC_URL });
  const reading = { database, clock, registry, log, keeper, engines, names, queues };

  return {
    /** Checks, makes anew and keeps a file, and puts it in line to be read. The same file again, while unused, is the first one. */
    take: createTaker({
      ...{ database, clock, limits, log, metrics: deps.metrics, keeper, opener, queues },
      space_mb: settings.RECEIPTS_MB,
    }),
    /** How full the space for files is, 0 to 1. */
    filled: async (): Promise<number> => (await measureFiles(database.db)) / (settings.RECEIPTS_MB * MEGABYTE),
    /** A picture of anybody, opened apart and drawn anew as a JPEG without anything beside it; null for what is no picture. Nothing is kept. */
    async redraw(bytes: Buffer): Promise<Buffer | null> {
      const opened = await opener.open(bytes);
      const page = opened.ok && opened.value.type !== "application/pdf" ? opened.value.pages[0] : undefined;
      return page === undefined ? null : Buffer.from(page);
    },
    /** A member's own; null for any other. */
    async show(userId: string, receiptId: string): Promise<Receipt | null> {
      const row = await readReceipt(database.db, receiptId);
      return row?.user_id === userId ? toReceipt(row) : null;
    },
    /** For who decides, whoever it belongs to. */
    async evidence(receiptId: string): Promise<ReceiptEvidence | null> {
      const row = await readReceipt(database.db, receiptId);
      return row && toEvidence(row);
    },
    /** A page as a picture of our own making, whoever it belongs to; pages count from 1. */
    async picture(receiptId: string, page: number): Promise<{ type: "image/jpeg"; bytes: Buffer } | null> {
      const key = (await readFileKeys(database.db, receiptId))[page - 1];
      const bytes = key === undefined ? null : await keeper.get(key);
      return bytes && { type: "image/jpeg", bytes };
    },
    /** Binds a member's own receipts to a cause, all or none; the same cause once more changes nothing. */
    use: (tx: Tx, wish: UseWish) => useReceipts(tx, clock, wish),
    /** Lets go what a cause has used: its member may use it for something else. */
    release: (tx: Tx, cause: string): Promise<void> => releaseReceipts(tx, cause, momentOf(tx, clock)),
    /** Others that are used and may be the same paper, the strongest reason first. */
    likenesses: (runner: Database | Tx, receiptId: string): Promise<Likeness[]> => readLikenesses(runner, receiptId),
    /** Names of stores beside those of the catalog; asked for anew every few minutes. */
    registerNames(source: NameSource): void {
      names.register(source);
    },
    reread: (receiptId: string): Promise<void> => readAnew(reading, receiptId),
    readNow: (receiptId: string, attempt: number): Promise<void> => readStoredReceipt(reading, receiptId, attempt),
    sweep: () => sweepFiles(reading),
    dropUnused: () => dropUnused(reading),
    moveMember: moveRows,
    /** What operators look at. */
    desk: {
      read: (receiptId: string) => readReceipt(database.db, receiptId),
      of: (userId: string, most: number) => readReceiptsOf(database.db, userId, most),
      history: (receiptId: string) => readHistory(database.db, receiptId),
      stuck: (before: Date) => readStuck(database.db, before),
      count: (which: Parameters<typeof countHistory>[1], span: { from: Date; to: Date }) =>
        countHistory(database.db, which, span),
      hrefOf: (receipt: string, page: number) => links.hrefOf(receiptId.show(receipt), receipt, page),
      isGoodLink: links.isGood,
    },
    /** Ends its threads: what was being read is read by the next process. */
    async close(): Promise<void> {
      await Promise.all([opener.close(), engines.close()]);
    },
  };
}
export type Receipts = ReturnType<typeof createReceipts>;
