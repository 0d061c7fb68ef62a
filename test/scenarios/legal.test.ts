/** Stories of legal texts: by partner, country and date; who agreed to which words; and that members learn of a change in time. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { shipright } from "../../brands/shipright.ts";
import { tuppence } from "../../brands/tuppence.ts";
import { likeAnotherProcess } from "../../src/platform/database.ts";
import { newId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let desk: ReturnType<typeof createOperators>;
beforeEach(async () => {
  world = await createWorld();
  desk = createOperators(world);
});
afterEach(() => world.close());

const titleOf = (brand = tuppence, country: string | null = null, on: string | null = null) =>
  world.agreements.show("terms", { brand, language: "en", country }, on)?.page.title;
const begins = async (id: string, name: string) =>
  (await desk
    .actOf("text", "write")
    .asks?.find((one) => one.name === name)
    ?.begin?.(id)) ?? "";

/** A draft of a text with another title in both languages, dated as it says. */
async function draft(id: string, title: string, date: string, more: Record<string, string> = {}): Promise<string> {
  const retitled = (text: string) =>
    text.replace(/^title: .*$/m, `title: ${title}`).replace(/^date: .*$/m, `date: ${date}`);
  const values = {
    english: retitled(await begins(id, "english")),
    spanish: retitled(await begins(id, "spanish")),
    ...more,
  };
  const written = await desk.act("text", id, "write", { values });
  if (!written.ok) throw new Error(JSON.stringify(written));
  return /edt_[0-9a-f]+/.exec(written.value)?.[0] ?? "";
}
const dayAhead = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const publish = (edition: string, from?: string) =>
  desk.act("edition", edition, "publish", { values: from ? { from: `${from} 00:00` } : {} });
const agreedBy = async (userId: string) =>
  (await world.agreements.of(userId, 10)).map(({ document, title, language, partner, country, way }) =>
    [document, title, language, partner, country, way].join(" "),
  );

/** Somebody who reads it there, under the shipping partner. `country_code`: null where only their browser tells it. */
async function inBritain({ country_code = "GB" }: { country_code?: string | null } = {}) {
  const outcome = await world.identity.register({
    ...{ name: "Bea", email: "bea@example.com", language: "en", partner: "shipright", sid: null, cid: null },
    ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{ country_code, reads_in: "GB", user_agent: "", address: "" },
  });
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value.member;
}

it("a text for a partner and a country appears at its minute, for nobody else, and agreements name their version", async () => {
  const first = await world.member("One");
  const day = dayAhead(31);
  const edition = await draft("legal:terms", "ShipRight in Britain", day, { under: "shipright", country: "gb" });
  expect(await publish(edition, day)).toMatchObject({ ok: true });
  const before = titleOf();
  await world.advance({ days: 30 });
  expect(titleOf(shipright, "GB")).toBe(before);
  await world.advance({ days: 2 });
  expect([titleOf(shipright, "GB"), titleOf(shipright, "US"), titleOf(tuppence, "GB"), titleOf(shipright)]).toEqual([
    "ShipRight in Britain",
    before,
    before,
    before,
  ]);

  const second = await inBritain();
  expect(await agreedBy(first.user_id)).toEqual([
    "privacy-policy Privacy policy en tuppence US register",
    "terms Terms & Conditions en tuppence US register",
  ]);
  expect(await agreedBy(second.user_id)).toEqual([
    "privacy-policy Privacy policy en shipright GB register",
    "terms ShipRight in Britain en shipright GB register",
  ]);
  const [{ id: newest } = { id: "" }] = await desk.section("agreements", second.user_id);
  const { facts, views } = await desk.show("legal version", newest);
  expect(facts).toMatchObject({ document: "privacy-policy", partner: "shipright", country: "GB" });
  expect(views).toEqual([{ href: `/console/preview/${newest}`, line: "As they read it" }]);
  // Word for word, also what a country adds.
  expect((await world.agreements.version(newest))?.page.parts.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["shipping", "united-kingdom"]),
  );
});

it("the same words are one version, however many agree, and their own copy and their leaving know of it", async () => {
  const [one, other] = [await world.member("Ann"), await world.member("Ben")];
  const versions = await world.agreements.versions({ document: "terms", after: null, most: 10 });
  expect(versions.map(({ members }) => members)).toEqual([2]);
  const copy = await world.identity.exportData(one, { password: one.password, user_agent: "", address: "" });
  expect(copy.ok && JSON.stringify(copy.value.content)).toContain("You must be 18 or older");
  const gone = { password: other.password, give_up: true, user_agent: "", address: "" };
  expect(await world.identity.deleteAccount(other, gone)).toMatchObject({ ok: true });
  expect(
    (await world.agreements.versions({ document: "terms", after: null, most: 10 })).map(({ members }) => members),
  ).toEqual([1]);
});

it("who agreed is told 30 days before, once, in their language; and hears it when the change does not come", async () => {
  const ann = await world.member("Ann");
  const luz = await world.member("Luz", "es");
  const ship = await world.member("Sue", "en", "shipright");
  await world.work();
  // A partner's own words are more its members' own than a change for all.
  const own = await draft("legal:terms", "ShipRight terms", dayAhead(30), { under: "shipright" });
  expect(await publish(own, dayAhead(30))).toMatchObject({ ok: false, code: "not_possible" });
  expect(await publish(own)).toMatchObject({ ok: false, code: "not_possible" });

  const day = dayAhead(40);
  const edition = await draft("legal:terms", "New terms", day);
  for (const [from, why] of [
    [dayAhead(29), /Its head says/],
    [undefined, /Its head says/],
  ] as const)
    expect(await publish(edition, from)).toMatchObject({ ok: false, detail: { why: expect.stringMatching(why) } });
  expect(await publish(edition, day)).toMatchObject({ ok: true });
  await world.work();
  await world.work();
  const last = async (email: string) => (await world.mails(email)).at(-1);
  expect(await last(ann.email)).toMatch(/^Our terms change on /);
  expect(await last(luz.email)).toMatch(/^Nuestros términos cambian el /);
  expect(await last(ship.email)).toMatch(/^Our terms change on /);
  expect([titleOf(), titleOf(tuppence, null, day)]).toEqual(["Terms & Conditions", "New terms"]);
  expect(world.agreements.show("terms", { brand: tuppence, language: "en" }, null)?.next).toBe(day);
  // A partner's members read their partner's page, also where the address is the same for all.
  const { rows } = await world.database.pool.query(
    "select plain from notifications.mails where recipient = $1 and template = 'legal_changes'",
    [ship.email],
  );
  expect(rows.map(({ plain }) => plain)).toEqual([expect.stringContaining(`/terms?on=${day}&partner=shipright`)]);

  await world.advance({ days: 5 });
  expect(await desk.act("edition", edition, "take back")).toMatchObject({ ok: true });
  await world.work();
  await world.work();
  expect(await last(ann.email)).toBe("Our terms stay as they are");
  expect(await last(luz.email)).toBe("Nuestros términos quedan como están");
  const about = async (email: string) =>
    (await world.mails(email)).filter((subject) => /terms|términos/i.test(subject));
  expect((await about(ann.email)).length).toBe(2);
});

it("before anybody agreed a text may stand at once, and what holds for members is not taken back", async () => {
  const edition = await draft("legal:terms", "Ours from the first day", dayAhead(0));
  expect(await publish(edition)).toMatchObject({ ok: true });
  expect(titleOf()).toBe("Ours from the first day");
  await world.advance({ minutes: 1 });
  await world.member("First");
  expect(await desk.act("edition", edition, "take back")).toMatchObject({
    ok: false,
    detail: { why: expect.stringContaining("it holds") },
  });
});

it("a country is told of legal texts alone, by its letters", async () => {
  const page = { english: await begins("pages:about", "english"), spanish: await begins("pages:about", "spanish") };
  const legal = { english: await begins("legal:terms", "english"), spanish: await begins("legal:terms", "spanish") };
  for (const [id, values] of [
    ["pages:about", { ...page, country: "GB" }],
    ["legal:terms", { ...legal, country: "Britain" }],
    ["legal:terms", { ...legal, country: "ZX" }],
    // Its readers come from GB, the other has none: a text for either would be read by nobody.
    ["legal:terms", { ...legal, country: "UK" }],
    ["legal:terms", { ...legal, country: "EU" }],
  ] as const)
    expect(await desk.act("text", id, "write", { values })).toMatchObject({
      ok: false,
      detail: { why: expect.stringContaining("two letters") },
    });
  // What adds to a text says so, and begins with those of whom it is.
  expect([await begins("legal:privacy-policy-uk", "country"), await begins("legal:terms-shipping", "under")]).toEqual([
    "GB",
    "shipright",
  ]);
  expect(await begins("legal:privacy-policy-uk", "english")).toMatch(/^adds_to: privacy-policy$/m);
  expect(await begins("legal:privacy-policy-uk", "english")).not.toMatch(/^country:/m);
});

it("who was brought by a partner and reads our own pages agrees to what those show", async () => {
  const json = { "content-type": "application/json" };
  const touch = await world.app.inject({
    ...{ method: "POST", url: "/api/check-set-cookie", headers: { ...json, "accept-language": "en-US" } },
    payload: JSON.stringify({ partner: "shipright", sid: "s1", time_zone: "America/New_York" }),
  });
  const password = "copper penny passbook";
  const cookie = String(touch.headers["set-cookie"]).split(";")[0] ?? "";
  const joined = await world.app.inject({
    ...{ method: "POST", url: "/api/web/register", headers: { ...json, cookie } },
    payload: JSON.stringify({ name: "Tom", email: "tom@example.com", password, password_confirmation: password }),
  });
  expect(joined.json()).toMatchObject({ success: true });
  const { rows } = await world.database.pool.query("select user_id, partner from identity.users");
  expect(rows).toEqual([{ user_id: expect.anything(), partner: "shipright" }]);
  expect(await agreedBy(rows[0].user_id)).toEqual([
    expect.stringMatching(/^privacy-policy .* tuppence +register$/),
    expect.stringMatching(/^terms .* tuppence +register$/),
  ]);
});

it("who agreed where no country was known may be in the one that gets a text of its own", async () => {
  const edition = await draft("legal:terms", "For France", dayAhead(0), { country: "FR" });
  await world.member("Ann");
  const outcome = await world.identity.register({
    ...{ name: "Zoe", email: "zoe@example.com", language: "en", partner: "tuppence", sid: null, cid: null },
    ...{ password: "copper penny passbook", password_confirmation: "copper penny passbook" },
    ...{ country_code: null, reads_in: null, user_agent: "", address: "" },
  });
  expect(outcome.ok).toBe(true);
  expect(await publish(edition)).toMatchObject({
    ok: false,
    detail: { why: expect.stringContaining("30 days before") },
  });
});

const told = async (email: string) =>
  (await world.mails(email)).filter((subject) => /^(Our|Nuestr).*(terms|privacy|términos|privacidad)/.test(subject));

it("who joins after the telling hears of the change as they join, once", async () => {
  const ann = await world.member("Ann");
  expect(await publish(await draft("legal:terms", "New terms", dayAhead(40)), dayAhead(40))).toMatchObject({
    ok: true,
  });
  await world.work();
  await world.advance({ days: 5 });
  const ben = await world.member("Ben");
  await world.work();
  await world.advance({ days: 40 });
  const late = await world.member("Late");
  await world.work();
  expect([await told(ann.email), await told(ben.email), await told(late.email)]).toEqual([
    [expect.stringMatching(/^Our terms change on/)],
    [expect.stringMatching(/^Our terms change on/)],
    [],
  ]);
});

it("who reads a country's text by their browser alone is told of its changes", async () => {
  await world.member("Ann");
  const bea = await inBritain({ country_code: null });
  const day = dayAhead(35);
  const edition = await draft("legal:privacy-policy-uk", "For Britain", day, { country: "GB" });
  expect(await publish(edition, dayAhead(0))).toMatchObject({ ok: false });
  expect(await publish(edition, day)).toMatchObject({ ok: true });
  await world.work();
  expect(await told(bea.email ?? "")).toEqual([expect.stringMatching(/^Our privacy policy changes on/)]);
  expect(await told("ann@example.com")).toEqual([]);
});

it("while somebody agrees nothing is published, and what is taken back meanwhile is told to nobody as coming", async () => {
  const edition = await draft("legal:terms", "At once", dayAhead(0));
  const first = await world.base.handle.transaction(async (tx) => {
    const agreeing = {
      user_id: newId("user"),
      brand: tuppence,
      language: "en",
      country: "US",
      way: "register",
    } as const;
    await world.agreements.agree(tx, agreeing);
    const publishing = likeAnotherProcess(() => publish(edition));
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { publishing };
  });
  expect(await first.publishing).toMatchObject({
    ok: false,
    detail: { why: expect.stringContaining("30 days before") },
  });

  const ann = await world.member("Ann");
  const coming = await draft("legal:terms", "To come", dayAhead(40));
  expect(await publish(coming, dayAhead(40))).toMatchObject({ ok: true });
  const other = await world.database.pool.connect();
  await other.query("begin");
  await other.query("select 1 from content.editions for update");
  const telling = world.identity.tellLegal({ edition: coming, what: "comes", after: null });
  await other.query("update content.editions set state = 'withdrawn', ended_at = now() where live_at is not null");
  await new Promise((resolve) => setTimeout(resolve, 200));
  await other.query("commit");
  other.release();
  await telling;
  await world.work();
  expect(await told(ann.email)).toEqual([]);
});

it("a text that begins in the afternoon is shown in advance until its minute, and not once more after", async () => {
  const day = dayAhead(1);
  const edition = await draft("legal:terms", "Of the afternoon", day);
  expect(await desk.act("edition", edition, "publish", { values: { from: `${day} 23:00` } })).toMatchObject({
    ok: true,
  });
  const show = (on: string | null) => {
    const { page, is_ahead, next } = world.agreements.show("terms", { brand: tuppence, language: "en" }, on) ?? {};
    return [page?.title, is_ahead, next];
  };
  await world.advance({ days: 1 });
  expect([show(null), show(day)]).toEqual([
    ["Terms & Conditions", false, day],
    ["Of the afternoon", true, null],
  ]);
  await world.advance({ hours: 4 });
  expect([show(null), show(day)]).toEqual([
    ["Of the afternoon", false, null],
    ["Of the afternoon", false, null],
  ]);
});

it("of one text one change a day is told, and nobody hears that it stays while something else of its page changes", async () => {
  const [ann, sue] = [await world.member("Ann"), await world.member("Sue", "en", "shipright")];
  const day = dayAhead(40);
  const first = await draft("legal:terms", "First", day);
  const second = await draft("legal:terms", "Second", day);
  const shipping = await draft("legal:terms-shipping", "Of shipping", day, { under: "shipright" });
  for (const edition of [first, shipping]) expect(await publish(edition, day)).toMatchObject({ ok: true });
  expect(await publish(second, day)).toMatchObject({
    ok: false,
    detail: { why: expect.stringContaining("on that day") },
  });
  await world.work();
  expect(await desk.act("edition", first, "take back")).toMatchObject({ ok: true });
  await world.work();
  const comes = expect.stringMatching(/^Our terms change on/);
  expect([await told(ann.email), await told(sue.email)]).toEqual([
    [comes, "Our terms stay as they are"],
    [comes, comes],
  ]);
});

it("whom a text that is taken back would have kept from another one is told of that", async () => {
  const sue = await world.member("Sue", "en", "shipright");
  const own = await draft("legal:terms", "ShipRight's", dayAhead(40), { under: "shipright" });
  expect(await publish(own, dayAhead(40))).toMatchObject({ ok: true });
  const general = await draft("legal:terms", "For all", dayAhead(50));
  expect(await publish(general, dayAhead(50))).toMatchObject({ ok: true });
  await world.work();
  expect(await told(sue.email)).toHaveLength(1);
  expect(await desk.act("edition", own, "take back")).toMatchObject({ ok: true });
  await world.work();
  await world.work();
  expect((await told(sue.email)).toSorted()).toEqual([
    "Our terms change on Apr 19, 2027".replace(" 19", "\u00a019"),
    "Our terms change on Apr 29, 2027".replace(" 29", "\u00a029"),
    "Our terms stay as they are",
  ]);
});

it("members are told some at a time, and a batch that is done once more begins no second row", async () => {
  await world.member("Ann");
  const day = dayAhead(40);
  const edition = await draft("legal:privacy-policy-uk", "For Britain", day, { country: "GB" });
  expect(await publish(edition, day)).toMatchObject({ ok: true });
  // The last of them has the last of all ids.
  await world.database.pool.query(`
    insert into identity.users (user_id, email, name, language, partner, country_code, created_at)
    select case n when 501 then 'ffffffff-ffff-4fff-bfff-ffffffffffff' else gen_random_uuid() end, 'm' || n || '@example.com', 'M',
      'en', 'tuppence', case when n > 499 then 'GB' else 'US' end, now() from generate_series(1, 501) n`);
  for (const after of [null, null]) await world.identity.tellLegal({ edition, what: "comes", after });
  const { rows } = await world.database.pool.query(
    "select count(*)::integer as count from graphile_worker.jobs where task_identifier = 'identity.tell_legal'",
  );
  expect(rows).toEqual([{ count: 1 }]);
  await world.work();
  await world.work();
  expect([await told("m501@example.com"), await told("m500@example.com"), await told("m1@example.com")]).toEqual([
    [expect.stringMatching(/^Our privacy policy changes on/)],
    [expect.stringMatching(/^Our privacy policy changes on/)],
    [],
  ]);
});

it("who has no address reads of a change on our own pages, and whom no telling reached hears nothing of its end", async () => {
  const [ann, apple] = [await world.member("Ann"), await world.member("Apple")];
  await world.database.pool.query("update identity.users set email = null where user_id = $1", [apple.user_id]);
  const edition = await draft("legal:terms", "New terms", dayAhead(40));
  expect(await publish(edition, dayAhead(40))).toMatchObject({ ok: true });
  await world.work();
  const noticesOf = async (of: { user_id: string }) =>
    (
      await world.database.pool.query(
        "select title_en, href from notifications.notices where user_id = $1 and list = 'account' and cause like 'legal%' order by at",
        [of.user_id],
      )
    ).rows;
  const notice = { title_en: expect.stringMatching(/^Our terms change/), href: `/terms?on=${dayAhead(40)}` };
  expect([await noticesOf(ann), await noticesOf(apple)]).toEqual([[notice], [notice]]);

  const unheard = await draft("legal:terms", "Never heard of", dayAhead(60));
  expect(await publish(unheard, dayAhead(60))).toMatchObject({ ok: true });
  expect(await desk.act("edition", unheard, "take back")).toMatchObject({ ok: true });
  await world.work();
  expect(await told(ann.email)).toHaveLength(1);
});
