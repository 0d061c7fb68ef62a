/** Numbers and links by which a parcel is followed. Which carrier a number is of is decided elsewhere. */
import { findBehind } from "./labels.ts";
import type { Line } from "./text-lines.ts";

/** Letters and figures as carriers write them, with at least eight figures; blanks between groups are left out. */
const NUMBER =
  /^#?\s{0,3}((?=(?:[A-Z0-9 -]{0,6}\d){8})[A-Z]{0,4}\d[A-Z0-9]*(?:[ -][A-Z0-9]{2,6})*)(?=\s*$|\s+[a-z(]|[.,;)])/;
const PATTERNS: readonly RegExp[] = [
  /\b1Z[A-Z0-9]{16}\b/,
  /\b(?:9[2345]\d{20,24})\b/,
  /\b[A-Z]{2}\d{9}[A-Z]{2}\b/,
  /\bTBA\d{12}\b/,
];
const LINK = /track|rastre|seguimiento|fedex\.com|ups\.com|usps\.com|dhl\.com/i;

const compact = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

function numberIn(text: string): string | null {
  const whole = NUMBER.exec(text.trim())?.[1];
  if (whole) {
    const number = compact(whole);
    if (number.length >= 8 && number.length <= 40) return number;
  }
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text)?.[0];
    if (found) return found;
  }
  return null;
}

const isWeb = (href: string): boolean => /^https:\/\/[^\s]{4,1500}$/.test(href);

export function trackingIn(lines: readonly Line[]): { tracking_number: string | null; tracking_url: string | null } {
  const tracking_url = lines.flatMap(({ hrefs }) => hrefs).find((href) => isWeb(href) && LINK.test(href)) ?? null;
  const labelled = findBehind(lines, "tracking", numberIn);
  const loose = () =>
    lines.flatMap(({ cells }) => PATTERNS.flatMap((pattern) => pattern.exec(cells.join(" "))?.[0] ?? [])).at(0) ?? null;
  return { tracking_number: labelled ?? loose(), tracking_url };
}
