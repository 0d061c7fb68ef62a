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

/** The catalogue changes while it is read: so often at most is it read again before the next change's own job does. */
const MAX_ROUNDS = 5;

/** Brands whose pages offer the extension; returns how many got a new version. */
export async function buildBundles(context: ExtensionContext): Promise<number> {
  let made = 0;
  for (const brand of context.partners.all().filter(({ has_extension }) => has_extension)) {
    let rounds = 0;
    // Whoever wrote a version reads once more: another that had read later may have written before, and is the one to stay.
    while (rounds < MAX_ROUNDS && (await buildBundle(context, brand))) rounds += 1;
    if (rounds > 0) made += 1;
  }
  return made;
}

async function buildBundle(context: ExtensionContext, brand: Brand): Promise<boolean> {
  const { database, catalog, clock, signer, log, recipes } = context;
  const [stores, own] = await Promise.all([catalog.under(brand).bundleStores(), catalog.ownLinks()]);
  const bundle = bundleOf(stores, own, recipes());
  const text = bundleText(bundle);
  const hash = hashOf(text);
  const name = brand.partner_name;
  const newest = await readNewest(database.db, name);
  // A catalogue that is being brought in for the first time has nothing to tell yet.
  if (newest?.hash === hash || (!newest && stores.length === 0)) return false;
  const body = await pack(text);
  return database.transaction(async (tx) => {
    await lockBrand(tx, name);
    const last = await readNewest(tx, name);
    if (last?.hash === hash) return false;
    const version = (last?.version ?? 0) + 1;
    const at = momentOf(tx, clock);
    const signature = signer.sign(signedText({ brand: name, version, made_at: at.toISOString(), hash }));
    const before = (await readBundles(tx, name)).slice(-KEPT_VERSIONS);
    await insertBundle(tx, { brand: name, version, made_at: at, hash, signature, stores: stores.length, body });
    const differences = [];
    for (const one of before) {
      const difference = await pack(JSON.stringify(differenceOf(await unpack(one.body), bundle)));
      // One that is no smaller than the whole saves nobody anything.
      if (difference.length < body.length) differences.push({ from: one.version, version, body: difference });
    }
    await replaceDifferences(tx, name, differences, version - KEPT_VERSIONS);
    log.info({ brand: name, version, stores: stores.length, bytes: body.length }, "a bundle for browsers was made");
    return true;
  });
}
