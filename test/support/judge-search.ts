/** Judges search by the questions of `judged-questions.txt`: what stands in the order in which a reader sees it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type pg from "pg";
import type { SearchPage } from "#catalog";

/** As the catalogue folds names, for the plain words of rules. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

type Rule = { grade: number; rule: string };
export type Question = { language: "en" | "es"; text: string; rules: Rule[]; held_out: boolean };

export function readQuestions(): Question[] {
  const lines = readFileSync(new URL("judged-questions.txt", import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [language, text = "", grades = ""] = line.split(" | ");
      const rules = grades.split(";").flatMap((part) => {
        const [grade = "", ...rest] = part.trim().split(" ");
        const words = rest.join(" ").match(/[^\s"]*"[^"]*"|!\S+|\S+/g) ?? [];
        return words.map((rule) => ({ grade: Number(grade), rule }));
      });
      const hash = createHash("sha1").update(text).digest();
      return { language: language as "en" | "es", text, rules, held_out: (hash[0] ?? 0) % 3 === 0 };
    });
}

/** Everything that can be found, as rules look at it. */
export type Thing = {
  id: string;
  kind: "stores" | "products" | "coupons" | "categories" | "missing";
  /** Of a coupon the store's. */
  store: string;
  store_category: string;
  store_words: string;
  words: string;
  /** What a product tells of itself beside its name. */
  about: string;
  /** What a coupon takes off, as it is typed: 20% or $10. */
  off: string;
  brand: string;
  place: string;
  minor: number;
};

export async function readThings(pool: pg.Pool): Promise<Map<string, Thing>> {
  const none = {
    store: "",
    store_category: "",
    store_words: "",
    words: "",
    about: "",
    off: "",
    brand: "",
    place: "",
    minor: 0,
  };
  const { rows: stores } = await pool.query("select internal_name, folded, category from catalog.merchants where live");
  const { rows: products } = await pool.query(
    `select slug, folded, brand, category || case when subcategory = '' then '' else '/' || subcategory end as place, from_minor,
       description || ' ' || specs::text as about from catalog.products where merchants > 0`,
  );
  const { rows: coupons } = await pool.query(
    `select o.folded, o.title, o.discount_kind, o.discount_bps, o.discount_minor, m.internal_name, m.folded as store_words, m.category from catalog.offers o join catalog.merchants m using (merchant_id)
     where o.gone_at is null and m.live and (o.ends_at is null or o.ends_at > now()) and (o.starts_at is null or o.starts_at <= now())`,
  );
  const { rows: categories } = await pool.query(
    "select category || case when subcategory = '' then '' else '/' || subcategory end as place from catalog.product_categories where products > 0",
  );
  const things: Thing[] = [
    ...stores.map((row) => ({
      ...none,
      id: `/${row.internal_name}-coupons`,
      kind: "stores" as const,
      store: row.internal_name,
      store_category: row.category,
      store_words: row.folded,
    })),
    ...[...new Set(stores.map((row) => row.category))].map((category) => ({
      ...none,
      id: `/stores/${category}`,
      kind: "categories" as const,
      store_category: category,
    })),
    ...categories.map(({ place }) => ({ ...none, id: `/products/${place}`, kind: "categories" as const, place })),
    ...products.map((row) => ({
      ...none,
      id: `/${row.slug}-product`,
      kind: "products" as const,
      words: row.folded,
      about: fold(row.about),
      brand: fold(row.brand ?? "").replaceAll(" ", "-"),
      place: row.place,
      minor: Number(row.from_minor),
    })),
    ...coupons.map((row) => ({
      ...none,
      id: `${row.internal_name}: ${row.title}`,
      kind: "coupons" as const,
      store: row.internal_name,
      store_category: row.category,
      store_words: row.store_words,
      words: row.folded,
      off:
        row.discount_kind === "percent"
          ? `${row.discount_bps / 100}%`
          : row.discount_kind === "amount"
            ? `$${Number(row.discount_minor) / 100}`
            : "",
    })),
  ];
  return new Map(things.map((thing) => [thing.id, thing]));
}

/** The sections of a page from top to bottom; a store that is missing is told first. */
function sectionsOf(page: SearchPage): string[][] {
  const shown = {
    stores: page.stores.map((store) => `/${store.internal_name}-coupons`),
    products: page.products.map((product) => `/${product.slug}-product`),
    coupons: page.coupons.map((coupon) => `${coupon.merchant.internal_name}: ${coupon.title}`),
    categories: page.categories.map((category) => category.href),
  };
  return [page.missing ? [`!${page.missing.name}`] : [], ...page.order.map((kind) => shown[kind])];
}

function fits(rule: string, thing: Thing): boolean {
  if (rule.startsWith("@")) return thing.kind !== "products" && thing.store_category === rule.slice(1);
  if (rule.startsWith("#")) {
    const place = rule.slice(1);
    const inside = thing.place === place || thing.place.startsWith(`${place}/`);
    return inside && (thing.kind === "products" || thing.kind === "categories");
  }
  if (rule.startsWith("^")) return thing.kind === "products" && thing.brand === rule.slice(1);
  if (rule.startsWith("-")) return thing.off === rule.slice(1);
  if (rule.startsWith('"') || rule.startsWith("~")) {
    const asked = fold(rule).split(" ");
    const words = (rule.startsWith("~") ? thing.about : thing.words).split(" ");
    return asked.every((each) => words.some((word) => word.startsWith(each)));
  }
  if (rule.startsWith("$")) return thing.kind === "coupons" && thing.store === rule.slice(1);
  if (rule.endsWith("*")) return thing.store !== "" && ` ${thing.store_words}`.includes(` ${rule.slice(0, -1)}`);
  return thing.store !== "" && thing.store === rule;
}

/** A product that only stands in the place is at most acceptable, and that only where the very thing is sold too. */
const placeGrade = (given: number, sold: boolean) => (given === 3 ? 3 : sold ? 1 : 0);

function gradeOf(question: Question, thing: Thing, sold: boolean): number {
  let grade = 0;
  const bounds = question.rules.filter(({ rule }) => /^[<>]\d/.test(rule)).map(({ rule }) => rule);
  const priced = (minor: number) =>
    bounds.every((bound) =>
      bound[0] === "<" ? minor <= Number(bound.slice(1)) * 100 : minor >= Number(bound.slice(1)) * 100,
    );
  for (const { grade: given, rule } of question.rules) {
    if (given <= grade || /^[<>!]/.test(rule) || !fits(rule, thing)) continue;
    const coupon = thing.kind === "coupons" && !/^[$"-]/.test(rule);
    const placed = thing.kind === "products" && rule.startsWith("#");
    grade = Math.max(grade, coupon ? Math.max(1, given - 1) : placed ? placeGrade(given, sold) : given);
  }
  return thing.kind === "products" && !priced(thing.minor) ? 0 : grade;
}

const gain = (grades: readonly number[]) =>
  grades.slice(0, 5).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0);

export type Judgement = {
  question: Question;
  found: { id: string; grade: number }[];
  /** Null when nothing in this world answers the question. */
  ndcg: number | null;
  /** What is none of what was meant, among the first three of a section. */
  nonsense: string[];
  empty: boolean;
};

export function judge(question: Question, page: SearchPage, things: ReadonlyMap<string, Thing>): Judgement {
  const told = question.rules
    .filter(({ rule }) => rule.startsWith("!"))
    .map(({ rule, grade }) => ({ grade, rule: rule.replaceAll("+", " ") }));
  const all = [...things.values()];
  const sold = all.some((thing) => thing.kind === "products" && gradeOf(question, thing, false) === 3);
  const sections = sectionsOf(page).map((ids) =>
    ids.map((id) => {
      const thing = things.get(id);
      const name = told.find(({ rule }) => rule === id);
      return { id, grade: name ? name.grade : thing ? gradeOf(question, thing, sold) : 0 };
    }),
  );
  const found = sections.flat();
  // That a store is not with us is only an answer while it is not, and so are those that are like it.
  const present = question.rules.some(({ rule, grade }) => grade === 3 && things.has(`/${rule}-coupons`));
  const asked =
    present && told.length > 0
      ? { ...question, rules: question.rules.filter(({ rule, grade }) => grade === 3 || !rule.startsWith("@")) }
      : question;
  const ours = all.map((thing) => gradeOf(asked, thing, sold)).filter((grade) => grade > 0);
  const ideal = [...ours, ...(present ? [] : told.map(({ grade }) => grade))].sort((a, b) => b - a);
  const answerable = ideal.length > 0;
  return {
    question,
    found,
    ndcg: answerable ? gain(found.map(({ grade }) => grade)) / gain(ideal) : null,
    nonsense: sections.flatMap((section) => section.slice(0, 3).filter(({ grade }) => grade === 0)).map(({ id }) => id),
    empty: answerable && found.length === 0,
  };
}

export function figuresOf(judged: readonly Judgement[]) {
  const scored = judged.flatMap(({ ndcg }) => (ndcg === null ? [] : [ndcg]));
  const share = (wanted: (one: Judgement) => boolean) => judged.filter(wanted).length / Math.max(1, judged.length);
  return {
    questions: judged.length,
    answerable: scored.length,
    ndcg: scored.reduce((sum, one) => sum + one, 0) / Math.max(1, scored.length),
    nonsense: share((one) => one.nonsense.length > 0),
    empty: share((one) => one.empty),
  };
}
