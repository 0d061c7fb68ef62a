/**
 * A PDF becomes pictures of its pages and the text that it brings along. Nothing in it is run: the part of the library that runs
 * scripts is never loaded, and a file that holds a program or another file is refused.
 */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { done, type Outcome, refused } from "#platform/outcome";
import { type FileRefusal, MAX_PAGES } from "../messages.ts";
import type { EditSign } from "../receipts.types.ts";
import { signsOfPdf } from "./look-at-bytes.ts";
import { toPage } from "./open-picture.ts";

const PACKAGE = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
/** A page on paper of letters' size has 1,700 points across then. */
const SCALE = 200 / 72;
const LONGEST = 3_200;
const LARGEST_PICTURE = 25_000_000;
const MAX_TEXT = 40_000;

/** Names that begin something, also when their letters are written as figures. */
const ACTIVE = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE)\b/;
const plainNames = (raw: Buffer): string =>
  raw
    .toString("latin1")
    .replaceAll(/#([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

type Told = {
  Producer?: unknown;
  Creator?: unknown;
  CreationDate?: unknown;
  ModDate?: unknown;
  EncryptFilterName?: unknown;
};

async function isActive(raw: Buffer, pdf: PDFDocumentProxy): Promise<boolean> {
  // Packed parts are looked at by the library itself: what it calls an action is one.
  if (ACTIVE.test(plainNames(raw)) || pdf.isPureXfa) return true;
  const [actions, files] = await Promise.all([pdf.getJSActions(), pdf.getAttachments()]);
  return Boolean(actions) || (files !== null && Object.keys(files).length > 0);
}

async function isPageActive(page: PDFPageProxy): Promise<boolean> {
  if (await page.getJSActions()) return true;
  const notes = await page.getAnnotations();
  return notes.some((note) => Boolean(note.actions) || note.subtype === "FileAttachment" || note.attachment);
}

/** Pieces of text in the lines in which people see them. */
async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) =>
    "str" in item && item.str.trim()
      ? [
          {
            text: item.str.trim(),
            x: Number(item.transform[4]),
            y: Number(item.transform[5]),
            height: item.height || 8,
          },
        ]
      : [],
  );
  const lines: { y: number; height: number; pieces: { text: string; x: number }[] }[] = [];
  for (const piece of pieces) {
    const line = lines.find(({ y, height }) => Math.abs(y - piece.y) < Math.min(height, piece.height) / 2);
    if (line) line.pieces.push(piece);
    else lines.push({ y: piece.y, height: piece.height, pieces: [piece] });
  }
  return lines
    .toSorted((a, b) => b.y - a.y)
    .map((line) =>
      line.pieces
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(" "),
    )
    .join("\n");
}

async function pictureOf(page: PDFPageProxy): Promise<Buffer> {
  const plain = page.getViewport({ scale: 1 });
  const scale = Math.min(SCALE, LONGEST / Math.max(plain.width, plain.height));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)));
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  // The library draws on what has a browser's calls; this canvas has them and other types.
  await page.render({ canvas: canvas as never, canvasContext: context as never, viewport }).promise;
  return toPage(canvas.toBuffer("image/png"));
}

const dateOf = (value: unknown): Date | null => {
  const found = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?/.exec(typeof value === "string" ? value : "");
  if (!found) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 1));
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second));
};
const wordsOf = (...values: unknown[]) => values.filter((value) => typeof value === "string").join(" ");

type OpenedPdf = { pages: Buffer[]; text: string; signs: EditSign[] };

async function readPages(raw: Buffer, pdf: PDFDocumentProxy): Promise<Outcome<OpenedPdf, FileRefusal>> {
  const info = (await pdf.getMetadata()).info as Told;
  if (info.EncryptFilterName) return refused("pdf_locked");
  if (pdf.numPages > MAX_PAGES) return refused("pdf_long");
  if (await isActive(raw, pdf)) return refused("pdf_active");
  const pages: Buffer[] = [];
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    if (await isPageActive(page)) return refused("pdf_active");
    texts.push(await textOf(page));
    pages.push(await pictureOf(page));
    page.cleanup();
  }
  const programs = wordsOf(info.Producer, info.Creator);
  const signs = signsOfPdf({ raw, programs, made: dateOf(info.CreationDate), changed: dateOf(info.ModDate) });
  return done({ pages, text: texts.join("\n").slice(0, MAX_TEXT), signs });
}

export async function openPdf(raw: Buffer): Promise<Outcome<OpenedPdf, FileRefusal>> {
  const task = getDocument({
    // The library takes what it is given for itself.
    data: new Uint8Array(raw),
    enableXfa: false,
    stopAtErrors: false,
    maxImageSize: LARGEST_PICTURE,
    useSystemFonts: false,
    disableFontFace: true,
    standardFontDataUrl: `${join(PACKAGE, "standard_fonts")}/`,
    cMapUrl: `${join(PACKAGE, "cmaps")}/`,
    wasmUrl: `${join(PACKAGE, "wasm")}/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await readPages(raw, await task.promise);
  } catch (error) {
    return refused(error instanceof Error && error.name === "PasswordException" ? "pdf_locked" : "file_broken");
  } finally {
    await task.destroy();
  }
}
