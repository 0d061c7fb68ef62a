/**
 * Receipts with known truth, drawn and then worn: thermal paper that fades, crumpled, photographed at an angle, in the dark. The
 * same seed gives the same pictures, and PDFs with and without text of their own; letters come with packages, so that every machine draws the same.
 */
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import PdfDocument from "pdfkit";
import sharp from "sharp";
import { type Chance, chanceOf, makePaper, type Paper, type PaperLine, READ_ON, type Truth } from "./receipt-papers.ts";

export const WEARS = ["clean", "thermal", "crumpled", "angle", "dark", "pdf", "scan"] as const;
export type Wear = (typeof WEARS)[number];
export type MadeReceipt = { name: string; wear: Wear; truth: Truth; bytes: Buffer };

const FOLDER = new URL("../../../../node_modules/", import.meta.url).pathname;
const FACES = {
  "Paper Mono": "@fontsource-variable/spline-sans-mono/files/spline-sans-mono-latin-wght-normal.woff2",
  "Paper Sans": "@fontsource/public-sans/files/public-sans-latin-400-normal.woff2",
  "Paper Bold": "@fontsource/public-sans/files/public-sans-latin-700-normal.woff2",
  "Paper Serif": "@fontsource/besley/files/besley-latin-400-normal.woff2",
  "Paper Plain": "pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf",
};
let registered = false;
function registerFaces(): void {
  if (registered) return;
  for (const [name, file] of Object.entries(FACES)) GlobalFonts.registerFromPath(FOLDER + file, name);
  registered = true;
}

const MARGIN = 34;

function drawLine(
  context: SKRSContext2D,
  line: PaperLine,
  at: { y: number; width: number; size: number; face: string },
) {
  const { y, width, size, face } = at;
  context.font = line.big
    ? `${Math.round(size * 1.35)}px ${face === "Paper Sans" ? "Paper Bold" : face}`
    : `${size}px ${face}`;
  const put = (text: string, x: number, align: "left" | "right" | "center") => {
    context.textAlign = align;
    // What is too long for the paper is printed narrower; a printer cuts nothing that matters off.
    context.fillText(text, x, y, line.right && align === "left" ? width * 0.62 : width - MARGIN * 2);
  };
  if (line.middle) put(line.middle, width / 2, "center");
  if (line.left) put(line.left, MARGIN, "left");
  if (line.right) put(line.right, width - MARGIN, "right");
}

/** `ink` and `sheet` are shades of grey, 0 to 255. */
function drawPaper(chance: Chance, paper: Paper, { ink, sheet }: { ink: number; sheet: number }): Canvas {
  const width = chance.between(600, 760);
  const size = chance.between(24, 30);
  const face = chance.of(["Paper Mono", "Paper Mono", "Paper Sans", "Paper Plain", "Paper Serif"]);
  const step = Math.round(size * 1.55);
  const canvas = createCanvas(width, MARGIN * 2 + step * (paper.lines.length + 1));
  const context = canvas.getContext("2d");
  context.fillStyle = `rgb(${sheet},${sheet - 2},${sheet - 8})`;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = `rgb(${ink},${ink},${ink + 4})`;
  for (const [at, line] of paper.lines.entries())
    drawLine(context, line, { y: MARGIN + step * (at + 1), width, size, face });
  return canvas;
}

/** Elements of the print head that give less heat leave pale stripes, and time takes the rest. */
function fade(chance: Chance, canvas: Canvas): void {
  const context = canvas.getContext("2d");
  for (let stripe = chance.between(2, 6); stripe > 0; stripe -= 1) {
    context.fillStyle = `rgba(246,244,238,${0.25 + chance.next() * 0.4})`;
    context.fillRect(chance.between(0, canvas.width), 0, chance.between(1, 3), canvas.height);
  }
  const pale = context.createLinearGradient(0, 0, canvas.width * chance.next(), canvas.height);
  pale.addColorStop(0, "rgba(246,244,238,0)");
  pale.addColorStop(1, `rgba(246,244,238,${0.15 + chance.next() * 0.3})`);
  context.fillStyle = pale;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Folds: each is dark on one side and bright on the other. */
function crumple(chance: Chance, canvas: Canvas): void {
  const context = canvas.getContext("2d");
  const { width, height } = canvas;
  for (let fold = chance.between(9, 16); fold > 0; fold -= 1) {
    const [x, y] = [chance.between(0, width), chance.between(0, height)];
    const angle = chance.next() * Math.PI * 2;
    const reach = chance.between(60, 170);
    const shade = context.createLinearGradient(x, y, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
    const depth = 0.12 + chance.next() * 0.24;
    shade.addColorStop(0, "rgba(255,255,255,0)");
    shade.addColorStop(0.45, `rgba(255,255,255,${depth})`);
    shade.addColorStop(0.55, `rgba(40,36,30,${depth})`);
    shade.addColorStop(1, "rgba(40,36,30,0)");
    context.fillStyle = shade;
    context.fillRect(0, 0, width, height);
  }
}

type Pose = { tilt: number; far: number; wave: number };

/** Lays the paper on a table: farther away at one end, bent, and turned. */
function layDown(chance: Chance, paper: Canvas, pose: Pose): Canvas {
  const canvas = createCanvas(Math.round(paper.width * 1.3), Math.round(paper.height * 1.18));
  const context = canvas.getContext("2d");
  const table = context.createLinearGradient(0, 0, canvas.width, canvas.height);
  const tone = chance.between(50, 110);
  table.addColorStop(0, `rgb(${tone + 20},${tone},${tone - 20})`);
  table.addColorStop(1, `rgb(${tone - 15},${tone - 25},${tone - 35})`);
  context.fillStyle = table;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((pose.tilt * Math.PI) / 180);
  const swing = chance.next() * 6;
  let y = -paper.height / 2;
  for (let row = 0; row < paper.height; row += 1) {
    const part = row / paper.height;
    const scale = 1 - pose.far * part;
    const shift = Math.sin(part * 7 + swing) * pose.wave;
    context.drawImage(
      paper,
      0,
      row,
      paper.width,
      1,
      (-paper.width * scale) / 2 + shift,
      y,
      paper.width * scale,
      scale + 0.6,
    );
    y += scale;
  }
  return canvas;
}

function darken(chance: Chance, canvas: Canvas): void {
  const context = canvas.getContext("2d");
  context.resetTransform();
  const [x, y] = [canvas.width * (0.2 + chance.next() * 0.6), canvas.height * (0.2 + chance.next() * 0.6)];
  const night = context.createRadialGradient(x, y, 40, x, y, canvas.height * 0.8);
  night.addColorStop(0, `rgba(0,0,0,${0.3 + chance.next() * 0.2})`);
  night.addColorStop(1, `rgba(0,0,10,${0.62 + chance.next() * 0.16})`);
  context.fillStyle = night;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

async function photograph(
  chance: Chance,
  canvas: Canvas,
  take: { noise: number; blur: number; quality: number },
): Promise<Buffer> {
  const data = Buffer.from(canvas.data());
  // Grain of a small sensor: the sum of three even chances is near to the bell curve.
  for (let at = 0; at < data.length; at += 4) {
    const grain = (chance.next() + chance.next() + chance.next() - 1.5) * take.noise;
    for (let part = 0; part < 3; part += 1)
      data[at + part] = Math.max(0, Math.min(255, (data[at + part] ?? 0) + grain));
  }
  const raw = sharp(data, { raw: { width: canvas.width, height: canvas.height, channels: 4 } }).flatten();
  return (take.blur > 0.3 ? raw.blur(take.blur) : raw).jpeg({ quality: take.quality }).toBuffer();
}

/** As a store's mail brings it, or as a scanner makes it: one has its text inside, the other a picture alone. */
function makePdf(paper: Paper, scan: Buffer | null): Promise<Buffer> {
  const pdf = new PdfDocument({ size: "LETTER", margin: 60, info: { CreationDate: new Date(READ_ON) } });
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((settle) => void pdf.on("end", () => settle(Buffer.concat(parts))));
  if (scan) pdf.image(scan, 100, 40, { fit: [400, 700] });
  else
    for (const [at, line] of paper.lines.entries()) {
      const y = 60 + at * 22;
      pdf.fontSize(line.big ? 16 : 11);
      if (line.middle) pdf.text(line.middle, 60, y, { width: 490, align: "center", lineBreak: false });
      if (line.left) pdf.text(line.left, 60, y, { lineBreak: false });
      if (line.right) pdf.text(line.right, 350, y, { width: 200, align: "right", lineBreak: false });
    }
  pdf.end();
  return done;
}

async function wearOut(chance: Chance, paper: Paper, wear: Wear): Promise<Buffer> {
  const within = (least: number, most: number) => least + chance.next() * (most - least);
  if (wear === "pdf") return makePdf(paper, null);
  if (wear === "scan") {
    const canvas = drawPaper(chance, paper, { ink: chance.between(40, 80), sheet: 250 });
    return makePdf(paper, await photograph(chance, canvas, { noise: 8, blur: within(0.3, 0.6), quality: 75 }));
  }
  if (wear === "clean") {
    const canvas = drawPaper(chance, paper, { ink: 20, sheet: 255 });
    return chance.odds(0.5)
      ? canvas.toBuffer("image/png")
      : photograph(chance, canvas, { noise: 0, blur: 0, quality: 80 });
  }
  const ink = wear === "thermal" ? chance.between(90, 135) : chance.between(30, 70);
  const canvas = drawPaper(chance, paper, { ink, sheet: 244 });
  if (wear === "thermal") fade(chance, canvas);
  if (wear === "crumpled") crumple(chance, canvas);
  const steep = wear === "angle";
  const pose = {
    tilt: steep ? within(-9, 9) : within(-2, 2),
    far: steep ? within(0.08, 0.22) : within(0, 0.04),
    wave: wear === "crumpled" ? within(2, 7) : within(0, 1.5),
  };
  const laid = layDown(chance, canvas, pose);
  if (wear === "dark") darken(chance, laid);
  return photograph(chance, laid, {
    noise: wear === "dark" ? within(10, 26) : within(6, 18),
    blur: within(0.3, wear === "angle" ? 1.1 : 0.9),
    quality: chance.between(50, 85),
  });
}

/** `at` counts from 0: wears and languages take turns. */
export async function makeReceipt(seed: number, at: number): Promise<MadeReceipt> {
  registerFaces();
  const chance = chanceOf(seed * 100_003 + at);
  const paper = makePaper(chance, at);
  const wear = WEARS[at % WEARS.length] ?? "clean";
  return { name: `${seed}-${at}-${wear}`, wear, truth: paper.truth, bytes: await wearOut(chance, paper, wear) };
}
