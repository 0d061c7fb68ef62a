/** Which fields of one look are sure: the lines that matter are looked at a second time. */
import sharp from "sharp";
import type { Engine } from "./engine.ts";
import { amountsIn } from "./find-amounts.ts";
import { findDate } from "./find-date.ts";
import { type FoundFields, findFields, type Known } from "./find-fields.ts";
import { findMerchant } from "./find-merchant.ts";
import type { FoundAmount } from "./find-total.ts";
import type { Grey } from "./prepare-picture.ts";
import type { TextLine } from "./text-lines.types.ts";

export type Look = { engine: Engine; pages: readonly Grey[]; lines: readonly TextLine[]; known: Known };
export type Sure = { total: boolean; date: boolean; shipping: boolean; merchant: boolean };
export type Judged = { found: FoundFields; sure: Sure };

/** The reader's own word on a line below which even two looks are no proof. */
const SURE_CONFIDENCE = 70;
const ZOOM = 1.6;
const SMALLEST = 8;

/** A line cut out with some paper around it, larger and a little softer: other mistakes than the first look's. */
async function cutOut(page: Grey, { box }: TextLine): Promise<Buffer | null> {
  if (box.width < SMALLEST || box.height < SMALLEST) return null;
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

async function lookAgain({ engine, pages }: Look, line: TextLine): Promise<TextLine[]> {
  const page = pages[line.page - 1];
  const cut = page && (await cutOut(page, line));
  return cut ? engine.read(cut, { one_line: true, page: line.page }) : [];
}

async function isAmountSure(look: Look, found: FoundAmount | null): Promise<boolean> {
  if (!found) return false;
  if (found.proven && found.plain) return true;
  if (found.signless || found.doubted) return false;
  const again = await lookAgain(look, found.line);
  const same = again.some((line) => amountsIn(line.text).at(-1)?.minor === found.minor);
  return same && (found.proven || (found.plain && found.line.confidence >= SURE_CONFIDENCE));
}

async function isDateSure(look: Look, { date, order }: FoundFields): Promise<boolean> {
  if (!date || date.ambiguous) return false;
  if (date.times > 1) return true;
  const again = findDate(await lookAgain(look, date.line), { today: look.known.today, order });
  return again?.value === date.value && date.line.confidence >= SURE_CONFIDENCE;
}

const TITLE_LINES = 2;

/** A name that could not be made out is looked at alone. */
async function findTitle(look: Look, found: FoundFields): Promise<FoundFields["merchant"]> {
  if (found.merchant?.known) return found.merchant;
  const again: TextLine[] = [];
  for (const line of look.lines.slice(0, TITLE_LINES)) again.push(...(await lookAgain(look, line)));
  const better = findMerchant(again, look.known.book);
  return better?.known ? better : found.merchant;
}

export async function judgeLook(look: Look): Promise<Judged> {
  const fields = findFields(look.lines, look.known);
  const found = { ...fields, merchant: await findTitle(look, fields) };
  const sure = {
    total: await isAmountSure(look, found.total),
    date: await isDateSure(look, found),
    shipping: await isAmountSure(look, found.shipping),
    merchant: found.merchant?.exact ?? false,
  };
  return { found, sure };
}
