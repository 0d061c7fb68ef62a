/** Where the catalogue and the coins come from, by keyboard alone: an import read with its bad rows, run and rolled back; a partner switched off; a callback replayed. */
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { FEED_LOCKS } from "../../src/modules/catalog/feed-lock.ts";
import { violationsInBothModes } from "../support/axe.ts";
import { openStage, until } from "../support/stage.ts";
import { actByKey, asOperator, openByKeys } from "./by-keyboard.ts";

const stage = openStage();

const rows = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await stage.product.wired.database.pool.query(text, [...values])).rows;
const read = async (path: string) => (await fetch(`${stage.product.url}${path}`)).text();

it("an import's report tells its bad rows with their reasons", async () => {
  const folder = await mkdtemp(join(tmpdir(), "console-feeds-"));
  const source = join(folder, "goods.csv");
  await writeFile(
    source,
    [
      "id,title,link,price,image_link",
      "good-1,A walnut lamp,https://www.marlowfinch.example/lamp,49.00 USD,",
      "bad-1,A lamp without a price,https://www.marlowfinch.example/none,cheap,",
      "bad-2,,https://www.marlowfinch.example/nameless,12.00 USD,",
    ].join("\n"),
  );
  const outcome = await stage.product.wired.catalog.importShopFeed({ source, store: "marlow-finch" });
  await rm(folder, { recursive: true });
  expect(outcome).toMatchObject({ ok: true });
  await asOperator(stage, "Iris", async (page) => {
    await page.goto("/console/lists/imports");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page
      .getByRole("link", { name: /shop\.marlow-finch/ })
      .first()
      .press("Enter");
    await page.getByText("bad-1", { exact: false }).first().waitFor();
    const facts = (await page.getByRole("region", { name: "Facts" }).textContent()) ?? "";
    for (const told of [/1 × no title/, /1 × the price is not an amount/, /bad-1: the price is not/, /bad-2: no title/])
      expect(facts).toMatch(told);
    expect(await violationsInBothModes(page)).toEqual([]);
  });
});

it("a feed is held, goes on, is run, and its last import is taken back", async () => {
  const feed = "impact.offers";
  const [coupon] = await rows<{ id: string; title: string; store: string }>(
    `select o.offer_id as id, o.title, m.internal_name as store from catalog.offers o join catalog.merchants m using (merchant_id)
     where o.network = 'impact' and m.live and o.gone_at is null and length(o.title) > 20 order by o.popularity desc, o.offer_id limit 1`,
  );
  if (!coupon) throw new Error("Impact has coupons.");
  const before = "What stood here before";
  await rows("update catalog.offers set title = $1, content_hash = 1 where offer_id = $2", [before, coupon.id]);
  const stands = async () =>
    (await rows<{ title: string }>("select title from catalog.offers where offer_id = $1", [coupon.id]))[0]?.title;
  await asOperator(stage, "Fred", async (page) => {
    const on = async (act: string, typed: Record<string, string> = {}) => {
      await openByKeys(page, `/console/o/feed/${feed}`);
      expect(await actByKey(page, act, typed)).toContain("done at once");
    };
    await on("Hold", { Why: "they change something" });
    await until(
      "it is held",
      async () =>
        (await rows("select 1 from catalog.feeds where feed_name = $1 and held_at is not null", [feed])).length,
    );
    await page.goto("/console/lists/feeds?held=yes");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.getByRole("link", { name: "Open Impact offers, held" }).press("Enter");
    await page.getByText("they change something").first().waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    await on("Go on");
    await on("Run");
    await until("it was imported", async () => (await stands()) === coupon.title);
    // Whoever works on a feed holds it until all is in step: before that nobody may take it back.
    await until("nobody holds it any more", async () => {
      const held =
        "select 1 from pg_locks where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database())";
      return (await rows(held, [FEED_LOCKS])).length === 0;
    });
    await on("Roll back", { Why: "wrong titles" });
    await until("it is as it was", async () => (await stands()) === before);
    expect(await read(`/${coupon.store}-coupons`)).toContain(before);
    await openByKeys(page, `/console/o/feed/${feed}`);
    await page
      .getByText(/rolled back: \d+ rows/i)
      .first()
      .waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
  });
});

it("a partner of offers is off the pages and on again, and a callback that was parked is acted on once more", async () => {
  const { wired, url } = stage.product;
  await wired.coins.refreshOffers();
  const offers = async () =>
    (
      await wired.coins.offers(wired.partners.home, {
        ...{ country: "US", type: null, platform: null, easy: false, least: null, page: 1, sort: "best" },
      })
    ).total;
  const usual = await offers();
  const ref = "NotYetKnownReference000009";
  const tx = "tx-by-key-1";
  const secure_hash = createHash("md5").update(`${tx}-${wired.config.CPX_SECURE_HASH}`).digest("hex");
  const query = new URLSearchParams({
    ...{
      trans_id: tx,
      status: "1",
      user_id: ref,
      amount_local: "5",
      amount_usd: "1.000000",
      offer_ID: "a",
      secure_hash,
    },
  });
  const answer = await fetch(`${url}/cb/cpx/${wired.coins.callbackSecret}?${query}`);
  expect(answer.status).toBe(200);
  await until("nobody is known by that name", async () => (await wired.inbox.listParked(10)).length === 1);
  await asOperator(stage, "Otto", async (page) => {
    await page.goto("/console/lists/providers");
    expect(await violationsInBothModes(page)).toEqual([]);
    await openByKeys(page, "/console/o/offer%20partner/ayet");
    expect(await violationsInBothModes(page)).toEqual([]);
    await actByKey(page, "Switch off", { Why: "their list is wrong" });
    await until("nothing of it is shown", async () => (await offers()) < usual);
    await page.reload();
    await page.getByText("switched off: their list is wrong").waitFor();
    await openByKeys(page, "/console/o/offer%20partner/ayet");
    await actByKey(page, "Switch on", { Why: "it is right again" });
    await until("it is shown again", async () => (await offers()) === usual);

    await page.goto("/console/lists/callbacks?state=parked");
    expect(await violationsInBothModes(page)).toEqual([]);
    await page.locator("tbody a").first().press("Enter");
    await page.getByText("nobody is known by the name that it gives").first().waitFor();
    expect(await violationsInBothModes(page)).toEqual([]);
    const user = await member();
    await rows("insert into coins.member_refs (user_ref, provider, user_id, made_at) values ($1, 'cpx', $2, now())", [
      ref,
      user,
    ]);
    await openByKeys(page, page.url());
    expect(await actByKey(page, "Replay")).toContain("done at once");
    await until("it is credited", async () => (await wired.ledger.balances(user)).coins > 0n);
    await page.reload();
    await page.getByText(/400 coins, credited/).waitFor();
    await openByKeys(page, page.url());
    await actByKey(page, "Replay");
    await page.getByText("It was acted on: nothing is left to do.").first().waitFor();
    expect((await wired.ledger.balances(user)).coins).toBe(400n);
  });
});

async function member(): Promise<string> {
  const { identity } = stage.product.wired;
  await identity.register({
    ...{ name: "Ann", language: "en", email: "ann@example.com", partner: "tuppence", sid: null, cid: null },
    ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{ country_code: "US", reads_in: "US", user_agent: "", address: "" },
  });
  const [row] = await rows<{ user_id: string }>("select user_id from identity.users where email = 'ann@example.com'");
  return row?.user_id ?? "";
}
