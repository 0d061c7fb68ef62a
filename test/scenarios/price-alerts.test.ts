/** A member waits for lower prices: each fall is told once, a rise is not, and whoever lets go hears no more. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseMemberData, readMemberData } from "../../src/modules/catalog/member-data-store.ts";
import { moveMember } from "../../src/modules/catalog/member-move-store.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120, shops: "everything" });
});
afterAll(() => world.close());

type Priced = { slug: string; from_minor: number };
const prices = async (): Promise<Map<string, number>> => {
  const { rows } = await world.base.handle.pool.query<Priced>(
    "select slug, from_minor::integer as from_minor from catalog.products where merchants > 0 and gtin like '%28%' order by slug limit 60",
  );
  return new Map(rows.map(({ slug, from_minor }) => [slug, from_minor]));
};
const waitFor = async (userId: string, slugs: Iterable<string>) => {
  for (const slug of slugs) expect(await world.catalog.askForFalls(userId, slug)).toMatchObject({ ok: true });
};
/** The shops' own prices move with the days; the feeds bring them here, and the import's event writes the letters. */
async function daysLater(days: number) {
  await world.advance({ days });
  await world.catalog.scheduleImports(["products"]);
  await world.work();
}
const toldOf = async (email: string) => (await world.mails(email)).filter((subject) => subject.startsWith("Now $"));

describe("waiting for a price", () => {
  it("brings one letter for each fall, and none for what rose or stayed", async () => {
    const member = await world.member("Waiter");
    const before = await prices();
    await waitFor(member.user_id, before.keys());
    await world.catalog.tellFalls();
    await world.work();
    expect(await toldOf(member.email)).toEqual([]);
    await daysLater(9);
    const after = await prices();
    const fell = [...before].filter(([slug, was]) => (after.get(slug) ?? was) * 100 <= was * 99);
    expect(fell.length).toBeGreaterThan(0);
    expect(fell.length).toBeLessThan(before.size);
    expect(await toldOf(member.email)).toHaveLength(fell.length);
    // Nothing moved since: however often it is looked at, nothing is told again.
    await Promise.all([world.catalog.tellFalls(), world.catalog.tellFalls()]);
    await world.work();
    expect(await toldOf(member.email)).toHaveLength(fell.length);
  });

  it("is told once when several processes look at once", async () => {
    const member = await world.member("Racer");
    const [slug = ""] = (await prices()).keys();
    await waitFor(member.user_id, [slug]);
    await world.base.handle.pool.query(
      "update catalog.price_alerts set seen_minor = seen_minor * 2 where user_id = $1",
      [member.user_id],
    );
    await Promise.all([world.catalog.tellFalls(), world.catalog.tellFalls(), world.catalog.tellFalls()]);
    await world.work();
    expect(await toldOf(member.email)).toHaveLength(1);
  });

  it("waits for the price that was said, and is told then how far it fell", async () => {
    const member = await world.member("Chooser");
    const [slug = "", now = 0] = (await prices()).entries().next().value ?? [];
    await waitFor(member.user_id, [slug]);
    const { catalog, base } = world;
    const below = (text: string) => catalog.changeAlert(member.user_id, { slug, below: text });
    expect(await below("soon")).toMatchObject({ code: "bad_price" });
    expect(await catalog.changeAlert(member.user_id, { slug: "else", below: "5" })).toMatchObject({
      code: "unknown_alert",
    });
    expect(await below(`$${(now - 1) / 100}`)).toMatchObject({ ok: true });
    expect(await catalog.priceAlerts(member.user_id)).toMatchObject([
      { slug, now_minor: String(now), below_minor: String(now - 1) },
    ]);
    // It fell by half, and still costs a cent more than was said.
    await base.handle.pool.query("update catalog.price_alerts set seen_minor = seen_minor * 2 where user_id = $1", [
      member.user_id,
    ]);
    await catalog.tellFalls();
    await world.work();
    expect(await toldOf(member.email)).toEqual([]);
    expect(await below(`${now / 100}`)).toMatchObject({ ok: true });
    await catalog.tellFalls();
    await world.work();
    expect(await toldOf(member.email)).toHaveLength(1);
    expect(await below("")).toMatchObject({ ok: true });
    expect(await catalog.priceAlerts(member.user_id)).toMatchObject([{ slug, below_minor: null }]);
  });

  it("ends when the member lets go or leaves, is theirs to take along, and moves with an account that merges", async () => {
    const [one, other, third] = [
      await world.member("Leaver"),
      await world.member("Stopper"),
      await world.member("Taker"),
    ];
    const [slug = "", second = ""] = (await prices()).keys();
    await waitFor(one.user_id, [slug]);
    await waitFor(other.user_id, [slug, second]);
    await world.catalog.stopAlert(other.user_id, slug);
    const rowsOf = async (userId: string) =>
      (
        await world.base.handle.pool.query<{ n: number }>(
          "select count(*)::integer as n from catalog.price_alerts where user_id = $1",
          [userId],
        )
      ).rows[0]?.n;
    expect(await rowsOf(other.user_id)).toBe(1);
    const { db } = world.base.handle;
    expect((await readMemberData(db, one.user_id)).prices_waited_for).toMatchObject([{ product: slug }]);
    await waitFor(third.user_id, [second]);
    await world.base.handle.transaction((tx) => moveMember(tx, { from: other.user_id, to: third.user_id }));
    expect([await rowsOf(other.user_id), await rowsOf(third.user_id)]).toEqual([0, 1]);
    await world.base.handle.transaction((tx) => eraseMemberData(tx, one.user_id));
    expect(await rowsOf(one.user_id)).toBe(0);
  });

  it("is for things that exist, a hundred at a time", async () => {
    const member = await world.member("Collector");
    expect(await world.catalog.askForFalls(member.user_id, "no-such-thing")).toMatchObject({ code: "unknown_product" });
    const { rows } = await world.base.handle.pool.query<{ slug: string }>(
      "select slug from catalog.products where merchants > 0 limit 101",
    );
    await waitFor(
      member.user_id,
      rows.slice(0, 100).map(({ slug }) => slug),
    );
    expect(await world.catalog.askForFalls(member.user_id, rows[100]?.slug ?? "")).toMatchObject({
      code: "too_many_alerts",
    });
    expect(await world.catalog.askForFalls(member.user_id, rows[0]?.slug ?? "")).toMatchObject({ ok: true });
  });
});
