/** What content tells of its texts. */
import type { Brand } from "#partners";
import type { BannerPlace, ContentLanguage } from "./read-content.ts";
import type { Need, Part } from "./render-markdown.ts";

export type Page = {
  name: string;
  title: string;
  description: string;
  /** Civil date. */
  date: string;
  short: string[];
  /** Markup of our own making, without anything foreign. */
  lead: string;
  parts: Part[];
};
export type NewsHead = Pick<Page, "name" | "title" | "description" | "date">;
/**
 * `country`: where legal texts are read (ISO 3166); null or absent when nobody knows. `open`: which ways to coins there are now, so that
 * no answer leads to one that there is not; absent: all.
 */
export type Reader = {
  brand: Brand;
  language: ContentLanguage;
  country?: string | null;
  open?: Readonly<Record<Need, boolean>>;
};

/** `html`: markup of our own making. A button leads to a page of our own. */
export type ShownMessage = { title: string; html: string; button: { text: string; href: string } | null };
/** A strip above pages, in plain words. `on`: the pages that show it; `closes`: whether its readers may close it. */
export type ShownBanner = {
  id: string;
  on: BannerPlace;
  title: string;
  words: string;
  button: { text: string; href: string } | null;
  closes: boolean;
};
