/** Opens a mail that a person wrote to us: its words, what names it and what it answers, and its files as they came. */

import PostalMime from "postal-mime";
import type { Language } from "#platform/http";
import { languageOf } from "./language.ts";
import { MAX_DEPTH, MAX_HEADERS, MAX_TEXT } from "./open-mail.ts";
import { isTame, openMarkup } from "./text-lines.ts";

export type OpenedLetter = {
  message_id: string;
  subject: string;
  from: { name: string; address: string } | null;
  /** Addresses that it was written to, in small letters. */
  to: readonly string[];
  text: string;
  language: Language;
  /** Header lines by their small names, the first of each. */
  headers: ReadonlyMap<string, string>;
  files: readonly { name: string; bytes: Buffer }[];
};

/** Markup without a plain twin is read as its bare text; what nests without end is read as nothing. */
const textOf = (html: string): string => (isTame(html) ? openMarkup(html).structuredText : "");

/** Null for what is no mail, or nested or headed beyond reason. */
export async function openLetter(raw: Buffer): Promise<OpenedLetter | null> {
  const mail = await PostalMime.parse(raw, {
    ...{ maxNestingDepth: MAX_DEPTH, maxHeadersSize: MAX_HEADERS, forceRfc822Attachments: true },
  }).catch(() => null);
  if (!mail) return null;
  const headers = new Map<string, string>();
  for (const { key, value } of mail.headers) if (!headers.has(key.toLowerCase())) headers.set(key.toLowerCase(), value);
  const text = (mail.text || textOf((mail.html ?? "").slice(0, MAX_TEXT))).slice(0, MAX_TEXT);
  return {
    message_id: (mail.messageId ?? "").slice(0, 500),
    subject: (mail.subject ?? "").slice(0, 300),
    from: mail.from?.address ? { name: mail.from.name ?? "", address: mail.from.address.toLowerCase() } : null,
    to: [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(({ address, group }) =>
      [address, ...(group ?? []).map((one) => one.address)].flatMap((one) => (one ? [one.toLowerCase()] : [])),
    ),
    ...{ text, language: languageOf(text), headers },
    files: mail.attachments.map(({ filename, content }) => ({
      name: filename ?? "file",
      bytes: Buffer.from(typeof content === "string" ? Buffer.from(content) : new Uint8Array(content)),
    })),
  };
}
