/** ayeT-Studios: what the adapter makes of the documented callback and catalogue, and of what others would like it to believe. */
import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { createAyet, signedText } from "../ayet/ayet.ts";
import {
  CALLBACK,
  expectRefused,
  ODD_AMOUNTS,
  ODD_IDS,
  over,
  query,
  received,
  sample,
  toldBy,
  whyNot,
} from "./over-recorded.ts";

const KEY = "sandbox-ayet-key";
const FIELDS = {
  transaction_id: "381f2b",
  external_identifier: "usr_9",
  payout_usd: "0.36",
  currency_amount: "360",
  is_chargeback: "0",
  chargeback_reason: "",
  callback_type: "conversion",
  callback_ts: "1767225600",
  offer_id: "218820",
  offer_name: "Café & more",
  task_uuid: "dff19bdd-3667-31f1-ac97-7523455a218a",
  custom_1: "srt_1",
};
const hash = (text: string, key = KEY) => createHmac("sha256", key).update(text).digest("hex");
const signature = (value: string) => ({ headers: { "x-ayetstudios-security-hash": value } });
/** A callback that the vendor really signed. */
const signed = (fields: Record<string, string>, key = KEY) =>
  received(`${CALLBACK("ayet")}?${query(fields)}`, signature(hash(signedText(new Map(Object.entries(fields))), key)));
const { adapter } = over(createAyet);

it("signs parameters by their names, as forms write them", () => {
  expect(
    signedText(
      new Map([
        ["b", "x y"],
        ["a", "1"],
      ]),
    ),
  ).toBe("a=1&b=x+y");
  expect(signedText(new Map([["a", "~*!'()/é"]]))).toBe("a=%7E%2A%21%27%28%29%2F%C3%A9");
});

it("reads a conversion to the millionth, with goal, start and time", () => {
  expect(toldBy(adapter, signed({ ...FIELDS, payout_usd: "0.3625017" }))).toEqual({
    kind: "credit",
    tx_id: "381f2b",
    origin_tx_id: null,
    user_ref: "usr_9",
    start: "srt_1",
    offer_id: "218820",
    goal_id: "dff19bdd-3667-31f1-ac97-7523455a218a",
    payout_micros: 362_501n,
    told_coins: 360n,
    reason: null,
    said_at: new Date("2026-01-01T00:00:00Z"),
  });
});

it("reads a chargeback as what takes the first one back", () => {
  const back = {
    ...FIELDS,
    transaction_id: "r-381f2b",
    is_chargeback: "1",
    callback_type: "chargeback",
    payout_usd: "-0.36",
    currency_amount: "-360",
  };
  expect(toldBy(adapter, signed({ ...back, chargeback_reason: "Fraudulent conversion" }))).toMatchObject({
    kind: "reversal",
    tx_id: "r-381f2b",
    origin_tx_id: "381f2b",
    payout_micros: 360_000n,
    told_coins: 360n,
    reason: "fraud",
  });
  expect(toldBy(adapter, signed({ ...back, chargeback_reason: "who knows" })).reason).toBe("unexplained");
});

it("shows an installation as a step that pays nothing", () => {
  const told = toldBy(
    adapter,
    signed({ ...FIELDS, callback_type: "installation", payout_usd: "0", currency_amount: "0" }),
  );
  // Its conversion has the same id and may be of the same goal: neither may stand in its way.
  expect(told).toMatchObject({ kind: "progress", payout_micros: 0n, told_coins: 0n, goal_id: null });
  expect(told.tx_id).toBe("installation:381f2b");
  const optional = toldBy(adapter, signed({ ...FIELDS, callback_type: "optional", payout_usd: "0" }));
  expect(optional).toMatchObject({ kind: "progress", payout_micros: 0n, goal_id: FIELDS.task_uuid });
});

it("takes the same parameters however they are escaped and ordered, and the hash in capitals", () => {
  const right = hash(signedText(new Map(Object.entries(FIELDS))));
  const plus = query(FIELDS).replaceAll("%20", "+").replaceAll("%26", "%26");
  const turned = plus.split("&").reverse().join("&");
  expect(whyNot(adapter, received(`/cb?${turned}`, signature(right.toUpperCase())))).toBe("told");
});

it("refuses another key, anything changed after signing, and no signature at all", () => {
  const right = signed(FIELDS);
  const changed = (name: string, value: string) => ({
    ...right,
    target: `${CALLBACK("ayet")}?${query({ ...FIELDS, [name]: value })}`,
  });
  expectRefused(
    adapter,
    [
      signed(FIELDS, "another key"),
      changed("payout_usd", "36.00"),
      changed("external_identifier", "usr_8"),
      changed("transaction_id", "381f2c"),
      changed("is_chargeback", "1"),
      { ...right, target: `${right.target}&extra=1` },
      { ...right, headers: {} },
    ],
    "forged",
  );
});

it("cannot be made to read one thing in two ways", () => {
  const twice = `${query(FIELDS)}&payout_usd=36.00`;
  expectRefused(adapter, [
    received(`/cb?${twice}`, signature(hash(signedText(new Map(Object.entries(FIELDS)))))),
    received(`/cb?${query(FIELDS)}&bad=%E0%A4%A`),
    received(`/cb?${query(FIELDS)}&long=${"x".repeat(9_000)}`),
    { ...signed(FIELDS), method: "POST" },
    signed({ "payout_usd[]": "0.36", transaction_id: "1", external_identifier: "usr_9" }),
  ]);
});

it("reads no odd amount, no odd id, and no sign that does not fit the kind", () => {
  expectRefused(adapter, [
    ...ODD_AMOUNTS.map((payout_usd) => signed({ ...FIELDS, payout_usd })),
    ...ODD_IDS.flatMap((odd) => [
      signed({ ...FIELDS, transaction_id: odd }),
      signed({ ...FIELDS, external_identifier: odd }),
    ]),
    ...ODD_IDS.slice(1).map((offer_id) => signed({ ...FIELDS, offer_id })),
    signed({ ...FIELDS, payout_usd: "-0.36" }),
  ]);
});

it("reads the documented catalogue, without the row that says no pay", async () => {
  const { adapter: reading, asked } = over(createAyet, () => sample("ayet/sample-offers.json"));
  const offers = (await reading.fetchOffers?.()) ?? [];
  expect(asked.map(({ url }) => url.pathname + url.search)).toEqual([
    "/ayet/offers/get/3142?apiKey=sandbox-ayet-static&limit=1000&skip=0",
  ]);
  expect(offers).toHaveLength(2);
  expect(offers[0]).toEqual({
    provider_offer_id: "218592",
    name: "UNIVERSE",
    description: "Install and enjoy this amazing app to earn rewards.",
    requirements: "Install the app\nOpen it\nOnly new users are eligible for this reward.",
    image_url: "https://play-lh.googleusercontent.com/P4s0IwW1=w140",
    type: "APP",
    platforms: ["android"],
    countries: ["DE"],
    payout_micros: 91_000n,
    goals: [{ goal_id: "offer", name: "Install and open app - new users only", payout_micros: 91_000n, days: null }],
    click_url: "https://www.ayetstudios.com/s2s/pub/218592/1595/2772/3142?external_identifier={external_identifier}",
    same_as: "com.ncsoft.universeapp",
    min_age: null,
  });
  expect(offers[1]).toMatchObject({ type: "GAME", payout_micros: 336_000n, same_as: null, countries: [] });
  expect(offers[1]?.goals.map((goal) => goal.payout_micros)).toEqual([56_000n, 112_000n, 168_000n]);
  expect(offers[0] && reading.link?.(offers[0], { user_ref: "usr_9", start: "srt/1" })).toBe(
    "https://www.ayetstudios.com/s2s/pub/218592/1595/2772/3142?external_identifier=usr_9&custom_1=srt%2F1",
  );
});

it("reads page after page, and not for ever", async () => {
  const [row] = sample("ayet/sample-offers.json").offers;
  const full = Array.from({ length: 1_000 }, (_, n) => ({ ...row, id: n + 1 }));
  let pages = 0;
  const two = over(createAyet, ({ url }) => {
    pages += 1;
    expect(url.searchParams.get("skip")).toBe(`${(pages - 1) * 1_000}`);
    return { status: "success", offers: pages === 1 ? full : [row] };
  });
  expect(await two.adapter.fetchOffers?.()).toHaveLength(1_001);
  const endless = over(createAyet, () => ({ status: "success", offers: Array.from({ length: 1_000 }, () => 1) }));
  await expect(endless.adapter.fetchOffers?.()).rejects.toThrow("does not end");
});

it("takes no answer that goes on for ever, and none that is no list", async () => {
  const piece = new Uint8Array(4 * 1_048_576).fill(32);
  let sent = 0;
  const flood = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 1_000) controller.close();
      else controller.enqueue(piece);
    },
  });
  await expect(over(createAyet, () => new Response(flood)).adapter.fetchOffers?.()).rejects.toThrow("does not end");
  expect(sent).toBeLessThan(30);
  await expect(over(createAyet, () => "<html>").adapter.fetchOffers?.()).rejects.toThrow(SyntaxError);
  await expect(over(createAyet, () => "[]").adapter.fetchOffers?.()).rejects.toThrow("no list");
});

it("takes a refused list for no list, so that nothing is taken down", async () => {
  const { adapter: refused } = over(createAyet, () => ({ status: "error" }));
  await expect(refused.fetchOffers?.()).rejects.toThrow("no list");
  expect(over(createAyet, undefined, { AYET_API_KEY: "off" }).adapter.enabled).toBe(false);
});
