/** What browsers keep of the catalogue: made once for each change, signed, led to by differences, small. */
import { createHash, createPublicKey, verify } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrandCatalog, BundleStore } from "#catalog";
import { sql } from "#platform/sql";
import { encoded, leadOn, readPiece, shelve } from "../../../../extension/src/shelve.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { type Bundle, createExtension, type Difference, type Manifest } from "../extension.server.ts";
import { extensionSettings } from "../settings.ts";
import { oldestText, signedText } from "../sign-bundle.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await world.catalog.importAll({ products_later: true });
  await world.work();
});
afterAll(() => world.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  world.app.inject({ method: "GET", url: path, headers });
const manifest = async (): Promise<Manifest> => (await get("/ext/tuppence/manifest.json")).json();
const bodyOf = async (version: number) => {
  const answer = await get(`/ext/tuppence/bundle/${version}`);
  expect(answer.statusCode).toBe(200);
  return gunzipSync(answer.rawPayload).toString("utf8");
};
const keyOf = (raw: string) => createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: raw }, format: "jwk" });

async function* once(text: string) {
  yield text;
}
async function* piecesOf(packed: readonly string[]) {
  for (const piece of packed) yield readPiece(piece);
}

it("is made after a change of the catalogue, signed, and holds what a browser needs", async () => {
  const told = await manifest();
  expect(told.version).toBeGreaterThan(0);
  const text = await bodyOf(told.version);
  expect(createHash("sha256").update(text).digest("hex")).toBe(told.hash);
  const signed = Buffer.from(signedText(told));
  expect(verify(null, signed, keyOf(told.public_key), Buffer.from(told.signature, "base64url"))).toBe(true);
  const other = Buffer.from(signedText({ ...told, version: told.version + 1 }));
  expect(verify(null, other, keyOf(told.public_key), Buffer.from(told.signature, "base64url"))).toBe(false);
  const bundle = JSON.parse(text) as Bundle;
  expect(bundle.stores.length).toBe(told.stores);
  const store = bundle.stores.find(({ name }) => name === "marlow-finch");
  const { merchant } = (await world.catalog.under(world.partners.home).merchant("marlow-finch")) ?? {};
  expect(store).toMatchObject({ title: merchant?.name, hosts: [merchant?.domain], rate: merchant?.rate });
  expect(bundle.own.map(({ network }) => network)).toEqual(expect.arrayContaining(["awin", "cj", "impact"]));
  expect(bundle.own.some(({ network, publisher }) => network === "impact" && publisher === "1010")).toBe(true);
  expect(bundle.stand_down.min_minutes).toBe(90);
  expect(bundle.recipes.map(({ name }) => name)).toEqual(expect.arrayContaining(["shopify", "woocommerce", "magento"]));
});

it("is the same when nothing changed, and a new version with a difference when something did", async () => {
  const before = await manifest();
  expect(await world.extension.build()).toBe(0);
  const old = JSON.parse(await bodyOf(before.version)) as Bundle;
  await sql`update catalog.merchants set name = 'Marlow and Finch' where internal_name = 'marlow-finch'`.execute(
    world.database.db,
  );
  await sql`update catalog.merchants set live = false where internal_name = ${old.stores[0]?.name ?? ""}`.execute(
    world.database.db,
  );
  expect(await world.extension.build()).toBeGreaterThan(0);
  const after = await manifest();
  expect(after.version).toBe(before.version + 1);
  expect(after.differences.map(({ from }) => from)).toContain(before.version);
  const answer = await get(`/ext/tuppence/difference/${before.version}/${after.version}`);
  const difference = JSON.parse(gunzipSync(answer.rawPayload).toString("utf8")) as Difference;
  expect(difference.set.map(({ name }) => name)).toEqual(["marlow-finch"]);
  expect(difference.gone).toEqual([old.stores[0]?.name]);
  // The extension's own way of applying it leads to the very text that was signed.
  const { shelf } = await shelve(encoded(once(JSON.stringify(old))));
  const { hash, shelf: then } = await shelve(encoded(leadOn(piecesOf(shelf.pieces), shelf.rest, difference)));
  expect(hash).toBe(after.hash);
  expect(then.hosts.split("\n").length).toBe(shelf.hosts.split("\n").length - 1);
  expect(answer.rawPayload.length).toBeLessThan(after.bytes / 10);
});

it("keeps a few versions, and leads from each to the newest", async () => {
  for (let round = 0; round < 11; round += 1) {
    await sql`update catalog.merchants set name = ${`Marlow ${round}`} where internal_name = 'marlow-finch'`.execute(
      world.database.db,
    );
    await world.extension.build();
  }
  const told = await manifest();
  expect(told.differences.length).toBe(8);
  expect(told.differences.map(({ from }) => from)).toEqual(
    Array.from({ length: 8 }, (_, place) => told.version - 8 + place),
  );
  expect((await get("/ext/tuppence/bundle/1")).statusCode).toBe(404);
});

const rename = (name: string) =>
  sql`update catalog.merchants set name = ${name} where internal_name = 'marlow-finch'`.execute(world.database.db);
const toldName = async () => {
  const bundle = JSON.parse(await bodyOf((await manifest()).version)) as Bundle;
  return bundle.stores.find(({ name }) => name === "marlow-finch")?.title;
};

/** The world's catalogue, whose reading is watched: brands that show it alike still do. */
function watchReading(read: (read: () => Promise<BundleStore[]>) => Promise<BundleStore[]>) {
  const watched = new Map<BrandCatalog, BrandCatalog>();
  const under = (brand: Parameters<typeof world.catalog.under>[0]) => {
    const shown = world.catalog.under(brand);
    const known = watched.get(shown) ?? { ...shown, bundleStores: () => read(() => shown.bundleStores()) };
    watched.set(shown, known);
    return known;
  };
  return { ...world.catalog, under };
}
/** The first that reads waits until it may go on. */
function slowOnce() {
  const [hasRead, mayWrite] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  const catalog = watchReading(async (read) => {
    const stores = await read();
    if (isFirst) {
      isFirst = false;
      hasRead.resolve();
      await mayWrite.promise;
    }
    return stores;
  });
  return { catalog, hasRead: hasRead.promise, goOn: mayWrite.resolve };
}
const extensionOver = (catalog: typeof world.catalog) => {
  const { database, clock, log, partners, limits, config } = world;
  return createExtension({ database, clock, log, catalog, partners, limits, settings: config });
};

it("ends with the catalogue as it is, though a slow build read it before a change and writes after", async () => {
  const { catalog, hasRead, goOn } = slowOnce();
  await rename("Marlow before");
  const slow = extensionOver(catalog).build();
  await hasRead;
  await rename("Marlow after");
  await world.extension.build();
  goOn();
  await slow;
  expect(await toldName()).toBe("Marlow after");
});

it("tells of a change that comes while a bundle is made: who asks then waits for the next", async () => {
  const { catalog, hasRead, goOn } = slowOnce();
  const extension = extensionOver(catalog);
  await rename("Marlow early");
  const first = extension.build();
  await hasRead;
  await rename("Marlow late");
  const later = Promise.all([extension.build(), extension.build()]);
  goOn();
  await first;
  await later;
  expect(await toldName()).toBe("Marlow late");
});

it("reads the catalogue once for all brands that show it alike", async () => {
  let reads = 0;
  const catalog = watchReading((read) => {
    reads += 1;
    return read();
  });
  await rename("Marlow once");
  const brands = world.partners.all().filter(({ has_extension }) => has_extension);
  const ways = new Set(brands.map((brand) => world.catalog.under(brand))).size;
  expect(await extensionOver(catalog).build()).toBe(brands.length);
  expect(reads).toBe(ways);
  expect(ways).toBeLessThan(brands.length);
});

it("is cached as pages are, and unknown to brands without the extension", async () => {
  const first = await get("/ext/tuppence/manifest.json");
  expect(first.headers["cache-control"]).toContain("max-age=60");
  const etag = String(first.headers.etag);
  expect((await get("/ext/tuppence/manifest.json", { "if-none-match": etag })).statusCode).toBe(304);
  const version = (first.json() as Manifest).version;
  const body = await get(`/ext/tuppence/bundle/${version}`);
  expect(body.headers["cache-control"]).toContain("immutable");
  expect(
    (await get(`/ext/tuppence/bundle/${version}`, { "if-none-match": String(body.headers.etag) })).statusCode,
  ).toBe(304);
  for (const path of ["/ext/nobody/manifest.json", "/ext/tuppence/bundle/999", "/ext/tuppence/difference/1/999"])
    expect((await get(path)).statusCode, path).toBe(404);
  for (const path of ["/ext/tuppence/bundle/0", "/ext/tuppence/bundle/x", "/ext/T!/manifest.json"])
    expect((await get(path)).statusCode, path).toBeGreaterThanOrEqual(400);
});

it("stays under 1.5 MB with 10,000 stores", async () => {
  const bundle = JSON.parse(await bodyOf((await manifest()).version)) as Bundle;
  const stores = Array.from({ length: 10_000 }, (_, place) => {
    const store = bundle.stores[place % bundle.stores.length];
    const round = Math.floor(place / bundle.stores.length);
    if (!store) throw new Error("there are stores");
    // What is told twice packs well: names, hosts and codes of each round are made others, in letters that repeat nothing.
    const mark = createHash("sha256").update(`${place}`).digest("hex").slice(0, 5);
    return round === 0
      ? store
      : {
          ...store,
          name: `${mark}-${store.name}`,
          title: `${store.title} ${mark}`,
          hosts: store.hosts.map((host) => `${mark}${host}`),
          codes: store.codes.map((code) => ({ ...code, code: `${mark}${code.code}` })),
        };
  });
  const bytes = gzipSync(JSON.stringify({ ...bundle, stores }), { level: 9 }).length;
  expect(bytes).toBeLessThan(1_500_000);
});

it("tells everybody the oldest version that is served where an operator set one, signed apart from the bundle", async () => {
  expect(await manifest()).not.toHaveProperty("oldest");
  const setting = { ...world.config, EXTENSION_OLDEST_VERSION: "0.3.0 2027-03-01" };
  const { database, clock, log, catalog, partners, limits } = world;
  const other = createExtension({ database, clock, log, catalog, partners, limits, settings: setting });
  const told = (await other.manifest("tuppence")) as Manifest;
  const { oldest, ...rest } = told;
  expect(oldest).toMatchObject({ version: "0.3.0", from: "2027-03-01" });
  const text = Buffer.from(oldestText({ brand: "tuppence", version: "0.3.0", from: "2027-03-01" }));
  expect(verify(null, text, keyOf(told.public_key), Buffer.from(oldest?.signature ?? "", "base64url"))).toBe(true);
  // The bundle is the same as ever.
  expect(rest).toEqual(await manifest());
});

it("takes no setting that names no version or no day", () => {
  const rule = extensionSettings.EXTENSION_OLDEST_VERSION;
  for (const wrong of [
    "0.3.0",
    "2027-03-01",
    "0.3 2027-03-01",
    "0.3.0 2027-13-01",
    "0.3.0 2027-02-31",
    "v0.3.0 2027-03-01",
  ])
    expect(rule.safeParse(wrong).success, wrong).toBe(false);
  expect(rule.safeParse("0.3.0 2027-03-01").success).toBe(true);
  expect(rule.safeParse(undefined).success).toBe(true);
});
