import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { AUTH, IMPACT, type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

async function bytes(path: string, auth?: string): Promise<Buffer> {
  const reply = await world.call(path, auth === undefined ? {} : { auth });
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}

it("Impact's catalogue names packed files by their paths", async () => {
  const { Catalogs } = (await (await world.call(`${IMPACT}/Catalogs`, { auth: AUTH.impact })).json()) as {
    Catalogs: { NumberOfItems: string; Locations: string[] }[];
  };
  const [text = "", xml = ""] = Catalogs[0]?.Locations ?? [];
  expect((await world.call(`/impact/files${text}`)).status).toBe(401);
  const count = Number(Catalogs[0]?.NumberOfItems);
  const items = gunzipSync(await bytes(`/impact/files${xml}`, AUTH.impact)).toString("utf8");
  expect(items.match(/<item>/g)).toHaveLength(count);
  expect(items).toMatch(/<g:price>\d+\.\d\d USD<\/g:price>/);
  const lines = gunzipSync(await bytes(`/impact/files${text}`, AUTH.impact))
    .toString("utf8")
    .trimEnd()
    .split("\n");
  expect(lines).toHaveLength(count + 1);
  expect(lines[0]?.split("\t")).toEqual(
    "id title description link image_link availability price sale_price brand gtin mpn condition product_type google_product_category color size material product_weight product_detail".split(
      " ",
    ),
  );
});

it("CJ's feeds are listed and sent whole by GraphQL, as its schema says", async () => {
  const ask = (query: string) => world.call("/cj/ads/query", { auth: AUTH.cj, json: { query } });
  const list = (await (
    await ask('{shoppingProductFeeds(companyId:"9990001"){totalCount resultList{adId advertiserId productCount}}}')
  ).json()) as { data: { shoppingProductFeeds: { resultList: { adId: string; productCount: number }[] } } };
  const feed = list.data.shoppingProductFeeds.resultList[0];
  const whole = (await (
    await ask(
      `subscription{shoppingProductCatalog(companyId:"9990001",adId:"${feed?.adId}"){id price{amount currency} linkCode(pid:"8880001"){clickUrl}}}`,
    )
  ).json()) as { data: { shoppingProductCatalog: { id: string; linkCode: { clickUrl: string } }[] } };
  const products = whole.data.shoppingProductCatalog;
  expect(products).toHaveLength(feed?.productCount ?? 0);
  expect(Object.keys(products[0] ?? {})).toEqual(["id", "price", "linkCode"]);
  const link = `${products[0]?.linkCode.clickUrl}&sid=clk_feed`;
  expect((await world.call(link)).headers.get("location")).toMatch(/^\/shops\/brightpenny\/p\/p[0-9a-f]+\?cjevent=/);
  expect((await ask("{feeds{url}}")).status).toBe(400);
});

it("Awin's datafeed is gzipped CSV with the columns that were asked for", async () => {
  const list = (
    await bytes("/awin/ui/productdata-darwin-download/publisher/45628/sandbox-awin-feedkey/1/feedList")
  ).toString("utf8");
  expect((await world.call("/awin/ui/productdata-darwin-download/publisher/45628/wrong/1/feedList")).status).toBe(401);
  expect(list.split("\n")[0]).toContain("Advertiser ID,Advertiser Name");
  const path =
    "/awin/productdata/datafeed/download/apikey/sandbox-awin-feedkey/language/en/fid/35001/columns/aw_product_id,product_name,search_price,currency/format/csv/delimiter/%2C/compression/gzip/adultcontent/1/";
  const csv = gunzipSync(await bytes(path)).toString("utf8");
  expect(csv.split("\n")[0]).toBe("aw_product_id,product_name,search_price,currency");
  expect(csv.trimEnd().split("\n").length).toBeGreaterThan(2000);
});

it("media serves logos and pictures, and says when there is none", async () => {
  expect((await bytes("/media/logos/nike.svg")).toString("utf8")).toContain("<path");
  expect((await world.call("/media/logos/no-such-store.svg")).status).toBe(404);
  const packed = await bytes("/impact/files/Marlow-Finch/Marlow-Finch-Catalog_GOOGLE.xml.gz", AUTH.impact);
  const feed = gunzipSync(packed).toString("utf8");
  const picture = /<g:image_link>(.*?)</.exec(feed)?.[1] ?? "";
  expect((await world.call(picture)).headers.get("content-type")).toContain("image/svg+xml");
});
