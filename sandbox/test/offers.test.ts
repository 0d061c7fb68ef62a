import { createHash, createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run({ catalogue: "small" });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control("reset", {});
  world.received.length = 0;
  world.answers.length = 0;
});

interface Offer {
  id: string;
  name: string;
  type: string;
  storeId: string | null;
  countries: string[];
  platforms: string[];
  goals: { id: string; payout: number; days: number | null }[];
}
const offersOf = async (vendor: string) => (await world.control<{ offers: Offer[] }>(`coins/${vendor}`)).offers;
const WALLS = ["ayet", "adgem", "torox", "lootably", "generic"];
const begin = async (vendor: string, user = "usr_1") => {
  const [offer] = await offersOf(vendor);
  const wish = { offer: offer?.id, user, sub: "srt_1" };
  return (await world.control<{ start: { id: string } }>(`coins/${vendor}/start`, wish)).start.id;
};
const said = () => new URLSearchParams(world.received.at(-1)?.path.split("?")[1]);
const idle = () => world.control("postbacks/idle", {});

describe("offers", () => {
  it("are enough, of all types, devices and places, some at two vendors for other pay", async () => {
    const all = (await Promise.all(WALLS.map(offersOf))).flat();
    expect(all.length).toBeGreaterThan(60);
    expect(all.length).toBeLessThan(121);
    for (const type of ["APP", "GAME", "OTHER"])
      expect(all.filter((one) => one.type === type).length).toBeGreaterThan(9);
    for (const device of ["ios", "android", "desktop"])
      expect(all.some(({ platforms }) => platforms.includes(device))).toBe(true);
    expect(new Set(all.map(({ countries }) => countries.join())).size).toBe(4);
    expect(all.some(({ goals }) => goals.length > 2 && goals.every(({ days }) => days !== null))).toBe(true);
    const pay = (one: Offer) => one.goals.reduce((sum, { payout }) => sum + payout, 0);
    const twice = all.filter(
      (one) => one.storeId !== null && all.some((other) => other !== one && other.storeId === one.storeId),
    );
    expect(twice.length).toBeGreaterThan(9);
    expect(new Set(twice.map((one) => `${one.storeId} ${pay(one)}`)).size).toBeGreaterThan(twice.length / 2);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it.each([
    ["/ayet/offers/get/3142?apiKey=wrong", 403],
    ["/ayet/offers/get/3142?apiKey=sandbox-ayet-static&colour=red", 400],
    ["/adgem/offer-api/v1/offers", 401],
    ["/torox/api/?pubid=24120&appid=9959&secretkey=wrong", 401],
    ["/torox/api/?pubid=24120&appid=9959&secretkey=sandbox-torox-secret&colour=red", 400],
    ["/generic/v2/offers?api_key=sandbox-generic-key&api_secret=wrong&country=US", 401],
    ["/generic/v2/offers?api_key=sandbox-generic-key&api_secret=sandbox-generic-apisecret", 400],
    ["/bitlabs/api/v2/client/surveys", 401],
    ["/bitlabs/web/?token=wrong&uid=u", 401],
    ["/cpx/wall/index.php?app_id=35372&ext_user_id=u&secure_hash=wrong", 403],
    ["/theoremreach/respondent_entry/direct?api_key=wrong&user_id=u", 401],
    ["/pollfish/v2/device/register/true?dontencrypt=true&json=%7B%22api_key%22%3A1%7D", 400],
    ["/ayet/s2s/pub/1/1595/2772/3142?external_identifier=u", 404],
    ["/offers/played/nobody", 404],
    ["/surveys/played/nobody", 404],
  ])("%s answers %i", async (path, status) => {
    expect((await world.call(path)).status).toBe(status);
  });

  it("AdGem's list is paged, and says what it does not take", async () => {
    const { access_token } = (await (
      await world.call("/adgem/offer-api/v1/users/token", {
        form: { grant_type: "refresh_token", refresh_token: "sandbox-adgem-refresh" },
      })
    ).json()) as { access_token: string };
    const list = (query: string) =>
      world.call(`/adgem/offer-api/v1/offers${query}`, { auth: `Bearer ${access_token}` });
    const page = (await (await list("?per_page=5&page=2")).json()) as {
      data: { offers: unknown[]; pagination: object };
    };
    expect(page.data.offers).toHaveLength(5);
    expect(page.data.pagination).toEqual({ current_page: 2, per_page: 5, has_more_pages: true, next_page: 3 });
    expect((await list("?page=2")).status).toBe(422);
    expect((await list("?per_page=101")).status).toBe(422);
  });

  it.each([
    ["ayet", "/ayet/offers/web_offerwall/3142?external_identifier=usr%2F1"],
    ["adgem", "/adgem/v1/wall?appid=1&playerid=usr%2F1"],
    ["torox", "/torox/ifr/show/9959/usr%2F1"],
    ["lootably", "/lootably/wall/?placementID=p&userID=usr%2F1"],
    ["generic", "/generic/wall?userId=usr%2F1"],
  ])("%s has a wall that leads to what one can do", async (vendor, path) => {
    const wall = await (await world.call(path)).text();
    const [, link = ""] = /class="tile" href="([^"]+)"/.exec(wall) ?? [];
    const followed = await world.call(link.replaceAll("&amp;", "&"));
    expect(followed.status).toBe(302);
    const page = await (await world.call(followed.headers.get("location") ?? "")).text();
    expect(page).toContain("Install");
    const { starts } = await world.control<{ starts: { user_ref: string }[] }>(`coins/${vendor}`);
    expect(starts).toMatchObject([{ user_ref: "usr/1" }]);
  });
});

describe("callbacks of offers", () => {
  it("ayeT-Studios signs sorted parameters, and tries twelve more times", async () => {
    world.answers.push(...Array.from({ length: 12 }, () => 500));
    await world.control("coins/ayet/complete", { start: await begin("ayet") });
    await idle();
    expect(world.received).toHaveLength(13);
    const sorted = [...said()].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = new URLSearchParams(sorted).toString();
    expect(world.received.at(-1)?.headers["x-ayetstudios-security-hash"]).toBe(
      createHmac("sha256", "sandbox-ayet-key").update(text).digest("hex"),
    );
    expect(said().get("custom_1")).toBe("srt_1");
  });

  it("Lootably hears nothing but 1, and the generic wall nothing but its words", async () => {
    await world.control("coins/lootably/complete", { start: await begin("lootably") });
    await idle();
    expect(world.received).toHaveLength(3);
    const f = said();
    expect(f.get("hash")).toBe(
      createHash("sha256")
        .update(
          `${f.get("userID")}${f.get("ip")}${f.get("revenue")}${f.get("currencyReward")}sandbox-lootably-postback`,
        )
        .digest("hex"),
    );
    await world.control("coins/generic/complete", { start: await begin("generic") });
    await idle();
    expect(world.received).toHaveLength(3 + 6);
  });

  it("are told once for each goal, late where that is wished, and taken back", async () => {
    const start = await begin("torox");
    const { conversion } = await world.control<{ conversion: { tx: string } }>("coins/torox/complete", {
      start,
      held: true,
    });
    await expect(world.control<{ error?: string }>("coins/torox/complete", { start })).resolves.toMatchObject({
      error: "That goal was reached before.",
    });
    await idle();
    expect(world.received).toHaveLength(0);
    await world.control("postbacks/release", { channel: "torox" });
    await idle();
    expect(said().get("sig")).toBe(
      createHash("md5")
        .update(`${said().get("oid")}-usr_1-sandbox-torox-secret`)
        .digest("hex"),
    );
    await world.control("coins/torox/reverse", { tx: conversion.tx });
    await idle();
    expect(Number(said().get("payout"))).toBeLessThan(0);
    expect(said().get("id")).toBe(conversion.tx);
  });

  it("stand on the play page, where they can be charged back", async () => {
    const start = await begin("adgem");
    const { conversion } = await world.control<{ conversion: { tx: string } }>("coins/adgem/complete", { start });
    await idle();
    expect(await (await world.call("/")).text()).toContain(conversion.tx);
    const pressed = await world.call("/play/coins/adgem/reverse", { form: { tx: conversion.tx } });
    expect(pressed.headers.get("location")).toContain("Done");
    await idle();
    expect(said().get("payout")).toMatch(/^-/);
    const { conversions } = await world.control<{ conversions: { state: string }[] }>("coins/adgem");
    expect(conversions.map(({ state }) => state)).toContain("reversed");
  });

  it("fail as they are told to: the list breaks, and comes again", async () => {
    await world.control("fail", { target: "lootably.offers", mode: "500", times: 1 });
    const list = () =>
      world.call("/lootably/api/v2/offers/get", {
        json: { apiKey: "sandbox-lootably-key", placementID: "sandbox-lootably-placement" },
      });
    expect((await list()).status).toBe(500);
    expect((await list()).status).toBe(200);
    expect((await world.call("/lootably/api/v2/offers/get", { json: { apiKey: "wrong" } })).status).toBe(401);
  });
});

describe("surveys", () => {
  const VENDORS = ["cpx", "bitlabs", "theoremreach", "pollfish"];
  const open = async (vendor: string, place: number) => {
    const { surveys } = await world.control<{ surveys: { id: string; questions: Question[]; full: boolean }[] }>(
      `coins/${vendor}`,
    );
    const survey = surveys.at(place);
    const wish = { survey: survey?.id, user: "usr_1" };
    const { session } = await world.control<{ session: { id: string } }>(`coins/${vendor}/open`, wish);
    return { session: session.id, questions: survey?.questions ?? [] };
  };
  interface Question {
    id: string;
    options: string[];
    only?: string;
    out?: string;
  }
  const right = (questions: Question[]) =>
    Object.fromEntries(questions.map(({ id, options, only }) => [id, only ?? options[0] ?? ""]));

  it.each(VENDORS)("%s: nine of three to six questions, one of them full", async (vendor) => {
    const { surveys } = await world.control<{ surveys: { questions: Question[]; full: boolean; payout: number }[] }>(
      `coins/${vendor}`,
    );
    expect(surveys).toHaveLength(9);
    expect(surveys.filter(({ full }) => full)).toHaveLength(1);
    for (const { questions } of surveys) {
      expect(questions.length).toBeGreaterThanOrEqual(3);
      expect(questions.length).toBeLessThanOrEqual(6);
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
    }
    expect(surveys.some(({ payout }) => payout % 10_000 !== 0)).toBe(true);
  });

  it.each(VENDORS)("%s: ends in each way that an answer can bring, once", async (vendor) => {
    const answer = async (place: number, seconds: number, change: Record<string, string>) => {
      const { session, questions } = await open(vendor, place);
      await world.control("clock", { advance_seconds: seconds });
      const form = { ...right(questions), ...change };
      const reply = await world.call(`/surveys/played/${session}`, { form });
      expect((await world.call(`/surveys/played/${session}`, { form })).status).toBe(410);
      return reply;
    };
    const ways = [
      await answer(0, 60, {}),
      await answer(1, 60, { screen: "None of these" }),
      await answer(-1, 60, {}),
      await answer(2, 1, {}),
      await answer(3, 60, { check: "Never" }),
    ];
    const { conversions } = await world.control<{ conversions: { kind: string; reason: string; payout: number }[] }>(
      `coins/${vendor}`,
    );
    expect(conversions.map(({ kind, reason }) => (kind === "credit" ? "complete" : reason)).sort()).toEqual(
      ["complete", "screened_out", "quota_full", "too_fast", "quality"].sort(),
    );
    for (const { kind, payout } of conversions) expect(payout > 0).toBe(kind === "credit");
    const back = ways.map((way) => way.headers.get("location"));
    if (vendor === "pollfish") expect(back).toEqual([null, null, null, null, null]);
    else {
      for (const address of back) expect(address).toContain(`/survey/${vendor}/complete?`);
      expect(new Set(back).size).toBe(5);
    }
  });
});
