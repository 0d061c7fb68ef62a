import type { Shop } from "./merchants.ts";

/** Departments that a shop sells, by their English names, and how many of a hundred of their items it has. */
export interface Assortment {
  departments: readonly string[] | "all";
  share: number;
  /** It also has what no other shop has. */
  rest?: boolean;
}

export interface BroadShop extends Shop {
  assortment: Assortment;
}

type Own = Pick<Shop, "name" | "tagline" | "category" | "tint" | "network" | "programmeId"> & Assortment;

function shop({ departments, share, rest = false, ...own }: Own): BroadShop {
  const slug = own.name.toLowerCase().replaceAll(" ", "-");
  const domain = `${slug.replaceAll("-", "")}.example`;
  return {
    ...own,
    slug,
    internal_name: slug,
    domain,
    url: `https://${domain}/`,
    countries: ["US"],
    is_global: false,
    description: `A made-up shop of the sandbox: ${own.tagline.charAt(0).toLowerCase()}${own.tagline.slice(1)}.`,
    icon_slug: null,
    brand_hex: own.tint,
    ink: "#ffffff",
    assortment: { departments, share, rest },
  };
}

/** Shops of different kinds with made-up goods of every department. Two of them sell a part of everything. */
export const BROAD_SHOPS: readonly BroadShop[] = [
  shop({
    name: "Hearth Gable",
    tagline: "Everything for the house, from kettles to ladders",
    category: "home-garden",
    tint: "#7a3e2b",
    network: "impact",
    programmeId: "9002",
    departments: ["Home & Kitchen", "Appliances", "Tools & Home Improvement", "Smart Home"],
    share: 84,
  }),
  shop({
    name: "Ridge Trail",
    tagline: "Gear for long days outside",
    category: "sports-outdoors",
    tint: "#2f5d3a",
    network: "impact",
    programmeId: "9003",
    departments: ["Sports & Outdoors", "Luggage & Bags", "Men's Fashion"],
    share: 84,
  }),
  shop({
    name: "Gear Loft",
    tagline: "Parts, tools and workshop supplies",
    category: "automotive",
    tint: "#4a4f57",
    network: "impact",
    programmeId: "9004",
    departments: ["Automotive", "Industrial & Scientific", "Tools & Home Improvement"],
    share: 86,
  }),
  shop({
    name: "Everfold",
    tagline: "One shop for the whole list",
    category: "general-retail",
    tint: "#27496d",
    network: "impact",
    programmeId: "9005",
    departments: "all",
    share: 45,
  }),
  shop({
    name: "Petal Lane",
    tagline: "Beauty and health, gently chosen",
    category: "beauty",
    tint: "#9a3f63",
    network: "cj",
    programmeId: "4009002",
    departments: ["Beauty & Personal Care", "Health & Household"],
    share: 88,
  }),
  shop({
    name: "Linden Thread",
    tagline: "Clothes, shoes and bags for the whole family",
    category: "clothing",
    tint: "#5b4a7d",
    network: "cj",
    programmeId: "4009003",
    departments: ["Women's Fashion", "Men's Fashion", "Kids' Fashion", "Luggage & Bags"],
    share: 86,
  }),
  shop({
    name: "Crafters Row",
    tagline: "Craft supplies, good food and gifts",
    category: "crafts-party",
    tint: "#8b5a1d",
    network: "cj",
    programmeId: "4009004",
    departments: ["Arts & Crafts", "Grocery & Gourmet", "Gift Cards"],
    share: 90,
  }),
  shop({
    name: "Volt Harbor",
    tagline: "Screens, sound and everything with a plug",
    category: "electronics",
    tint: "#1d4f91",
    network: "awin",
    programmeId: "9902",
    departments: ["Electronics", "Computers", "Smart Home", "Video Games", "Appliances"],
    share: 86,
  }),
  shop({
    name: "Tail Paw",
    tagline: "What animals eat, chew and sleep on",
    category: "pets",
    tint: "#8a5a14",
    network: "awin",
    programmeId: "9903",
    departments: ["Pet Supplies"],
    share: 90,
  }),
  shop({
    name: "Toy Meadow",
    tagline: "Toys, games and the first years",
    category: "toys-games",
    tint: "#b0442c",
    network: "awin",
    programmeId: "9904",
    departments: ["Toys & Games", "Baby", "Video Games", "Kids' Fashion"],
    share: 86,
  }),
  shop({
    name: "Corner Crate",
    tagline: "A bit of everything at a fair price",
    category: "marketplaces",
    tint: "#2c6e6a",
    network: "awin",
    programmeId: "9905",
    departments: "all",
    share: 50,
    rest: true,
  }),
];

export const isBroad = (shop: Shop): shop is BroadShop => "assortment" in shop;
