/** What we keep of the catalogue, as the site's bundles hold it. A difference leads to exactly the text that was signed. */
export type Rate =
  | { kind: "percent"; bps: number; up_to: boolean }
  | { kind: "fixed"; minor: string; up_to: boolean }
  | { kind: "none" };
export type Code = {
  code: string;
  title: string;
  language: "en" | "es";
  other?: string;
  bps?: number;
  minor?: number;
  shipping?: true;
  minimum?: number;
  ends?: string;
  /** Whether it works is asked for: who tells tries it first. */
  asked?: true;
  worked?: number;
  tried?: number;
};
export type Store = {
  name: string;
  title: string;
  hosts: readonly string[];
  rate: Rate;
  plus?: Rate;
  was?: Rate;
  days?: number;
  codes: readonly Code[];
};
export type StandDownList = {
  hops: readonly { network: string; hosts: readonly string[]; path?: string }[];
  marks: readonly { network: string; name: string; value?: string; host?: string }[];
  min_minutes: number;
  idle_minutes: number;
};
export type OwnLink = { network: string; host: string; publisher: string };
export type Recipe = {
  name: string;
  /** Of one store: its hosts. Absent: of every shop of this make. */
  hosts?: readonly string[];
  known_by: readonly string[];
  open?: readonly string[];
  input: readonly string[];
  apply: readonly string[];
  total: readonly string[];
  good?: readonly string[];
  bad?: readonly string[];
  remove?: readonly string[];
  confirm?: readonly string[];
};
export type Bundle = {
  format: 1;
  stores: readonly Store[];
  stand_down: StandDownList;
  own: readonly OwnLink[];
  recipes: readonly Recipe[];
};
export type Difference = Partial<Omit<Bundle, "stores">> & {
  format: 1;
  set: readonly Store[];
  gone: readonly string[];
};
/** The oldest version of the extension that is served, and from which day (UTC). */
export type Oldest = { version: string; from: string };
export type Manifest = {
  format: 1;
  brand: string;
  version: number;
  made_at: string;
  hash: string;
  signature: string;
  bytes: number;
  /** Signed apart from the rest (`served.ts`); absent where all versions are served. */
  oldest?: Oldest & { signature: string };
  differences: readonly { from: number; bytes: number }[];
};

/** The exact text under the manifest's signature. */
export const signedText = ({ brand, version, made_at, hash }: Manifest): string =>
  ["tuppence-bundle-1", brand, version, made_at, hash].join("\n");

/** Sorted lines of `host name`: one text instead of thousands of objects. Of two stores at one host the later counts. */
export function hostLines(pairs: readonly (readonly [host: string, name: string])[]): string {
  const lines = pairs.filter(([host]) => !/\s/.test(host)).map(([host, name]) => `${host} ${name}\n`);
  // A blank comes before every letter of a host, so that this is the order of the hosts themselves.
  const sorted = lines.sort();
  const hostOf = (line: string | undefined) => line?.slice(0, line.indexOf(" "));
  return sorted.filter((line, place) => hostOf(line) !== hostOf(sorted[place + 1])).join("");
}

function nameAt(hosts: string, host: string): string | null {
  let low = 0;
  let high = hosts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const from = middle === 0 ? 0 : hosts.lastIndexOf("\n", middle - 1) + 1;
    const to = hosts.indexOf("\n", middle);
    const blank = hosts.indexOf(" ", from);
    const found = hosts.slice(from, blank);
    if (found === host) return hosts.slice(blank + 1, to);
    if (found < host) low = to + 1;
    else high = from;
  }
  return null;
}

/** By `hostLines`: the host of a store, or one below it; the longest that is known. Null for a page that is no store. */
export function storeOf(hosts: string, address: string): string | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  for (let host = url.hostname; host.includes("."); host = host.slice(host.indexOf(".") + 1)) {
    const name = nameAt(hosts, host);
    if (name !== null) return name;
  }
  return null;
}
