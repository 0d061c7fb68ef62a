/** Each adapter reads what the sandbox plays of its vendor: catalogue, link, walk, callback, reversal and forgeries. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CoinProviderName, Told, Verdict } from "../provider.types.ts";
import { type Hearing, startHearing } from "./hearing.ts";

let world: Hearing;
beforeAll(async () => {
  world = await startHearing();
});
afterAll(() => world.close());

const OFFERS: readonly CoinProviderName[] = ["ayet", "adgem", "torox", "lootably", "generic"];
const SURVEYS: readonly CoinProviderName[] = ["cpx", "bitlabs", "theoremreach", "pollfish"];
const LISTED: readonly CoinProviderName[] = ["cpx", "bitlabs"];
/** Whose signature does not hold these: the source's address and the offer's own pay are what holds them. */
const UNSIGNED: Readonly<Partial<Record<CoinProviderName, readonly string[]>>> = {
  torox: ["payout", "replay"],
  lootably: ["replay"],
  cpx: ["payout", "user"],
};

const WHO = {
  user_ref: "usr_rosa",
  address: "198.51.100.7",
  user_agent: "Browser 1",
  country: "US",
  language: "en" as const,
  birth_year: null,
  start: "srt_1",
};
const one = (verdicts: readonly Verdict[]): Told => {
  const [verdict] = verdicts;
  expect(verdicts).toHaveLength(1);
  if (!verdict?.ok) throw new Error(`nothing was told: ${JSON.stringify(verdict)}`);
  return verdict.told;
};
const press = (address: string, form: Record<string, string> = {}) =>
  fetch(address, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

describe.each(OFFERS)("%s", (name) => {
  it("lists offers that lead where they can be done, and tells what was reached", async () => {
    const provider = world.provider(name);
    const offers = (await provider.fetchOffers?.()) ?? [];
    expect(offers.length).toBeGreaterThan(8);
    const game = offers.find(({ type }) => type === "GAME");
    const other = offers.find(({ type }) => type === "OTHER");
    if (!game || !other) throw new Error("no game or no offer of another kind");
    const listed = await world.control<{ offers: { id: string; goals: { payout: number }[] }[] }>(`coins/${name}`);
    const pay = Object.fromEntries(offers.map((offer) => [offer.provider_offer_id, Number(offer.payout_micros)]));
    expect(pay).toEqual(
      Object.fromEntries(
        listed.offers.map(({ id, goals }) => [id, goals.reduce((sum, { payout }) => sum + payout, 0)]),
      ),
    );

    const landed = await fetch(provider.link?.(game, { user_ref: "usr_rosa", start: "srt_1" }) ?? "");
    const page = await landed.text();
    expect(landed.status).toBe(200);
    expect(page).toContain("Install");
    await press(`${landed.url}/install`);
    for (const verdict of await world.told()) expect(verdict).toMatchObject({ ok: true, told: { kind: "progress" } });
    const [goal] = /data-goal="([^"]+)"/.exec(page)?.slice(1) ?? [];
    expect((await press(`${landed.url}/goals/${goal}`)).status).toBe(303);
    const told = one(await world.told());
    expect(told).toMatchObject({
      kind: "credit",
      user_ref: "usr_rosa",
      offer_id: game.provider_offer_id,
      payout_micros: game.goals[0]?.payout_micros,
    });
    expect(told.goal_id ?? "offer").toBe(game.goals[0]?.goal_id);
    expect([null, "srt_1"]).toContain(told.start);
    expect((await press(`${landed.url}/goals/${goal}`)).status).toBe(409);
  });

  it("takes down and brings back what the vendor does", async () => {
    const provider = world.provider(name);
    const [first] = (await provider.fetchOffers?.()) ?? [];
    const offer = first?.provider_offer_id;
    await world.control(`coins/${name}/take-down`, { offer });
    expect((await provider.fetchOffers?.())?.some((one) => one.provider_offer_id === offer)).toBe(false);
    await world.control(`coins/${name}/take-down`, { offer, down: false });
    expect((await provider.fetchOffers?.())?.[0]).toEqual(first);
  });
});

describe.each(LISTED)("%s", (name) => {
  it("lists surveys for one member, which can be answered, screen out and come back with words", async () => {
    const provider = world.provider(name);
    const surveys = (await provider.fetchSurveys?.(WHO)) ?? [];
    expect(surveys.length).toBeGreaterThan(5);
    const [first, second, third] = surveys;
    if (!first || !second || !third) throw new Error("too few surveys");

    const answer = async (survey: (typeof surveys)[number], choices: Record<string, string>, seconds = 60) => {
      const landed = await fetch(provider.entry?.(survey, WHO) ?? "");
      const form: Record<string, string> = {};
      for (const [, id = "", value = ""] of (await landed.text()).matchAll(/name="([a-z]+)" value="([^"]+)"/g))
        form[id] ??= value;
      await world.control("clock", { advance_seconds: seconds });
      const left = await press(landed.url, { ...form, ...choices });
      expect(left.status).toBe(303);
      const back = new URL(left.headers.get("location") ?? "");
      expect(back.pathname).toBe(`/survey/${name}/complete`);
      return provider.readReturn?.(back.searchParams, back.pathname + back.search);
    };
    expect(await answer(first, { check: "Often" })).toMatchObject({ result: "complete" });
    expect(one(await world.told())).toMatchObject({
      kind: "credit",
      user_ref: "usr_rosa",
      offer_id: first.survey_id,
      payout_micros: first.payout_micros,
    });
    const out = await answer(second, { screen: "None of these", check: "Often" });
    expect(out?.result).toBe("screened_out");
    for (const verdict of await world.told()) expect(verdict).toMatchObject({ ok: true, told: { kind: "attempt" } });
    expect((await answer(third, { check: "Often" }, 0))?.result).not.toBe("complete");
    await world.told();
    expect((await provider.fetchSurveys?.(WHO))?.length).toBe(surveys.length - 3);
  });
});

describe("doors without a list", () => {
  it("TheoremReach: from its wall to questions and back with signed words", async () => {
    const provider = world.provider("theoremreach");
    const wall = await (await fetch(provider.entry?.(null, WHO) ?? "")).text();
    const [, path = ""] = /class="tile" href="([^"]+)"/.exec(wall) ?? [];
    const landed = await fetch(world.sandbox.url + path.replaceAll("&amp;", "&"));
    const left = await press(landed.url, { screen: "None of these" });
    const back = new URL(left.headers.get("location") ?? "");
    const read = (search: string) => provider.readReturn?.(new URLSearchParams(search), back.pathname + search);
    expect(read(back.search)).toMatchObject({ result: "screened_out" });
    expect(read(back.search.replace("result=20", "result=10"))).toBeNull();
    expect(await world.told()).toEqual([]);
  });

  it("Pollfish: one survey at the door, told by the callback alone", async () => {
    const provider = world.provider("pollfish");
    const [survey] = (await provider.fetchSurveys?.(WHO)) ?? [];
    expect(survey?.payout_micros).toBeGreaterThan(10_000n);
    const landed = await fetch(provider.entry?.(survey ?? null, WHO) ?? "");
    expect(landed.status).toBe(200);
    expect(Number(landed.headers.get("cpa"))).toBeGreaterThan(1);
    const [, action = ""] = /action="([^"]+)"/.exec(await landed.text()) ?? [];
    const ended = await press(world.sandbox.url + action, { check: "Often" });
    expect(await ended.text()).toContain("userNotEligible");
    expect(one(await world.told())).toMatchObject({ kind: "attempt", user_ref: "usr_rosa", reason: "too_fast" });
  });
});

it("reads AdGem's callbacks of version 3 as those of version 2", async () => {
  const happens = async (on: boolean) => {
    await world.control("coins/adgem/posting", { on });
    const { offers } = await world.control<{ offers: { id: string }[] }>("coins/adgem");
    const wish = { offer: offers[0]?.id, user: "usr_v3", sub: "srt_1" };
    const { start } = await world.control<{ start: { id: string } }>("coins/adgem/start", wish);
    await world.control("coins/adgem/complete", { start: start.id });
    return one(await world.told());
  };
  const posted = await happens(true);
  expect(
    world.provider("adgem").read({ method: "POST", target: "/", headers: {}, body: Buffer.from("{}"), address: "" }),
  ).toEqual({
    ok: false,
    why: "forged",
  });
  await world.control("coins/adgem/reverse", { tx: posted.tx_id });
  expect(one(await world.told())).toMatchObject({ kind: "reversal", tx_id: posted.tx_id });
  for (const kind of ["signature", "payout", "user", "replay"]) {
    await world.control("coins/adgem/forge", { tx: posted.tx_id, kind });
    for (const verdict of await world.told()) expect(verdict).toEqual({ ok: false, why: "forged" });
  }
  expect({ ...(await happens(false)), said_at: null, tx_id: "" }).toEqual({ ...posted, said_at: null, tx_id: "" });
});

describe.each([...OFFERS, ...SURVEYS])("%s", (name) => {
  let people = 0;
  /** Something that was told for a new member. */
  const happen = async (more: object = {}) => {
    people += 1;
    const user = `usr_${people}`;
    const { offers, surveys } = await world.control<{ offers: { id: string }[]; surveys: { id: string }[] }>(
      `coins/${name}`,
    );
    if (OFFERS.includes(name)) {
      const { start } = await world.control<{ start: { id: string } }>(`coins/${name}/start`, {
        offer: offers[0]?.id,
        user,
        sub: "srt_1",
      });
      await world.control(`coins/${name}/complete`, { start: start.id, ...more });
    } else {
      const { session } = await world.control<{ session: { id: string } }>(`coins/${name}/open`, {
        survey: surveys[0]?.id,
        user,
        sub: "srt_1",
      });
      await world.control(`coins/${name}/finish`, { session: session.id, ...more });
    }
    const { conversions } = await world.control<{ conversions: { id: string; kind: string; user_ref: string }[] }>(
      `coins/${name}`,
    );
    const found = conversions.find((each) => each.user_ref === user && each.kind === "credit");
    if (!found) throw new Error("nothing happened");
    return { tx: found.id, user };
  };

  it("tells the same twice as the same, and takes it back by its id", async () => {
    const { tx, user } = await happen();
    const first = one(await world.told());
    expect(first).toMatchObject({ kind: "credit", tx_id: tx, user_ref: user });
    await world.control(`coins/${name}/again`, { tx });
    expect(one(await world.told())).toEqual(first);
    if (name === "pollfish") return;
    await world.control(`coins/${name}/reverse`, { tx });
    const back = one(await world.told());
    expect(back).toMatchObject({ kind: "reversal", user_ref: user, payout_micros: first.payout_micros });
    expect(back.origin_tx_id ?? back.tx_id).toBe(tx);
  });

  it("sends again what was not taken, and stops when it was", async () => {
    world.answers.push({ status: 500, body: "" }, world.provider(name).replies.later);
    await happen();
    const verdicts = await world.told();
    // Twice it was not taken, the third time it was.
    expect(verdicts).toHaveLength(3);
    expect(
      new Set(verdicts.map((verdict) => JSON.stringify(verdict, (_, v) => (typeof v === "bigint" ? `${v}` : v)))).size,
    ).toBe(1);
  });

  it("is read the same when it comes doubled, late and in another order", async () => {
    await world.control("postbacks/mode", { mode: "duplicate" });
    await happen();
    expect(await world.told()).toHaveLength(2);
    await world.control("postbacks/mode", { mode: "normal" });
    const { tx } = await happen({ held: true });
    expect(await world.told()).toEqual([]);
    await world.control("postbacks/release", { subject: tx });
    expect(one(await world.told()).tx_id).toBe(tx);
  });

  it.each(["signature", "payout", "user", "replay"])("knows a forged %s", async (kind) => {
    const { tx } = await happen();
    const right = one(await world.told());
    await world.control(`coins/${name}/forge`, { tx, kind });
    const verdicts = await world.told();
    expect(verdicts.length).toBeGreaterThan(0);
    if (!UNSIGNED[name]?.includes(kind)) {
      for (const verdict of verdicts) expect(verdict).toEqual({ ok: false, why: "forged" });
      return;
    }
    // The signature does not hold it: then the adapter must say so, and what is told stays bound by what was offered.
    expect(world.provider(name).signs_payout && kind === "payout").toBe(false);
    expect(one(verdicts)).not.toEqual(right);
  });
});
