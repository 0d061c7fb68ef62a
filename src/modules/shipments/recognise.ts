/**
 * Tracking numbers as carriers write them: which formats one may be, and how sure that is. Several carriers write the same shapes, so
 * that more than one candidate is usual. The table is others' (`formats/NOTICE.txt`). Pure.
 */
import { type Checksum, checkDigit } from "./check-digits.ts";
import table from "./formats/tracking_formats.json" with { type: "json" };

type Row = {
  name: string;
  id?: string;
  regex: string | string[];
  tracking_url?: string | null;
  validation: {
    checksum?: unknown;
    serial_number_format?: { prepend_if?: { matches_regex: string; content: string } };
    additional?: { exists?: string[] };
  };
  additional?: { regex_group_name: string; lookup: Record<string, unknown>[] }[];
};
type Format = { id: string; carrier: string; carrier_name: string; row: Row; whole: RegExp; sum: Checksum | null };

// The file is our own copy of a public list, whose rows differ in what they leave out.
const FORMATS: readonly Format[] = (
  table as unknown as { name: string; courier_code: string; tracking_numbers: Row[] }[]
).flatMap(({ name, courier_code, tracking_numbers }) =>
  tracking_numbers.map((row) => ({
    id: row.id ?? row.name,
    carrier: courier_code,
    carrier_name: name,
    row,
    whole: new RegExp(`^(?:${[row.regex].flat().join("")})$`),
    sum: (row.validation.checksum as Checksum | undefined) ?? null,
  })),
);

export type Candidate = {
  carrier: string;
  format: string;
  /** Points, most first: a check digit that fits, a shape that says whose it is, a carrier that is named nearby, what the store used before. */
  score: number;
};
/** What else is known of a number: the carrier as a mail or a person names it, and whom the store sent by before. */
export type Nearby = { named?: string | null; before?: readonly string[] };

/** Without what people put between: the form in which two are compared. */
export const plainNumber = (text: string): string =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s.\u00ad\u200b-\u200f\u2010-\u2015-]/g, "");

const LONGEST = 60;
/** One format has a hyphen that belongs to it. */
const hyphened = (text: string): string => text.normalize("NFKC").toUpperCase().replaceAll(/\s/g, "");

/** The number as its carrier writes it; what no carrier writes stays as plain as it is. */
export function numberOf(text: string): string {
  const plain = plainNumber(text);
  return fits(plain).length === 0 && hyphened(text).length <= LONGEST && fits(hyphened(text)).length > 0
    ? hyphened(text)
    : plain;
}

/** What a post office is called in the numbers of the universal union, by the country that the number ends with. */
const POST: Readonly<Record<string, string>> = { US: "usps", CA: "canada_post" };

function lookupHolds(row: Row, groups: Readonly<Record<string, string>>): boolean {
  if (!row.validation.additional?.exists?.includes("Courier")) return true;
  const country = row.additional?.find((one) => one.regex_group_name === "CountryCode");
  return (
    country === undefined || country.lookup.some(({ matches }) => matches === plainNumber(groups.CountryCode ?? ""))
  );
}

/** Every format that the whole of a text fits, its check digit with it. */
function fits(text: string): { format: Format; groups: Readonly<Record<string, string>> }[] {
  return FORMATS.flatMap((format) => {
    const found = format.whole.exec(text);
    if (!found) return [];
    const groups = found.groups ?? {};
    let serial = plainNumber(groups.SerialNumber ?? "");
    const prepend = format.row.validation.serial_number_format?.prepend_if;
    if (prepend && new RegExp(prepend.matches_regex).test(serial)) serial = prepend.content + serial;
    if (format.sum && checkDigit(serial, format.sum) !== plainNumber(groups.CheckDigit ?? "")) return [];
    return lookupHolds(format.row, groups) ? [{ format, groups }] : [];
  });
}

/** The formats that a number fits exactly, as the table names them. */
export const formatsOf = (text: string): string[] =>
  plainNumber(text).length > LONGEST ? [] : fits(text.toUpperCase()).map(({ format }) => format.id);

/** Figures alone are written by many; letters in fixed places by one. */
const isTelling = (number: string): boolean => /[A-Z]/.test(number);

const NAMES: readonly (readonly [pattern: RegExp, carrier: string])[] = [
  [/\b(usps|u\.?s\.? ?postal|united states postal|post office)\b/i, "usps"],
  [/\bups\b|united parcel/i, "ups"],
  [/\bfed ?ex\b/i, "fedex"],
  [/\bdhl\b/i, "dhl"],
  [/\bon ?trac\b/i, "ontrac"],
  [/\blaser ?ship\b/i, "lasership"],
  [/\bamazon\b|\bamzl\b/i, "amazon"],
  [/\bcanada ?post\b|\bpostes canada\b/i, "canada_post"],
  [/\bcanpar\b/i, "canpar"],
  [/\bdpd\b/i, "dpd"],
  [/\bpurolator\b/i, "purolator"],
  [/\byodel\b/i, "yodel"],
  [/\bgofo\b/i, "gofo"],
  [/\blandmark\b/i, "landmark"],
  [/\bold dominion\b|\bodfl\b/i, "old_dominion"],
  [/\bspee-?dee\b/i, "speedee"],
  [/\byun ?express\b/i, "yunexpress"],
];

/** The carrier of a name in words, or null. */
export const carrierNamed = (words: string): string | null =>
  NAMES.find(([pattern]) => pattern.test(words))?.[1] ?? null;

/** Who may have given out this number, the likeliest first; one candidate for each carrier. Empty: no carrier writes so. */
export function recognise(text: string, nearby: Nearby = {}): Candidate[] {
  if (text.length > 3 * LONGEST) return [];
  const number = numberOf(text);
  if (number === "" || number.length > LONGEST) return [];
  const named = nearby.named ? carrierNamed(nearby.named) : null;
  const best = new Map<string, Candidate>();
  for (const { format, groups } of fits(number)) {
    const carrier = format.carrier === "s10" ? (POST[groups.CountryCode ?? ""] ?? "s10") : format.carrier;
    const score =
      (format.sum ? 4 : 0) +
      (isTelling(number) ? 3 : 0) +
      (format.sum === null && !isTelling(number) ? 1 : 0) +
      (named === carrier ? 8 : 0) +
      (nearby.before?.includes(carrier) ? 2 : 0);
    const known = best.get(carrier);
    if (!known || known.score < score) best.set(carrier, { carrier, format: format.id, score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || usual(a.carrier) - usual(b.carrier));
}

/** Where nothing tells two apart, who brings more parcels to the countries that we serve comes first. */
const USUAL = ["usps", "ups", "fedex", "amazon", "dhl", "ontrac", "lasership", "canada_post"];
const usual = (carrier: string): number => (USUAL.indexOf(carrier) + USUAL.length + 1) % (USUAL.length + 1);

export type Carrier = { code: string; name: string };
export const CARRIERS: readonly Carrier[] = [
  ...new Map(FORMATS.map(({ carrier, carrier_name }) => [carrier, { code: carrier, name: carrier_name }])).values(),
];

/** The carrier's own page of a number; null where it has none that we know. */
export function carrierPage(carrier: string, number: string): string | null {
  const own = FORMATS.find((format) => format.carrier === carrier && format.row.tracking_url);
  return own?.row.tracking_url?.replace("%s", encodeURIComponent(number)).replace(/^http:/, "https:") ?? null;
}

/**
 * Numbers inside a longer text: whole runs of letters, figures and single spaces alone, so that no part of a longer number is taken for one.
 * Of figures without a check digit only those are kept beside which a carrier is named.
 */
export function findNumbers(text: string): { number: string; candidates: Candidate[] }[] {
  const found = new Map<string, Candidate[]>();
  for (const run of text.matchAll(/(?<![A-Z0-9])[A-Z0-9]{8,40}(?![A-Z0-9])/g)) {
    const number = run[0];
    const around = text.slice(Math.max(0, run.index - 120), run.index + number.length + 40);
    // Groups of figures with spaces between them are one number, which is then longer than this.
    if (/[0-9] $/.test(text.slice(0, run.index)) || /^ [0-9]/.test(text.slice(run.index + number.length))) continue;
    const candidates = recognise(number, { named: around });
    const [first] = candidates;
    if (first && first.score >= 4 && /[0-9]{4}/.test(number)) found.set(number, candidates);
  }
  return [...found].map(([number, candidates]) => ({ number, candidates }));
}
