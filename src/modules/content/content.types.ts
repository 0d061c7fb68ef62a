/** What content tells of its texts. */
import type { Brand } from "#partners";
import type { ContentLanguage } from "./read-content.ts";
import type { Part } from "./render-markdown.ts";

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
/** `country`: where legal texts are read (ISO 3166); null or absent when nobody knows. */
export type Reader = { brand: Brand; language: ContentLanguage; country?: string | null };
