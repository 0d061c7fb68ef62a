/** A receipt as PDF: the printed slip of the product on a sheet of Letter or A4, with its type embedded. */

import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { civilDate } from "#platform/clock";
import type { Language } from "#platform/http";
import { showUsd } from "#platform/money";
import { INVOICE_KINDS, INVOICE_WORDS } from "./invoice-words.ts";
import { longDay } from "./quote.ts";
import type { InvoicePage } from "./read-invoice.ts";
import { cardWords } from "./tell-member.ts";

type Doc = InstanceType<typeof PDFDocument>;
type Face = "text" | "strong" | "display";

const INK = "#1C1B17";
const FAINT = "#5B5548";
const RULE = "#B8AC96";
const COVER = "#0E4D3A";
const COPPER = "#B4622D";

const { resolve } = createRequire(import.meta.url);
const FILES: Record<Face, [family: string, weight: number]> = {
  text: ["public-sans", 400],
  strong: ["public-sans", 600],
  display: ["besley", 600],
};
const fontFile = ([family, weight]: [string, number], subset: string): string =>
  resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);

/** The type comes in two files: what English and Spanish are written in, and the letters of other names. */
const MORE = /[\u0100-\u02af\u1e00-\u1eff]/;
const KNOWN = /[\u0020-\u00ff\u2000-\u206f\u20ac\u2122]/;
type Run = { text: string; font: string };
function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = [];
  for (const sign of text.normalize("NFC")) {
    const known = KNOWN.test(sign) || MORE.test(sign);
    const font = MORE.test(sign) && face !== "display" ? `${face}+` : face;
    const last = runs.at(-1);
    if (last?.font === font) last.text += known ? sign : "?";
    else runs.push({ text: known ? sign : "?", font });
  }
  return runs;
}

type Style = { face?: Face; size?: number; color?: string; width?: number; align?: "left" | "right" };

/**
 * Where the slip lies on the sheet, and how far it is written. Everything on it is told to screen readers in the order in
 * which it is written: headings and paragraphs as such, rules and dots as mere decoration.
 */
class Slip {
  readonly doc: Doc;
  readonly left: number;
  readonly width = 400;
  y: number;
  readonly #root: ReturnType<Doc["struct"]>;

  constructor(doc: Doc) {
    this.doc = doc;
    this.#root = doc.struct("Document");
    doc.addStructure(this.#root);
    this.left = (doc.page.width - this.width) / 2;
    this.y = 56;
  }

  end(): void {
    this.#root.end();
    this.doc.end();
  }

  /** What `draw` writes is one heading or paragraph. */
  tell(kind: "H1" | "H2" | "P", draw: () => void): void {
    this.#root.add(this.doc.struct(kind, {}, draw));
  }

  /** What `draw` draws says nothing. */
  decorate(draw: (doc: Doc) => void): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw(this.doc.save());
    this.doc.restore().endMarkedContent();
  }

  /** One line, in as many files of type as its letters need. Returns its width. */
  line(
    text: string,
    x: number,
    y: number,
    { face = "text", size = 10, color = INK, align = "left" }: Style = {},
  ): number {
    const runs = runsOf(text, face);
    const widths = runs.map((run) => this.doc.font(run.font).fontSize(size).widthOfString(run.text));
    const whole = widths.reduce((sum, width) => sum + width, 0);
    let at = align === "right" ? x - whole : x;
    for (const [n, run] of runs.entries()) {
      this.doc.font(run.font).fontSize(size).fillColor(color).text(run.text, at, y, { lineBreak: false });
      at += widths[n] ?? 0;
    }
    return whole;
  }

  block(text: string, { face = "text", size = 9, color = FAINT }: Style = {}): void {
    this.tell("P", () => {
      this.doc
        .font(face)
        .fontSize(size)
        .fillColor(color)
        .text(text, this.left, this.y, { width: this.width, lineGap: 2 });
    });
    this.y = this.doc.y + 4;
  }

  /** Term, dots, value: the way every sum of the product is written. */
  leader(term: string, value: string, style: { strong?: boolean; color?: string } = {}): void {
    const face = style.strong ? "strong" : "text";
    const size = style.strong ? 11.5 : 10;
    const right = this.left + this.width;
    let [from, to] = [0, 0];
    this.tell("P", () => {
      // The space parts both words for who hears them.
      from = this.line(`${term} `, this.left, this.y, { face, size, color: style.strong ? INK : FAINT });
      to = this.line(value, right, this.y, { face, size, color: style.color ?? INK, align: "right" });
    });
    if (!style.strong && this.width - from - to > 24)
      this.decorate((doc) =>
        doc
          .lineWidth(0.7)
          .dash(0.7, { space: 3 })
          .strokeColor(RULE)
          .moveTo(this.left + from + 6, this.y + size * 0.82)
          .lineTo(right - to - 6, this.y + size * 0.82)
          .stroke(),
      );
    this.y += style.strong ? 20 : 18;
  }

  rule(double = false, color = RULE): void {
    const right = this.left + this.width;
    for (const shift of double ? [0, 2.4] : [0])
      this.decorate((doc) =>
        doc
          .lineWidth(0.8)
          .strokeColor(color)
          .moveTo(this.left, this.y + shift)
          .lineTo(right, this.y + shift)
          .stroke(),
      );
    this.y += double ? 9 : 7;
  }

  /** The torn edge at the foot of a slip. */
  tear(): void {
    const { left, width } = this;
    const teeth = 40;
    const step = width / teeth;
    this.decorate((doc) => {
      doc.lineWidth(0.8).strokeColor(RULE).moveTo(left, this.y);
      for (let n = 0; n < teeth; n += 1)
        doc.lineTo(left + (n + 0.5) * step, this.y + 5).lineTo(left + (n + 1) * step, this.y);
      doc.stroke();
    });
    this.y += 20;
  }
}

function head(slip: Slip, invoice: InvoicePage, language: Language): void {
  const { left } = slip;
  slip.decorate((doc) => {
    doc.circle(left + 21, 64, 10).fill(COPPER);
    doc.circle(left + 11, 70, 12).fill(COVER);
    slip.line("2", left + 7.2, 62, { face: "display", size: 13, color: "#FFFDF9" });
  });
  slip.tell("P", () => slip.line(invoice.seller.name, left + 42, 60, { face: "display", size: 18 }));
  slip.y = 92;
  slip.rule(true);
  slip.y += 10;
  slip.tell("H1", () => slip.line(INVOICE_WORDS.title[language], left, slip.y, { face: "display", size: 22 }));
  slip.y += 42;
}

export function renderInvoice(invoice: InvoicePage, language: Language): Promise<Buffer> {
  const w = (key: keyof typeof INVOICE_WORDS) => INVOICE_WORDS[key][language];
  const doc = new PDFDocument({
    size: invoice.letter_paper ? "LETTER" : "A4",
    margins: { top: 48, bottom: 48, left: 56, right: 56 },
    lang: language,
    tagged: true,
    pdfVersion: "1.5",
    displayTitle: true,
    info: {
      Title: `${w("title")} ${invoice.number}`,
      Author: invoice.seller.name,
      CreationDate: new Date(invoice.paid_at),
    },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((settle, fail) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => settle(Buffer.concat(parts)));
    doc.on("error", fail);
  });
  for (const face of ["text", "strong", "display"] as const) doc.registerFont(face, fontFile(FILES[face], "latin"));
  for (const face of ["text", "strong"] as const) doc.registerFont(`${face}+`, fontFile(FILES[face], "latin-ext"));
  const slip = new Slip(doc);
  head(slip, invoice, language);
  facts(slip, invoice, language);
  sums(slip, invoice, language);
  people(slip, invoice, language);
  agreement(slip, invoice, language);
  slip.y += 6;
  slip.block(w("taxes"), { size: 8 });
  slip.end();
  return whole;
}

function facts(slip: Slip, invoice: InvoicePage, language: Language): void {
  const w = (key: keyof typeof INVOICE_WORDS) => INVOICE_WORDS[key][language];
  slip.leader(w("number"), invoice.number);
  slip.leader(w("paid_on"), longDay(invoice.paid_on, language));
  slip.leader(w("what"), `${invoice.plan[language]} · ${INVOICE_KINDS[invoice.kind][language]}`);
  slip.leader(w("days"), `${longDay(invoice.period_start, language)} – ${longDay(invoice.last_day, language)}`);
  slip.leader(w("card"), invoice.card ? cardWords(invoice.card) : w("nothing"));
  if (invoice.statement) slip.leader(w("statement"), invoice.statement);
  slip.y += 6;
}

function sums(slip: Slip, invoice: InvoicePage, language: Language): void {
  const w = (key: keyof typeof INVOICE_WORDS) => INVOICE_WORDS[key][language];
  const given = BigInt(invoice.refunded_minor) > 0n;
  slip.rule(false, INK);
  slip.y += 2;
  slip.leader(w("total"), showUsd(BigInt(invoice.amount_minor)), { strong: true });
  for (const refund of invoice.refunds) {
    const word = refund.done_at ? w("refund") : w("refund_asked");
    slip.leader(`${word}`, `(${showUsd(BigInt(refund.amount_minor))})`, { color: COVER });
    slip.block(refund.reason[language], { size: 8.5 });
  }
  if (given) slip.leader(w("kept"), showUsd(BigInt(invoice.kept_minor)), { strong: true });
  slip.rule(true, INK);
  slip.y += 8;
}

function people(slip: Slip, invoice: InvoicePage, language: Language): void {
  const w = (key: keyof typeof INVOICE_WORDS) => INVOICE_WORDS[key][language];
  const { seller, buyer } = invoice;
  const middle = slip.left + slip.width / 2 + 8;
  const top = slip.y;
  slip.y += 14;
  const own = [
    seller.run_by ? `${seller.name}, ${w("run_by")} ${seller.run_by}` : seller.name,
    seller.address,
    seller.email,
  ].join("\n");
  slip.tell("H2", () => slip.line(w("seller"), slip.left, top, { face: "strong", size: 9 }));
  slip.tell("P", () => {
    slip.doc.font("text").fontSize(9).fillColor(FAINT);
    slip.doc.text(own, slip.left, slip.y, { width: slip.width / 2 - 8, lineGap: 2 });
  });
  const bottom = slip.doc.y;
  slip.tell("H2", () => slip.line(w("buyer"), middle, top, { face: "strong", size: 9 }));
  slip.tell("P", () => slip.line(buyer.name, middle, slip.y, { size: 9, color: FAINT }));
  if (buyer.email) slip.tell("P", () => slip.line(buyer.email ?? "", middle, slip.y + 13, { size: 9, color: FAINT }));
  slip.y = Math.max(bottom, slip.y + 30) + 12;
  slip.tear();
}

function agreement(slip: Slip, invoice: InvoicePage, language: Language): void {
  if (!invoice.consent) return;
  const w = (key: keyof typeof INVOICE_WORDS) => INVOICE_WORDS[key][language];
  const { consent } = invoice;
  slip.tell("H2", () => slip.line(w("consent"), slip.left, slip.y, { face: "strong", size: 10 }));
  slip.y += 16;
  slip.block(`“${consent.words}”`, { color: INK });
  slip.block(
    `${w("consent_at")} ${longDay(civilDate(new Date(consent.at)), language)}, ${consent.at.slice(11, 16)} UTC`,
  );
  slip.block(`${w("hash")}: ${consent.hash}`, { size: 7.5 });
}
