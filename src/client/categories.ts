/** Categories of stores and of products, kept by the browser for a day (SPEC §3 "Cookies/storage", §9). */
import { call } from "./call.ts";

export type Category = { slug: string; name_en: string; name_es: string; count: number };
export type Department = Category & { subcategories: Category[] };

const DAY_MS = 86_400_000;
const PLACES = { categories: "/api/categories", product_categories: "/api/product-categories" } as const;
type Kept = { categories: Category[]; product_categories: Department[] };

/** From the browser's own store while it is fresh, else asked for and kept. Null when it cannot be had. */
export async function readCategories<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | null> {
  const now = performance.timeOrigin + performance.now();
  try {
    const kept = JSON.parse(localStorage.getItem(name) ?? "null") as { data: Kept[Name]; expire: number } | null;
    if (kept && Array.isArray(kept.data) && kept.expire > now) return kept.data;
  } catch {
    // Somebody wrote into it what is none of ours: it is asked for again.
  }
  const data = await call<Kept[Name]>(PLACES[name]).catch(() => null);
  if (data) localStorage.setItem(name, JSON.stringify({ data, expire: now + DAY_MS }));
  return data;
}
