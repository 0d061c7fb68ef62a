/** Our own categories, and how the networks' words for them are understood. Pure. */
import { fold } from "../names.ts";
import merchantCategories from "./merchant-categories.json" with { type: "json" };
import productCategories from "./product-categories.json" with { type: "json" };

export type Named = { slug: string; name_en: string; name_es: string };
export type Department = Named & { subcategories: Named[] };

/** What no other category takes. */
export const OTHER: Named = { slug: "other", name_en: "Other", name_es: "Otros" };

export const MERCHANT_CATEGORIES: readonly Named[] = [...merchantCategories, OTHER];
export const PRODUCT_CATEGORIES: readonly Department[] = [...productCategories, { ...OTHER, subcategories: [] }];

const merchantByName = new Map(
  MERCHANT_CATEGORIES.flatMap(
    (category) =>
      [
        [fold(category.name_en), category.slug],
        [fold(category.slug), category.slug],
      ] as const,
  ),
);

const namesOf = (categories: readonly Named[]) => new Map(categories.map(({ slug, name_en }) => [slug, name_en]));
const merchantNames = namesOf(MERCHANT_CATEGORIES);
const departmentNames = namesOf(PRODUCT_CATEGORIES);

/** What operators read of a category: its name, where rows keep its address. */
export const merchantCategoryName = (slug: string): string => merchantNames.get(slug) ?? slug;
export const departmentName = (slug: string): string => departmentNames.get(slug) ?? slug;

/** Words by which other networks' sectors are told; the first that fits. */
const MERCHANT_WORDS: readonly [RegExp, string][] = [
  [/shoe|footwear/, "shoes"],
  [/jewel|watch/, "jewelry-watches"],
  [/cloth|fashion|apparel|lingerie/, "clothing"],
  [/baby|kid|child/, "baby-kids"],
  [/beauty|cosmetic|fragrance/, "beauty"],
  [/pharma|health|vitamin|optical/, "health-pharmacy"],
  [/video game|gaming/, "gaming"],
  [/electronic|computer|hardware|consumer tech/, "electronics"],
  [/software|app\b|apps|hosting|web service/, "software-apps"],
  [/mobile|internet|telecom|broadband/, "mobile-internet"],
  [/garden|furniture|home|kitchen|bed/, "home-garden"],
  [/diy|tool|improvement/, "home-improvement"],
  [/grocer|supermarket|convenience/, "grocery"],
  [/food deliver|takeaway/, "food-delivery"],
  [/coffee|chocolate|sweet|bakery/, "food-gifts"],
  [/restaurant|cafe/, "restaurants"],
  [/toy/, "toys-games"],
  [/book|music|instrument/, "books-media"],
  [/office|stationery/, "office-supplies"],
  [/gift|flower|craft|party/, "crafts-party"],
  [/gym|fitness/, "fitness"],
  [/sport|outdoor/, "sports-outdoors"],
  [/pet/, "pets"],
  [/fuel|gas station/, "fuel"],
  [/car rental|truck/, "car-rental"],
  [/auto|motor|tyre|tire/, "automotive"],
  [/travel|hotel|flight|holiday|vacation/, "travel-hotels"],
  [/transport|ride/, "transport"],
  [/stream|media/, "streaming-media"],
  [/ticket|entertain|event/, "entertainment-tickets"],
  [/course|educat|learn/, "education"],
  [/shipping|postal|courier/, "shipping"],
  [/department/, "department-stores"],
  [/marketplace/, "marketplaces"],
  [/retail|shopping|general/, "general-retail"],
  [/service|financ|insur/, "services"],
];

export function merchantCategoryOf(name: string): string {
  const folded = fold(name);
  const exact = merchantByName.get(folded);
  if (exact) return exact;
  return MERCHANT_WORDS.find(([pattern]) => pattern.test(folded))?.[1] ?? OTHER.slug;
}

/** The same words at the beginning of a word, so that a longer text may be asked. */
const WORDS_IN_TEXT = MERCHANT_WORDS.map(([pattern, slug]) => [new RegExp(`\\b(?:${pattern.source})`), slug] as const);

/** A category for a merchant of whom only a text is known; its slug, which `merchantCategoryOf` takes as well. */
export function merchantCategoryIn(text: string): string {
  const folded = fold(text.slice(0, 1_000));
  return WORDS_IN_TEXT.find(([pattern]) => pattern.test(folded))?.[1] ?? OTHER.slug;
}

export type ProductPlace = { category: string; subcategory: string; subcategory_folded: string };

const departments = new Map(PRODUCT_CATEGORIES.map((department) => [fold(department.name_en), department]));
const subcategories = new Map<string, { department: Department; sub: Named }>();
for (const department of PRODUCT_CATEGORIES)
  for (const sub of department.subcategories)
    if (!subcategories.has(fold(sub.name_en))) subcategories.set(fold(sub.name_en), { department, sub });

/** As much of a path as is looked at: nobody's departments are longer. */
const MAX_PATH = 400;

const NOWHERE: ProductPlace = { category: OTHER.slug, subcategory: "", subcategory_folded: "" };
const places = new Map<string, ProductPlace>();

/** Finds our department and subcategory in a path such as `Computers > Case Fans`. */
export function productPlaceOf(path: string): ProductPlace {
  if (!path) return NOWHERE;
  const known = places.get(path);
  if (known) return known;
  const place = findPlace(path);
  // Feeds repeat few paths; one that makes up a path for every row must not fill the memory.
  if (places.size < 20_000) places.set(path, place);
  return place;
}

function findPlace(path: string): ProductPlace {
  const parts = path
    .slice(0, MAX_PATH)
    .split(/[>|/]/)
    .map((part) => fold(part))
    .filter(Boolean);
  const department = parts.map((part) => departments.get(part)).find((found) => found !== undefined);
  if (department) {
    for (const part of parts.toReversed()) {
      const sub = department.subcategories.find((candidate) => fold(candidate.name_en) === part);
      if (sub) return { category: department.slug, subcategory: sub.slug, subcategory_folded: part };
    }
    return { category: department.slug, subcategory: "", subcategory_folded: parts.at(-1) ?? "" };
  }
  for (const part of parts.toReversed()) {
    const found = subcategories.get(part);
    if (found) return { category: found.department.slug, subcategory: found.sub.slug, subcategory_folded: part };
  }
  return { ...NOWHERE, subcategory_folded: parts.at(-1) ?? "" };
}
