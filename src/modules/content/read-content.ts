/** Reads `content/{en,es}/**.md` once, checks what stands at the head of each file, and refuses to start with a wrong one. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

export const LANGUAGES = ["en", "es"] as const;
/** `messages` open over the front page at `/msg/<name>`; `banners` are strips above pages. */
export const KINDS = ["pages", "faq", "news", "legal", "messages", "banners"] as const;
/** Those that are delivered as files; operators alone put up banners. */
const DELIVERED: readonly Kind[] = ["pages", "faq", "news", "legal", "messages"];
export type ContentLanguage = (typeof LANGUAGES)[number];
export type Kind = (typeof KINDS)[number];
/** On which pages a banner is shown; an account's are those of who is signed in. */
export const BANNER_PLACES = ["everywhere", "home", "stores", "products", "account"] as const;
export type BannerPlace = (typeof BANNER_PLACES)[number];

/** What stands between the two lines of dashes. Texts are plain; days are civil days. */
const pageHead = z.strictObject({
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

const messageHead = z.strictObject({
  title: z.string().min(3).max(60),
  partner: z.string().optional(),
  /** What a button says, and where on our own site it leads. */
  button: z.string().min(2).max(30).optional(),
  leads_to: z.string().max(200).optional(),
});
const bannerHead = messageHead.extend({
  shown_on: z.enum(BANNER_PLACES),
  /** Whether its readers may close it; this browser then shows it no more. */
  dismissible: z.boolean(),
});
const HEADS = {
  pages: pageHead,
  faq: pageHead,
  news: pageHead,
  legal: pageHead,
  messages: messageHead,
  banners: bannerHead,
};

type PageHead = z.infer<typeof pageHead>;
type ToldHead = Partial<Pick<z.infer<typeof bannerHead>, "button" | "leads_to" | "shown_on" | "dismissible">>;
export type Text = PageHead &
  ToldHead & {
    body: string;
    /** As it is written, head and all. */
    written: string;
  };
export type ContentFile = Text & {
  kind: Kind;
  language: ContentLanguage;
  /** File name up to its first dot, where its partner or country stands: `about`, `2026-11-20-cash-back`. */
  name: string;
  /** Of what an operator published: since when and until when it stands. */
  edition?: { edition_id: string; live_at: Date; published_at: Date; until_at: Date | null };
};

const PARTS = /^---\n(?<head>[\s\S]+?)\n---\n(?<body>[\s\S]*)$/;

export function readContent(folder: string): ContentFile[] {
  return LANGUAGES.flatMap((language) =>
    DELIVERED.flatMap((kind) => {
      const place = join(folder, language, kind);
      return readdirSync(place)
        .filter((file) => file.endsWith(".md"))
        .map((file) => readFile(join(place, file), { kind, language }));
    }),
  );
}

/** What only pages say of themselves. */
const NO_PAGE = { description: "", date: "", order: 0, short: [] };

/** Throws with what is wrong with the head; `named` says of which text. */
export function parseText(written: string, { kind, named }: { kind: Kind; named: string }): Text {
  const parts = PARTS.exec(written)?.groups;
  if (!parts) throw new Error(`${named}: it begins with a head between two lines of dashes`);
  const read = HEADS[kind].safeParse(parse(parts.head ?? ""));
  if (!read.success) throw new Error(`${named}: ${z.prettifyError(read.error)}`);
  return { ...NO_PAGE, ...read.data, body: parts.body ?? "", written };
}

function readFile(path: string, of: { kind: Kind; language: ContentLanguage }): ContentFile {
  const text = parseText(readFileSync(path, "utf8"), {
    ...{ kind: of.kind, named: `content/${of.language}/${of.kind}/${basename(path)}` },
  });
  const [name = ""] = basename(path).split(".");
  return { ...text, ...of, name };
}
