/** Rules of extras that are offered after the payment, on our own pages and on those for another page or domain. Pure. */
export const UPSELLS = ["plus", "shipright"] as const;
export type Upsell = (typeof UPSELLS)[number];
export const isUpsell = (text: unknown): text is Upsell => (UPSELLS as readonly unknown[]).includes(text);

/** asked: yes was pressed, and the payment is not known yet · declined: no · refused: the card was not taken. */
export const UPSELL_TRANSITIONS = {
  asked: ["accepted", "declined", "refused"],
  accepted: [],
  declined: ["asked", "accepted"],
  refused: ["asked", "accepted", "declined"],
} as const satisfies Record<string, readonly string[]>;
export type UpsellState = keyof typeof UPSELL_TRANSITIONS;
export const mayTurn = (from: UpsellState | null, to: UpsellState): boolean =>
  from === null || (UPSELL_TRANSITIONS[from] as readonly string[]).includes(to);

/** Own pages, in the order in which they come. */
export const OWN_PATHS: Readonly<Record<Upsell, string>> = { plus: "/spupsell", shipright: "/spupsell2" };
export const HOSTED_PATHS: Readonly<Record<Upsell, string>> = { plus: "/upsell2", shipright: "/sfupsell2" };
export const SUMMARY = "/spsummary";
export const pathAfter = (upsell: Upsell): string => (upsell === "plus" ? OWN_PATHS.shipright : SUMMARY);

export const STATE_MINUTES = 15;
/** Once yes was pressed, its payment may be confirmed with the bank for longer than the state lives. */
export const CONFIRM_MINUTES = 60;
/** How long after it a success is told to partners; later it would be news to nobody. */
export const FRESH_HOURS = 24;

/** The keys of a hand-over (SPEC §2, "Routes"). `pxcb` is there when the partner has a callback. */
export const HAND_OVER_KEYS = [
  "autht",
  "ups",
  "scb",
  "fcb",
  "upsssnurl",
  "porig",
  "pxorig",
  "pxcb",
  "tpsha1",
  "upst",
] as const;
export type HandOverKey = (typeof HAND_OVER_KEYS)[number];
export type HandOver = {
  autht: string;
  ups: Upsell;
  scb: string;
  fcb: string;
  upsssnurl: string;
  porig: string;
  pxorig: string;
  pxcb: string | null;
  tpsha1: string;
  upst: string;
};
/** The keys with which an upsell page leads back. */
export const RETURN_KEYS = ["ups", "upsssnurl", "tpsha1", "upst"] as const;
export type Return = Pick<HandOver, (typeof RETURN_KEYS)[number]>;

const LONGEST: Readonly<Record<HandOverKey, number>> = {
  autht: 200,
  ups: 20,
  scb: 500,
  fcb: 500,
  upsssnurl: 500,
  porig: 200,
  pxorig: 200,
  pxcb: 500,
  tpsha1: 40,
  upst: 200,
};
const FORMS: Partial<Record<HandOverKey, RegExp>> = {
  autht: /^[A-Za-z0-9]{20,200}$/,
  tpsha1: /^[0-9a-f]{40}$/,
  upst: /^[\w.-]{20,200}$/,
};
const OPTIONAL: readonly HandOverKey[] = ["pxcb"];

export type Fault = { code: "handover_invalid"; key: string } | { code: "host_not_allowed"; host: string };

/** Null for a page that was opened without any of the keys. */
export function readKeys<Key extends HandOverKey>(
  query: URLSearchParams,
  keys: readonly Key[],
): { given: Partial<Record<Key, string>> } | { fault: Fault } | null {
  const given: Partial<Record<Key, string>> = {};
  for (const key of keys) {
    const all = query.getAll(key);
    if (all.length === 0) continue;
    const [value = ""] = all;
    const form = FORMS[key] ?? /^.+$/;
    if (all.length > 1 || value.length > LONGEST[key] || !form.test(value))
      return { fault: { code: "handover_invalid", key } };
    given[key] = value;
  }
  if (Object.keys(given).length === 0) return null;
  const missing = keys.find((key) => given[key] === undefined && !OPTIONAL.includes(key));
  if (missing) return { fault: { code: "handover_invalid", key: missing } };
  return isUpsell(given["ups" as Key]) ? { given } : { fault: { code: "handover_invalid", key: "ups" } };
}

export type Allowed = {
  /** Our own address; where it is plain http on this machine, so may the others be. */
  publicUrl: string;
  /** Hosts from the partner's brand pack, with a port where it is not the usual one. */
  hosts: readonly string[];
};

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * An address that people may be sent to: https (http on loopback where we are there ourselves), our own host or one of the
 * partner's list, and nothing in it that a browser would read otherwise than we do. Else the fault.
 */
export function readAddress(key: HandOverKey, text: string, allowed: Allowed): { url: URL } | { fault: Fault } {
  const broken = { fault: { code: "handover_invalid" as const, key } };
  if ([...text].some((letter) => letter.charCodeAt(0) < 33 || letter === "\\" || letter === "\u007f")) return broken;
  if (!/^https?:\/\//i.test(text)) return broken;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return broken;
  }
  if (url.username || url.password || text.length > LONGEST[key]) return broken;
  const own = new URL(allowed.publicUrl);
  const known = url.host === own.host || allowed.hosts.includes(url.host);
  const plain = own.protocol === "http:" && LOOPBACK.test(own.hostname) && LOOPBACK.test(url.hostname);
  if (!known || (url.protocol === "http:" && !plain))
    return { fault: { code: "host_not_allowed", host: `${url.protocol}//${url.host}`.slice(0, 120) } };
  return { url };
}

/** The origin alone, as `porig` and `pxorig` are written. */
const isOrigin = (text: string, url: URL) => text === url.origin;

export function readHandOver(query: URLSearchParams, allowed: Allowed): { value: HandOver } | { fault: Fault } | null {
  const keys = readKeys(query, HAND_OVER_KEYS);
  if (!keys || "fault" in keys) return keys;
  const given = keys.given as HandOver;
  const urls = new Map<HandOverKey, URL>();
  for (const key of ["scb", "fcb", "upsssnurl", "porig", "pxorig", "pxcb"] as const) {
    const text = given[key];
    if (text === undefined || text === null) continue;
    const address = readAddress(key, text, allowed);
    if ("fault" in address) return address;
    urls.set(key, address.url);
  }
  for (const key of ["porig", "pxorig"] as const) {
    const url = urls.get(key);
    if (!url || !isOrigin(given[key], url)) return { fault: { code: "handover_invalid", key } };
  }
  // The page that sends people here is the one that they go back to, and pixels are told where they come from.
  for (const key of ["scb", "fcb", "upsssnurl"] as const)
    if (urls.get(key)?.origin !== given.porig) return { fault: { code: "handover_invalid", key } };
  if (urls.has("pxcb") && urls.get("pxcb")?.origin !== given.pxorig)
    return { fault: { code: "handover_invalid", key: "pxcb" } };
  return { value: { ...given, pxcb: given.pxcb ?? null } };
}

export function readReturn(query: URLSearchParams, allowed: Allowed): { value: Return } | { fault: Fault } | null {
  const keys = readKeys(query, RETURN_KEYS);
  if (!keys || "fault" in keys) return keys;
  const given = keys.given as Return;
  const address = readAddress("upsssnurl", given.upsssnurl, allowed);
  return "fault" in address ? address : { value: given };
}

/** Adds keys to an address that has perhaps a query of its own. */
export function withKeys(address: string, keys: Readonly<Record<string, string | null>>): string {
  const url = new URL(address);
  for (const [key, value] of Object.entries(keys)) if (value !== null) url.searchParams.set(key, value);
  return url.href;
}

/** What a page around an upsell may tell it (cookie `vprops`, SPEC §3): shown as plain text, or not at all. */
export type Props = { from: string | null; context: string | null };
const NO_PROPS: Props = { from: null, context: null };
const PROP_FORMS: Readonly<Record<keyof Props, RegExp>> = {
  from: /^[\p{L}\p{N}][\p{L}\p{N} .,&'’-]{0,59}$/u,
  context: /^[\w.-]{1,40}$/,
};

/** Whatever is not exactly of this form is as if it were not there. */
export function readProps(cookie: string | null): Props {
  if (!cookie || cookie.length > 1_000) return NO_PROPS;
  let read: unknown;
  try {
    read = JSON.parse(cookie);
  } catch {
    return NO_PROPS;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return NO_PROPS;
  const props = { ...NO_PROPS };
  for (const [key, value] of Object.entries(read)) {
    if (key !== "from" && key !== "context") return NO_PROPS;
    if (typeof value !== "string" || !PROP_FORMS[key].test(value)) return NO_PROPS;
    props[key] = value;
  }
  return props;
}
