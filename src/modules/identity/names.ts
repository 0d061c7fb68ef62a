/**
 * Names that people give themselves stand in letters to addresses that anybody may type. A name that holds a link or an
 * address makes such a letter somebody's advertisement, and a line end or control character makes it look like another.
 */
import { parse } from "tldts";

/** As `identity.users` keeps it. */
export const MAX_NAME = 120;
/** What is longer is no name, and is not read. */
const MAX_READ = 1_000;

/** Control characters, line ends, and marks that turn the direction of what follows. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
/** Marks that are not seen, and so could break a link up for us and for nobody else. */
const UNSEEN = /\p{Cf}/gu;
/** Other scripts' full stops, which browsers read as dots in an address. */
const STOPS = /[\u3002\uff0e\uff61\u2024]/g;
const LINK = /:\/\/|\bwww\.|\bhttps?\b|[@＠﹫]|\.\S*\//iu;
const HOST = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

const plainOf = (text: string): string => text.normalize("NFKC").replace(UNSEEN, "").replace(STOPS, ".");

/** "Dr.Ana" and "J.R." are names, "evil.com" is a place: what the public suffix list knows as an ending tells them apart. */
const isHost = (text: string): boolean => parse(text).isIcann === true;

const isLinked = (text: string): boolean =>
  LINK.test(text) || [...text.matchAll(HOST)].some(([host]) => isHost(host.toLowerCase()));

/** Whether a name may stand in a letter. */
export function isPlainName(name: string): boolean {
  return name.length <= MAX_READ && !UNSHOWN.test(name.trim()) && !isLinked(plainOf(name));
}

/** A name that somebody else told, without what a name may not hold; empty when nothing is left. */
export function cleanName(name: string): string {
  const words = name
    .slice(0, MAX_READ)
    .toWellFormed()
    .split(/[\p{Cc}\p{Z}]+/u)
    .map((word) => word.replace(new RegExp(UNSHOWN, "gu"), ""))
    .filter((word) => word !== "" && !isLinked(plainOf(word)));
  const clean = words.join(" ");
  return isPlainName(clean) ? cutName(clean) : "";
}

/** By whole characters, so that none is cut in two. */
export const cutName = (name: string): string => {
  let cut = "";
  for (const letter of name.trim()) {
    if (cut.length + letter.length > MAX_NAME) break;
    cut += letter;
  }
  return cut.trim();
};
