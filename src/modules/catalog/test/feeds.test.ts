import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { type Config, readConfig } from "#settings";
import { readPromotion as readAwinPromotion } from "../awin/offers.ts";
import { readAwinTable, readFeedList } from "../awin/products.ts";
import { readSummary } from "../awin/programmes.ts";
import { readGroups, readValidation } from "../awin/terms.ts";
import { readLink } from "../cj/offers.ts";
import { readCjProducts } from "../cj/products.ts";
import { readAdvertiser, readTerms } from "../cj/programmes.ts";
import type { Handful, ProductRow, Reject } from "../feeds/feed.types.ts";
import { textOf } from "../feeds/feed-stream.ts";
import { withPublicLinks } from "../feeds/public-links.ts";
import { readShopFeed } from "../feeds/read-shop-feed.ts";
import { child, parseXml } from "../feeds/xml-tree.ts";
import { readPromotion } from "../impact/offers.ts";
import { readCatalog, readItem } from "../impact/products.ts";
import { readCampaign } from "../impact/programmes.ts";

const sample = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(sample(path).toString());

async function gather(stream: AsyncIterable<Handful<ProductRow>>) {
  const rows: ProductRow[] = [];
  const rejects: Reject[] = [];
  let cut = false;
  for await (const handful of stream) {
    rows.push(...handful.rows);
    rejects.push(...handful.rejects);
    cut ||= handful.cut ?? false;
  }
  return { rows, rejects, cut, reasons: rejects.map((reject) => reject.reason) };
}

/** Bytes in pieces of a size that cuts through letters, tags and rows. */
function* pieces(bytes: Buffer, size = 7) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
const xml = (body: string | Buffer, size?: number) =>
  gather(readShopFeed(textOf(pieces(Buffer.from(body), size), null)));
const tsv = (body: string | Buffer, size?: number) =>
  gather(readShopFeed(textOf(pieces(Buffer.from(body), size), null)));
const csv = (body: string | Buffer, size?: number) =>
  gather(readAwinTable(textOf(pieces(Buffer.from(body), size), null)));

const item = (fields: Record<string, string>) => {
  const all = { id: "1", title: "Tea", link: "https://s.example/1", price: "5.00 USD", ...fields };
  return `<item>${Object.entries(all)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join("")}</item>`;
};
const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items.join("\n")}</channel></rss>`;

describe("samples of the published documents", () => {
  it("of Impact are understood", async () => {
    const [campaign] = json("impact/sample-campaigns.json").Campaigns;
    const contract = json("impact/sample-contracts.json").Contracts[0];
    expect(readCampaign(campaign, contract, "https://api.impact.com")).toMatchObject({
      network_programme_id: "10306",
      network_advertiser_id: "1804207",
      name: "Wayne Enterprises",
      domain: "wayne.limited",
      countries: ["GB", "US", "ZA"],
      is_global: false,
      logo_url: "https://api.impact.com/Mediapartners/IRexample/Campaigns/10306/Logo",
      groups: [
        { code: "DEFAULT", name: "Everything else", kind: "percent", bps: 500 },
        { code: "94bc1ae3-5f77-4e63-a862-3bbcf7f085dd", name: "Sports", kind: "percent", bps: 1_500 },
        { name: "Existing customers", kind: "fixed", minor: 10n },
      ],
      proposal: {
        decision: "allowed",
        words: "Cashback and loyalty partners are welcome.",
        locking_days: 62,
      },
      notes: [],
    });
    expect(readCampaign(campaign, undefined, "https://api.impact.com")).toMatchObject({
      proposal: { decision: "undecided", words: null },
      groups: [],
    });
    expect(readPromotion(json("impact/sample-promotions.json").Promotions[0])).toMatchObject({
      network_programme_id: null,
      network_advertiser_id: "12345",
      code: "WELLNESS20",
      discount: { kind: "percent", bps: 2_000 },
      ends_at: new Date("2026-02-01T09:59:59Z"),
    });
    const { Catalogs, Items } = json("impact/sample-catalogs.json");
    expect(readCatalog(Catalogs[0], false)).toMatchObject({
      feed_name: "impact.products.24836",
      network_programme_id: "10306",
      address: "/Wayne-Enterprises/Wayne-Enterprises-Official-Catalog_GOOGLE_TXT.txt.gz",
    });
    expect(readCatalog(Catalogs[0], true)?.address).toBe("Catalogs/24836/Items");
    expect(readItem(Items[0])).toMatchObject({
      external_id: "APP-0016",
      price_minor: 71_910n,
      list_price_minor: 79_900n,
      availability: "in_stock",
    });
  });

  it("of CJ are understood", async () => {
    const advertisers = child(parseXml(sample("cj/sample-advertisers.xml").toString()), "advertisers");
    const contract = json("cj/sample-contracts.json").data.publisher.contracts.resultList[0];
    const settings = { CJ_CLICK_URL: "https://www.anrdoezrs.net", CJ_WEBSITE_ID: "8880001" };
    // The sample has a first child, here and below.
    expect(readAdvertiser(advertisers?.children[0] as never, readTerms(contract), settings)).toMatchObject({
      network_programme_id: "1826327",
      domain: "uk2.net",
      tracking_link: "https://www.anrdoezrs.net/links/8880001/type/dlg/sid/{SID}/{URL}",
      groups: [
        { code: "366413:default", kind: "percent", bps: 500 },
        { code: "366413:10001", name: "Servers", kind: "fixed", minor: 3_000n },
      ],
      proposal: { decision: "denied", words: "Incentivized traffic is prohibited.", locking_days: 45 },
      notes: ["the rate 150.00% of Odd is not one that can be paid"],
    });
    const links = child(parseXml(sample("cj/sample-links.xml").toString()), "links");
    // The parser of the sample gives no types.
    expect(readLink(links?.children[0] as never)).toMatchObject({
      network_programme_id: "1826327",
      code: "PENNY5",
      condition: "First order only",
      discount: { kind: "percent", bps: 500 },
    });
    const { rows, rejects } = await gather(readCjProducts(textOf(pieces(sample("cj/sample-products.json")), null)));
    expect(rejects).toEqual([]);
    expect(rows).toMatchObject([
      { external_id: "APP-0016", price_minor: 24_900n, list_price_minor: 29_900n, gtin: "04006381333931" },
    ]);
  });

  it("of Awin are understood", async () => {
    expect(readSummary(json("awin/sample-programmes.json").programmes[0])).toMatchObject({
      network_programme_id: "3",
      domain: "affiliatewindow.com",
      description: "Awin programme description.",
      countries: ["GB"],
      groups: null,
      proposal: { decision: "denied", words: "Cashback publishers are not accepted." },
    });
    const terms = json("awin/sample-terms.json");
    expect(readGroups(terms.commissiongroups)).toEqual({
      groups: [
        { code: "DEFAULT", name: "Default commission", kind: "percent", bps: 550, minor: 0n },
        { code: "NEW", name: "New customers", kind: "fixed", bps: 0, minor: 750n },
      ],
      notes: ["Paid in pounds pays in GBP, only USD is settled"],
    });
    expect(readValidation(terms.programmedetails)).toBe(9);
    expect(readAwinPromotion(json("awin/sample-promotions.json").data[0])).toMatchObject({
      network_programme_id: "1001",
      code: "EXAMPLE15",
      discount: { kind: "percent", bps: 1500 },
    });
    expect(await readFeedList(sample("awin/sample-feedlist.csv").toString())).toMatchObject([
      { feed_name: "awin.products.61", network_programme_id: "1001" },
    ]);
    const { rows, rejects } = await gather(readAwinTable(textOf([sample("awin/sample-feed.csv")], null)));
    expect([rows.length, rejects.length]).toEqual([2, 0]);
  });
});

describe("bytes", () => {
  const feed = (title: string) => rss(item({ title }));
  it("are unpacked when they are gzip, whatever they are called", async () => {
    expect((await xml(gzipSync(feed("Té")))).rows[0]?.name).toBe("Té");
  });
  it("fail as a whole when the packing is broken", async () => {
    const packed = gzipSync(feed("Tea ".repeat(10_000)));
    await expect(xml(packed.subarray(0, packed.length - 20))).rejects.toThrow();
  });
  it("may begin with a byte-order mark, or be UTF-16", async () => {
    expect((await tsv(`\ufeffID\tTITLE\tLINK\tPRICE\n1\tTé\thttps://s.example\t1 USD\n`)).rows[0]?.name).toBe("Té");
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(feed("Té"), "utf16le")]);
    expect((await xml(wide)).rows[0]?.name).toBe("Té");
  });
  it("that are not UTF-8 are read as Windows-1252, line by line", async () => {
    const mixed = Buffer.concat([
      Buffer.from("ID\tTITLE\tLINK\tPRICE\n"),
      Buffer.from("1\tCaf\u00e9 \u2019\thttps://s.example\t1 USD\n", "utf8"),
      Buffer.from([...Buffer.from("2\tCaf"), 0xe9, 0x20, 0x92, ...Buffer.from("\thttps://s.example\t1 USD\n")]),
    ]);
    expect((await tsv(mixed)).rows.map((row) => row.name)).toEqual(["Café ’", "Café ’"]);
  });
});

describe("hostile XML", () => {
  it.each([
    ["a negative price", item({ price: "-5.00 USD" }), "the price is zero or negative"],
    ["a huge price", item({ price: "99999999.00 USD" }), "the price is above a million dollars"],
    ["no price", item({ price: "" }), "no price"],
    ["a price in words", item({ price: "call us" }), "the price is not an amount"],
    ["no currency of the world", item({ price: "5.00 XYQ" }), "XYQ is no currency"],
    ["a script for a link", item({ link: "javascript:alert(1)" }), "the link is not a web address"],
    ["no id", item({ id: " " }), "no id"],
    ["no title", item({ title: "&lt;p&gt;&lt;/p&gt;" }), "no title"],
    ["adult goods", item({ adult: "yes" }), "marked as adult"],
  ])("%s is refused and told", async (_name, bad, reason) => {
    const { rows, reasons } = await xml(rss(bad, item({ id: "good" })));
    expect(reasons).toEqual([reason]);
    expect(rows.map((row) => row.external_id)).toEqual(["good"]);
  });

  it("that leads into a network of the reader's own is refused, unless the sandbox plays that host and port", async () => {
    const links = ["http://192.168.0.1/admin", "http://localhost:8080/", "http://127.0.0.1:3100/cj/click-1-2?url=x"];
    const feed = rss(...links.map((link, at) => item({ id: `${at}`, link })), item({ id: "good" }));
    const read = (settings: Config) =>
      gather(withPublicLinks(settings, readShopFeed(textOf([Buffer.from(feed)], null))));
    const beside = await read(readConfig({ NODE_ENV: "test" }));
    expect(beside.rows.map((row) => row.external_id)).toEqual(["2", "good"]);
    expect(new Set(beside.reasons)).toEqual(new Set(["the link leads to no public site"]));
    const alone = await read({ ...readConfig({ NODE_ENV: "test" }), SANDBOX: "off" });
    expect(alone.rows.map((row) => row.external_id)).toEqual(["good"]);
  });

  it("loses a broken picture address and a wrong GTIN, not the product", async () => {
    const { rows } = await xml(
      rss(
        item({
          image_link: "javascript:alert(1)",
          gtin: "123",
          description: "<![CDATA[<b>Hot</b> &amp; black<script>x</script>]]>",
        }),
      ),
    );
    expect(rows[0]).toMatchObject({ image_url: null, gtin: null, description: "Hot & black" });
  });

  it("reads only an item's own fields", async () => {
    const { rows } = await xml(rss(item({ shipping: "<g:price>0.01 USD</g:price>" })));
    expect(rows[0]?.price_minor).toBe(500n);
  });

  it("goes on after an item without an end, unknown entities and stray signs", async () => {
    const { rows, reasons } = await xml(
      rss("<item><g:id>9</g:id><g:title>Half", item({ id: "2", title: "Black &nbsp;&eacute; tea" }), item({ id: "3" })),
    );
    expect(rows.map((row) => row.external_id)).toContain("3");
    expect(rows.find((row) => row.external_id === "2")?.name ?? "Black é tea").toBe("Black é tea");
    expect(reasons.some((reason) => reason.includes("no end"))).toBe(true);
  });

  it("tells a feed that ends in the middle", async () => {
    const { rows, reasons, cut } = await xml(rss(item({}), item({ id: "2" })).slice(0, -60));
    expect(rows).toHaveLength(1);
    expect(cut).toBe(true);
    const between = rss(item({}), item({ id: "2" }));
    expect(await xml(between.slice(0, between.lastIndexOf("<item>")))).toMatchObject({ cut: true, reasons: [] });
    expect((await xml(between)).cut).toBe(false);
    expect(reasons).toEqual([expect.stringContaining("ends inside an item")]);
  });

  it("survives a field of a hundred megabytes in little memory", async () => {
    async function* huge() {
      yield {
        text: `<rss><channel><item><id>1</id><title>Tea</title><link>https://s.example</link><price>5 USD</price><description>`,
        bytes: 1,
      };
      const block = "x".repeat(1024 * 1024);
      for (let n = 0; n < 100; n += 1) yield { text: block, bytes: block.length };
      yield { text: `</description></item>${item({ id: "2" })}</channel></rss>`, bytes: 1 };
    }
    const before = process.memoryUsage().rss;
    const { rows } = await gather(readShopFeed(huge()));
    expect(rows.map((row) => row.external_id)).toEqual(["1", "2"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  });
});

describe("hostile tables", () => {
  const head = "ID\tTITLE\tLINK\tPRICE\n";
  it("refuse a feed without its columns, and an empty one", async () => {
    await expect(tsv("ID\tNAME\n1\tTea\n")).rejects.toThrow("names no link, price");
    await expect(csv("aw_product_id\n1\n")).rejects.toThrow("lacks the columns aw_deep_link");
    for (const empty of ["", "   \n "]) await expect(tsv(empty)).rejects.toThrow("the feed is empty");
    await expect(tsv("<html>502 Bad Gateway</html>")).rejects.toThrow("this is no feed of products but <html>");
    await expect(tsv("<!DOCTYPE html>\n<html><body>no</body></html>")).rejects.toThrow("<html>");
    await expect(tsv("502 Bad Gateway")).rejects.toThrow("this is no feed of products");
    await expect(tsv('{"status":"error","message":"quota"}')).rejects.toThrow();
  });
  it("go on after rows that are too short or too long", async () => {
    const { rows, reasons } = await tsv(
      `${head}1\tTea\n2\tTea\thttps://s.example\t1 USD\textra\textra\n\n3\tTea\thttps://s.example\t1 USD\n`,
    );
    expect(rows.map((row) => row.external_id)).toEqual(["2", "3"]);
    expect(reasons).toEqual(["no link"]);
  });
  it("leave inch signs alone", async () => {
    const { rows } = await tsv(
      `${head}1\t7" tablet\thttps://s.example\t1 USD\n2\t"Quoted ""whole"""\thttps://s.example\t1 USD\n`,
    );
    expect(rows.map((row) => row.name)).toEqual(['7" tablet', 'Quoted "whole"']);
  });
  it("read quoted cells with line ends, and go on after a quote that never closes", async () => {
    const awin = "aw_deep_link,product_name,aw_product_id,search_price,description\n";
    const good = (id: string) => `https://s.example/${id},Tea,${id},5.00 USD,"two\nlines, and ""quotes"""\n`;
    const fine = await csv(awin + good("1") + good("2"));
    expect(fine.rows.map((row) => row.description)).toEqual(['two lines, and "quotes"', 'two lines, and "quotes"']);
    const broken = await csv(
      `${awin}${good("1")}https://s.example/9,Tea,9,5.00,"never closed\n${good("2")}${"filler ".repeat(300_000)}\n${good("3")}`,
      65_536,
    );
    expect(broken.rows.map((row) => row.external_id)).toEqual(["1", "2", "3"]);
    expect(broken.reasons).toEqual(["a quote is not closed", "a row is longer than a megabyte"]);
  });

  it.each([
    ["a row of 20 megabytes", `45,"${"x".repeat(20_000_000)}`],
    ["a row of 1.2 megabytes", `45,${"x".repeat(1_200_000)}`],
    ["an unbalanced quote", 'https://s.example/45,"Tea,45,5.00,never closed'],
    ["a quote that opens and stray ones", 'https://s.example/45,"Tea" or " so,45,"5.00,x'],
  ])("lose one row to %s, and nothing behind it", async (_name, bad) => {
    const awin = "aw_deep_link,product_name,aw_product_id,search_price,currency,description\n";
    const row = (n: number) => `https://s.example/${n},Tea,${n},5.00,USD,"said ""so"",\nand went"\n`;
    const all = Array.from({ length: 60 }, (_, n) => (n === 45 ? `${bad}\n` : row(n)));
    const { rows } = await csv(awin + all.join(""), 65_536);
    expect(rows.map((one) => Number(one.external_id))).toEqual(
      Array.from({ length: 60 }, (_, n) => n).filter((n) => n !== 45),
    );
  });

  it("give up a file in which nothing can be read, instead of retiring what it held", async () => {
    const awin = "aw_deep_link,product_name,aw_product_id,search_price,currency\n";
    await expect(csv(awin + '"open,Tea\n'.repeat(3_000), 65_536)).rejects.toThrow("cannot be read");
  });
});

describe("what shops send", () => {
  it("is read with semicolons, foreign headers and decimal commas", async () => {
    const { rows, reasons } = await tsv(
      'Artikelnummer;Titel;Beschreibung;Link;Bildlink;Preis;W\u00e4hrung;Verf\u00fcgbarkeit;Marke\n1;Tee;"Gut; sehr";https://s.example/1;https://s.example/1.png;1.299,50;USD;auf Lager;Teeh\u00e4uschen\n2;Tasse;;https://s.example/2;;12,5;EUR;;\n',
    );
    expect(rows).toMatchObject([
      { external_id: "1", name: "Tee", description: "Gut; sehr", price_minor: 129_950n, availability: "in_stock" },
      { external_id: "2", currency: "EUR", price_minor: 1_250n },
    ]);
    expect(reasons).toEqual([]);
  });

  it.each([
    ["a list", (all: object[]) => JSON.stringify({ shop: { tags: ["a"] }, products: all }), 64],
    ["a bare list", (all: object[]) => JSON.stringify(all, null, 1), 5],
    ["one a line", (all: object[]) => all.map((one) => JSON.stringify(one)).join("\n"), 1],
    ["one alone a line", (all: object[]) => `${JSON.stringify(all[0])}\n${JSON.stringify(all[1])}\n`, 100_000],
  ])("is read as JSON: %s", async (_name, write, size) => {
    const products = ["1", "2"].map((id) => ({
      id,
      title: 'Tea "of } kings"',
      link: `https://s.example/${id}`,
      price: { amount: "5.00", currency: "USD" },
      images: [{ url: "x" }],
    }));
    const { rows, reasons, cut } = await tsv(write(products), size);
    expect(reasons).toEqual([]);
    expect(rows.map((row) => [row.external_id, row.name, row.price_minor])).toEqual([
      ["1", 'Tea "of } kings"', 500n],
      ["2", 'Tea "of } kings"', 500n],
    ]);
    expect(cut).toBe(false);
  });

  it("loses one bad object alone, and tells JSON that was cut", async () => {
    const one = (id: string) => JSON.stringify({ id, title: "Tea", link: "https://s.example", price: "5 USD" });
    const lines = await tsv(`${one("1")}\n{"id":"2","title":"no end\n{"id": oops}\n${one("3")}\n`);
    expect(lines.rows.map((row) => row.external_id)).toEqual(["1", "3"]);
    const list = `{"products":[${one("1")},${one("2")}]}`;
    expect(await tsv(list.slice(0, -30))).toMatchObject({ cut: true, rows: [{ external_id: "1" }] });
  });

  it("names its currency, or is refused", async () => {
    const { reasons } = await xml(rss(item({ price: "18000" }), item({ id: "2", price: "$18,000.00" })));
    expect(reasons).toEqual(["the price names no currency", "the price names no currency"]);
  });

  it("is refused when it is a bomb", async () => {
    const packed = gzipSync(`ID\tTITLE\tLINK\tPRICE\n${"x".repeat(3_000_000)}`);
    const limits = { bytes: 1e9, times: 200, free_bytes: 1_000_000 };
    await expect(gather(readShopFeed(textOf([packed], null, limits)))).rejects.toThrow("larger than a feed may be");
    const small = { bytes: 1_000_000, times: 1e9, free_bytes: 0 };
    await expect(gather(readShopFeed(textOf([packed], null, small)))).rejects.toThrow("larger than a feed may be");
  });

  it("has ids without control characters", async () => {
    const { reasons } = await tsv("ID\tTITLE\tLINK\tPRICE\na\u0007b\tTea\thttps://s.example\t1 USD\n");
    expect(reasons).toEqual(["the id holds control characters"]);
  });
});
