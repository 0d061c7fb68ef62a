/** A merged store, a retired coupon and an import that was taken back, asked for wherever they could still be: what tells of stores without being a page. */
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

const BRANDS = [tuppence, { ...shipright, has_extension: true }];
let world: World;
let ann: Awaited<ReturnType<World["member"]>>;
let session: Record<string, string>;
beforeAll(async () => {
  world = await createWorld({ brands: BRANDS });
  await world.catalog.importAll({ products_later: true });
  await world.work();
  ann = await world.member("Ann");
  const { login_token, bind_secret } = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
  session = { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" };
});
afterAll(() => world.close());

const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await world.base.handle.pool.query(text, [...values])).rows;
const get = (url: string) => world.app.inject({ method: "GET", url, headers: session });
const plain = (bytes: Buffer) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();

/** What each place answers of a store and of a text that is typed, by its path; the extension's lists as browsers unpack them. */
async function told(store: string, typed: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const views = BRANDS.flatMap(({ partner_name }) =>
    ["en", "es"].map((lang) => `partner=${partner_name}&lang=${lang}`),
  );
  const query = encodeURIComponent(typed);
  const paths = [
    ...views.flatMap((view) => [
      ...[`/api/search?q=${query}&${view}`, `/api/search?q=${query.slice(0, 4)}&${view}`, `/api/search?q=&${view}`],
      ...[`/api/stores?q=${query}&${view}`, `/api/stores/${store}?${view}`],
    ]),
    ...["/sitemap.xml", "/sitemap-pages.xml", "/sitemap-stores.xml"],
    ...["/api/user/home", "/api/user/favourites", "/api/user/orders.csv?filter=all", `/go/${store}`],
  ];
  for (const path of paths) {
    const answer = await get(path);
    answers.set(path, `${answer.headers.location ?? ""} ${answer.body}`);
  }
  answers.set("passbook", JSON.stringify(await world.passbookOf(ann.user_id)));
  for (const { partner_name } of BRANDS) {
    const { version, differences } = (await get(`/ext/${partner_name}/manifest.json`)).json<{
      version: number;
      differences: { from: number }[];
    }>();
    answers.set(`bundle of ${partner_name}`, plain((await get(`/ext/${partner_name}/bundle/${version}`)).rawPayload));
    for (const { from } of differences) {
      const { rawPayload } = await get(`/ext/${partner_name}/difference/${from}/${version}`);
      answers.set(`bundle of ${partner_name} from ${from}`, plain(rawPayload));
    }
  }
  return answers;
}
const telling = (answers: ReadonlyMap<string, string>, text: string): string[] =>
  [...answers].flatMap(([path, body]) => (body.includes(text) ? [path] : []));
const bundles = (...more: string[]) => [...BRANDS.map(({ partner_name }) => `bundle of ${partner_name}`), ...more];

async function act(kind: string, id: string, name: string, values: Record<string, string> = {}) {
  // What was decided in the same instant is another's word.
  await world.advance({ minutes: 1 });
  expect(await createOperators(world).act(kind, id, name, { values }), `${kind} ${name}`).toMatchObject({ ok: true });
  await world.work();
}

it("a store that is merged is one with the other in every answer, also for members who went there", async () => {
  const [gone, kept] = ["brightpenny", "otter-lane"];
  const favouring = await world.member("Bea");
  expect(await world.catalog.keepFavourite(favouring.user_id, gone)).toMatchObject({ ok: true });
  expect(await world.cashback.go({ ...ann, plus_active: false }, { merchant: gone }, tuppence)).toMatchObject({
    ok: true,
  });
  await world.work();
  const name = `"internal_name":"${gone}"`;
  const before = await told(gone, gone);
  expect(telling(before, name)).toEqual(expect.arrayContaining([`/api/search?q=${gone}&partner=shipright&lang=es`]));
  expect(telling(before, `"name":"${gone}"`)).toEqual(expect.arrayContaining(bundles()));
  expect(telling(before, gone)).toEqual(expect.arrayContaining(["/api/user/home", "/sitemap-stores.xml"]));
  await act("store", gone, "merge", { into: kept });
  const after = await told(gone, gone);
  expect(telling(after, name)).toEqual([]);
  expect(telling(after, `"name":"${gone}"`)).toEqual([]);
  expect(telling(after, `${gone}-coupons`)).toEqual([]);
  expect(await world.catalog.favourites(favouring.user_id)).toEqual([kept]);
  expect(telling(after, `"internal_name":"${kept}"`)).toEqual(
    expect.arrayContaining([`/api/search?q=${gone}&partner=shipright&lang=es`, "/api/user/home"]),
  );
  // What networks tell of it next does not bring it back.
  await world.catalog.importAll({ products_later: true });
  await world.work();
  expect(telling(await told(gone, gone), name)).toEqual([]);
});

it("a coupon that is retired is in no answer and no list, also after its network told it again", async () => {
  const [coupon] = await rows<{ id: string; code: string; store: string; feed: string; title: string }>(
    `select 'ofr_' || replace(o.offer_id::text, '-', '') as id, o.code, o.title, m.internal_name as store, o.network || '.offers' as feed
     from catalog.offers o join catalog.merchants m using (merchant_id)
     where m.live and m.internal_name <> 'otter-lane' and o.gone_at is null and length(o.code) > 5 and (o.ends_at is null or o.ends_at > $1)
       and not exists (select 1 from catalog.offers other where other.code = o.code and other.offer_id <> o.offer_id)
     order by o.popularity desc, o.offer_id limit 1`,
    [world.clock.now()],
  );
  if (!coupon) throw new Error("A store has a coupon with a code of its own.");
  const { store, code, title } = coupon;
  expect(telling(await told(store, title), code)).toEqual(
    expect.arrayContaining(bundles(`/api/stores/${store}?partner=shipright&lang=es`)),
  );
  await act("coupon", coupon.id, "retire");
  for (const [path, body] of await told(store, title)) expect(body.includes(code) ? path : "").toBe("");
  await world.catalog.importFeed(coupon.feed);
  await world.work();
  const after = await told(store, title);
  expect([telling(after, code), telling(after, coupon.id)]).toEqual([[], []]);
});

it("what an import brought is in no answer once it was rolled back, and its feed waits", async () => {
  const before = "What stood here before";
  const [coupon] = await rows<{ id: string; title: string; store: string; feed: string }>(
    `select o.offer_id as id, o.title, m.internal_name as store, o.network || '.offers' as feed
     from catalog.offers o join catalog.merchants m using (merchant_id)
     where m.live and o.gone_at is null and o.network <> 'own' and o.ends_at > $1 and length(o.title) > 20
       and not exists (select 1 from catalog.offers other where position(o.title in other.title) > 0 and other.offer_id <> o.offer_id)
     order by o.popularity desc, o.offer_id limit 1`,
    [world.clock.now()],
  );
  if (!coupon) throw new Error("A coupon has a title of its own.");
  const { id, title, store, feed } = coupon;
  await rows("update catalog.offers set title = $1, description = $1, content_hash = 1 where offer_id = $2", [
    before,
    id,
  ]);
  await world.advance({ minutes: 5 });
  await world.catalog.importFeed(feed);
  await world.work();
  expect(telling(await told(store, title), title)).toContain(`/api/stores/${store}?partner=shipright&lang=es`);
  await act("feed", feed, "roll back");
  const after = await told(store, title);
  expect(telling(after, title)).toEqual([]);
  expect(telling(after, before)).toContain(`/api/stores/${store}?partner=shipright&lang=es`);
  expect(await world.catalog.importFeed(feed)).toMatchObject({ state: "busy" });
});
