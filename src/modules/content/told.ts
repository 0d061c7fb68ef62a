/** Messages over the front page and banners above pages: as their readers see them, and which of several banners a page shows. */
import type { ShownBanner, ShownMessage } from "./content.types.ts";
import { BANNER_PLACES, type BannerPlace, type ContentFile } from "./read-content.ts";
import { renderParts } from "./render-markdown.ts";

/** A page that is none of those places by itself shows what is for everywhere. */
type Spot = Exclude<BannerPlace, "everywhere"> | null;
export const SPOTS: readonly Spot[] = [...BANNER_PLACES.filter((place) => place !== "everywhere"), null];

type Fill = (text: string) => string;

const buttonOf = ({ button, leads_to }: ContentFile, fill: Fill) =>
  button !== undefined && leads_to !== undefined ? { text: fill(button), href: leads_to } : null;

export function writeMessage(file: ContentFile, fill: Fill): ShownMessage {
  return { title: fill(file.title), html: renderParts(fill(file.body)).lead, button: buttonOf(file, fill) };
}

/** `id`: under which a browser remembers that it was closed; a banner that says something else is another. */
export function writeBanner(file: ContentFile, id: string, fill: Fill): ShownBanner {
  return {
    id,
    on: file.shown_on ?? "everywhere",
    title: fill(file.title),
    words: fill(file.body).trim(),
    button: buttonOf(file, fill),
    closes: file.dismissible ?? true,
  };
}

/** Of several banners the first is shown: a partner's own, then one for this page, then the one that began last. */
function compare(one: ContentFile, other: ContentFile): number {
  const rank = ({ partner, shown_on, edition }: ContentFile) => [
    partner ? 1 : 0,
    shown_on === "everywhere" ? 0 : 1,
    edition?.live_at.getTime() ?? 0,
    edition?.published_at.getTime() ?? 0,
  ];
  const [mine, theirs] = [rank(one), rank(other)];
  for (const [at, value] of mine.entries()) if (value !== theirs[at]) return (theirs[at] ?? 0) - value;
  return one.name.localeCompare(other.name, "en");
}

/** The banner of a page; `files` are those that a reader may see. */
export const bannerOn = (files: readonly ContentFile[], spot: Spot): ContentFile | undefined =>
  files.filter(({ shown_on }) => shown_on === "everywhere" || shown_on === spot).toSorted(compare)[0];

/** Those of which each is shown somewhere, in the order in which a page looks for its own. */
export function shownBanners(files: readonly ContentFile[]): ContentFile[] {
  const first = new Set(SPOTS.flatMap((spot) => bannerOn(files, spot) ?? []));
  return [...first].toSorted(compare);
}
