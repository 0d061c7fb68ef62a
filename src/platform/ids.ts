/**
 * Ids are uuid v7 inside. Those that leave carry the prefix of their kind, so that a person who pastes one into the wrong
 * place sees it at once; each module defines its own (`ids.ts`) and declares them.
 */
import { hash, randomFillSync } from "node:crypto";
import { v7 as uuidv7 } from "uuid";

declare const brand: unique symbol;
export type Id<K extends string> = string & { readonly [brand]: K };

export const newId = <K extends string>(_kind: K): Id<K> => uuidv7() as Id<K>;

/** How ids of one kind are shown and read at the border. */
export type PublicId<K extends string = string> = {
  readonly kind: K;
  readonly prefix: string;
  /** `usr_0198…`, without dashes. */
  show(id: Id<K> | string): string;
  /** Null for anything else, so that a wrong id is a plain refusal. */
  read(text: string): Id<K> | null;
};

/** `prefix`: three small letters that no other kind has. */
export const definePublicId = <K extends string>(kind: K, prefix: string): PublicId<K> => ({
  kind,
  prefix,
  // A page shows hundreds: to cut where the dashes are takes half as long as to look for them.
  show: (id) =>
    id.length === 36
      ? `${prefix}_${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(14, 18)}${id.slice(19, 23)}${id.slice(24)}`
      : `${prefix}_${id.replaceAll("-", "")}`,
  read(text) {
    const match = /^([a-z]{3})_([0-9a-f]{32})$/.exec(text);
    if (match?.[1] !== prefix) return null;
    const hex = match[2] ?? "";
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-") as Id<K>;
  },
});

const AS_KEPT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Also as the database has it: until November 2026 some left so, and sessions, open pages and links still bring them. */
export const readEither = <K extends string>(kind: PublicId<K>, text: string): Id<K> | null =>
  kind.read(text) ?? (AS_KEPT.test(text) ? (text as Id<K>) : null);

/** Whose something is: known to modules below identity too. */
export const userId = definePublicId("user", "usr");

/** An id that follows from its cause: the same cause gives the same id, always. Marked as uuid version 8. */
export function derivedId<K extends string>(_kind: K, cause: string): Id<K> {
  const hex = hash("sha256", cause, "hex");
  const variant = "89ab"[Number.parseInt(hex.charAt(16), 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}` as Id<K>;
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
