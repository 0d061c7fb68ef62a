import { isBroad } from "./broad-shops.ts";
import { hash, pick } from "./hash.ts";
import type { Merchant, Shop } from "./merchants.ts";
import { shopsOf } from "./shops.ts";

export interface CommissionGroup {
  id: string;
  code: string;
  name: string;
  kind: "percent" | "fixed";
  /** Hundredths of a percent for `percent`, cents for `fixed`. */
  value: number;
  /** Item categories that fall into this group; the first group takes what no other does. */
  categories: string[];
}

export interface Programme {
  network: string;
  id: string;
  adId: string;
  merchant: Merchant;
  shop: Shop | null;
  groups: CommissionGroup[];
  lockingDays: number;
  cashbackAllowed: boolean;
}

const FIXED = new Set([
  "mobile-internet",
  "streaming-media",
  "travel-hotels",
  "car-rental",
  "software-apps",
  "services",
]);

/** Usual range of a category in hundredths of a percent. */
const RANGES: Record<string, [number, number]> = {
  electronics: [100, 450],
  gaming: [150, 500],
  grocery: [100, 400],
  fuel: [50, 200],
  marketplaces: [100, 400],
  clothing: [300, 1000],
  shoes: [300, 900],
  beauty: [400, 1200],
  "jewelry-watches": [300, 1000],
  education: [500, 1200],
  "software-apps": [600, 1200],
};

const NEVER = new Set(["amazon", "amazon-india", "amazon-web-services", "netflix"]);

/** Large stores whose programmes are open to cash back, whatever the dice say. */
const ALWAYS = new Set("walmart lowes ulta-beauty old-navy marriott llbean rei hellofresh godaddy udemy".split(" "));

/** What large stores pay about, in hundredths of a percent: far less than their category does on average. */
const LARGE: Record<string, number> = {
  walmart: 200,
  target: 200,
  ebay: 150,
  "apple-store": 250,
  apple: 250,
  "best-buy": 150,
  "home-depot": 300,
  "the-home-depot": 300,
  lowes: 300,
  costco: 200,
  samsung: 300,
  microsoft: 400,
};

function groupsFor(merchant: Merchant, programmeId: string): CommissionGroup[] {
  const key = merchant.internal_name;
  const numbered = Number(programmeId) * 10;
  if (FIXED.has(merchant.category) && hash(`fixed:${key}`) % 100 < 45) {
    const value = pick(`fix:${key}`, 1, 60) * 100;
    return [
      { id: `${numbered}`, code: "DEFAULT", name: "New subscription or booking", kind: "fixed", value, categories: [] },
    ];
  }
  const [low, high] = RANGES[merchant.category] ?? [100, 800];
  const rate = LARGE[key] ?? Math.round(pick(`rate:${key}`, low, high) / 25) * 25;
  const groups: CommissionGroup[] = [
    {
      id: `${numbered}`,
      code: "DEFAULT",
      name: "Everything else",
      kind: "percent",
      value: Math.max(rate, 50),
      categories: [],
    },
  ];
  const spread = hash(`groups:${key}`) % 10;
  if (spread < 3) {
    const sale = Math.max(50, Math.round(rate / 2 / 25) * 25);
    groups.push({
      id: `${numbered + 1}`,
      code: "SALE",
      name: "Sale and clearance",
      kind: "percent",
      value: sale,
      categories: ["Sale"],
    });
  }
  if (spread === 1 || spread === 4) {
    const fresh = Math.min(1200, rate + 200);
    groups.push({
      id: `${numbered + 2}`,
      code: "NEW",
      name: "New customers",
      kind: "percent",
      value: fresh,
      categories: ["New customer"],
    });
  }
  if (spread < 5) {
    groups.push({
      id: `${numbered + 3}`,
      code: "GIFT",
      name: "Gift cards",
      kind: "percent",
      value: 0,
      categories: ["Gift cards"],
    });
  }
  return groups;
}

function shopGroups(shop: Shop): CommissionGroup[] {
  const base = Number(shop.programmeId) * 10;
  const group = (n: number, code: string, name: string, value: number, categories: string[]): CommissionGroup => ({
    id: `${base + n}`,
    code,
    name,
    kind: "percent",
    value,
    categories,
  });
  const gift = group(9, "GIFT", "Gift cards", 0, ["Gift cards"]);
  if (shop.slug === "marlow-finch") {
    return [
      group(0, "DEFAULT", "Everything else", 400, []),
      group(1, "CORE", "Processors and graphics cards", 150, ["Processors", "Graphics Cards"]),
      group(2, "DESK", "Keyboards, mice and headphones", 700, ["Keyboards", "Mice", "Headphones"]),
      gift,
    ];
  }
  if (shop.slug === "brightpenny") {
    return [
      group(0, "DEFAULT", "Everything else", 500, []),
      group(1, "DRIVES", "Memory and drives", 250, ["Memory", "Internal Drives", "External Drives"]),
      gift,
    ];
  }
  if (isBroad(shop)) return [group(0, "DEFAULT", "Everything else", pick(`rate:${shop.slug}`, 10, 32) * 25, []), gift];
  return [
    group(0, "DEFAULT", "Everything else", 600, []),
    group(1, "PANTRY", "Pantry", 300, ["Sauces & Pantry"]),
    group(2, "TECH", "Electronics", 200, ["Monitors", "Headphones", "Speakers", "Webcams", "Keyboards", "Mice"]),
    gift,
  ];
}

/** What a programme's terms say of cash back, in the words that advertisers use. No network has a field for it. */
export const incentiveTerms = (programme: Programme): string =>
  programme.cashbackAllowed
    ? "Cashback and loyalty partners are welcome."
    : "Incentive traffic (cashback, points, rewards) is not allowed in this programme.";

/** A network's name, and the first numbers of its programmes and advertisements. */
export interface Numbering {
  name: string;
  programme: number;
  advertisement: number;
  shopLockingDays: number;
}

export interface Programmes {
  networks: readonly string[];
  list(network: string): readonly Programme[];
  byId(network: string, id: string): Programme | undefined;
  byAd(network: string, adId: string): Programme | undefined;
  byMerchant(internalName: string): Programme | undefined;
  /** The programme whose site, or a parent domain of it, the host belongs to. */
  byHost(host: string): Programme | undefined;
}

/** `small`: we joined only programmes of the sandbox's shops and of merchants with a known mark, and shops sell less. */
export type CatalogueSize = "whole" | "small";

/** One programme per merchant, dealt over the networks by the name alone, so ids stay the same on every start and in every size. */
export function buildProgrammes(
  merchants: readonly Merchant[],
  networks: readonly Numbering[],
  size: CatalogueSize,
  broad: boolean,
): Programmes {
  const dealt = networks.map((network) => ({ ...network, list: [] as Programme[], count: 0 }));
  for (const network of dealt)
    for (const [n, shop] of shopsOf(network.name, Number(broad)).entries())
      network.list.push({
        network: network.name,
        id: shop.programmeId,
        adId: `${network.advertisement + 900_000 + n}`,
        merchant: shop,
        shop,
        groups: shopGroups(shop),
        lockingDays: network.shopLockingDays,
        cashbackAllowed: true,
      });
  for (const merchant of merchants) {
    const network = dealt[hash(`network:${merchant.internal_name}`) % dealt.length];
    if (!network) continue;
    const n = network.count++;
    const id = `${network.programme + n}`;
    network.list.push({
      network: network.name,
      id,
      adId: `${network.advertisement + n}`,
      merchant,
      shop: null,
      groups: groupsFor(merchant, id),
      lockingDays: pick(`lock:${merchant.internal_name}`, 14, 90),
      cashbackAllowed:
        !NEVER.has(merchant.internal_name) &&
        (ALWAYS.has(merchant.internal_name) || hash(`incentive:${merchant.internal_name}`) % 100 >= 6),
    });
  }
  const ids = new Map<string, Programme>();
  const ads = new Map<string, Programme>();
  const names = new Map<string, Programme>();
  const hosts = new Map<string, Programme>();
  for (const programme of dealt.flatMap((network) => network.list)) {
    ids.set(`${programme.network}:${programme.id}`, programme);
    ads.set(`${programme.network}:${programme.adId}`, programme);
    names.set(programme.merchant.internal_name, programme);
    hosts.set(programme.merchant.domain, programme);
  }
  const isJoined = (programme: Programme) => size === "whole" || programme.shop || programme.merchant.icon_slug;
  const lists = new Map(dealt.map((network) => [network.name, network.list.filter(isJoined)]));
  return {
    networks: networks.map((network) => network.name),
    list: (network) => lists.get(network) ?? [],
    byId: (network, id) => ids.get(`${network}:${id}`),
    byAd: (network, adId) => ads.get(`${network}:${adId}`),
    byMerchant: (name) => names.get(name),
    byHost(host) {
      let name = host.toLowerCase();
      while (name.includes(".")) {
        const found = hosts.get(name);
        if (found) return found;
        name = name.slice(name.indexOf(".") + 1);
      }
      return undefined;
    },
  };
}
