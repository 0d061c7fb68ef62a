/** A small share of what the benchmark reads, and what a reader must never do. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import PdfDocument from "pdfkit";
import { afterAll, expect, it } from "vitest";
import { createFileOpener } from "../open/open-file.ts";
import { createEngines, ReadingTimeout } from "../read/engine.ts";
import { writeNameBook } from "../read/find-merchant.ts";
import { judgeReceipt, wrongInSilence } from "./judge-readings.ts";
import { makeReceipt, WEARS } from "./make-receipts.ts";
import { BOOK } from "./receipt-papers.ts";

const folder = join(tmpdir(), "tuppence-letters-test");
const readers = {
  opener: createFileOpener(),
  engines: createEngines({ at_once: 1, folder }),
  book: writeNameBook(BOOK),
};
afterAll(() => readers.engines.close());

/** Of the wears that the benchmark reads many of: the worst ones, and a PDF. */
const READ_HERE = ["crumpled", "angle", "dark", "pdf"] as const;

it("worn receipts in both languages are read, and none is wrong in silence", async () => {
  const judged = [];
  for (const wear of READ_HERE) judged.push(await judgeReceipt(readers, await makeReceipt(7, WEARS.indexOf(wear))));
  expect(judged.map((one) => one.wear)).toEqual(READ_HERE);
  expect(new Set(judged.map((one) => one.language)).size).toBe(2);
  expect(wrongInSilence(judged)).toEqual([]);
  expect(judged.flatMap((one) => one.signs)).toEqual([]);
  for (const field of ["total", "date", "merchant"] as const)
    expect(judged.filter((one) => one.right[field]).length, field).toBeGreaterThanOrEqual(READ_HERE.length - 1);
});

it("the same seed makes the same receipt on every machine", async () => {
  const [one, other] = [await makeReceipt(7, 3), await makeReceipt(7, 3)];
  expect([one.bytes.equals(other.bytes), one.truth]).toEqual([true, other.truth]);
});

it("what a PDF says and does not show is never sure, and is told as a sign of changing", async () => {
  const pdf = new PdfDocument({ size: [400, 500], margin: 30 });
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const done = new Promise((settle) => pdf.on("end", settle));
  pdf.fontSize(20).text("Trader Joe's\n\n02/20/2027 14:00\n\nTOTAL DUE 12.50");
  pdf.fillColor("white").text("TOTAL DUE 92.50");
  pdf.end();
  await done;
  const lie = {
    ...(await makeReceipt(7, 0)),
    bytes: Buffer.concat(parts),
    truth: {
      merchant: { name: "Trader Joe's", internal_name: null },
      date: "2027-02-20",
      total: "1250",
      shipping: null,
    },
  };
  // A reader may answer with more than its type says.
  const { right, sure, signs } = await judgeReceipt(readers, lie as never);
  expect(signs).toEqual(["figures_repainted"]);
  expect([right.total, sure.total]).toEqual([false, false]);
  expect([right.date, sure.date]).toEqual([true, true]);
});

it("a reading that takes too long is given up, and the next one has a reader of its own", async () => {
  const never = readers.engines.use(50, () => new Promise(() => {}));
  await expect(never).rejects.toThrow(ReadingTimeout);
  expect(await readers.engines.use(1_000, async () => "read")).toBe("read");
});

it("a server that ends gives up what it reads", async () => {
  const engines = createEngines({ at_once: 1, folder });
  const reading = engines.use(60_000, () => new Promise(() => {}));
  const waiting = engines.use(60_000, async () => "read");
  const ended = Promise.allSettled([reading, waiting]);
  await new Promise((go) => setTimeout(go, 300));
  await engines.close();
  expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
