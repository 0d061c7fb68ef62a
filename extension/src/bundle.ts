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
export type Manifest = {
  format: 1;
  brand: string;
  version: number;
  made_at: string;
  hash: string;
  signature: string;
  bytes: number;
  differences: readonly { from: number; bytes: number }[];
};

/** Names are plain ASCII, so that this order is the database's. */
const byName = (one: Store, other: Store) => (one.name < other.name ? -1 : 1);

export function applyDifference(bundle: Bundle, difference: Difference): Bundle {
  const stores = new Map(bundle.stores.map((store) => [store.name, store]));
  for (const name of difference.gone) stores.delete(name);
  for (const store of difference.set) stores.set(store.name, store);
  return {
    format: 1,
    stores: [...stores.values()].sort(byName),
    stand_down: difference.stand_down ?? bundle.stand_down,
    own: difference.own ?? bundle.own,
    recipes: difference.recipes ?? bundle.recipes,
  };
}

/** The exact text under the manifest's signature. */
export const signedText = ({ brand, version, made_at, hash }: Manifest): string =>
  ["tuppence-bundle-1", brand, version, made_at, hash].join("\n");

/** The host of a store, or one below it; the longest that is known. Null for a page that is no store. */
export function storeOf(hosts: Readonly<Record<string, string>>, address: string): string | null {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return null;
  for (let host = url.hostname; host.includes("."); host = host.slice(host.indexOf(".") + 1))
    if (Object.hasOwn(hosts, host)) return hosts[host] ?? null;
  return null;
}

export const hostsOf = (bundle: Bundle): Record<string, string> =>
  Object.fromEntries(bundle.stores.flatMap(({ name, hosts }) => hosts.map((host) => [host, name])));
