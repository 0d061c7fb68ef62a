/** Texts and editions in an operator's words: their names, whose they are, how they stand, and what a new one begins with. */
import { civilDate } from "#platform/clock";
import type { ObjectLink } from "#platform/operator";
import { NEW_TEXT } from "./editions.ts";
import { editionId } from "./ids.ts";
import { documentOf } from "./legal-changes.ts";
import { type ContentFile, type ContentLanguage, KINDS, type Kind, parseText } from "./read-content.ts";
import { placeOf } from "./rules.ts";
import type { EditionRow } from "./store.ts";

export const titleOf = ({ kind }: EditionRow, written: string): string =>
  parseText(written, { kind, named: "A text" }).title;

/** Null for what names no text. */
export function readText(id: string): { kind: Kind; name: string } | null {
  const { kind: asked, name } = /^(?<kind>[a-z]+):(?<name>[a-z0-9-]+)$/.exec(id)?.groups ?? {};
  const kind = KINDS.find((one) => one === asked);
  return kind && name ? { kind, name } : null;
}

export const BANNER_PAGES = {
  everywhere: "all pages with our header",
  home: "the front page",
  stores: "stores and coupons",
  products: "products",
  account: "the account",
} as const;

/** Where a text is read. */
export function whereOf(file: Pick<ContentFile, "kind" | "name" | "adds_to" | "shown_on">): string {
  if (file.kind === "banners") return `above ${BANNER_PAGES[file.shown_on ?? "everywhere"]}`;
  if (file.kind === "messages") return `at /msg/${file.name}`;
  return file.kind === "faq" ? "at /faq" : file.kind === "news" ? `at /news/${file.name}` : `at /${documentOf(file)}`;
}

/** Those of whom it is, in words: "shipright, GB". */
export const whose = ({
  partner,
  country,
}: {
  partner?: string | null | undefined;
  country?: string | null | undefined;
}): string => [partner, country].flatMap((own) => own ?? []).join(", ");

/** How an edition stands at a moment, in words. */
export function standsAs(row: EditionRow, now: Date): string {
  if (row.state !== "published") return row.state;
  if (row.live_at && row.live_at > now) return "scheduled";
  return row.until_at && row.until_at <= now ? "over" : row.state;
}

const spanOf = ({ live_at, until_at }: EditionRow): string =>
  live_at ? ` from ${live_at.toISOString()}${until_at ? ` until ${until_at.toISOString()}` : ""}` : "";

export const editionLink = (row: EditionRow, now: Date): ObjectLink => ({
  kind: "edition",
  id: editionId.show(row.edition_id),
  line: `${placeOf(row)}: ${titleOf(row, row.text_en)}, ${standsAs(row, now)}${spanOf(row)}`,
});

type Moment = { at: Date; what: string; by: string };
/** What happened with an edition, and its end, once that is past. */
export function momentsOf(row: EditionRow, now: Date): Moment[] {
  const under = whose(row) && ` for ${whose(row)}`;
  const isOver = row.state === "published" && row.until_at && row.until_at <= now;
  const moments: [Date | null, string, string | null][] = [
    [row.written_at, `a draft was written${under}`, row.written_by],
    [row.changed_at, "the draft was changed last", row.changed_by],
    [row.published_at, `published${under},${spanOf(row)}`, row.published_by],
    [isOver ? row.until_at : null, "over, as was said when it was published", row.published_by],
    [row.ended_at, `${row.state}${row.ended_why ? `: ${row.ended_why}` : ""}`, row.ended_by],
  ];
  return moments.flatMap(([at, what, by]) => (at && by ? [{ at, what, by }] : []));
}

/** Kinds of which there may be new ones, as their lists offer it. */
export const NEW_ONES = {
  news: "Write a new item of news",
  messages: "Write a new message",
  banners: "Write a new banner",
} as const;
export const newOf = (kind: keyof typeof NEW_ONES): string => `${kind}:${NEW_TEXT}`;

/** What a new text begins with; null for one that there is. */
export function beginNew(id: string, now: Date, language: ContentLanguage): string | null {
  const [title, description, body, button] =
    language === "en"
      ? ["Title", "What it says, in a sentence or two.", "Words.", "See the stores"]
      : ["Título", "Lo que dice, en una o dos frases.", "Palabras.", "Ver las tiendas"];
  const heads: Record<string, string> = {
    [newOf("news")]: `description: ${description}\ndate: ${civilDate(now)}`,
    [newOf("messages")]: `button: ${button}\nleads_to: /stores`,
    [newOf("banners")]: `shown_on: everywhere\ndismissible: true\nbutton: ${button}\nleads_to: /stores`,
  };
  return heads[id] === undefined ? null : `---\ntitle: ${title}\n${heads[id]}\n---\n${body}\n`;
}
