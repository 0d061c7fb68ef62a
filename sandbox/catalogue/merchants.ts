import { readJson, readRows } from "./files.ts";

export interface Merchant {
  internal_name: string;
  name: string;
  domain: string;
  url: string;
  category: string;
  countries: string[];
  is_global: boolean;
  description: string | null;
  icon_slug: string | null;
  brand_hex: string | null;
}

export interface Shop extends Merchant {
  slug: string;
  tagline: string;
  tint: string;
  ink: string;
  network: string;
  programmeId: string;
}

/** The three shops that the sandbox runs itself. Their domains are reserved names that can never resolve. */
export const SHOPS: readonly Shop[] = [
  {
    slug: "marlow-finch",
    internal_name: "marlow-finch",
    name: "Marlow Finch",
    tagline: "Parts for people who build their own",
    domain: "marlowfinch.example",
    url: "https://marlowfinch.example/",
    category: "electronics",
    countries: ["US", "CA"],
    is_global: false,
    description: "A made-up computer shop of the sandbox: processors, memory, drives and everything around them.",
    icon_slug: null,
    brand_hex: "#1f5f5b",
    tint: "#1f5f5b",
    ink: "#ffffff",
    network: "impact",
    programmeId: "9001",
  },
  {
    slug: "brightpenny",
    internal_name: "brightpenny",
    name: "Brightpenny",
    tagline: "The same part, for a brighter penny",
    domain: "brightpenny.example",
    url: "https://brightpenny.example/",
    category: "electronics",
    countries: ["US"],
    is_global: false,
    description: "A made-up discount shop of the sandbox for computer parts and accessories.",
    icon_slug: null,
    brand_hex: "#8a4b12",
    tint: "#8a4b12",
    ink: "#ffffff",
    network: "cj",
    programmeId: "4009001",
  },
  {
    slug: "otter-lane",
    internal_name: "otter-lane",
    name: "Otter Lane",
    tagline: "Clothes, pantry and a few good gadgets",
    domain: "otterlane.example",
    url: "https://otterlane.example/",
    category: "general-retail",
    countries: ["US", "GB"],
    is_global: true,
    description: "A made-up market of the sandbox with clothing, sauces and everyday electronics.",
    icon_slug: null,
    brand_hex: "#3d4a8a",
    tint: "#3d4a8a",
    ink: "#ffffff",
    network: "awin",
    programmeId: "9901",
  },
];

export interface Icon {
  internal_name: string;
  icon_slug: string;
  hex: string;
  path: string;
}

export interface MerchantCategory {
  slug: string;
  name_en: string;
  name_es: string;
}

export interface ProductCategory extends MerchantCategory {
  subcategories: { slug: string; name_en: string }[];
}

export function loadMerchants(): Merchant[] {
  return readRows<Merchant>("merchants.ndjson.gz");
}

export function loadIcons(): Map<string, Icon> {
  return new Map(readRows<Icon>("brand_icons.ndjson.gz").map((icon) => [icon.internal_name, icon]));
}

export function loadMerchantCategories(): MerchantCategory[] {
  return readJson<MerchantCategory[]>("merchant_categories.json");
}

export function loadProductCategories(): ProductCategory[] {
  return readJson<ProductCategory[]>("product_categories.json");
}
