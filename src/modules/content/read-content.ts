/** Reads `content/{en,es}/**.md` once, checks what stands at the head of each file, and refuses to start with a wrong one. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

export const LANGUAGES = ["en", "es"] as const;
export const KINDS = ["pages", "faq", "news"] as const;
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
  /** Facts in short, shown at the top. */
  short: z.array(z.string()).default([]),
});

export type ContentFile = z.infer<typeof head> & {
  kind: Kind;
  language: ContentLanguage;
  /** File name without its end and without the partner: `about`, `2026-11-20-cash-back`. */
  name: string;
  body: string;
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

function readFile(path: string, of: { kind: Kind; language: ContentLanguage }): ContentFile {
  const parts = PARTS.exec(readFileSync(path, "utf8"))?.groups;
  const read = head.safeParse(parse(parts?.head ?? ""));
  const named = `content/${of.language}/${of.kind}/${basename(path)}`;
  if (!read.success) throw new Error(`${named}: ${z.prettifyError(read.error)}`);
  const name = basename(path, ".md").replace(`.${read.data.partner}`, "");
  return { ...read.data, ...of, name, body: parts?.body ?? "" };
}
