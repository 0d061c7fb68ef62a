/**
 * Ids are uuid v7 inside and carry a prefix from one closed list at the border, so that a person who pastes one into the
 * wrong place sees it at once.
 */
import { createHash, hash, randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

export const PREFIXES = {
  user: "usr",
  session: "ses",
  merchant: "mrc",
  programme: "prg",
  offer: "ofr",
  product: "prd",
  listing: "lst",
  click: "clk",
  order: "ord",
  transfer: "trf",
  hold: "hld",
  withdrawal: "wdr",
  inbox: "inb",
  mail: "eml",
  text: "txt",
  link: "lnk",
  run: "run",
  membership: "mem",
  charge: "chg",
  visit: "vis",
  draw: "drw",
  entry: "ent",
  message: "msg",
  file: "fil",
  review: "rev",
} as const;

export type Kind = keyof typeof PREFIXES;
declare const brand: unique symbol;
export type Id<K extends Kind> = string & { readonly [brand]: K };

export const newId = <K extends Kind>(_kind: K): Id<K> => uuidv7() as Id<K>;

/** The id at the border: `usr_0198…` without dashes. */
export const showId = <K extends Kind>(kind: K, id: Id<K> | string): string =>
  `${PREFIXES[kind]}_${id.replaceAll("-", "")}`;

/** Reads an id at the border; null for anything else, so that a wrong id is a plain refusal. */
export function readId<K extends Kind>(kind: K, text: string): Id<K> | null {
  const match = /^([a-z]{3})_([0-9a-f]{32})$/.exec(text);
  if (match?.[1] !== PREFIXES[kind]) return null;
  const hex = match[2] ?? "";
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-") as Id<K>;
}

/** An id that follows from its cause: the same cause gives the same id, always. Marked as uuid version 8. */
export function derivedId<K extends Kind>(_kind: K, cause: string): Id<K> {
  const hash = createHash("sha256").update(cause).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  ) as Id<K>;
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz";

/** Randomness is asked for in advance, because a call for it costs far more than what it gives for one secret. */
const random = new Uint8Array(2_048);
let used = random.length;

function nextRandom(): number {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const byte = random[used] ?? 0;
  // What has gone into a secret is not kept beside it.
  random[used] = 0;
  used += 1;
  return byte;
}

/** A secret that cannot be guessed, URL-safe and without letters that are mistaken for figures. 5.7 bits a character. */
export function newSecret(characters: number): string {
  let text = "";
  while (text.length < characters) {
    const byte = nextRandom();
    // Bytes past the last whole multiple of the alphabet are dropped, or the first letters would be likelier.
    if (byte < 216) text += ALPHABET[byte % 54];
  }
  return text;
}

export const sha256 = (data: string | Uint8Array): Buffer => hash("sha256", data, "buffer");
