/** Mails that a person forwarded: the head of the first one stands in the text, and nobody vouches for it. */
import type { Language } from "#platform/http";
import { momentIn } from "./dates.ts";
import type { Line } from "./text-lines.ts";

export type InnerHead = { name: string; address: string; subject: string | null; day: string | null };

const FROM = /^(?:From|De)\s*:\s*(.{0,120}?)\s*<?(?:mailto:)?([\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+)>?/i;
const SUBJECT = /^(?:Subject|Asunto)\s*:\s*(.+)$/i;
const DATE = /^(?:Date|Sent|Fecha|Enviado(?: el)?)\s*:\s*(.+)$/i;
/** Mailers put it before the mail; further down it is part of what somebody wrote. */
const FIRST_LINES = 40;

export function innerHead(lines: readonly Line[], language: Language, sentAt: Date): InnerHead | null {
  const texts = lines.slice(0, FIRST_LINES).flatMap(({ cells }) => cells.flatMap((cell) => cell.split("\n")));
  const from = texts.map((text) => FROM.exec(text)).find(Boolean);
  if (!from?.[2]) return null;
  const find = (pattern: RegExp) => texts.map((text) => pattern.exec(text)?.[1]).find(Boolean) ?? null;
  const date = find(DATE);
  return {
    name: (from[1] ?? "").replace(/["<]/g, "").trim(),
    address: from[2].toLowerCase(),
    subject: find(SUBJECT),
    day: date ? (momentIn(date, language, sentAt)?.day ?? null) : null,
  };
}
