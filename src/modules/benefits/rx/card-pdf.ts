/** The prescription savings card on a sheet, to be cut out and carried: what a pharmacist types, and that it is no insurance. */

import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { Language } from "#platform/http";
import type { RxCard } from "../benefits.types.ts";
import { fieldsOf, RX_WORDS } from "./card-words.ts";

const INK = "#1C1B17";
const FAINT = "#5B5548";
const RULE = "#B8AC96";
const WIDTH = 330;
const HEIGHT = 208;
const LEFT = 56;

const { resolve } = createRequire(import.meta.url);
const fontFile = (family: string, weight: number, subset = "latin"): string =>
  resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`);
/** The type comes in two files: what English and Spanish are written in, and the letters of other names. */
const MORE = /([\u0100-\u02af\u1e00-\u1eff]+)/;

export function renderRxCard(card: RxCard, language: Language): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: "LETTER", margin: LEFT, lang: language, tagged: true, pdfVersion: "1.5", displayTitle: true },
    info: { Title: RX_WORDS.title[language], Author: card.administrator },
  });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((settle, fail) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => settle(Buffer.concat(parts)));
    doc.on("error", fail);
  });
  doc.registerFont("text", fontFile("public-sans", 400));
  doc.registerFont("strong", fontFile("public-sans", 600));
  doc.registerFont("strong+", fontFile("public-sans", 600, "latin-ext"));
  doc.registerFont("display", fontFile("besley", 600));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const tell = (kind: "H1" | "P", draw: () => void) => root.add(doc.struct(kind, {}, draw));
  doc.markContent("Artifact", { type: "Layout" });
  doc.lineWidth(0.8).dash(3, { space: 3 }).strokeColor(RULE).roundedRect(LEFT, 56, WIDTH, HEIGHT, 10).stroke().undash();
  doc.endMarkedContent();
  const inside = LEFT + 18;
  tell("H1", () => doc.font("display").fontSize(15).fillColor(INK).text(RX_WORDS.title[language], inside, 72));
  tell("P", () => doc.font("strong").fontSize(10).text(`${card.administrator}. ${RX_WORDS.not[language]}`, inside, 94));
  for (const [at, { term, value }] of fieldsOf(card, language).entries())
    tell("P", () => {
      const y = 120 + at * 21;
      doc.font("text").fontSize(9).fillColor(FAINT).text(`${term} `, inside, y, { lineBreak: false });
      doc.fontSize(12).fillColor(INK);
      let x = inside + 120;
      for (const run of value.normalize("NFC").split(MORE).filter(Boolean)) {
        doc.font(MORE.test(run) ? "strong+" : "strong").text(run, x, y - 2, { lineBreak: false });
        x += doc.widthOfString(run);
      }
    });
  const below = 56 + HEIGHT + 16;
  tell("P", () => doc.font("text").fontSize(9).fillColor(FAINT).text(RX_WORDS.cut[language], LEFT, below));
  tell("P", () => doc.text(`${RX_WORDS.free[language]} ${card.url}`, LEFT, below + 16, { width: WIDTH, lineGap: 2 }));
  root.end();
  doc.end();
  return whole;
}
