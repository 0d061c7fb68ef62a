/** Pictures that operators hand in as files, for stores and products: what is taken, where it stands, under which address, and how it goes. */
import fastify from "fastify";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { registerPictures } from "../http-pictures.ts";
import { createPictureMaker } from "../make-picture.ts";
import { pictureTake } from "../take-picture.ts";
import { emptyWorld, feedOf, item, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
const app = fastify();
const plain = (colour: string, width = 64, height = width) =>
  sharp({ create: { width, height, channels: 3, background: colour } });
const by = { by: "opr_ann", reason: "" };
const pictures = createPictureMaker();
let vaseAsked = 0;

beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", logo: "oak", rates: [["A", "All", "10"]] },
  ];
  world.files.set("/impact/Mediapartners/oak", { type: "image/png", body: await plain("#103010").png().toBuffer() });
  world.files.set("/kettle.jpg", { type: "image/jpeg", body: await plain("#103010").jpeg().toBuffer() });
  story = await startStory(world);
  const ours = new URL(story.settings.IMPACT_API_URL).origin;
  const kettle = { title: "Copper kettle", price: "40.00 USD", image_link: `${ours}/kettle.jpg` };
  const [vase, tray] = [`${ours}/vase.jpg`, `${ours}/tray.jpg`];
  world.files.set("/vase.jpg", {
    type: "image/jpeg",
    body: async (request) => {
      vaseAsked += 1;
      if (vaseAsked === 1) request.socket.destroy();
      return plain("#103010").jpeg().toBuffer();
    },
  });
  const more = [
    item("v", { title: "Clay vase", image_link: vase }),
    item("t", { title: "Pine tray", image_link: tray }),
  ];
  world.feeds.set("f1", {
    programme: "1",
    body: feedOf(item("k", kettle), item("o", { title: "Oak stool" }), ...more),
  });
  await story.catalog.importAll();
  await story.catalog.fetchLogos();
  // The application of this file has no types of ours; pictures ask it for routes alone.
  registerPictures(app as never, { catalog: story.catalog });
});
afterAll(async () => {
  await app.close();
  await story.stop();
});

const hand = async (of: "store" | "product", bytes: Buffer) => {
  const outcome = await pictureTake({ database: story.base.handle, clock: story.clock, pictures }, of).take(bytes);
  return outcome.ok ? outcome.value.id : `${outcome.detail?.why}`;
};
const ofStore = (picture: Parameters<typeof story.catalog.desk.giveStorePicture>[0]["picture"]) =>
  story.catalog.desk.giveStorePicture({ store: "oak-barrel", picture, ...by });
const productOf = (slug: string) => story.shown.product(slug);
const give = async (picture: Parameters<typeof story.catalog.desk.giveProductPicture>[0]["picture"]) =>
  story.catalog.desk.giveProductPicture({
    ...{ product: (await productOf("copper-kettle"))?.product_id ?? "", picture, ...by },
  });
const logo = async () =>
  (await story.shown.stores({})).items.find(({ internal_name }) => internal_name === "oak-barrel")?.logo_url ?? null;
const get = async (path: string | null | undefined) => {
  const answer = await app.inject({ method: "GET", url: path ?? "/nowhere" });
  const red = answer.statusCode === 200 ? (await sharp(answer.rawPayload).stats()).dominant.r : null;
  return {
    status: answer.statusCode,
    cache: answer.headers["cache-control"],
    type: answer.headers["content-type"],
    red,
  };
};
const YEAR = "public, max-age=31536000, immutable";
const MINUTE = "public, max-age=60";

describe("a file that is handed in", () => {
  it.each(["png", "jpeg", "webp"] as const)("is taken when it is a picture: %s", async (kind) => {
    expect(await hand("store", await plain("#a04020").toFormat(kind).toBuffer())).toMatch(/^pic_/);
  });

  it("is told by what it holds, and refused when that is nothing of these", async () => {
    const png = await plain("#a04020").png().toBuffer();
    const none = "It is no PNG, JPEG or WebP picture.";
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const bytes of [Buffer.from(svg), Buffer.from("<!doctype html>"), await plain("#a04020").gif().toBuffer()])
      expect(await hand("store", bytes)).toBe(none);
    for (const bytes of [png.subarray(0, 60), await plain("#a04020", 8).png().toBuffer()])
      expect(await hand("product", bytes)).toMatch(/^It cannot be opened/);
    const huge = await plain("#a04020", 9_000, 9_000).png({ compressionLevel: 9 }).toBuffer();
    expect(await hand("store", huge)).toMatch(/^It cannot be opened/);
  });

  it("leaves behind what is not seen, is made no larger than it is shown, and is kept once", async () => {
    const photo = await plain("#a04020", 3_000, 2_000)
      .jpeg()
      .withExif({ IFD0: { Copyright: "somebody's home", ImageDescription: "where" } })
      .toBuffer();
    const [one, again] = [
      await hand("product", Buffer.concat([photo, Buffer.from("<script>")])),
      await hand("product", photo),
    ];
    expect(one).toBe(again);
    await give({ file: one });
    const kept = await get((await productOf("copper-kettle"))?.image_url);
    expect(kept).toMatchObject({ status: 200, type: "image/webp", cache: YEAR });
    const { rawPayload } = await app.inject({ url: (await productOf("copper-kettle"))?.image_url ?? "" });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1_200, height: 800 });
    for (const words of ["somebody", "<script>"]) expect(rawPayload.includes(words), words).toBe(false);
    await give(null);
  });
});

describe("a store's picture from a file", () => {
  it("stands everywhere at once, is replaced, is taken away, and gives way to the network's", async () => {
    const before = await logo();
    const [red, grey] = [
      await hand("store", await plain("#a04020").png().toBuffer()),
      await hand("store", await plain("#606060").png().toBuffer()),
    ];
    expect(await ofStore({ file: red })).toMatchObject({ ok: true });
    const given = await logo();
    expect(await get(given)).toMatchObject({ status: 200, cache: YEAR, red: expect.toSatisfy((one) => one > 120) });
    // A page of before asks for what stood there then, and no cache may keep under that address what is sent instead.
    expect(await get(before)).toMatchObject({ status: 200, cache: MINUTE });
    await ofStore({ file: grey });
    const second = await logo();
    expect(new Set([before, given, second]).size).toBe(3);
    await story.catalog.importAll();
    await story.catalog.fetchLogos();
    expect(await logo()).toBe(second);
    expect(await ofStore("none")).toMatchObject({ ok: true, value: { now: "none" } });
    expect([await logo(), (await get(second)).status]).toEqual([null, 404]);
    await story.catalog.fetchLogos();
    expect(await logo()).toBeNull();
    const back = { store: "oak-barrel", field: "picture" as const, ...by };
    expect(await story.catalog.desk.takeBackStore(back)).toMatchObject({ ok: true });
    expect(await logo()).toBe(before);
    expect(await get(before)).toMatchObject({ cache: YEAR });
    const what = await story.rows<{ what: string }>("select what from catalog.store_history order by entry");
    expect(what.filter((one) => one.what.startsWith("picture: "))).toHaveLength(4);
  });

  it("is one that was handed in for a store, and no other thing that we keep", async () => {
    const product = await hand("product", await plain("#a04020").png().toBuffer());
    const [fetched] = await story.rows<{ id: string }>(
      "select 'pic_' || replace(media_id::text, '-', '') as id from catalog.media where source_url like 'http%' limit 1",
    );
    for (const file of [product, fetched?.id ?? "", "pic_0", "", `pic_${"0".repeat(32)}`])
      expect(await ofStore({ file }), file).toMatchObject({ ok: false, code: "bad_word" });
  });
});

describe("a product's picture", () => {
  it("stands before its shops', through every import, is replaced, is taken away, and gives way to theirs", async () => {
    const before = (await productOf("copper-kettle"))?.image_url;
    expect(before).toMatch(/\?v=[\w-]{8}$/);
    expect(await get(before)).toMatchObject({
      status: 200,
      cache: "public, max-age=604800",
      red: expect.toSatisfy((one) => one < 40),
    });
    const bare = before?.replace(/\?.*/, "");
    expect(await get(bare)).toMatchObject({ status: 200, cache: MINUTE });
    expect(await give({ file: await hand("product", await plain("#a04020").png().toBuffer()) })).toMatchObject({
      ok: true,
    });
    const given = (await productOf("copper-kettle"))?.image_url;
    expect(given).toMatch(/\?v=/);
    expect((await story.shown.products({})).items.find(({ slug }) => slug === "copper-kettle")?.image_url).toBe(given);
    expect(await get(given)).toMatchObject({ cache: YEAR, red: expect.toSatisfy((one) => one > 120) });
    expect(await get(before)).toMatchObject({ cache: MINUTE });
    await story.catalog.importAll();
    expect((await productOf("copper-kettle"))?.image_url).toBe(given);
    const ours = new URL(story.settings.IMPACT_API_URL).origin;
    expect(await give({ address: `${ours}/kettle.jpg` })).toMatchObject({ ok: true });
    expect((await productOf("copper-kettle"))?.image_url).not.toBe(given);
    expect(await give("none")).toMatchObject({ ok: true, value: { now: "none" } });
    expect((await productOf("copper-kettle"))?.image_url).toBeNull();
    expect((await get(before)).status).toBe(404);
    expect(await give("none")).toMatchObject({ ok: true, value: { before: "none", now: "none" } });
    expect(await give(null)).toMatchObject({ ok: true });
    expect((await productOf("copper-kettle"))?.image_url).toBe(before);
    expect(await give(null)).toMatchObject({ ok: false, code: "not_decided" });
    const unknown = { product: "prd_x", picture: "none" as const, ...by };
    expect(await story.catalog.desk.giveProductPicture(unknown)).toMatchObject({ code: "unknown_product" });
  });
});

describe("what nobody used", () => {
  it("goes after a week, and what stands, or would stand again, stays", async () => {
    const [used, unused] = [
      await hand("product", await plain("#112233").png().toBuffer()),
      await hand("product", await plain("#332211").png().toBuffer()),
    ];
    await give({ file: used });
    story.clock.set(new Date(story.clock.now().getTime() + 8 * 86_400_000));
    await hand("product", await plain("#aabbcc").png().toBuffer());
    const left = await story.rows<{ id: string }>(
      "select 'pic_' || replace(media_id::text, '-', '') as id from catalog.media where starts_with(source_url, 'handed:product:')",
    );
    const ids = left.map(({ id }) => id);
    expect([ids.includes(used), ids.includes(unused)]).toEqual([true, false]);
    expect(await give({ file: unused })).toMatchObject({ ok: false, code: "bad_word" });
  });
});

describe("a shop's picture", () => {
  const kept = async (name: string) =>
    (await story.rows<{ state: string }>(`select state from catalog.media where source_url like '%/${name}.jpg'`)).map(
      ({ state }) => state,
    );

  it("that its host could not hand out just now is asked for again after a minute, by one for all who look", async () => {
    const path = (await productOf("clay-vase"))?.image_url;
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      for (let n = 0; n < 3; n += 1) expect((await get(path)).status).toBe(404);
      expect([vaseAsked, await kept("vase")], "nothing is known of it").toEqual([1, []]);
      vi.advanceTimersByTime(60_000);
      expect((await get(path)).status).toBe(200);
      expect(await kept("vase")).toEqual(["stored"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("that is not there is known to be missing", async () => {
    expect((await get((await productOf("pine-tray"))?.image_url)).status).toBe(404);
    expect(await kept("tray")).toEqual(["missing"]);
  });
});
