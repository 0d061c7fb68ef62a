import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readImportLine } from "../../../server/commands/import-line.ts";
import type { ShopWish } from "../catalog.server.ts";
import { mergeMerchants } from "../store/known-stores.ts";
import { emptyWorld, feedOf, item, type Story, snapshotOf, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let folder: string;

beforeAll(async () => {
  world.impact = [
    { id: "9001", name: "Marlow Finch", url: "https://marlow.example", rates: [["A", "All", "4"]] },
    { id: "55", name: "Bright", url: "https://bright.example", rates: [["A", "All", "10"]] },
  ];
  folder = await mkdtemp(join(tmpdir(), "shop-feed-test-"));
  story = await startStory(world);
  await story.catalog.importFeed("impact.programmes");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await story.stop();
});
beforeEach(() =>
  story.rows(
    "truncate catalog.product_merges, catalog.listings, catalog.merchant_products, catalog.products, catalog.import_runs, catalog.import_rejects, catalog.import_held, catalog.import_before, catalog.price_alerts; update catalog.feeds set last_rows = null, ends_bare = false where kind = 'products'",
  ),
);

const file = async (name: string, body: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, body);
  return path;
};
const load = async (body: string | Buffer, wish: Partial<ShopWish> = {}) =>
  story.catalog.importShopFeed({ source: await file("feed", body), ...wish });
const attempt = async (body: string | Buffer, wish: Partial<ShopWish> = {}) =>
  story.catalog.tryShopFeed({ source: await file("feed", body), ...wish });
const names = async () =>
  (
    await story.rows<{ name: string }>(
      "select p.name from catalog.listings l join catalog.products p using (product_id) where gone_at is null order by external_id",
    )
  ).map((row) => row.name);

const row = (n: number, name = `Thing ${n}`) => `${n},${name},https://www.marlow.example/p/${n},${n}.50 USD\n`;
const table = (...rows: string[]) => `id,title,link,price\n${rows.join("")}`;
const rows = (count: number) => Array.from({ length: count }, (_, n) => row(n + 1));

describe("a shop's own feed", () => {
  it("is tried without anything being written: columns, the store by its links, and every refused row with its reason", async () => {
    const before = await snapshotOf(story);
    const tried = await attempt(
      `Art-Nr;Titel;Link;Preis;W\u00e4hrung;Lager\n1;Tee;https://www.marlow.example/1;12,50;USD;x\n2;Tasse;javascript:x;3,00;USD;x\n3;Krug;https://marlow.example/3;frei;USD;x\n`,
    );
    expect(tried).toMatchObject({
      ok: true,
      value: {
        rows: 3,
        good: 1,
        cut: false,
        known: 0,
        currencies: [{ currency: "USD", rows: 1 }],
        refused: [
          { reason: "the link is not a web address", rows: 1, example: "2" },
          { reason: "the price is not an amount", rows: 1, example: "3" },
        ],
        plan: {
          store: { internal_name: "marlow-finch", told_by_links: true },
          shape: { form: "table", delimiter: ";", missing: [], unused: ["Lager"] },
        },
      },
    });
    if (tried.ok)
      expect(tried.value.plan.shape.fields).toContainEqual({
        field: "price",
        columns: ["Preis"],
        constant: null,
        sample: "12,50",
      });
    expect(await snapshotOf(story)).toBe(before);
  });

  it("is imported for the store that its links name, and changes nothing the second time", async () => {
    expect(await load(table(...rows(3)))).toMatchObject({
      ok: true,
      value: { feed_name: "shop.marlow-finch", state: "complete", added: 3, rejected: 0 },
    });
    const before = await snapshotOf(story);
    expect(await load(table(...rows(3)), { store: "Marlow Finch" })).toMatchObject({
      value: { feed_name: "shop.marlow-finch", state: "complete", unchanged: 3, added: 0, changed: 0, gone: 0 },
    });
    expect(await snapshotOf(story)).toBe(before);
    const [listing] = (await story.shown.product("thing-2"))?.listings ?? [];
    expect(listing).toMatchObject({ price_minor: "250", merchant: { internal_name: "marlow-finch" } });
    const target = await story.shown.destination({ listing_id: listing?.listing_id ?? "" });
    expect(target?.tracking_template).toContain("u=https%3A%2F%2Fwww.marlow.example%2Fp%2F2");
  });

  it("is read by the map that a person gives", async () => {
    const body = `Nr|Was|Wo|Kostet\n1|Tee|https://marlow.example/1|4.00\n`;
    expect(await load(body)).toMatchObject({
      code: "not_importable",
      detail: { problem: expect.stringContaining("nothing holds id, title, link, price") },
    });
    const map = JSON.stringify({ id: "Nr", title: "Was", link: "Wo", price: "Kostet", currency: "=USD" });
    expect(await load(body, { map })).toMatchObject({ value: { state: "complete", added: 1 } });
    for (const [wrong, why] of [
      ["{", "the map is not JSON"],
      ['{"prize":"x"}', "the map names prize"],
      ['{"price":1}', "neither a column nor a list"],
    ] as const)
      expect(await load(body, { map: wrong })).toMatchObject({ detail: { problem: expect.stringContaining(why) } });
  });

  it("is refused when it is for nobody, or for somebody we do not know", async () => {
    const alien = table("1,Tea,https://nowhere.example/1,1.00 USD\n");
    expect(await load(alien)).toMatchObject({ detail: { problem: expect.stringContaining("no store is named") } });
    expect(await load(alien, { store: "nobody" })).toMatchObject({ detail: { problem: "no store is called nobody" } });
    const told = await attempt(alien, { store: "bright" });
    expect(told.ok && told.value.plan.warnings).toEqual([
      "most links do not lead to bright.example, but for instance to nowhere.example",
    ]);
  });

  it.each([
    ["UTF-16 with a mark", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 without one", (text: string) => Buffer.from(text, "utf16le")],
    ["UTF-16, the other way round", (text: string) => Buffer.from(text, "utf16le").swap16()],
    ["UTF-8 with a mark", (text: string) => Buffer.from(`\ufeff${text}`)],
    ["Latin-1", (text: string) => Buffer.from(text, "latin1")],
    ["gzip", (text: string) => gzipSync(text)],
  ])("is read in %s", async (_name, encode) => {
    expect(await load(encode(table(...rows(20), row(21, "Café crème"))))).toMatchObject({
      value: { state: "complete", added: 21, rejected: 0 },
    });
    expect(await names()).toContain("Café crème");
  });

  it.each([
    ["google", feedOf(item("1", { link: "https://marlow.example/1" }))],
    [
      "google",
      `<products><product sku="1"><name>Tea</name><url>https://marlow.example/1</url><price>4</price><currency>USD</currency><offer><price>9</price></offer></product></products>`,
    ],
    [
      "google",
      `<yml_catalog><shop><offers><offer id="1"><name>Tea</name><url>https://marlow.example/1</url><price>4.00 USD</price></offer></offers></shop></yml_catalog>`,
    ],
    ["json", JSON.stringify([{ id: 1, title: "Tea", link: "https://marlow.example/1", price: 4, currency: "USD" }])],
    ["ndjson", `${JSON.stringify({ id: 1, title: "Tea", link: "https://marlow.example/1", price: "4 USD" })}\n`],
    ["csv", table(row(1))],
    [
      "awin",
      "aw_deep_link,product_name,aw_product_id,search_price,currency,merchant_deep_link\nhttps://www.awin1.com/pclick.php?p=1,Tea,1,4.00,USD,https://marlow.example/1\n",
    ],
    ["cj", "PROGRAM_NAME\tID\tTITLE\tLINK\tPRICE\nMarlow\t1\tTea\thttps://marlow.example/1\t4.00 USD\n"],
  ] as const)("comes as %s, and is refused as something else", async (format, body) => {
    expect(await load(body, { format })).toMatchObject({ value: { state: "complete", added: 1 } });
    const other = format === "json" || format === "ndjson" ? "csv" : "json";
    expect(await load(body, { format: other })).toMatchObject({
      detail: { problem: expect.stringContaining(`no feed of the format ${other}`) },
    });
  });
});

describe("what is no feed", () => {
  it.each([
    ["an error page", "<!doctype html><html><body>502 Bad Gateway</body></html>", "<html>"],
    ["an empty file", "", "empty"],
    ["an archive", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(300)]), "unpack it"],
    ["XML of an error", "<Error><Code>AccessDenied</Code></Error>", "no feed of products but <Error>"],
    ["words", "Service unavailable\n", "no feed of products"],
    ["JSON of an error", '{"error":"quota"}', "no"],
    ["a bomb", gzipSync(`id,title,link,price\n${"x".repeat(100_000_000)}`), "larger than a feed may be"],
    ["half a packed file", gzipSync(table(...rows(2_000))).subarray(0, 2_000), ""],
  ])("loses nothing: %s", async (_name, body, why) => {
    await load(table(...rows(4)));
    const outcome = await load(body, { store: "marlow-finch" });
    if (outcome.ok) expect(outcome.value).toMatchObject({ state: "failed", problem: expect.stringContaining(why) });
    else expect(outcome.detail?.problem).toContain(why);
    expect(await names()).toHaveLength(4);
  });

  it("nor does a file that is cut, or one that lost a third", async () => {
    await load(table(...rows(9)));
    expect(await load(table(...rows(9)).slice(0, -30))).toMatchObject({ value: { state: "short", gone: 0 } });
    expect(await load(table(...rows(6)))).toMatchObject({ value: { state: "held", gone: 0 } });
    expect(await names()).toHaveLength(9);
    expect(await load(table(...rows(7)))).toMatchObject({ value: { state: "complete", gone: 2 } });
  });

  it("nor one row of 20 megabytes among others", async () => {
    const body = table(...rows(5), `6,"${"x".repeat(20_000_000)}`, "\n", row(7), row(8));
    const outcome = await load(body);
    expect(outcome).toMatchObject({ value: { state: "complete", added: 7, rejected: 1 } });
    if (outcome.ok)
      expect(await story.catalog.refusals(outcome.value.run_id ?? "")).toMatchObject([
        { reason: "a row is longer than a megabyte", rows: 1 },
      ]);
  });

  it("entities of a document's own are not unfolded", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
    const body = feedOf(item("1", { title: "Tea &b;&b;", link: "https://marlow.example/1" })).replace(
      /<\?xml.*?\?>/,
      bomb,
    );
    expect(await load(body)).toMatchObject({ value: { state: "complete" } });
    expect((await names()).join()).not.toContain("aaaa");
  });
});

describe("an address", () => {
  const at = (path: string) => `${new URL(story.settings.IMPACT_API_URL).origin}/files/${path}`;
  it("is fetched and imported", async () => {
    world.feeds.set("own.csv", { programme: "9001", body: table(...rows(3)) });
    expect(await story.catalog.importShopFeed({ source: at("own.csv") })).toMatchObject({
      value: { state: "complete", added: 3 },
    });
  });
  it("that is not there, or is no public one, is refused", async () => {
    expect(await story.catalog.importShopFeed({ source: at("none.csv") })).toMatchObject({
      code: "not_importable",
      detail: { problem: expect.stringContaining("answered 404") },
    });
    for (const source of ["http://169.254.169.254/latest", "http://10.0.0.1/feed.csv", "http://[::1]:9/feed"])
      expect(await story.catalog.importShopFeed({ source })).toMatchObject({
        detail: { problem: "the address is not a public one" },
      });
    expect(await story.catalog.importShopFeed({ source: "missing.csv" })).toMatchObject({
      detail: { problem: "there is no file missing.csv" },
    });
  });
});

it("is not asked for by schedule, since nobody could answer", async () => {
  await load(table(...rows(2)));
  await story.catalog.scheduleImports(["products"]);
  const jobs = await story.rows<{ key: string }>("select key from graphile_worker.jobs where key like '%shop.%'");
  expect(jobs).toEqual([]);
  expect(await story.catalog.importFeed("shop.marlow-finch")).toMatchObject({
    state: "failed",
    problem: expect.stringContaining("read from a file"),
  });
});

it("goes along when its store turns out to be a part of another one", async () => {
  await load(table(...rows(3)));
  const [from, to] = await Promise.all(
    ["marlow-finch", "bright"].map(async (name) => {
      const found = await story.rows<{ merchant_id: string }>(
        "select merchant_id from catalog.merchants where internal_name = $1",
        [name],
      );
      return found[0]?.merchant_id ?? "";
    }),
  );
  await story.base.handle.transaction((tx) =>
    mergeMerchants(tx, [{ from: from ?? "", to: to ?? "" }], story.clock.now()),
  );
  expect(await load(table(...rows(3)), { store: "bright" })).toMatchObject({
    value: { feed_name: "shop.marlow-finch", state: "complete", changed: 3, added: 0 },
  });
  // Members go by the programme that is best for the store as it is now.
  const programmes = await story.rows(
    "select distinct p.network_programme_id as id from catalog.listings l join catalog.programmes p using (programme_id)",
  );
  expect(programmes).toEqual([{ id: "55" }]);
});

describe("the line of the command", () => {
  const read = (line: string) => readImportLine(line.split(" ").filter(Boolean), ["impact.offers"]);
  it("tells feeds and files apart", () => {
    expect(read("")).toEqual({ list: true });
    expect(read("impact.offers")).toEqual({ feed: "impact.offers" });
    expect(read("a.csv --store marlow --format awin --map m.json --dry-run")).toEqual({
      source: "a.csv",
      store: "marlow",
      format: "awin",
      map: "m.json",
      dry: true,
    });
  });
  it.each(["release shop.marlow", "a.csv b.csv", "a.csv --format xls", "a.csv --shop x", "a.csv --store"])(
    "refuses %s",
    (line) => expect(read(line)).toHaveProperty("fault"),
  );
});
