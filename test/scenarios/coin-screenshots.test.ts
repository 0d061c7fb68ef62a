/**
 * Stories of the picture that goes along with the question about a missing step: drawn anew, seen by who decides and by the partner that is
 * asked, and by nobody else; and gone in time.
 */
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { eraseMemberData, readMemberData } from "../../src/modules/coins/member-data-store.ts";
import { createEarning, only } from "../support/earning.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let earning: Awaited<ReturnType<typeof createEarning>>;
let offers: Awaited<ReturnType<typeof earning.offers>>;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T15:00:00Z", environment: only("ayet") });
  earning = await createEarning(world, "ayet");
  offers = await earning.offers();
});
afterAll(() => world.close());

const pool = () => world.base.handle.pool;
/** What a phone makes of its screen, with the place where it was. */
const screen = (): Promise<Buffer> =>
  sharp({ create: { width: 300, height: 600, channels: 3, background: "#2b6e5a" } })
    .withExif({ IFD0: { Copyright: "somewhere in Austin" }, IFD3: { GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();

type Headers = Record<string, string>;
async function earner(name: string, offer = 0) {
  const { user_id } = await world.member(name);
  const { login_token, bind_secret } = await world.identity.open(user_id, { user_agent: "", address: "" });
  const headers: Headers = { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret ?? "" };
  await earning.begin({ user_id, plus_active: false }, offers[offer]?.offer_id ?? "");
  const [progress] = await world.coins.progress(user_id);
  const goal = progress?.steps.find(({ coins }) => coins > 0);
  if (!progress || !goal) throw new Error("nothing was begun");
  const ask = (screenshot_id: string | null) =>
    world.coins.claim({
      ...{ user_id, start_id: progress.start_id, goal_id: goal.goal_id, screenshot_id },
      ...{ reached_on: world.clock.now().toISOString().slice(0, 10), note: "" },
    });
  return { user_id, headers, ask };
}

async function add(bytes: Buffer, headers: Headers) {
  const edge = "edge-of-a-part";
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`;
  const answer = await world.app.inject({
    ...{ method: "POST", url: "/api/user/offer/screenshots" },
    headers: { ...headers, "content-type": `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  const body = answer.json<{ screenshot_id?: string; code?: string }>();
  return { status: answer.statusCode, id: body.screenshot_id ?? "", code: body.code };
}
const see = (href: string) => world.app.inject({ method: "GET", url: href.slice(new URL(href).origin.length) });
const countOf = async (user_id: string) =>
  (await pool().query("select 1 from coins.screenshots where user_id = $1", [user_id])).rows.length;
const claimOf = async (user_id: string): Promise<string> =>
  (await pool().query("select claim_id from coins.claims where user_id = $1", [user_id])).rows[0].claim_id;

it("is drawn anew, goes to the partner with the question, and is seen by operators beside it", async () => {
  const ann = await earner("Ann");
  await world.advance({ days: 5 });
  const sent = await screen();
  const { id, status } = await add(sent, ann.headers);
  expect(status).toBe(200);
  expect(await ann.ask(id)).toMatchObject({ ok: true });
  await world.work();
  const claim_id = await claimOf(ann.user_id);
  const { rows } = await pool().query("select sealed from coins.screenshots where claim_id = $1", [claim_id]);
  expect(rows[0].sealed.includes(Buffer.from([0xff, 0xd8, 0xff])), "sealed").toBe(false);

  const href = (await world.coins.desk.screenshotOf(claim_id)) ?? "";
  const picture = await see(href);
  expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(picture.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  const told = await sharp(picture.rawPayload).metadata();
  expect([told.width, told.height, told.exif]).toEqual([300, 600, undefined]);
  expect((await sharp(sent).metadata()).exif, "it was there").toBeDefined();

  const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(
    "/mails?to=support@ayetstudios.com",
  );
  const link = /https?:\/\/\S+\/api\/coin-claims\/\S+/.exec(mails[0]?.text ?? "")?.[0];
  expect((await see(link ?? "http://none")).statusCode, "the partner's own way to it").toBe(200);
  const copy = await readMemberData(world.base.handle.db, ann.user_id);
  expect(JSON.stringify(copy.claims)).toContain("screenshot_added_at");
});

it("is opened by its own address alone, and not after its time", async () => {
  const [ann, ben] = [await earner("Ada", 1), await earner("Ben", 1)];
  await world.advance({ days: 5 });
  const ids = [(await add(await screen(), ann.headers)).id, (await add(await screen(), ben.headers)).id] as const;
  expect([(await ann.ask(ids[0])).ok, (await ben.ask(ids[1])).ok]).toEqual([true, true]);
  const [one, two] = [await claimOf(ann.user_id), await claimOf(ben.user_id)];
  const href = (await world.coins.desk.screenshotOf(one)) ?? "";
  const url = new URL(href);
  const forged = new URL(href);
  forged.searchParams.set("until", String(Number(url.searchParams.get("until")) + 1));
  const other = new URL((await world.coins.desk.screenshotOf(two)) ?? "");
  other.searchParams.set("key", url.searchParams.get("key") ?? "");
  const bare = `${url.origin}${url.pathname}`;
  for (const wrong of [forged.href, other.href, `${bare}?until=1&key=x`])
    expect([wrong, (await see(wrong)).statusCode]).toEqual([wrong, 404]);
  expect((await see(bare)).statusCode).toBeGreaterThanOrEqual(400);
  await world.advance({ days: 181 });
  expect((await see(href)).statusCode).toBe(404);
});

it("is one's own, once, and no more than a picture of a sensible size", async () => {
  const [ann, ben] = [await earner("Ola", 2), await earner("Bo", 2)];
  expect((await add(await screen(), {})).status).toBe(401);
  const text = (words: string) => Buffer.from(words);
  for (const [bytes, code] of [
    [text("<html><script>alert(1)</script></html>"), "screenshot_invalid"],
    [text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), "screenshot_invalid"],
    [text("%PDF-1.4\n%%EOF"), "screenshot_invalid"],
    [(await screen()).subarray(0, 400), "screenshot_invalid"],
    [Buffer.alloc(10 * 1_048_576 + 1, 1), "screenshot_large"],
  ] as const)
    expect([code, (await add(bytes, ann.headers)).code]).toEqual([code, code]);
  expect(await countOf(ann.user_id)).toBe(0);
  await world.advance({ days: 5 });
  const { id } = await add(await screen(), ann.headers);
  for (const wrong of [id, "scr_x", `scr_${"0".repeat(32)}`])
    expect(await ben.ask(wrong)).toMatchObject({ ok: false, code: "screenshot_gone" });
  expect((await ann.ask(id)).ok).toBe(true);
  expect((await ben.ask(null)).ok, "a question needs none").toBe(true);
});

it("lets no member fill what is everybody's, nor stand in the way of others by sending slowly", async () => {
  const [ann, ben] = [await world.member("Full"), await world.member("Free")];
  let end: (bytes: Buffer) => void = () => {};
  const sent = new Promise<Buffer>((resolve) => {
    end = resolve;
  });
  const give = (user_id: string, read: () => Promise<Buffer>) => world.coins.takeScreenshot({ user_id, read });
  const slow = Array.from({ length: 6 }, () => give(ann.user_id, () => sent));
  expect(await give(ben.user_id, screen)).toMatchObject({ ok: true });
  end(await screen());
  expect((await Promise.all(slow)).filter(({ ok }) => ok)).toHaveLength(1);
  await pool().query("update coins.screenshots set size_bytes = $2 where user_id = $1", [ann.user_id, 32 * 1_048_576]);
  expect(await give(ann.user_id, screen)).toMatchObject({ ok: false, code: "screenshots_full" });
  expect(await give(ben.user_id, screen)).toMatchObject({ ok: true });
});

it("goes after a day when nobody asks, thirty days after the answer, and with its member", async () => {
  const [ann, ben, cleo] = [await earner("Una", 3), await earner("Ted", 3), await earner("Cleo", 3)];
  await world.advance({ days: 5 });
  await add(await screen(), ann.headers);
  for (const one of [ben, cleo]) expect((await one.ask((await add(await screen(), one.headers)).id)).ok).toBe(true);
  await world.advance({ days: 2 });
  await world.coins.dropScreenshots();
  expect([await countOf(ann.user_id), await countOf(ben.user_id)]).toEqual([0, 1]);
  expect(await world.coins.desk.refuseClaim(await claimOf(ben.user_id), "not_reached")).toBe(true);
  await world.advance({ days: 29 });
  await world.coins.dropScreenshots();
  expect(await countOf(ben.user_id)).toBe(1);
  await world.advance({ days: 2 });
  await world.coins.dropScreenshots();
  expect([
    await countOf(ben.user_id),
    await countOf(cleo.user_id),
    await world.coins.desk.screenshotOf(await claimOf(ben.user_id)),
  ]).toEqual([0, 1, null]);
  await world.base.handle.transaction((tx) => eraseMemberData(tx, cleo.user_id));
  expect(await countOf(cleo.user_id)).toBe(0);
});
