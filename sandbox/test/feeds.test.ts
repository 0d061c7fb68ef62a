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

it("Impact's catalog is a Google Merchant feed", async () => {
  const { Catalogs } = (await (await world.call(`${IMPACT}/Catalogs`, { auth: AUTH.impact })).json()) as {
    Catalogs: { NumberOfItems: string; Locations: string[] }[];
  };
  const url = Catalogs[0]?.Locations[0] ?? "";
  expect((await world.call(url)).status).toBe(401);
  const xml = (await bytes(url, AUTH.impact)).toString("utf8");
  expect(xml.match(/<item>/g)).toHaveLength(Number(Catalogs[0]?.NumberOfItems));
  for (const name of [
    "id",
    "title",
    "link",
    "image_link",
    "availability",
    "price",
    "brand",
    "gtin",
    "mpn",
    "condition",
  ])
    expect(xml).toContain(`<g:${name}>`);
  expect(xml).toMatch(/<g:price>\d+\.\d\d USD<\/g:price>/);
});

it("CJ's catalog is a tab separated file with CJ's columns", async () => {
  const list = (await (await world.call("/cj/feeds.json", { auth: AUTH.cj })).json()) as {
    rows: number;
    url: string;
  }[];
  const text = (await bytes(list[0]?.url ?? "", AUTH.cj)).toString("utf8");
  const [head = "", ...rows] = text.replace(/\n$/, "").split("\n");
  expect(head.startsWith("PROGRAM_NAME\tPROGRAM_URL\tCATALOG_NAME\tLAST_UPDATED\tID\tTITLE\tDESCRIPTION\tLINK\t")).toBe(
    true,
  );
  expect(rows).toHaveLength(list[0]?.rows ?? 0);
  expect(rows.every((row) => row.split("\t").length === head.split("\t").length)).toBe(true);
  const link = rows[0]?.split("\t")[7] ?? "";
  expect((await world.call(`${link}&sid=clk_feed`)).headers.get("location")).toMatch(
    /^\/shops\/brightpenny\/p\/p[0-9a-f]+\?cjevent=/,
  );
  const packed = gunzipSync(await bytes(`${list[0]?.url}.gz`, AUTH.cj)).toString("utf8");
  expect(packed.split("\n")).toHaveLength(text.split("\n").length);
});

it("Awin's datafeed is gzipped CSV with the columns that were asked for", async () => {
  const list = (await bytes("/awin/productdata/datafeed/list/apikey/sandbox-awin-feedkey")).toString("utf8");
  expect((await world.call("/awin/productdata/datafeed/list/apikey/wrong")).status).toBe(401);
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
  const feed = (await bytes("/impact/feeds/15001.xml", AUTH.impact)).toString("utf8");
  const picture = /<g:image_link>(.*?)</.exec(feed)?.[1] ?? "";
  expect((await world.call(picture)).headers.get("content-type")).toContain("image/svg+xml");
});
