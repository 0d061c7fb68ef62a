/** Reads `content/{en,es}/**.md` once, checks what stands at the head of each file, and refuses to start with a wrong one. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

export const LANGUAGES = ["en", "es"] as const;
export const KINDS = ["pages", "faq", "news", "legal"] as const;
export type ContentLanguage = (typeof LANGUAGES)[number];
export type Kind = (typeof KINDS)[number];

/** What stands between the two lines of dashes. Texts are plain; days are civil days. */
const head = z.strictObject({
  title: z.string().min(3).max(90),
  description: z.string().min(20).max(200),
  /** Since when the text holds, or the day of the news. */
  date: z.iso.date(),
  /** Place among its kind; news stand by their day. */
  order: z.int().default(0),
  /** Under which partner this variant is shown; absent: under all that have none of their own. */
  partner: z.string().optional(),
  /** Of legal texts: for whom it stands (ISO 3166); absent: for all who have none of their own. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  /** Of legal texts: its parts stand at the end of that one, for those whom it is for. */
  adds_to: z.string().optional(),
  /** Facts in short, shown at the top. */
  short: z.array(z.string()).default([]),
});

export type Text = z.infer<typeof head> & {
  body: string;
  /** As it is written, head and all. */
  written: string;
};
export type ContentFile = Text & {
  kind: Kind;
  language: ContentLanguage;
  /** File name up to its first dot, where its partner or country stands: `about`, `2026-11-20-cash-back`. */
  name: string;
};

const PARTS = /^---\n(?<head>[\s\S]+?)\n---\n(?<body>[\s\S]*)$/;

export function readContent(folder: string): ContentFile[] {
  return LANGUAGES.flatMap((language) =>
    KINDS.flatMap((kind) => {
      const place = join(folder, language, kind);
      return readdirSync(place)
        .filter((file) => file.endsWith(".md"))
        .map((file) => readFile(join(place, file), { kind, language }));
    }),
  );
}

/** Throws with what is wrong with the head; `named` says of which text. */
export function parseText(written: string, named: string): Text {
  const parts = PARTS.exec(written)?.groups;
  if (!parts) throw new Error(`${named}: it begins with a head between two lines of dashes`);
  const read = head.safeParse(parse(parts.head ?? ""));
  if (!read.success) throw new Error(`${named}: ${z.prettifyError(read.error)}`);
  return { ...read.data, body: parts.body ?? "", written };
}

function readFile(path: string, of: { kind: Kind; language: ContentLanguage }): ContentFile {
  const text = parseText(readFileSync(path, "utf8"), `content/${of.language}/${of.kind}/${basename(path)}`);
  const [name = ""] = basename(path).split(".");
  return { ...text, ...of, name };
}
