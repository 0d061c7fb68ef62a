/** The door of the extension's bundles: what browsers keep of the catalogue, so that no page's address has to leave them. */
import { type Outcome, refused } from "#platform/outcome";
import { buildBundles } from "./build-bundles.ts";
import type { ExtensionContext } from "./context.ts";
import type { CodeTry, Manifest, ProductPrices } from "./extension.types.ts";
import type { ExtensionRefusal } from "./messages.ts";
import type { ExtensionSettings } from "./settings.ts";
import { showPrices } from "./show-prices.ts";
import { createBundleSigner, oldestText } from "./sign-bundle.ts";
import { deleteTriesBefore, readBundle, readDifference, readDifferences, readNewest } from "./store.ts";
import { readStoreRecipes } from "./store-recipes.ts";
import { takeTries } from "./take-tries.ts";

/** So long one browser's word of a code stays apart from what was counted. */
const KEPT_MS = 30 * 86_400_000;

export type * from "./extension.types.ts";
export { createBundleSigner };

export function createExtension(deps: Omit<ExtensionContext, "signer" | "recipes"> & { settings: ExtensionSettings }) {
  const context: ExtensionContext = {
    ...deps,
    signer: createBundleSigner(deps.settings.EXTENSION_SIGNING_KEY),
    recipes: () => readStoreRecipes(deps.settings.EXTENSION_STORE_RECIPES),
  };
  const { database, partners, signer } = context;
  const brandOf = (name: string) => partners.all().find((one) => one.partner_name === name && one.has_extension);
  let [making, next]: (Promise<number> | null)[] = [null, null];
  const begin = (): Promise<number> => {
    next = null;
    const mine = buildBundles(context).finally(() => {
      if (making === mine) making = null;
    });
    making = mine;
    return mine;
  };
  /** Many who ask while one is made wait for the one after it: that one may have read before what they ask for. */
  const build = (): Promise<number> => {
    if (!making && !next) return begin();
    next ??= Promise.resolve(making).then(begin, begin);
    return next;
  };
  /** Told to everybody: an extension that asks says nothing of itself, and each knows its own version. */
  function oldest(brand: string): Pick<Manifest, "oldest"> {
    const [version, from] = deps.settings.EXTENSION_OLDEST_VERSION?.split(" ") ?? [];
    if (version === undefined || from === undefined) return {};
    return { oldest: { version, from, signature: signer.sign(oldestText({ brand, version, from })) } };
  }
  const newest = (brand: string) => readNewest(database.db, brand);
  return {
    /** Compares the catalogue with what was told last; returns how many brands got a new version. */
    build,
    /** What is newest for a brand, by its `partner_name`; null for one without the extension, and before there are stores. */
    async manifest(brand: string): Promise<Manifest | null> {
      if (!brandOf(brand)) return null;
      let row = await newest(brand);
      if (!row) {
        await (making ?? build());
        row = await newest(brand);
      }
      if (!row) return null;
      return {
        format: 1,
        brand,
        version: row.version,
        made_at: row.made_at.toISOString(),
        hash: row.hash,
        signature: row.signature,
        public_key: signer.public_key,
        bytes: row.bytes,
        stores: row.stores,
        ...oldest(brand),
        differences: await readDifferences(database.db, brand, row.version),
      };
    },
    /** What a browser tells of codes that it tried. */
    takeTries: (told: { address: string; tries: readonly CodeTry[] }) => takeTries(context, told),
    /** What a product costs at our stores, by its number of the trade: after a press alone. */
    async prices(asked: {
      brand: string;
      gtin: string;
      address: string;
    }): Promise<Outcome<ProductPrices, ExtensionRefusal>> {
      const brand = brandOf(asked.brand);
      return brand ? showPrices(context, { ...asked, brand }) : refused("no_product");
    },
    dropOldTries: () => deleteTriesBefore(database.db, new Date(context.clock.now().getTime() - KEPT_MS)),
    /** gzip of the JSON of one version; null when it is not kept. */
    bundle: (brand: string, version: number): Promise<Buffer | null> => readBundle(database.db, brand, version),
    /** gzip of the JSON of what leads from an older version to the newest; null when there is none. */
    difference: (brand: string, from: number, version: number): Promise<Buffer | null> =>
      readDifference(database.db, brand, from, version),
  };
}
export type Extension = ReturnType<typeof createExtension>;
