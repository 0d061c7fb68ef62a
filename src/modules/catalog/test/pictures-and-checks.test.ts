import pg from "pg";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBundleStores } from "../store/read-bundle.ts";
import { writePicture } from "../write-picture.ts";
import { emptyWorld, type Story, startStory } from "./networks.ts";

const world = emptyWorld();
let story: Story;
let ours: string;
const square = (colour: string, size = 64) =>
  sharp({ create: { width: size, height: size, channels: 3, background: colour } });
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><script>alert(1)</script><rect width="80" height="80" fill="#a04020"/></svg>`;

beforeAll(async () => {
  world.impact = [
    { id: "1", name: "Oak Barrel", url: "https://oakbarrel.example", logo: "oak", rates: [["A", "All", "10"]] },
    { id: "2", name: "Silver Pine", url: "https://silverpine.example", rates: [["A", "All", "8"]] },
  ];
  world.promotions = [
    { id: "p1", programme: "1", title: "50% off barrels", code: "HALF" },
    { id: "p2", programme: "1", title: "1% off barrels", code: "ONE" },
    { id: "p3", programme: "1", title: "Sale on barrels" },
  ];
  const png = async (colour: string, size?: number) => ({
    type: "image/png",
    body: await square(colour, size).png().toBuffer(),
  });
  world.files.set("/impact/Mediapartners/oak", await png("#103010"));
  world.files.set("/given.png", await png("#a04020", 2_000));
  world.files.set("/small.png", await png("#a04020", 8));
  world.files.set("/drawing.svg", { type: "image/svg+xml", body: Buffer.from(DRAWING) });
  world.files.set("/page.png", { type: "image/png", body: Buffer.from("<!doctype html><p>no picture</p>") });
  const broken = Buffer.concat([(await png("#a04020")).body.subarray(0, 40), Buffer.alloc(200)]);
  world.files.set("/broken.png", { type: "image/png", body: broken });
  story = await startStory(world);
  ours = new URL(story.settings.IMPACT_API_URL).origin;
  await story.catalog.importAll();
  await story.catalog.fetchLogos();
});
afterAll(() => story.stop());

const by = { by: "opr_ann", reason: "" };
const give = (address: string, store = "oak-barrel") =>
  story.catalog.desk.giveStorePicture({ store, picture: { address }, ...by });
const back = () => story.catalog.desk.takeBackStore({ store: "oak-barrel", field: "picture", ...by });
const shown = async () => {
  const card = (await story.shown.stores({})).items.find(({ internal_name }) => internal_name === "oak-barrel");
  const media = await story.catalog.logo("oak-barrel");
  const { dominant, ...rest } = await sharp(media?.body).stats();
  return { url: card?.logo_url, type: media?.content_type, red: dominant.r, opaque: rest.isOpaque };
};

describe("a picture that an operator gives to a store", () => {
  it("is written anew, stands everywhere at once, outlives every import, and gives way to the network's when it is taken back", async () => {
    const before = await shown();
    expect(before.red).toBeLessThan(40);
    expect(await give(`${ours}/given.png`)).toMatchObject({ ok: true });
    const after = await shown();
    expect(after.url).not.toBe(before.url);
    expect(after).toMatchObject({ type: "image/png", opaque: true });
    expect(after.red).toBeGreaterThan(120);
    const media = await story.catalog.logo("oak-barrel");
    expect(await sharp(media?.body).metadata()).toMatchObject({ width: 512, height: 512, format: "png" });
    await story.catalog.importAll();
    await story.catalog.fetchLogos();
    expect(await shown()).toEqual(after);
    const [kept] = await story.rows<{ what: string }>(
      "select what from catalog.store_history where what like 'picture:%' order by entry",
    );
    expect(kept?.what).toMatch(/^picture: oak-barrel\.png\?v=\S+ \(before: oak-barrel\.png\?v=/);
    expect(await back()).toMatchObject({ ok: true });
    expect(await shown()).toEqual(before);
    expect(await back()).toMatchObject({ code: "not_decided" });
  });

  it("keeps of a drawing only what is seen", async () => {
    expect(await give(`${ours}/drawing.svg`)).toMatchObject({ ok: true });
    const media = await story.catalog.logo("oak-barrel");
    expect([media?.content_type, media?.body.includes("script")]).toEqual(["image/png", false]);
    await back();
  });

  it.each([
    ["/page.png", /^It is not taken: not an image\.$/],
    ["/broken.png", /cannot be opened/],
    ["/small.png", /smaller than 32/],
    ["/nothing.png", /^No picture was found there: \S+ answered 404\.$/],
  ])("is refused where it is none: %s", async (path, why) => {
    const before = await shown();
    expect(await give(`${ours}${path}`)).toMatchObject({
      code: "bad_word",
      detail: { why: expect.stringMatching(why) },
    });
    expect(await shown()).toEqual(before);
  });

  it("is fetched from open addresses alone, for a store that there is", async () => {
    for (const address of [
      "file:///etc/passwd",
      "logo.png",
      "https://me:pw@store.example/a.png",
      "http://10.0.0.1/a.png",
    ])
      expect(await give(address), address).toMatchObject({ code: "bad_word" });
    for (const address of [`${ours}/given.png`, "logo.png"])
      expect(await give(address, "nobody")).toMatchObject({ code: "unknown_store" });
    expect(await writePicture(Buffer.from("GIF89a"), "store")).toBeNull();
  });
});

describe("what fetches pictures", () => {
  it("tells no password of ours to an address that a person typed", async () => {
    const told: (string | undefined)[] = [];
    const body = await square("#a04020").png().toBuffer();
    world.files.set("/impact/Mediapartners/typed", {
      type: "image/png",
      body: async ({ headers }) => {
        told.push(headers.authorization);
        return body;
      },
    });
    expect(await give(`${story.settings.IMPACT_API_URL}/Mediapartners/typed`)).toMatchObject({ ok: true });
    expect(told).toEqual([undefined]);
    await back();
  });

  it("leaves an operator's picture that is given while the network's is on its way", async () => {
    const drawn = await square("#103010").png().toBuffer();
    world.files.set("/impact/Mediapartners/pine", {
      type: "image/png",
      body: async () => {
        expect(await give(`${ours}/given.png`, "silver-pine")).toMatchObject({ ok: true });
        return drawn;
      },
    });
    world.impact = world.impact.map((one) => (one.id === "2" ? { ...one, logo: "pine" } : one));
    await story.catalog.importAll();
    await story.catalog.fetchLogos();
    const red = async () => (await sharp((await story.catalog.logo("silver-pine"))?.body).stats()).dominant.r;
    expect(await red()).toBeGreaterThan(120);
    await story.catalog.desk.takeBackStore({ store: "silver-pine", field: "picture", ...by });
    expect(await red()).toBeLessThan(40);
  });
});

it("lets those write stores for whom it waits, while pictures of networks are kept", async () => {
  world.files.set("/impact/Mediapartners/newer", { type: "image/png", body: await square("#203020").png().toBuffer() });
  world.impact = world.impact.map((one) => (one.id === "1" ? { ...one, logo: "newer" } : one));
  await story.catalog.importAll();
  const gate = new pg.Client({ connectionString: story.base.ownerUrl });
  await gate.connect();
  await gate.query("begin");
  await gate.query("select pg_advisory_xact_lock(hashtext('catalog.own_rates'))");
  await gate.query("update catalog.merchants set brand_hex = brand_hex");
  const kept = story.catalog.fetchLogos();
  const waiting =
    "select 1 from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())";
  await expect.poll(async () => (await gate.query(waiting)).rowCount).toBe(1);
  await gate.query("set local lock_timeout = '500ms'");
  const held = await gate.query("select pg_advisory_xact_lock(hashtext('catalog.store_decisions'))").catch(String);
  await gate.query("rollback");
  await gate.end();
  await kept;
  expect(held).toMatchObject({ rowCount: 1 });
});

describe("a coupon that is to be checked now", () => {
  const idOf = async (id: string) =>
    (
      await story.rows<{ id: string }>(
        "select 'ofr_' || replace(offer_id::text, '-', '') as id from catalog.offers where network_offer_id = $1",
        [id],
      )
    )[0]?.id ?? "";
  const check = async (id: string, wanted = true) =>
    story.catalog.desk.checkCoupon({ coupon: await idOf(id), wanted, ...by });
  const codes = async () =>
    (await story.shown.bundleStores())
      .find(({ name }) => name === "oak-barrel")
      ?.codes.map(({ code, asked }) => [code, asked ?? false]);

  const told = (code: string, worked: boolean, day = "2026-03-10") =>
    story.base.handle.transaction((tx) =>
      story.catalog.countTries(tx, [{ internal_name: "oak-barrel", code, worked, day }]),
    );

  it("is marked in what browsers keep, in the place that it has for everybody, until one of them told", async () => {
    expect(await codes()).toEqual([
      ["HALF", false],
      ["ONE", false],
    ]);
    expect(await check("p2")).toEqual({ ok: true, value: 1 });
    expect(await check("p2")).toEqual({ ok: true, value: 0 });
    const asked = [
      ["HALF", false],
      ["ONE", true],
    ];
    expect(await codes()).toEqual(asked);
    await told("HALF", true);
    // What a browser tried before somebody asked is no answer.
    await told("ONE", true, "2026-03-09");
    expect(await codes()).toEqual(asked);
    await told("ONE", false);
    expect((await codes())?.map(([, asked]) => asked)).toEqual([false, false]);
    const history = await story.rows("select by, what from catalog.offer_history order by entry");
    expect(history).toEqual([
      { by: "opr_ann", what: "a check was asked for" },
      { by: "shoppers", what: "checked at a checkout: worked 0 of 1 time" },
    ]);
    expect(await story.rows("select tried, worked, verified_at from catalog.offers where code = 'ONE'")).toEqual([
      { tried: 2, worked: 1, verified_at: null },
    ]);
  });

  it("is in what browsers keep, however many codes are better", async () => {
    await check("p2");
    const bundle = async (most: number) =>
      (await readBundleStores(story.base.handle.pool, story.clock.now(), most))[0]?.coupons.map(({ code }) => code);
    expect([await bundle(1), await bundle(2)]).toEqual([["ONE"], ["HALF", "ONE"]]);
    await check("p2", false);
    expect(await bundle(1)).toEqual(["HALF"]);
  });

  it("is the same code in small letters: once in what browsers keep, answered and counted together", async () => {
    world.promotions = [...world.promotions, { id: "p4", programme: "1", title: "1% off all barrels", code: "one" }];
    await story.catalog.importAll();
    const usual = await codes();
    expect(usual?.map(([code]) => String(code).toUpperCase())).toEqual(["HALF", "ONE"]);
    expect(await check("p4")).toEqual({ ok: true, value: 2 });
    expect((await codes())?.map(([, asked]) => asked)).toEqual([false, true]);
    await told("one", true);
    expect(await codes()).toEqual(usual);
    expect(
      await story.rows("select tried, check_asked_at from catalog.offers where upper(code) = 'ONE' order by code"),
    ).toEqual(
      expect.arrayContaining([
        { tried: 1, check_asked_at: null },
        { tried: 3, check_asked_at: null },
      ]),
    );
    world.promotions = world.promotions.filter(({ id }) => id !== "p4");
    await story.catalog.importAll();
  });

  it("is asked for no more when an operator says so, and never without a code or where it is gone", async () => {
    await check("p2");
    expect(await check("p2", false)).toEqual({ ok: true, value: 1 });
    expect(await check("p2", false)).toEqual({ ok: true, value: 0 });
    expect(await check("p3")).toEqual({ ok: true, value: 0 });
    await check("p1");
    await story.catalog.desk.retireCoupon({ coupon: await idOf("p1"), ...by });
    expect(await codes()).toEqual([["ONE", false]]);
    expect(await check("p1")).toEqual({ ok: true, value: 0 });
    // What is gone waits for nobody's word any more, and does not when it is back.
    expect(await check("p1", false)).toMatchObject({ code: "unknown_coupon" });
    await story.catalog.desk.bringBackCoupon({ coupon: await idOf("p1"), ...by });
    expect(await codes()).toEqual([
      ["HALF", false],
      ["ONE", false],
    ]);
    expect(await check("p1", false)).toEqual({ ok: true, value: 0 });
    expect(await story.catalog.desk.checkCoupon({ coupon: "ofr_x", wanted: true, ...by })).toMatchObject({
      code: "unknown_coupon",
    });
  });
});
