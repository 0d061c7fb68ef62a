import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPromotion as readAwinPromotion } from "../awin/offers.ts";
import { readAwinTable } from "../awin/products.ts";
import { readSummary } from "../awin/programmes.ts";
import { readLink } from "../cj/offers.ts";
import { readCjTable } from "../cj/products.ts";
import { readAdvertiser } from "../cj/programmes.ts";
import type { Handful, ProductRow, Reject } from "../feeds/feed.types.ts";
import { textOf } from "../feeds/feed-stream.ts";
import { child, parseXml } from "../feeds/xml-tree.ts";
import { readPromotion } from "../impact/offers.ts";
import { readMerchantItems } from "../impact/products.ts";
import { readCampaign } from "../impact/programmes.ts";

const sample = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(sample(path).toString());

async function gather(stream: AsyncIterable<Handful<ProductRow>>) {
  const rows: ProductRow[] = [];
  const rejects: Reject[] = [];
  for await (const handful of stream) {
    rows.push(...handful.rows);
    rejects.push(...handful.rejects);
  }
  return { rows, rejects, reasons: rejects.map((reject) => reject.reason) };
}

/** Bytes in pieces of a size that cuts through letters, tags and rows. */
function* pieces(bytes: Buffer, size = 7) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
const xml = (body: string | Buffer, size?: number) =>
  gather(readMerchantItems(textOf(pieces(Buffer.from(body), size), null)));
const tsv = (body: string | Buffer, size?: number) =>
  gather(readCjTable(textOf(pieces(Buffer.from(body), size), null)));
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

describe("recorded samples", () => {
  it("of Impact are understood", async () => {
    const [campaign] = json("impact/sample-campaigns.json").Campaigns;
    const contract = json("impact/sample-contracts.json").Contracts[0];
    expect(readCampaign(campaign, contract)).toMatchObject({
      network_programme_id: "9001",
      name: "Marlow & Finch Computers",
      domain: "marlowfinch.example",
      category: "electronics",
      cash_back_allowed: true,
      locking_days: 30,
      groups: [
        { code: "DEFAULT", bps: 400 },
        { code: "CORE", bps: 150 },
        { code: "DESK", bps: 700 },
        { code: "GIFT", bps: 0 },
      ],
    });
    expect(readCampaign(campaign, undefined)).toMatchObject({ cash_back_allowed: false, groups: [] });
    expect(readPromotion(json("impact/sample-promotions.json").Promotions[1])).toMatchObject({
      code: "MARLOW25",
      discount: { kind: "amount", minor: 2500n },
      minimum_minor: 25_000n,
    });
    const { rows, rejects } = await gather(readMerchantItems(textOf([sample("impact/sample-feed.xml")], null)));
    expect(rejects).toEqual([]);
    expect(rows[0]).toMatchObject({
      external_id: expect.any(String),
      availability: expect.any(String),
      gtin: expect.stringMatching(/^\d{14}$/),
      condition: "new",
    });
  });

  it("of CJ are understood", async () => {
    const advertisers = child(parseXml(sample("cj/sample-advertisers.xml").toString()), "advertisers");
    // The sample has a first child, here and below.
    expect(readAdvertiser(advertisers?.children[0] as never, "8880001")).toMatchObject({
      network_programme_id: "4009001",
      domain: "brightpenny.example",
      cash_back_allowed: true,
      locking_days: 45,
      tracking_link: expect.stringContaining("{SID}"),
    });
    const links = child(parseXml(sample("cj/sample-links.xml").toString()), "links");
    expect(readLink(links?.children[0] as never)).toMatchObject({
      code: "PENNY5",
      discount: { kind: "percent", bps: 500 },
    });
    const { rows, rejects } = await gather(readCjTable(textOf([sample("cj/sample-feed.tsv")], null)));
    expect([rows.length, rejects.length]).toEqual([3, 0]);
  });

  it("of Awin are understood", async () => {
    expect(readSummary(json("awin/sample-programmes.json")[0])).toMatchObject({
      network_programme_id: "9901",
      domain: "otterlane.example",
      cash_back_allowed: true,
      locking_days: 21,
    });
    expect(readAwinPromotion(json("awin/sample-promotions.json").data[0])).toMatchObject({
      code: "OTTER15",
      discount: { kind: "percent", bps: 1500 },
    });
    const { rows, rejects } = await gather(readAwinTable(textOf([sample("awin/sample-feed.csv")], null)));
    expect([rows.length, rejects.length]).toEqual([3, 0]);
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
    ["another currency", item({ price: "5.00 EUR" }), "the price is in EUR, only USD is shown"],
    ["a script for a link", item({ link: "javascript:alert(1)" }), "the link is not a web address"],
    ["no id", item({ id: " " }), "no id"],
    ["no title", item({ title: "&lt;p&gt;&lt;/p&gt;" }), "no title"],
    ["adult goods", item({ adult: "yes" }), "marked as adult"],
  ])("%s is refused and told", async (_name, bad, reason) => {
    const { rows, reasons } = await xml(rss(bad, item({ id: "good" })));
    expect(reasons).toEqual([reason]);
    expect(rows.map((row) => row.external_id)).toEqual(["good"]);
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
    const { rows, reasons } = await xml(rss(item({}), item({ id: "2" })).slice(0, -60));
    expect(rows).toHaveLength(1);
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
    const { rows } = await gather(readMerchantItems(huge()));
    expect(rows.map((row) => row.external_id)).toEqual(["1", "2"]);
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
  });
});

describe("hostile tables", () => {
  const head = "ID\tTITLE\tLINK\tPRICE\n";
  it("refuse a feed without its columns, and an empty one", async () => {
    await expect(tsv("ID\tNAME\n1\tTea\n")).rejects.toThrow("the feed lacks the columns TITLE, LINK, PRICE");
    await expect(tsv("")).rejects.toThrow("the feed is empty");
    await expect(tsv("<html>502 Bad Gateway</html>")).rejects.toThrow("lacks the columns");
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
    const good = (id: string) => `https://s.example/${id},Tea,${id},5.00,"two\nlines, and ""quotes"""\n`;
    const fine = await csv(awin + good("1") + good("2"));
    expect(fine.rows.map((row) => row.description)).toEqual(['two lines, and "quotes"', 'two lines, and "quotes"']);
    const broken = await csv(
      `${awin}${good("1")}https://s.example/9,Tea,9,5.00,"never closed\n${"filler ".repeat(300_000)}\n`,
      65_536,
    );
    expect(broken.rows.map((row) => row.external_id)).toEqual(["1"]);
    expect(broken.rejects.length).toBeGreaterThan(0);
  });
});
