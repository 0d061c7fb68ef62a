/** Vendors' catalogues: rows that cannot be read are left out, never the list; numbers stay the text that was sent. */
import { type ProviderCalls, SOON } from "#platform/provider-calls";
import { type OfferType, type Platform, type ProviderGoal, WHOLE_OFFER } from "../provider.types.ts";

const MAX_TEXT = 2_000;
const MAX_ADDRESS = 2_000;
/** Vendors with more offers than this do not exist; an answer that goes on is a fault of theirs. */
export const MAX_PAGES = 200;
const MAX_OFFERS = 20_000;
const MAX_ANSWER = 64 * 1_048_576;

/** JSON whose numbers are the text that stood there. */
export const exactJson = (text: string): unknown =>
  JSON.parse(text, (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined ? context.source : value,
  );

export type CatalogueCalls = Pick<ProviderCalls, "call">;

/** One answer as exact JSON. Lists are read again in a quarter of an hour, so that a call that stumbles gives up early. */
export async function fetchExact(
  calls: CatalogueCalls,
  provider: string,
  request: Parameters<ProviderCalls["call"]>[1] & { json?: unknown },
  options: Parameters<ProviderCalls["call"]>[2] = SOON,
): Promise<unknown> {
  const { json, ...plain } = request;
  const response = await calls.call(
    provider,
    json === undefined
      ? plain
      : {
          ...plain,
          method: "POST",
          headers: { ...plain.headers, "content-type": "application/json" },
          body: JSON.stringify(json),
        },
    options,
  );
  return exactJson(await readText(provider, response));
}

/** The text of an answer, up to where no list of a vendor's goes on. */
async function readText(provider: string, response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > MAX_ANSWER) throw new Error(`the answer of ${provider} does not end`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

type Row = Readonly<Record<string, unknown>>;
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const rowOf = (value: unknown): Row => (isRow(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((one): one is string => typeof one === "string");

/** What `read` makes of each row that it can read. */
export function readRows<T>(rows: readonly unknown[], read: (row: Row) => T | null): T[] {
  return rows.slice(0, MAX_OFFERS).flatMap((row) => (isRow(row) ? (read(row) ?? []) : []));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Vendors' words without their markup. */
export const plainText = (value: unknown): string =>
  (textOf(value) ?? "")
    .slice(0, MAX_TEXT * 4)
    .replaceAll(/<(?:br|\/?p|\/?li|\/?div)\b[^<>]*>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split("\n")
    .map((line) => line.trim().split(/\s+/).join(" "))
    .filter((line) => line !== "")
    .join("\n")
    .slice(0, MAX_TEXT);

/** An address on the web that leads where it says; null for anything else. Placeholders in braces and brackets may stand in it. */
export function webAddressOf(value: unknown): string | null {
  const text = textOf(value);
  if (text === undefined || text.length > MAX_ADDRESS || /[\s<>"\\^`#]/.test(text)) return null;
  const whole = text.startsWith("//") ? `https:${text}` : text;
  const url = URL.parse(whole);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" ? whole : null;
}

export const countriesOf = (codes: readonly string[]): string[] => [
  ...new Set(codes.map((code) => code.trim().toUpperCase()).filter((code) => /^[A-Z]{2}$/.test(code))),
];

const PLATFORMS: readonly [RegExp, Platform][] = [
  [/^(ios|iphone|ipad|iphone_ipad)$/, "ios"],
  [/^android/, "android"],
  [/^(desktop|web|windows|macos|mac|pc)$/, "desktop"],
];
const ALL_PLATFORMS: readonly Platform[] = ["ios", "android", "desktop"];

/** Vendors' words for devices; none or `*` means all. */
export function platformsOf(words: readonly string[]): readonly Platform[] {
  const lower = words.map((word) => word.toLowerCase());
  if (lower.length === 0 || lower.some((word) => ["*", "all"].includes(word))) return ALL_PLATFORMS;
  return ALL_PLATFORMS.filter((platform) =>
    lower.some((word) => PLATFORMS.some(([pattern, name]) => name === platform && pattern.test(word))),
  );
}

/** The same app at two vendors: its id in the store, which both tell. */
export const sameAsOf = (storeId: unknown): string | null => {
  const id = textOf(storeId)
    ?.trim()
    .toLowerCase()
    .replace(/^id(?=\d+$)/, "");
  return id && /^[a-z0-9._-]{3,150}$/.test(id) ? id : null;
};

export const typeOf = (words: readonly string[], isApp: boolean): OfferType =>
  words.some((word) => /game|casual|action|puzzle|arcade|casino|strategy/i.test(word))
    ? "GAME"
    : isApp
      ? "APP"
      : "OTHER";

export const wholeOffer = (name: string, payout_micros: bigint, days: number | null = null): ProviderGoal[] => [
  { goal_id: WHOLE_OFFER, name, payout_micros, days },
];

export const sumOf = (goals: readonly ProviderGoal[]): bigint =>
  goals.reduce((sum, goal) => sum + goal.payout_micros, 0n);

/** Adds parameters to an address without touching what stands in it. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return added.length === 0 ? address : `${address}${address.includes("?") ? "&" : "?"}${added.join("&")}`;
}
