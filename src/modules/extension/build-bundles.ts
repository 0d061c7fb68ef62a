/** Makes what browsers keep of the catalogue: a new version of each brand where something is another, and what leads to it. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Brand } from "#partners";
import { momentOf } from "#platform/database";
import type { ExtensionContext } from "./context.ts";
import type { Bundle } from "./extension.types.ts";
import { bundleOf, bundleText, differenceOf, hashOf, KEPT_VERSIONS } from "./rules.ts";
import { signedText } from "./sign-bundle.ts";
import { insertBundle, lockBrand, readBundles, readNewest, replaceDifferences } from "./store.ts";

const pack = (text: string) => promisify(gzip)(text, { level: 9 });
const unpack = async (body: Buffer): Promise<Bundle> =>
  JSON.parse((await promisify(gunzip)(body)).toString("utf8")) as Bundle;

/** What others write meanwhile is looked at again; so often at most, before the next change's own job does. */
const MAX_ROUNDS = 5;

/** A bundle as it is signed and sent: brands whose members get the same rates have one text. */
type Written = { bundle: Bundle; hash: string; body(): Promise<Buffer> };

/** Brands whose pages offer the extension; returns how many got a new version. */
export async function buildBundles(context: ExtensionContext): Promise<number> {
  const { partners, database } = context;
  let made = 0;
  let left = partners.all().filter(({ has_extension }) => has_extension);
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    // Before the catalogue is read: who finds another version than these when they write was overtaken by whoever may have read later.
    // What changes and changes back meanwhile may be told once too often, until the schedule looks again.
    const versions = new Map<Brand, number>();
    for (const brand of left) versions.set(brand, (await readNewest(database.db, brand.partner_name))?.version ?? 0);
    const write = writer(context);
    const overtaken: Brand[] = [];
    for (const [brand, version] of versions) {
      const outcome = await buildBundle(context, { brand, version, written: await write(brand) });
      if (outcome === "made") made += 1;
      if (outcome === "overtaken") overtaken.push(brand);
    }
    left = overtaken;
  }
  return made;
}

/** Reads the catalogue once for all brands that show it alike. */
function writer({ catalog, recipes }: ExtensionContext): (brand: Brand) => Promise<Written> {
  const known = new Map<unknown, Promise<Written>>();
  async function write(shown: ReturnType<typeof catalog.under>): Promise<Written> {
    const [stores, own] = await Promise.all([shown.bundleStores(), catalog.ownLinks()]);
    const bundle = bundleOf(stores, own, recipes());
    const text = bundleText(bundle);
    let packed: Promise<Buffer> | null = null;
    return {
      bundle,
      hash: hashOf(text),
      body() {
        packed ??= pack(text);
        return packed;
      },
    };
  }
  return (brand) => {
    const shown = catalog.under(brand);
    const written = known.get(shown) ?? write(shown);
    known.set(shown, written);
    return written;
  };
}

async function buildBundle(
  { database, clock, signer, log }: ExtensionContext,
  { brand, version: seen, written }: { brand: Brand; version: number; written: Written },
): Promise<"same" | "made" | "overtaken"> {
  const { bundle, hash } = written;
  const name = brand.partner_name;
  const newest = await readNewest(database.db, name);
  // A catalogue that is being brought in for the first time has nothing to tell yet.
  if (newest?.hash === hash || (!newest && bundle.stores.length === 0)) return "same";
  const body = await written.body();
  return database.transaction(async (tx) => {
    await lockBrand(tx, name);
    const last = await readNewest(tx, name);
    if (last?.hash === hash) return "same";
    if ((last?.version ?? 0) !== seen) return "overtaken";
    const version = seen + 1;
    const at = momentOf(tx, clock);
    const signature = signer.sign(signedText({ brand: name, version, made_at: at.toISOString(), hash }));
    const before = (await readBundles(tx, name)).slice(-KEPT_VERSIONS);
    await insertBundle(tx, { brand: name, version, made_at: at, hash, signature, stores: bundle.stores.length, body });
    const differences = [];
    for (const one of before) {
      const difference = await pack(JSON.stringify(differenceOf(await unpack(one.body), bundle)));
      // One that is no smaller than the whole saves nobody anything.
      if (difference.length < body.length) differences.push({ from: one.version, version, body: difference });
    }
    await replaceDifferences(tx, name, differences, version - KEPT_VERSIONS);
    log.info(
      { brand: name, version, stores: bundle.stores.length, bytes: body.length },
      "a bundle for browsers was made",
    );
    return "made";
  });
}
