/** What a PDF says, line by line as it was drawn: streams are inflated, and glyphs read by the fonts' own tables. */
import { inflateSync } from "node:zlib";

type Pdf = { objects: Map<string, { head: string; stream: Buffer | null }>; text: string };

function parse(file: Buffer): Pdf {
  const text = file.toString("latin1");
  const objects: Pdf["objects"] = new Map();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const body = match[2] ?? "";
    const at = body.indexOf("stream\n");
    const head = at < 0 ? body : body.slice(0, at);
    let stream: Buffer | null = null;
    if (at >= 0) {
      const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
      const raw = Buffer.from(body.slice(at + 7, at + 7 + length), "latin1");
      stream = head.includes("FlateDecode") ? inflateSync(raw) : raw;
    }
    objects.set(match[1] ?? "", { head, stream });
  }
  return { objects, text };
}

function glyphsOf(map: string): Map<number, string> {
  const glyphs = new Map<number, string>();
  const textOf = (hex: string) =>
    String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));
  for (const range of map.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi))
    for (const [n, one] of [...(range[3] ?? "").matchAll(/<([0-9a-f]*)>/gi)].entries())
      glyphs.set(Number.parseInt(range[1] ?? "0", 16) + n, textOf(one[1] ?? ""));
  return glyphs;
}

export type ReadPdf = {
  lines: string[];
  whole: string;
  size: string;
  title: string;
  /** What a screen reader is told of the parts, in their order: `H1`, `P` …; empty for a file without tags. */
  tags: string[];
};

export function readPdf(file: Buffer): ReadPdf {
  const { objects, text } = parse(file);
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values())
    for (const font of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font[2] ?? "")?.head ?? "")?.[1];
      const stream = map ? objects.get(map)?.stream : null;
      if (stream) fonts.set(font[1] ?? "", glyphsOf(stream.toString("latin1")));
    }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    const content = stream?.toString("latin1") ?? "";
    if (!content.includes("\nBT\n") && !content.includes(" TJ")) continue;
    let font = new Map<number, string>();
    for (const part of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (part[1]) font = fonts.get(part[1]) ?? new Map();
      else
        lines.push(
          [...(part[2] ?? "").matchAll(/<([0-9a-f]+)>/gi)]
            .flatMap((one) => (one[1] ?? "").match(/.{4}/g) ?? [])
            .map((glyph) => font.get(Number.parseInt(glyph, 16)) ?? "")
            .join(""),
        );
    }
  }
  return {
    lines,
    whole: lines.join(" ").replace(/\s+/g, " "),
    size: /\/MediaBox \[([^\]]*)\]/.exec(text)?.[1] ?? "",
    title: /\/Title \(([^)]*)\)/.exec(text)?.[1] ?? "",
    tags: tagsOf(objects, text),
  };
}

/** The children of the document's root, if every one of them holds something that is drawn. */
function tagsOf(objects: Pdf["objects"], text: string): string[] {
  if (!/\/Marked true/.test(text)) return [];
  const heads = [...objects.values()].map(({ head }) => head);
  const root = heads.find((head) => /\/S \/Document\b/.test(head)) ?? "";
  const children = [...(/\/K \[([^\]]*)\]/.exec(root)?.[1] ?? "").matchAll(/(\d+) 0 R/g)];
  return children.map(([, id]) => {
    const head = objects.get(id ?? "")?.head ?? "";
    return /\/K \[\s*\S/.test(head) ? (/\/S \/(\w+)/.exec(head)?.[1] ?? "?") : "empty";
  });
}
