/** What operators may say of a store, as it is typed and as it is kept. Pure. */
import { done, type Outcome, refused } from "#platform/outcome";
import { fold } from "./names.ts";
import { merchantCategoryName } from "./taxonomy/taxonomy.ts";

export const STORE_FIELDS = ["name", "category", "aliases", "popularity", "hidden", "picture"] as const;
export type StoreField = (typeof STORE_FIELDS)[number];

const MAX_NAME = 80;
const MAX_ALIASES = 30;
const MAX_POPULARITY = 1_000;

/** The columns of the merchant that follow from what was typed, or what is wrong with it. */
export function readStoreWord(
  field: StoreField,
  typed: string,
  categories: readonly string[],
): Outcome<Readonly<Record<string, unknown>>, "bad_word"> {
  const wrong = (why: string) => refused("bad_word" as const, { why });
  const text = typed.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim();
  switch (field) {
    case "name":
      if (fold(text) === "" || text.length > MAX_NAME) return wrong(`A name has 1 to ${MAX_NAME} letters.`);
      return done({ name: text, folded: fold(text) });
    case "category": {
      const category = categories.find((slug) => slug === text || fold(merchantCategoryName(slug)) === fold(text));
      if (!category) return wrong(`The categories are: ${categories.map(merchantCategoryName).join("; ")}.`);
      return done({ category });
    }
    case "aliases": {
      const aliases = [...new Set(text.split(",").map(fold).filter(Boolean))];
      if (aliases.length > MAX_ALIASES) return wrong(`No more than ${MAX_ALIASES} other names are kept.`);
      return done({ aliases });
    }
    case "popularity":
      if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_POPULARITY)
        return wrong(`How well known a store is goes from 0 to ${MAX_POPULARITY}.`);
      return done({ start_popularity: Number(text) });
    case "hidden":
      return done({ hidden: text === "yes" });
    case "picture":
      return wrong("A picture is given by its address or as a file.");
  }
}

/** One of a merchant's words, as a person reads it. */
export function showStoreWord(field: StoreField, columns: Readonly<Record<string, unknown>>): string {
  switch (field) {
    case "name":
      return String(columns.name);
    case "category":
      return merchantCategoryName(String(columns.category));
    case "aliases":
      return (columns.aliases as string[]).join(", ") || "none";
    case "popularity":
      return String(columns.start_popularity);
    case "hidden":
      return columns.hidden ? "hidden" : "shown";
    case "picture":
      return String(columns.logo_path ?? "none");
  }
}
