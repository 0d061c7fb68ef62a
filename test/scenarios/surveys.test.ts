/** Stories of a survey: the first of our own, one that is finished, one that turns somebody away, one that is taken back. */
import { afterEach, describe, expect, it } from "vitest";
import type { CoinProviderName } from "#coins";
import { birthYearOf } from "../../src/modules/coins/read-surveys.ts";
import { createEarning, hearVendors, only } from "../support/earning.ts";
import { createWorld, type World } from "../support/world.ts";

const VENDORS = ["cpx", "bitlabs", "theoremreach", "pollfish"] as const satisfies readonly CoinProviderName[];

/** The others say in the browser alone that somebody was turned away, and a browser's word is no reason to pay. */
const TELLS_ATTEMPTS: ReadonlySet<string> = new Set(["bitlabs", "pollfish"]);

let world: World;
afterEach(() => world.close());

async function open(vendor: CoinProviderName) {
  world = await createWorld({ environment: only(vendor) });
  const earning = await createEarning(world, vendor);
  const ann = { ...(await world.member("Ann")), is_verified: true };
  const reader = {
    ...{ user_id: ann.user_id, address: "198.51.100.7", user_agent: "Browser 1" },
    ...{ country: "US", language: "en" as const },
  };
  const list = () => world.coins.surveys(reader, world.partners.home);
  const begin = async (offerId: string) => {
    const [provider = "", survey_id = ""] = offerId.split(/\.(.*)/s);
    return world.coins.beginSurvey(ann, { provider, survey_id, reader }, world.partners.home);
  };
  /** Opens one as the browser does; the vendor's own name of the session. */
  async function enter(offerId: string): Promise<string> {
    const begun = await begin(offerId);
    if (!begun.ok) throw new Error(begun.code);
    const played = /played\/([0-9a-f-]{36})/;
    let page = await fetch(begun.value.url);
    let text = await page.text();
    // Where a vendor has no list, its own page leads on to each survey, or asks at once.
    const tile = /class="tile" href="([^"]+)"/.exec(page.url.includes("/played/") ? "" : text)?.[1];
    if (tile) {
      page = await fetch(new URL(tile.replaceAll("&amp;", "&"), page.url));
      text = await page.text();
    }
    const session = (played.exec(page.url) ?? played.exec(text))?.[1];
    if (!session) throw new Error(`the vendor opened no survey: ${page.status}`);
    return session;
  }
  /** What can be opened: surveys, or the vendor's own page. */
  async function openings(): Promise<{ offer_id: string; coins: number | null }[]> {
    const { items, walls } = await list();
    return items.length > 0 ? [...items] : walls.map(({ offer_id }) => ({ offer_id, coins: null }));
  }
  /** Our own survey, which comes before any of theirs. */
  const first = async () => expect((await world.coins.finishOnboarding(ann, world.partners.home)).ok).toBe(true);
  /** Coins beside those of the first survey. */
  const earned = async () => (await world.ledger.balances(ann.user_id)).coins - 50n;
  return { earning, ann, list, begin, enter, openings, first, earned };
}

describe.each(VENDORS)("a survey of %s", (vendor) => {
  it("pays what was shown when it is finished, and goes when the vendor takes it back", async () => {
    const { earning, ann, list, enter, openings, first, earned } = await open(vendor);
    await first();
    const [survey] = await openings();
    if (!survey) throw new Error("no survey");
    const session = await enter(survey.offer_id);
    await world.advance({ minutes: 9 });
    const done = await earning.control<{ conversion: { tx: string }; way_back: string }>("finish", { session });
    await hearVendors(world);
    const coins = await earned();
    if (survey.coins === null) expect(coins).toBeGreaterThan(0n);
    else expect(coins).toBe(BigInt(survey.coins));
    const back = new URL(done.way_back, world.productUrl);
    const told = await world.coins.surveyReturn(vendor, `${back.pathname}${back.search}`, ann.user_id);
    expect(told).toMatchObject({ result: "complete", state: "credited", coins: Number(coins) });
    expect((await list()).items.some(({ offer_id }) => offer_id === survey.offer_id)).toBe(false);
    // One of them documents no way to take a survey back.
    if (vendor === "pollfish") return;
    await earning.tell("reverse", done.conversion.tx);
    expect(await earned()).toBe(0n);
  });

  it("gives a few coins to whoever is turned away, once a visit and so many a day", async () => {
    const { earning, enter, openings, first, earned } = await open(vendor);
    await first();
    let turned = 0;
    // One that was ended is not listed again; some vendors list one a day.
    for (let nth = 0; nth < 7; nth++) {
      const [survey] = await openings();
      if (!survey) break;
      turned += 1;
      const session = await enter(survey.offer_id);
      await earning.control("finish", { session, result: "screened_out" });
      await hearVendors(world);
    }
    expect(turned).toBeGreaterThan(0);
    expect(await earned()).toBe(TELLS_ATTEMPTS.has(vendor) ? BigInt(5 * Math.min(turned, 5)) : 0n);
  });
});

describe("a survey", () => {
  const vendor = "bitlabs";
  it("is not opened for somebody unproven, or when it is gone", async () => {
    const { begin, openings, first } = await open(vendor);
    const [survey] = await openings();
    const early = await begin(survey?.offer_id ?? "");
    expect(early, "SPEC §4: the first survey comes before any other").toMatchObject({ code: "first_survey_first" });
    await first();
    expect(await begin(survey?.offer_id ?? "")).toMatchObject({ ok: true });
    expect(await begin(`${vendor}.no-such-survey`)).toMatchObject({ ok: false, code: "survey_gone" });
    const ben = await world.member("Ben");
    expect(
      await world.coins.beginSurvey(
        { ...ben, is_verified: false },
        {
          ...{ provider: vendor, survey_id: survey?.offer_id.split(".")[1] ?? "" },
          reader: { user_id: ben.user_id, address: "", user_agent: "", country: "US", language: "en" },
        },
        world.partners.home,
      ),
    ).toMatchObject({ ok: false, code: "not_verified" });
  });
});

describe("our own first survey", () => {
  it("puts first what suits, and lets nothing leave without the member's word", async () => {
    const { ann, list } = await open("bitlabs");
    const titles = async () => (await list()).items.map(({ title }) => title);
    const before = await titles();
    const last = before.at(-1) ?? "";
    const topic = {
      Food: "food",
      Travel: "travel",
      Media: "media",
      Shopping: "shopping",
      Home: "home",
      Health: "health",
    }[last];
    if (!topic) throw new Error(`no interest is called ${last}`);
    await world.coins.saveProfile(ann, { answers: { interests: [topic], birth_year: "1990" }, consent: false });
    expect((await titles()).indexOf(last)).toBeLessThanOrEqual(before.indexOf(last));
    expect((await titles()).lastIndexOf(last)).toBeLessThan(before.length - 1);
    const years = () => birthYearOf(world, ann.user_id);
    expect(await years()).toBeNull();
    await world.coins.saveProfile(ann, { answers: {}, consent: true });
    expect(await years()).toBe("1990");
  });

  it("pays once however often it is sent, keeps what was answered and forgets it when asked", async () => {
    const { ann } = await open("bitlabs");
    const { home } = world.partners;
    expect(await world.coins.onboarding(ann.user_id, home)).toMatchObject({ coins_advertised: 50 });
    const answers = { birth_year: "1990", interests: ["food", "travel"], longest: "" };
    expect(await world.coins.saveProfile(ann, { answers, consent: true })).toMatchObject({ ok: true });
    expect(
      await world.coins.saveProfile(ann, { answers: { birth_year: "2020" }, consent: true }),
      "somebody under age is not asked",
    ).toMatchObject({ ok: false, detail: { question: "birth_year" } });
    await Promise.all([world.coins.finishOnboarding(ann, home), world.coins.finishOnboarding(ann, home)]);
    expect((await world.ledger.balances(ann.user_id)).coins).toBe(50n);
    expect(await world.coins.onboarding(ann.user_id, home)).toBe("completed");
    expect(await world.coins.profile(ann.user_id)).toMatchObject({
      ...{ answers: { birth_year: "1990", interests: ["food", "travel"] }, consent: { given: true } },
    });
    await world.coins.deleteProfile(ann);
    expect(await world.coins.profile(ann.user_id)).toMatchObject({ answers: {}, consent: { given: false } });
  });
});
