/** What operators decide about the catalogue reaches every page and every cache of the running product, and goes from all of them. */
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { violationsInBothModes } from "../support/axe.ts";
import { FROM, hireOperator } from "../support/operators.ts";
import { openStage, until } from "../support/stage.ts";
import { openSurfaces, surfacesOf } from "./every-surface.ts";

const stage = openStage();

const act = async (kind: string, id: string, name: string, values: Record<string, string> = {}) => {
  const found = stage.product.wired.operators.objects
    .find((one) => one.kind === kind)
    ?.acts?.find((one) => one.name === name);
  const outcome = await found?.run(id, { by: "opr_ann", reason: "a test", values });
  expect(outcome, `${kind} ${name}`).toMatchObject({ ok: true });
};

const read = async (path: string) => {
  const response = await fetch(`${stage.product.url}${path}`, { redirect: "manual" });
  return `${response.status} ${response.headers.get("location") ?? ""} ${await response.text()}`;
};
const bundle = async () => {
  const { version } = (await (await fetch(`${stage.product.url}/ext/tuppence/manifest.json`)).json()) as {
    version: number;
  };
  const body = await (await fetch(`${stage.product.url}/ext/tuppence/bundle/${version}`)).arrayBuffer();
  const bytes = Buffer.from(body);
  return bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
};

async function memberOf(email: string): Promise<{ user_id: string }> {
  const { identity, database } = stage.product.wired;
  await identity.register({
    ...{ name: "Ann", language: "en", email, partner: "tuppence", sid: null, cid: null },
    ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{ country_code: "US", reads_in: "US", user_agent: "", address: "" },
  });
  const { rows } = await database.pool.query("select user_id from identity.users where email = $1", [email]);
  return rows[0];
}

/** Every way to meet a store or its coupons, each read twice: the second time from whatever is kept. */
async function placesWith(text: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await read(path);
    if ((await read(path)).includes(text)) found.push(path);
  }
  if ((await bundle()).includes(text)) found.push("bundle");
  return found;
}
const gone = (what: string, text: string, paths: readonly string[]) =>
  until(what, async () => (await placesWith(text, paths)).length === 0);

it("a store that is merged is one with the other everywhere, and its address leads there for good", async () => {
  const { catalog } = stage.product.wired;
  const shown = catalog.under(stage.product.wired.partners.home);
  const { merchant } = (await shown.merchant("brightpenny")) ?? {};
  const paths = [
    "/stores?q=brightpenny",
    "/stores?q=brightpenny&lang=es",
    "/search?q=brightpenny",
    "/api/search?q=brightpenny",
    "/sitemap-stores.xml",
    "/otter-lane-coupons",
  ];
  const link = "brightpenny-coupons";
  const name = '"internal_name":"brightpenny"';
  expect(merchant?.name).toBeTruthy();
  expect(await placesWith(link, paths)).toEqual(
    expect.arrayContaining(["/stores?q=brightpenny", "/sitemap-stores.xml"]),
  );
  const surfaces = openSurfaces(stage);
  const every = surfacesOf("brightpenny");
  const before = await surfaces.look(every);
  const told = before.filter(({ body }) => body.includes(link)).map(({ path }) => path);
  expect(told).toEqual(
    expect.arrayContaining([
      ...["/stores?q=brightpenny&lang=es", "/search?q=brightpenny", "/brightpenny-coupons"],
      ...["/sitemap-stores.xml", "/stores?q=brightpenny&partner=shipright&lang=es"],
    ]),
  );
  const { user_id } = await memberOf("merged@example.com");
  expect(await catalog.keepFavourite(user_id, "brightpenny")).toMatchObject({ ok: true });
  await act("store", "brightpenny", "merge", { into: "otter-lane" });
  await until("the old address leads to the other store", async () =>
    (await read("/brightpenny-coupons")).startsWith("301 /otter-lane-coupons"),
  );
  await gone("no link of it is left", link, paths);
  await gone("no answer names it", name, ["/api/search?q=brightpenny", "/api/stores?q=brightpenny"]);
  // The bundle of before names its address too: it is with the other where the store itself is gone.
  await until("browsers have its address with the other", async () => {
    const now = await bundle();
    return now.includes(merchant?.domain ?? "?") && !now.includes('"name":"brightpenny"');
  });
  expect(await read("/api/search?q=brightpenny")).toContain("otter-lane");
  expect(await surfaces.telling(every, link)).toEqual([]);
  expect(await surfaces.stillGood(before, link)).toEqual([]);
  expect(await surfaces.bundles()).not.toContain('"name":"brightpenny"');
  expect(await catalog.favourites(user_id)).toEqual(["otter-lane"]);
  await act("store", "brightpenny", "part");
  await until("it has its page again", async () => (await read("/brightpenny-coupons")).startsWith("200"));
});

it("a wrong coupon that is retired leaves no trace in any cache, in the console by one press", async () => {
  const { wired } = stage.product;
  const { rows } = await wired.database.pool.query<{ code: string; id: string; store: string }>(
    `select o.code, 'ofr_' || replace(o.offer_id::text, '-', '') as id, m.internal_name as store
     from catalog.offers o join catalog.merchants m using (merchant_id)
     where m.internal_name = 'marlow-finch' and o.code is not null and o.gone_at is null order by o.popularity desc limit 1`,
  );
  const coupon = rows[0];
  if (!coupon) throw new Error("Marlow & Finch has a coupon.");
  const paths = [
    `/${coupon.store}-coupons`,
    `/${coupon.store}-coupons?lang=es`,
    "/coupons",
    `/coupons?q=${coupon.store}`,
    "/",
    `/search?q=${coupon.store} coupons`,
    `/offer/${coupon.id}`,
    `/api/stores/${coupon.store}`,
  ];
  expect(await placesWith(coupon.code, paths)).toEqual(expect.arrayContaining([paths[0], paths[1], "bundle"]));
  const surfaces = openSurfaces(stage);
  const every = surfacesOf(coupon.store, [`/cashback/offer/${coupon.id}`, `/offer/${coupon.id}`]);
  const before = await surfaces.look(every);
  const told = before.filter(({ body }) => body.includes(coupon.code)).map(({ path }) => path);
  expect(told).toEqual(
    expect.arrayContaining([
      ...[
        `/${coupon.store}-coupons?lang=es`,
        `/${coupon.store}-coupons?partner=shipright&lang=es`,
        `/api/stores/${coupon.store}`,
      ],
    ]),
  );
  const olga = await hireOperator(wired, "Olga", ["catalogue"]);
  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([{ name: wired.staff.cookie.name, value: olga.token, url: stage.product.url }]);
    await page.goto(`/console/o/coupon/${coupon.id}`);
    await page.getByRole("heading", { name: "Coupon" }).first().waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("button", { name: "Retire" }).click();
    await page.getByLabel("Why").fill("It never worked");
    await page.keyboard.press("Control+Enter");
    await gone("nothing tells the code", coupon.code, paths);
    await page.reload();
    await page.getByText("retired: It never worked").waitFor();
  });
  await wired.catalog.importFeed("impact.offers");
  expect(await placesWith(coupon.code, paths)).toEqual([]);
  expect(await surfaces.telling(every, coupon.code)).toEqual([]);
  expect(await surfaces.stillGood(before, coupon.code)).toEqual([]);
  expect(await surfaces.bundles()).not.toContain(coupon.code);
  expect((await read(`/go/offer?offer=${coupon.id}`)).includes(coupon.code)).toBe(false);
});

it("an import that is rolled back leaves no trace in any cache, and its feed is held", async () => {
  const { wired } = stage.product;
  const before = "What stood here before";
  const { rows } = await wired.database.pool.query<{ offer_id: string; title: string; store: string; feed: string }>(
    `select o.offer_id, o.title, m.internal_name as store, o.network || '.offers' as feed from catalog.offers o join catalog.merchants m using (merchant_id)
     where m.live and o.gone_at is null and o.ends_at > now() and o.network <> 'own'
       and not exists (select 1 from catalog.offers t where position(o.title in t.title) > 0 and t.offer_id <> o.offer_id)
       and length(o.title) > 20
     order by o.popularity desc limit 1`,
  );
  if (!rows[0]) throw new Error("Some coupon has a title of its own.");
  const { offer_id, title: wrong, store, feed } = rows[0];
  await wired.database.pool.query(
    "update catalog.offers set title = $1, description = $1, content_hash = 1 where offer_id = $2",
    [before, offer_id],
  );
  const paths = [`/${store}-coupons`, `/${store}-coupons?lang=es`, `/api/stores/${store}`];
  await act("feed", feed, "run");
  await until("the import is shown", async () => (await placesWith(wrong, paths)).length > 2);
  const surfaces = openSurfaces(stage);
  const every = surfacesOf(store);
  const shown = await surfaces.look(every);
  expect(shown.filter(({ body }) => body.includes(wrong)).map(({ path }) => path)).toContain(
    `/${store}-coupons?partner=shipright&lang=es`,
  );
  const hired = await hireOperator(wired, "Ivan", ["catalogue"]);
  const asked = {
    place: "object" as const,
    name: "feed",
    item: feed,
    act: "roll back",
    reason: "wrong titles",
    values: {},
  };
  expect(await wired.staff.decide(await hired.me(), asked, FROM)).toMatchObject({ ok: true });
  await gone("nothing tells what it brought", wrong, paths);
  expect((await placesWith(before, paths)).length).toBeGreaterThan(2);
  expect(await surfaces.telling(every, wrong)).toEqual([]);
  expect(await surfaces.stillGood(shown, wrong)).toEqual([]);
  await until("browsers have it no more", async () => !(await surfaces.bundles()).includes(wrong));
  expect(await wired.catalog.importFeed(feed)).toMatchObject({ state: "busy" });
});

it("the parts of the front page are put in order by a key and by dragging, and readers see it at once", async () => {
  const { wired } = stage.product;
  const parts = async () => [...(await read("/")).matchAll(/<h2 id="(cent|memb|rates|tickets)"/g)].map(([, id]) => id);
  const placed = async (part: string) => (await parts()).indexOf(part);
  const built = await parts();
  expect(built.slice(0, 3)).toEqual(["rates", "cent", "tickets"]);
  const olga = await hireOperator(wired, "Otto", ["catalogue"]);
  await stage.visit({}, async ({ page, context }) => {
    await context.addCookies([{ name: wired.staff.cookie.name, value: olga.token, url: stage.product.url }]);
    await page.goto("/console/lists/sections");
    expect(await violationsInBothModes(page)).toEqual([]);
    const row = (at: number) => page.locator("tbody tr").nth(at);
    await page.getByRole("button", { name: "Move Coupons up" }).press("Enter");
    await row(1).getByRole("link", { name: "Coupons" }).waitFor();
    await until("the front page has it second", async () => (await placed("tickets")) === 1);
    await page.getByRole("button", { name: "Move Coupons up", disabled: false }).waitFor();
    await row(0).dragTo(row(2));
    await until("what was dragged is third", async () => (await placed("rates")) === 2);
    await page.reload();
    await row(2)
      .getByRole("link", { name: /Rate card/ })
      .waitFor();
  });
  await act("section", "home.rates", "as built");
  await until("all is as it was built", async () => (await parts()).join() === built.join());
});
