/** What operators see and do of products: what a product is known by, who sells it, and two that are one. */
import type { Database } from "#platform/database";
import { showUsd } from "#platform/money";
import type { ActRefusal, ObjectLink, OperatorAct, OperatorList, OperatorObject, Told } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CatalogDesk } from "./desk.ts";
import { productId } from "./ids.ts";
import type { ProductRefusal } from "./merge-products.ts";
import { PICTURE_WHAT } from "./operator-stores.ts";
import { type ProductPictureRefusal, pictureWords } from "./product-pictures.ts";
import { productImage } from "./shape-answers.ts";
import { readProductHistory } from "./store/given-pictures.ts";
import {
  findProductFacts,
  listProductMerges,
  type ProductFacts,
  type ProductMerge,
  readParts,
  readProductFacts,
  readProductMerges,
} from "./store/product-merges.ts";
import type { PictureWish } from "./take-picture.ts";
import { departmentName } from "./taxonomy/taxonomy.ts";

const productLink = (row: Pick<ProductFacts, "product_id" | "name">, more = ""): ObjectLink => ({
  kind: "product",
  id: productId.show(row.product_id),
  line: `${row.name}${more}`,
});

const WHY: Partial<Record<ProductRefusal, string>> = {
  unknown_other: "There is no such product to go into: give its id or its address.",
  same_product: "That is the product itself.",
  merged: "It is a part of another product already.",
  other_merged: "The other one is a part of another product itself: name that one.",
  not_merged: "No operator joined it: it is a product of its own.",
  sealed: "The product that it went into was joined itself since, so that nobody can tell what belonged to which.",
};
const answer = (
  outcome: Outcome<{ merged: string; kept: string }, ProductRefusal>,
  words: (both: { merged: string; kept: string }) => string,
): Outcome<string, ActRefusal> =>
  outcome.ok
    ? done(words(outcome.value))
    : outcome.code === "unknown_product"
      ? refused("unknown")
      : refused("not_possible", { why: WHY[outcome.code] ?? "" });

const productActs = (desk: CatalogDesk): readonly OperatorAct[] => [
  {
    name: "merge",
    what: "It becomes a part of the other product: stores' prices, their history and members' price alerts go over, its address leads there, and imports place there what they bring.",
    permission: "catalog.decide",
    reason: true,
    asks: [{ name: "into", what: "the other product: its id, or its address such as walnut-drum-product" }],
    run: async (product, { by, reason, values }) =>
      answer(
        await desk.mergeProducts({ product, by, reason, into: values.into ?? "" }),
        ({ merged, kept }) => `${merged} is a part of ${kept} now.`,
      ),
  },
  {
    name: "part",
    what: "It is a product of its own again, with the prices and alerts that went over; what came meanwhile goes by what the next import knows it by.",
    permission: "catalog.decide",
    reason: true,
    run: async (product, { by, reason }) =>
      answer(
        await desk.unmergeProduct({ product, by, reason }),
        ({ merged }) => `${merged} is a product of its own again.`,
      ),
  },
  ...pictureActs(desk),
];

const NO_PICTURE: Record<Exclude<ProductPictureRefusal, "unknown_product" | "bad_word">, string> = {
  merged: "It is a part of another product: that one is decided about.",
  not_decided: "Nobody decided it: what is shown is what its shops tell.",
};

function pictureActs(desk: CatalogDesk): readonly OperatorAct[] {
  const give = async (product: string, { by, reason }: Told, picture: PictureWish | null) => {
    const outcome = await desk.giveProductPicture({ product, by, reason, picture });
    if (outcome.ok) {
      const { before, now } = outcome.value;
      return done(now === before ? `It was so already: ${now}.` : `Its picture is ${now} now. Before: ${before}.`);
    }
    if (outcome.code === "unknown_product") return refused("unknown");
    const why = outcome.code === "bad_word" ? (outcome.detail?.why ?? "") : NO_PICTURE[outcome.code];
    return refused("not_possible", { why });
  };
  const shared = { permission: "catalog.decide", reason: false } as const;
  return [
    {
      ...shared,
      name: "upload picture",
      what: "This picture stands on its page and wherever it is listed: it is checked by what it holds, and written anew by us. Imports leave it.",
      asks: [{ name: "picture", what: PICTURE_WHAT, file: "product picture" }],
      run: (id, told) => give(id, told, { file: told.values.picture ?? "" }),
    },
    {
      ...shared,
      name: "picture",
      what: "The picture at this address stands on its page and wherever it is listed: it is fetched once, checked by what it holds, and written anew by us. Imports leave it.",
      asks: [{ name: "address", what: "the picture's address; at most 2 megabytes" }],
      run: (id, told) => give(id, told, { address: told.values.address ?? "" }),
    },
    {
      ...shared,
      name: "no picture",
      what: "It is shown without a picture, whatever its shops send.",
      run: (id, told) => give(id, told, "none"),
    },
    {
      ...shared,
      name: "picture as imported",
      what: "What was decided of its picture is taken back: what its shops tell is shown again.",
      run: (id, told) => give(id, told, null),
    },
  ];
}

function entriesOf(merge: ProductMerge, own: string) {
  const other = productId.show(merge.merged === own ? merge.kept : merge.merged);
  const joined = merge.merged === own ? `joined to ${other}` : `${other} became a part of it`;
  const parted = merge.merged === own ? `parted from ${other}` : `${other} is a product of its own again`;
  return [
    { at: merge.at, by: merge.by, what: `${joined}: ${merge.reason}` },
    ...(merge.undone_at
      ? [{ at: merge.undone_at, by: merge.undone_by ?? "", what: `${parted}: ${merge.undone_why ?? ""}` }]
      : []),
  ];
}

export const productObject = (db: Database, desk: CatalogDesk): OperatorObject => ({
  kind: "product",
  permission: "catalog.see",
  async search(text, most) {
    const slug = text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .replace(/-product$/, "");
    if (slug.length < 3) return [];
    return (await findProductFacts(db, { id: productId.read(text), text: slug }, most)).map((row) => productLink(row));
  },
  async show(shown) {
    const id = productId.read(shown);
    const row = id && (await readProductFacts(db, { id, slug: "" }));
    if (!row) return null;
    const kept = row.merged_into && (await readProductFacts(db, { id: row.merged_into, slug: "" }));
    const parts = await readParts(db, row.product_id);
    const merges = await readProductMerges(db, row.product_id);
    const history = await readProductHistory(db, row.product_id);
    const picture = productImage(row.product_id, row.image_url);
    return {
      facts: known({
        name: row.name,
        brand: row.brand,
        "number of the trade": row.gtin,
        address: `/${row.slug}-product`,
        category: departmentName(row.category),
        "sold by": row.merged_into ? "whoever sells the product that it is a part of" : `${row.merchants} stores`,
        from: row.merchants > 0 && showUsd(row.from_minor),
        picture: pictureWords(row.given_image),
      }),
      ...(picture && { picture }),
      timeline: [
        ...merges.flatMap((merge) => entriesOf(merge, row.product_id)),
        ...history.map(({ at, by, what, reason }) => ({ at, by, what: reason ? `${what}. ${reason}` : what })),
      ].toSorted((one, other) => one.at.getTime() - other.at.getTime()),
      links: [
        ...(kept ? [productLink(kept, ", the product that it is a part of")] : []),
        ...parts.map((part) => productLink(part, ", a part of it")),
      ],
    };
  },
  acts: productActs(desk),
});

export const productMergeList = (db: Database): OperatorList => ({
  name: "product merges",
  what: "Products that operators made one, the newest first",
  empty: "None was made one with another. Find a product that stands twice, and merge it on its page.",
  permission: "catalog.see",
  filters: [{ name: "state", values: ["all", "joined", "parted"] }],
  async read({ filters, after, most }) {
    const from = /^\d{1,15}$/.test(after ?? "") ? after : null;
    const open = filters.state === "joined" ? true : filters.state === "parted" ? false : null;
    const rows = await listProductMerges(db, { open, after: from, most });
    return {
      rows: rows.map((row) => ({
        ...productLink({ product_id: row.merged, name: row.merged_name }),
        facts: known({
          product: row.merged_name,
          "part of": row.kept_name,
          state: row.undone_at ? "parted" : row.sealed_at ? "joined for good" : "joined",
          since: row.at,
          by: row.by,
          why: row.reason,
          listings: String(row.listings.length),
        }),
      })),
      after: rows.length === most ? (rows.at(-1)?.merge_id ?? null) : null,
    };
  },
});
