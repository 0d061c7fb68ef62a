/**
 * Reads a receipt: every line once, then the lines that matter a second time, larger and alone. A field is sure when both looks
 * say the same or the paper's own arithmetic does; what is not sure is said to be so.
 */
import sharp from "sharp";
import type { ReceiptRead } from "../receipts.types.ts";
import type { Engine } from "./engine.ts";
import { amountsIn } from "./find-amounts.ts";
import { findDate } from "./find-date.ts";
import { type FoundFields, findFields, type Known } from "./find-fields.ts";
import { compact } from "./fold-text.ts";
import { type Grey, preparePage } from "./prepare-picture.ts";
import type { TextLine } from "./text-lines.types.ts";

/** What is claimed stands on the first pages; the others are for whoever decides. */
const MAX_READ_PAGES = 3;
const MAX_TEXT = 20_000;
/** Lines of a PDF's own text, and what the eye sees of it. */
const OWN_CONFIDENCE = 100;
const SURE_CONFIDENCE = 70;

export type PagesRead = { read: ReceiptRead | null; text: string; merchant_key: string | null };

const linesOfText = (text: string): TextLine[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at) => ({
      ...{ text: line, confidence: OWN_CONFIDENCE, words: [], page: 1 },
      box: { x: 0, y: at, width: 0, height: 1 },
    }));

const ZOOM = 1.6;

/** A line cut out with some paper around it, larger and a little softer: other mistakes than the first look's. */
async function cutOut(page: Grey, { box }: TextLine): Promise<Buffer> {
  const margin = Math.round(box.height * 0.35) + 4;
  const left = Math.max(0, box.x - margin * 2);
  const top = Math.max(0, box.y - margin);
  const width = Math.min(page.width - left, box.width + margin * 4);
  const height = Math.min(page.height - top, box.height + margin * 2);
  return sharp(page.data, { raw: { width: page.width, height: page.height, channels: 1 } })
    .extract({ left, top, width, height })
    .resize({ width: Math.round(width * ZOOM), kernel: "cubic" })
    .blur(0.7)
    .extend({ top: 12, bottom: 12, left: 12, right: 12, background: "#ffffff" })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

type Seen = { engine: Engine; pages: readonly Grey[]; known: Known };

async function lookAgain(seen: Seen, line: TextLine): Promise<TextLine[]> {
  const page = seen.pages[line.page - 1];
  if (!page || line.box.width === 0) return [];
  return seen.engine.read(await cutOut(page, line), { one_line: true, page: line.page });
}

async function isAmountSure(seen: Seen, found: FoundFields["total"]): Promise<boolean> {
  if (!found) return false;
  if (found.proven && found.plain) return true;
  const again = await lookAgain(seen, found.line);
  const same = again.some((line) => amountsIn(line.text).at(-1)?.minor === found.minor);
  return same && (found.proven || (found.plain && found.line.confidence >= SURE_CONFIDENCE));
}

async function isDateSure(seen: Seen, { date, order }: FoundFields): Promise<boolean> {
  if (!date || date.ambiguous) return false;
  if (date.times > 1) return true;
  const again = findDate(await lookAgain(seen, date.line), { today: seen.known.today, order });
  return again?.value === date.value && date.line.confidence >= SURE_CONFIDENCE;
}

/** By two looks at one picture. */
async function judgePicture(seen: Seen, found: FoundFields): Promise<Sure> {
  return {
    total: await isAmountSure(seen, found.total),
    date: await isDateSure(seen, found),
    shipping: await isAmountSure(seen, found.shipping),
    merchant: found.merchant?.exact ?? false,
  };
}

type Sure = { total: boolean; date: boolean; shipping: boolean; merchant: boolean };

/** What a PDF says of itself is sure when the eye sees it too: its text can say anything that is not shown. */
const judgeText = (own: FoundFields, eye: FoundFields): Sure => ({
  total: own.total !== null && own.total.minor === eye.total?.minor,
  date: own.date !== null && !own.date.ambiguous && own.date.value === eye.date?.value,
  shipping: own.shipping !== null && own.shipping.minor === eye.shipping?.minor,
  merchant: Boolean(own.merchant?.exact) && keyOf(own) === keyOf(eye),
});

const keyOf = ({ merchant }: FoundFields): string | null =>
  merchant && (merchant.internal_name ?? compact(merchant.name));

function shape(found: FoundFields, sure: Sure): ReceiptRead {
  const { merchant, date, total, shipping, currency, language } = found;
  return {
    merchant: merchant && {
      value: { name: merchant.name, internal_name: merchant.internal_name },
      sure: sure.merchant,
    },
    date: date && { value: date.value, sure: sure.date },
    total: total && { value: String(total.minor), sure: sure.total },
    shipping: shipping && { value: String(shipping.minor), sure: sure.shipping },
    currency,
    language,
  };
}

/** `read` is null when neither a day nor a total could be found. */
export async function readPages(
  engine: Engine,
  asked: { pages: readonly Buffer[]; own_text: string; known: Known },
): Promise<PagesRead> {
  const pages: Grey[] = [];
  const lines: TextLine[] = [];
  for (const [at, page] of asked.pages.slice(0, MAX_READ_PAGES).entries()) {
    const grey = await preparePage(page);
    pages.push(grey);
    const png = await sharp(grey.data, { raw: { width: grey.width, height: grey.height, channels: 1 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    lines.push(...(await engine.read(png, { one_line: false, page: at + 1 })));
  }
  const seen: Seen = { engine, pages, known: asked.known };
  const eye = findFields(lines, asked.known);
  const own = asked.own_text ? findFields(linesOfText(asked.own_text), asked.known) : null;
  const found = own?.total || own?.date ? own : eye;
  const sure = own && found === own ? judgeText(own, eye) : await judgePicture(seen, eye);
  const text = (found === own ? asked.own_text : lines.map((line) => line.text).join("\n")).slice(0, MAX_TEXT);
  const nothing = !found.total && !found.date;
  return { read: nothing ? null : shape(found, sure), text, merchant_key: nothing ? null : keyOf(found) };
}
