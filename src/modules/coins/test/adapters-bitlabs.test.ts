/** BitLabs: what the adapter makes of the documented callback and list, and of what others would like it to believe. */
import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { createBitlabs } from "../bitlabs/bitlabs.ts";
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

const SECRET = "sandbox-bitlabs-secret";
const FIELDS = { uid: "usr_9", tx: "tx-1", val: "172", usd: "1.72", type: "COMPLETE", ref: "", offer: "survey-7" };
const signed = (text: string, { base = "https://shop.example", secret = SECRET } = {}) => {
  const target = `${CALLBACK("bitlabs")}?${text}`;
  return received(
    `${target}&hash=${createHmac("sha1", secret)
      .update(base + target)
      .digest("hex")}`,
  );
};
const { adapter } = over(createBitlabs);

it("signs as the vendor's own example does", () => {
  const { adapter: publisher } = over(createBitlabs, undefined, {
    PUBLIC_URL: "https://publisher.com",
    BITLABS_APP_SECRET: "JLOIAUNMHFli7ZJOQVEzm98rzqnm9",
  });
  const target = "/complete?uid=8cc877ee-af19-488d-b28d-216fb866b996&val=500";
  // Signed rightly, and then without what this callback must say.
  expect(whyNot(publisher, received(`${target}&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4b`))).toBe("unreadable");
  expect(whyNot(publisher, received(`${target}&hash=dbcd6bb8ca677344592842a52b4fca9bec36cd4c`))).toBe("forged");
});

it("reads a complete, a screen-out and a reconciliation", () => {
  expect(toldBy(adapter, signed(query({ ...FIELDS, usd: "1.7250019" })))).toEqual({
    kind: "credit",
    tx_id: "tx-1",
    origin_tx_id: null,
    user_ref: "usr_9",
    start: null,
    offer_id: "survey-7",
    goal_id: null,
    payout_micros: 1_725_001n,
    told_coins: 172n,
    reason: null,
    said_at: null,
  });
  expect(toldBy(adapter, signed(query({ ...FIELDS, type: "SCREENOUT", usd: "0", val: "0" })))).toMatchObject({
    kind: "attempt",
    reason: "screened_out",
    payout_micros: 0n,
  });
  const back = { ...FIELDS, tx: "tx-2", ref: "tx-1", type: "RECONCILIATION", usd: "-1.72", val: "-172" };
  expect(toldBy(adapter, signed(query(back)))).toMatchObject({
    kind: "reversal",
    tx_id: "tx-2",
    origin_tx_id: "tx-1",
    payout_micros: 1_720_000n,
    told_coins: 172n,
  });
  expect(toldBy(adapter, signed(query({ ...FIELDS, type: "START_BONUS", usd: "0" }))).kind).toBe("progress");
});

it("signs what was sent: another order, other escapes and another host are another text", () => {
  const right = signed(`${query(FIELDS)}&name=a+b`);
  expect(whyNot(adapter, right)).toBe("told");
  const upper = right.target.replace(/hash=(.*)$/, (_, hash: string) => `hash=${hash.toUpperCase()}`);
  expect(whyNot(adapter, received(upper))).toBe("told");
  expectRefused(
    adapter,
    [
      received(right.target.replace("a+b", "a%20b")),
      received(right.target.replace("uid=usr_9&tx=tx-1", "tx=tx-1&uid=usr_9")),
      signed(query(FIELDS), { base: "http://shop.example" }),
      signed(query(FIELDS), { base: "https://evil.example" }),
      signed(query(FIELDS), { secret: "another" }),
      received(right.target.replace("usd=1.72", "usd=172")),
      received(right.target.replace("uid=usr_9", "uid=usr_8")),
      received(right.target.replace("tx=tx-1", "tx=tx-9")),
      received(`${right.target}&usd=172`),
      received(right.target.replace(/&hash=.*/, "")),
      received(right.target.replace(/hash=.*/, "hash=")),
      { ...right, method: "POST" },
    ],
    "forged",
  );
});

it("does not let a host in a header stand for ours", () => {
  const foreign = signed(query(FIELDS), { base: "https://evil.example" });
  expectRefused(adapter, [{ ...foreign, headers: { host: "evil.example" } }], "forged");
});

it("reads no odd amount, id or kind, also when they are signed", () => {
  expectRefused(adapter, [
    ...ODD_AMOUNTS.map((usd) => signed(query({ ...FIELDS, usd }))),
    ...ODD_IDS.flatMap((odd) => [signed(query({ ...FIELDS, uid: odd })), signed(query({ ...FIELDS, tx: odd }))]),
    signed(query({ ...FIELDS, usd: "-1.72" })),
    signed(query({ ...FIELDS, type: "WHATEVER" })),
    signed(query({ ...FIELDS, type: "constructor" })),
    // What takes back nothing that is named.
    signed(query({ ...FIELDS, type: "RECONCILIATION", usd: "-1" })),
    signed(`${query(FIELDS)}&usd=172`),
    signed(`${query(FIELDS)}&x=%zz`),
  ]);
});

const WHO = {
  user_ref: "usr_9",
  address: "198.51.100.7",
  user_agent: "Browser 1",
  country: "US",
  language: "en" as const,
  birth_year: null,
};

it("reads the documented list for one member, without the row that says no pay", async () => {
  const { adapter: reading, asked } = over(createBitlabs, () => sample("bitlabs/sample-surveys.json"));
  const surveys = (await reading.fetchSurveys?.(WHO)) ?? [];
  expect(surveys).toEqual([
    {
      survey_id: "b722f121-484b-4182-832c-849fa5e86cfc",
      payout_micros: 1_720_000n,
      minutes: 7,
      category: "Allgemeines",
      completion_bps: 4_200,
      click_url:
        "https://api.bitlabs.ai/v2/client/clicks?i=7e0ae30e-96af-4843-b447-e86a05688691&s=e59b6d24-c5c0-4b01-9bb0-1a705dd6b59c",
    },
  ]);
  expect(asked[0]?.headers).toEqual({ "X-Api-Token": "sandbox-bitlabs-token", "X-User-Id": "usr_9" });
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
    sdk: "CUSTOM",
    client_ip: "198.51.100.7",
    client_useragent: "Browser 1",
    client_country: "US",
  });
  const who = { ...WHO, start: "srt_1" };
  expect(reading.entry?.(surveys[0] ?? null, who)).toBe(surveys[0]?.click_url);
  expect(reading.entry?.(null, who)).toContain("/bitlabs/web/?token=sandbox-bitlabs-token&uid=usr_9");
  const restricted = over(createBitlabs, () => ({ data: { restriction_reason: { using_vpn: true }, surveys: [] } }));
  expect(await restricted.adapter.fetchSurveys?.(WHO)).toEqual([]);
});

it("says on the way back how it ended, and nothing when it cannot tell", () => {
  const back = (text: string) => adapter.readReturn?.(new URLSearchParams(text), `/survey/bitlabs/complete?${text}`);
  expect(back("type=COMPLETE&tx=tx-1")).toEqual({ result: "complete", tx_id: "tx-1" });
  expect(back("type=SCREENOUT&tx=")).toEqual({ result: "screened_out", tx_id: null });
  expect(back("type=RECONCILIATION")).toBeNull();
  expect(back("")).toBeNull();
});
