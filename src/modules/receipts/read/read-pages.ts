/**
 * Reads a receipt: every line once, and the lines that matter a second time, larger and alone; where that leaves a doubt, the whole
 * page once more, made ready in another way. A field is sure when two looks say the same or the paper's own arithmetic does.
 */
import type { EditSign, ReceiptRead } from "../receipts.types.ts";
import type { Engine } from "./engine.ts";
import { type FoundFields, findFields, type Known } from "./find-fields.ts";
import { compact } from "./fold-text.ts";
import { type Judged, judgeLook, type Look } from "./judge-look.ts";
import { type Grey, MANNERS, type Manner, preparePage, toPng } from "./prepare-picture.ts";
import type { TextLine } from "./text-lines.types.ts";

/** What is claimed stands on the first pages; the others are for whoever decides. */
export const MAX_READ_PAGES = 3;
const MAX_TEXT = 20_000;

export type PagesRead = { read: ReceiptRead | null; text: string; merchant_key: string | null; signs: EditSign[] };
type Looked = { judged: Judged; text: string; signs: EditSign[] };
type Asked = { pages: readonly Buffer[]; own_text: string; known: Known };

const linesOfText = (text: string): TextLine[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line, at) => ({
      ...{ text: line, confidence: 100, words: [], page: 1 },
      box: { x: 0, y: at, width: 0, height: 1 },
    }));

async function lookAt(engine: Engine, asked: Asked, manner: Manner): Promise<Look> {
  const pages: Grey[] = [];
  const lines: TextLine[] = [];
  for (const [at, page] of asked.pages.slice(0, MAX_READ_PAGES).entries()) {
    const grey = await preparePage(page, manner);
    pages.push(grey);
    lines.push(...(await engine.read(await toPng(grey), { one_line: false, page: at + 1 })));
  }
  return { engine, pages, lines, known: asked.known };
}

const keyOf = ({ merchant }: FoundFields): string | null =>
  merchant && (merchant.internal_name ?? compact(merchant.name));

/** What a PDF says of itself is sure when the eye sees it too: its text can say anything that is not shown. */
function judgeText(own: FoundFields, eye: FoundFields): Judged {
  const same = {
    total: own.total !== null && own.total.minor === eye.total?.minor,
    date: own.date !== null && !own.date.ambiguous && own.date.value === eye.date?.value,
    shipping: own.shipping !== null && own.shipping.minor === eye.shipping?.minor,
    merchant: Boolean(own.merchant?.exact) && keyOf(own) === keyOf(eye),
  };
  return { found: own, sure: same };
}

/** Below this the eye may be mistaken. */
const CLEAR_CONFIDENCE = 80;

/** A figure that is clearly seen and is another than what the text says was drawn over it, or the text was hidden. */
function isPaintedOver({ total: own }: FoundFields, { total: eye }: FoundFields): EditSign[] {
  if (!own || !eye || own.minor === eye.minor || !eye.plain || eye.signless) return [];
  return eye.proven || eye.line.confidence >= CLEAR_CONFIDENCE ? ["figures_repainted"] : [];
}

/** The better of what two looks say of one field. */
function better<T>(one: Said<T>, other: Said<T>, isSame: (a: T, b: T) => boolean): Said<T> {
  if (one.value === null || other.value === null) return one.value === null ? other : one;
  if (isSame(one.value, other.value))
    return { value: one.value, sure: one.sure || other.sure || one.trusted, trusted: true };
  // Two that are sure of different things: nobody is.
  if (one.sure && other.sure) return { ...one, sure: false };
  if (one.sure !== other.sure) return one.sure ? one : other;
  return one.trusted || !other.trusted ? one : other;
}
/** `trusted`: good enough to be sure of when a second look says the same. */
type Said<T> = { value: T | null; sure: boolean; trusted: boolean };

function mergeLooks(one: Judged, other: Judged): Judged {
  const amount = (name: "total" | "shipping") => {
    const said = ({ found, sure }: Judged) => ({
      ...{ value: found[name], sure: sure[name] },
      trusted: Boolean(found[name]?.proven || (found[name]?.plain && !found[name]?.signless && !found[name]?.doubted)),
    });
    return better(said(one), said(other), (a, b) => a.minor === b.minor);
  };
  const dated = ({ found, sure }: Judged) => ({
    ...{ value: found.date, sure: sure.date },
    trusted: found.date !== null && !found.date.ambiguous,
  });
  const named = ({ found, sure }: Judged) => ({
    ...{ value: found.merchant, sure: sure.merchant },
    trusted: found.merchant?.known ?? false,
  });
  const total = amount("total");
  const shipping = amount("shipping");
  const date = better(dated(one), dated(other), (a, b) => a.value === b.value);
  const merchant = better(named(one), named(other), (a, b) => a.name === b.name);
  return {
    found: {
      ...one.found,
      ...{ total: total.value, shipping: shipping.value, date: date.value, merchant: merchant.value },
      currency: one.found.currency ?? other.found.currency,
    },
    sure: { total: total.sure, shipping: shipping.sure, date: date.sure, merchant: merchant.sure },
  };
}

function shape({ found, sure }: Judged): ReceiptRead {
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

const isCertain = ({ sure }: Judged): boolean => sure.total && sure.date && sure.merchant;

async function judge(engine: Engine, asked: Asked): Promise<Looked> {
  const look = await lookAt(engine, asked, MANNERS[0]);
  const seen = look.lines.map((line) => line.text).join("\n");
  const own = asked.own_text ? findFields(linesOfText(asked.own_text), asked.known) : null;
  if (own?.total || own?.date) {
    const eye = findFields(look.lines, asked.known);
    return { judged: judgeText(own, eye), text: asked.own_text, signs: isPaintedOver(own, eye) };
  }
  const first = await judgeLook(look);
  if (isCertain(first)) return { judged: first, text: seen, signs: [] };
  const second = await judgeLook(await lookAt(engine, asked, MANNERS[1]));
  return { judged: mergeLooks(first, second), text: seen, signs: [] };
}

/** `read` is null when neither a day nor a total could be found. */
export async function readPages(engine: Engine, asked: Asked): Promise<PagesRead> {
  const { judged, text, signs } = await judge(engine, asked);
  const { total, date } = judged.found;
  const nothing = total === null && date === null;
  return {
    read: nothing ? null : shape(judged),
    signs,
    text: text.slice(0, MAX_TEXT),
    merchant_key: nothing ? null : keyOf(judged.found),
  };
}
