/** Callbacks as they stand in an address: decoded once, refused when they can be read in two ways. */
import type { Received, Told, Verdict } from "../provider.types.ts";

const MAX_TARGET = 8_192;
const MAX_ID = 128;

export type Query = ReadonlyMap<string, string>;

export const refuse = (why: Exclude<Verdict, { ok: true }>["why"]): Verdict => ({ ok: false, why });

const decodeForm = (text: string): string => (/[%+]/.test(text) ? decodeURIComponent(text.replaceAll("+", " ")) : text);

/** Null for what no vendor sends: escapes that are none, one name twice, an address that goes on for ever. */
export function readQuery(target: string, decode: (text: string) => string = decodeForm): Query | null {
  if (target.length > MAX_TARGET) return null;
  const start = target.indexOf("?");
  const found = new Map<string, string>();
  if (start < 0) return found;
  for (const pair of target.slice(start + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    try {
      const name = decode(equals < 0 ? pair : pair.slice(0, equals));
      if (found.has(name)) return null;
      found.set(name, equals < 0 ? "" : decode(pair.slice(equals + 1)));
    } catch {
      return null;
    }
  }
  return found;
}

/** What was signed and the signature, for vendors that sign the address up to the last parameter, which is the signature. */
export function splitSigned(target: string, name: string): { signed: string; signature: string } | null {
  if (target.length > MAX_TARGET) return null;
  const at = Math.max(target.lastIndexOf(`&${name}=`), target.lastIndexOf(`?${name}=`));
  if (at < 0) return null;
  const signature = target.slice(at + name.length + 2);
  return /^[A-Za-z0-9_%-]{1,256}={0,2}$/.test(signature) ? { signed: target.slice(0, at), signature } : null;
}

/** The same for vendors that sign the address without the signature, wherever that stands; null when it is not there once. */
export function dropSignature(target: string, name: string): { signed: string; signature: string } | null {
  if (target.length > MAX_TARGET) return null;
  const start = target.indexOf("?");
  const pairs = target.slice(start + 1).split("&");
  const found = pairs.filter((pair) => pair.startsWith(`${name}=`));
  if (start < 0 || found.length !== 1) return null;
  const rest = pairs.filter((pair) => pair !== found[0]).join("&");
  return { signed: `${target.slice(0, start)}?${rest}`, signature: found[0]?.slice(name.length + 1) ?? "" };
}

/** An id of the vendor's or of ours: visible ASCII, and no longer than any vendor's. Null when it is none. */
export const readId = (text: string | undefined): string | null =>
  text !== undefined && text.length <= MAX_ID && /^[\x21-\x7e]+$/.test(text) ? text : null;

/** An id that need not be there; undefined when it is there and none. */
export const readOptionalId = (text: string | undefined): string | null | undefined =>
  text === undefined || text === "" ? null : (readId(text) ?? undefined);

export const isGet = (received: Received): boolean => received.method === "GET";

/** Some fields may lack, none may be wrong: `undefined` among them makes the whole unreadable. */
export function tell(fields: { [K in keyof Told]: Told[K] | undefined }): Verdict {
  if (fields.tx_id === null || fields.user_ref === null) return refuse("unreadable");
  for (const value of Object.values(fields)) if (value === undefined) return refuse("unreadable");
  // Every field was looked at above.
  return { ok: true, told: fields as Told };
}

/** Unix seconds or milliseconds; null when it is no time. */
export function readUnix(text: string | undefined): Date | null {
  if (text === undefined || !/^\d{9,13}$/.test(text)) return null;
  return new Date(text.length > 11 ? Number(text) : Number(text) * 1_000);
}
