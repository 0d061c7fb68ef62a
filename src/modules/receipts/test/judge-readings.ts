/** How well receipts with known truth are read: what is right, what says that it is sure, and what is wrong in silence. */
import { type CivilDate, civilDate, stopwatch } from "#platform/clock";
import type { FileOpener } from "../open/open-file.ts";
import type { Engines } from "../read/engine.ts";
import type { NameBook } from "../read/find-merchant.ts";
import { compact } from "../read/fold-text.ts";
import { readPages } from "../read/read-pages.ts";
import type { EditSign, ReceiptRead } from "../receipts.types.ts";
import type { MadeReceipt } from "./make-receipts.ts";
import { READ_ON, type Truth } from "./receipt-papers.ts";

export const FIELDS = ["total", "date", "merchant", "shipping"] as const;
export type Field = (typeof FIELDS)[number];
export type Judged = {
  name: string;
  wear: MadeReceipt["wear"];
  language: "en" | "es";
  right: Record<Field, boolean>;
  sure: Record<Field, boolean>;
  signs: readonly EditSign[];
  /** Opening the file, and reading it. */
  open_ms: number;
  read_ms: number;
};
export type Readers = { opener: FileOpener; engines: Engines; book: NameBook };

const TODAY: CivilDate = civilDate(new Date(READ_ON));
const LIMIT_MS = 60_000;

function compare(read: ReceiptRead | null, truth: Truth): Pick<Judged, "right" | "sure"> {
  const name = read?.merchant?.value.name;
  return {
    right: {
      total: read?.total?.value === truth.total,
      date: read?.date?.value === truth.date,
      merchant: name !== undefined && compact(name) === compact(truth.merchant.name),
      shipping: (read?.shipping?.value ?? null) === truth.shipping,
    },
    sure: {
      total: read?.total?.sure ?? false,
      date: read?.date?.sure ?? false,
      merchant: read?.merchant?.sure ?? false,
      shipping: read?.shipping?.sure ?? false,
    },
  };
}

export async function judgeReceipt({ opener, engines, book }: Readers, made: MadeReceipt): Promise<Judged> {
  const began = stopwatch();
  const opened = await opener.open(made.bytes);
  if (!opened.ok) throw new Error(`${made.name}: ${opened.code}`);
  const { pages, text } = opened.value;
  const open_ms = stopwatch() - began;
  const { read, signs } = await engines.use(LIMIT_MS, (engine) =>
    readPages(engine, { pages: pages.map((page) => Buffer.from(page)), own_text: text, known: { today: TODAY, book } }),
  );
  const read_ms = stopwatch() - began - open_ms;
  const { name, wear, truth } = made;
  return { name, wear, language: truth.language, ...compare(read, truth), signs, open_ms, read_ms };
}

/** Fields that are wrong and say that they are sure, as `name field`. */
export const wrongInSilence = (judged: readonly Judged[]): string[] =>
  judged.flatMap((one) =>
    FIELDS.filter((field) => one.sure[field] && !one.right[field]).map((field) => `${one.name} ${field}`),
  );
