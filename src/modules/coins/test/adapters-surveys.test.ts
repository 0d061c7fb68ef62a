/** What is particular to CPX Research, TheoremReach and Pollfish. */
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createCpx } from "../cpx/cpx.ts";
import { createPollfish, signedText } from "../pollfish/pollfish.ts";
import { createTheoremreach } from "../theoremreach/theoremreach.ts";
import { expectRefused, over, query, read, received, sample, toldBy, whyNot } from "./over-recorded.ts";

const WHO = {
  user_ref: "usr_9",
  address: "198.51.100.7",
  user_agent: "Browser 1",
  country: "US",
  language: "es" as const,
  birth_year: null,
  start: "srt_1",
};
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

describe("CPX Research", () => {
  it("asks for a member's list with the user's hash and never an address of mail", async () => {
    const { adapter, asked } = over(createCpx, () => sample("cpx/sample-surveys.json"));
    expect(await adapter.fetchSurveys?.(WHO)).toEqual([
      {
        survey_id: "2159251",
        payout_micros: 1_725_000n,
        minutes: 8,
        category: null,
        completion_bps: 3_500,
        click_url: "https://click.cpx-research.com/?k=1&subid_1=",
      },
    ]);
    expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
      app_id: "35372",
      ext_user_id: "usr_9",
      output_method: "api",
      ip_user: "198.51.100.7",
      user_agent: "Browser 1",
      limit: "50",
      secure_hash: md5("usr_9-sandbox-cpx-secure-hash"),
    });
    expect(adapter.entry?.(null, WHO)).toContain(`secure_hash=${md5("usr_9-sandbox-cpx-secure-hash")}&subid_1=srt_1`);
    const refused = over(createCpx, () => ({ status: "error" }));
    await expect(refused.adapter.fetchSurveys?.(WHO)).rejects.toThrow("no list");
  });

  it("says on the way back how it ended", () => {
    const { adapter } = over(createCpx);
    const back = (text: string) => adapter.readReturn?.(new URLSearchParams(text), "");
    expect(back("type=quota&trans_id=t1")).toEqual({ result: "quota_full", tx_id: "t1" });
    expect(back("type=constructor")).toBeNull();
  });
});

describe("TheoremReach", () => {
  const secret = "sandbox-theoremreach-secret";
  const signed = (text: string) => {
    const target = `/cb/theoremreach/x?${text}`;
    const bytes = createHmac("sha1", secret).update(`https://shop.example${target}`).digest();
    return { target, plain: bytes.toString("base64"), hash: bytes.toString("base64url") };
  };
  const { adapter } = over(createTheoremreach);
  const call = ({ target, hash }: { target: string; hash: string }) => received(`${target}&hash=${hash}`);

  it("takes the hash as it is written for addresses, and in no other way", () => {
    // Whatever text gives a hash with all three signs that differ.
    const one = Array.from({ length: 500 }, (_, n) => signed(`user_id=usr_9&tx_id=t${n}&reward=5`)).find(({ plain }) =>
      /\+.*\/|\/.*\+/.test(plain),
    );
    if (!one) throw new Error("no such hash");
    expect(whyNot(adapter, call(one))).toBe("told");
    expect(whyNot(adapter, call({ ...one, hash: encodeURIComponent(one.plain) }))).toBe("forged");
    expect(whyNot(adapter, call({ ...one, hash: one.hash.toUpperCase() }))).toBe("forged");
  });

  it("credits nothing told by practice, and knows no pay where none is said", () => {
    expect(whyNot(adapter, call(signed("user_id=u&tx_id=t&reward=5&debug=true")))).toBe("test_mode");
    expect(toldBy(adapter, call(signed("user_id=u&transaction_id=t&reward=5&debug=false")))).toMatchObject({
      tx_id: "t",
      start: null,
      payout_micros: null,
      told_coins: 5n,
    });
    const paid = over(createTheoremreach, undefined, { THEOREMREACH_PAYOUT_PARAMETER: "usd" }).adapter;
    expect(toldBy(paid, call(signed("user_id=u&tx_id=t&reward=5&usd=0.0125"))).payout_micros).toBe(12_500n);
    expectRefused(paid, [
      call(signed("user_id=u&tx_id=t&reward=5&usd=1e3")),
      call(signed("user_id=u&tx_id=t&reward=-5")),
    ]);
  });

  it("believes the way back only when it is signed, in the way that is set", () => {
    const path = "/survey/theoremreach/complete?result=20&tx_id=t1";
    const enc = createHash("sha3-256").update(`https://shop.example${path}${secret}`).digest("hex");
    const hash = createHmac("sha1", secret).update(`https://shop.example${path}`).digest("base64url");
    const back = (provider: typeof adapter, target: string) =>
      provider.readReturn?.(new URLSearchParams(target.split("?")[1]), target);
    expect(back(adapter, `${path}&enc=${enc}`)).toEqual({ result: "screened_out", tx_id: "t1" });
    expect(back(adapter, `${path.replace("20", "10")}&enc=${enc}`)).toBeNull();
    expect(back(adapter, `${path}&hash=${hash}`)).toBeNull();
    const other = over(createTheoremreach, undefined, { THEOREMREACH_RETURN_HASH: "hash" }).adapter;
    expect(back(other, `${path}&hash=${hash}`)).toEqual({ result: "screened_out", tx_id: "t1" });
    expect(back(other, path)).toBeNull();
  });

  it("is entered with our id of the start", () => {
    expect(adapter.entry?.(null, WHO)).toMatch(
      /direct\?api_key=sandbox-theoremreach-key&user_id=usr_9&transaction_id=srt_1$/,
    );
    expect(adapter.fetchSurveys).toBeUndefined();
  });
});

describe("Pollfish", () => {
  const fields = Object.fromEntries(new URLSearchParams(read("pollfish/sample-callback.txt").split("\n")[1]));
  const { adapter } = over(createPollfish);
  const hashOf = (text: string) => createHmac("sha1", "sandbox-pollfish-secret").update(text).digest("base64");
  const signed = (given: Record<string, string>, extra = "") =>
    received(
      `/cb/pollfish/x?${query({ ...given, signature: hashOf(signedText(new Map(Object.entries(given))) ?? "") })}${extra}`,
    );

  it("signs values in the order of their placeholders, as the document shows", () => {
    const values = new Map([
      ["device_id", "my-device-id"],
      ["cpa", "30"],
      ["timestamp", "1463152452308"],
      ["tx_id", "08f31d41d800cc7a0beb7eb4897639a8ba7fd7db"],
      ["term_reason", ""],
      ["request_uuid", ""],
    ]);
    expect(signedText(values, ["cpa", "device_id", "timestamp", "tx_id"])).toBe(
      "30:my-device-id:1463152452308:08f31d41d800cc7a0beb7eb4897639a8ba7fd7db",
    );
    // An empty reason is kept, an empty user is not.
    expect(signedText(values, ["cpa", "device_id", "request_uuid", "term_reason"])).toBe("30:my-device-id:");
  });

  it("says why somebody did not get through, by every documented reason", () => {
    const out = (term_reason: string, cpa = "0") =>
      toldBy(adapter, signed({ ...fields, status: "noteligible", term_reason, cpa, reward_value: "0" }));
    const documented =
      "quota_full survey_closed profiling screenout duplicate security geomissmatch quality hasty_answers gibberish captcha third_party_termination third_party_termination_fraud third_party_termination_quality user_rejection vpn survey_expired underage_profiling banned_phrase";
    for (const reason of documented.split(" ")) {
      expect(out(reason).kind).toBe("attempt");
      expect(out(reason).reason, reason).not.toBe("unexplained");
    }
    expect(out("something new").reason).toBe("unexplained");
    expect(out("screenout", "2.5").payout_micros).toBe(25_000n);
    expect(toldBy(adapter, signed({ ...fields, cpa: "0" })).kind).toBe("progress");
  });

  it("credits nothing of developer mode, which nobody signs", () => {
    expect(whyNot(adapter, signed(fields, "&debug=true"))).toBe("test_mode");
    expect(whyNot(adapter, signed(fields, "&debug=false"))).toBe("test_mode");
    expect(whyNot(adapter, signed({ ...fields, cpa: "0.0001" }))).toBe("told");
  });

  it("lets no value stand for another: none may hold the sign between them, and none may lack", () => {
    const text = signedText(new Map(Object.entries(fields))) ?? "";
    const { cpa: _, ...less } = fields;
    const moved = { ...less, device_id: "30:my-device-id" };
    expect(whyNot(adapter, received(`/cb?${query({ ...moved, signature: hashOf(text) })}`))).toBe("forged");
    const shifted = { ...fields, device_id: "my-device-id:user-42", request_uuid: "" };
    expect(whyNot(adapter, received(`/cb?${query({ ...shifted, signature: hashOf(text) })}`))).toBe("forged");
    // A plus is a plus: the vendor escapes by percents alone.
    const plus = { ...fields, device_id: "a+b" };
    const callback = signed(plus);
    expect(whyNot(adapter, { ...callback, target: callback.target.replace("a%2Bb", "a+b") })).toBe("told");
    expect(whyNot(adapter, { ...callback, target: callback.target.replace("a%2Bb", "a%20b") })).toBe("forged");
  });

  it("knows by the door without its page whether there is a survey, and what it pays", async () => {
    const clock = fixedClock("2027-01-02T03:04:05Z");
    const asks = (answer: Response) =>
      over(
        (deps) => createPollfish({ ...deps, clock }),
        () => answer,
      );
    const one = asks(new Response(null, { status: 200, headers: { CPA: "43.75" } }));
    expect(await one.adapter.fetchSurveys?.(WHO)).toMatchObject([
      { survey_id: "open-2027-01-02", payout_micros: 437_500n, minutes: 6, completion_bps: null },
    ]);
    expect(one.asked[0]?.method).toBe("HEAD");
    for (const none of [
      new Response(null, { status: 204 }),
      new Response(null, { status: 200 }),
      new Response(null, { status: 200, headers: { CPA: "0" } }),
      new Response(null, { status: 200, headers: { CPA: "1e3" } }),
    ])
      expect(await asks(none).adapter.fetchSurveys?.(WHO)).toEqual([]);
  });

  it("is entered with texts alone, and tells of the reader what the document needs", () => {
    const clock = fixedClock("2027-01-02T03:04:05Z");
    const timed = over((deps) => createPollfish({ ...deps, clock })).adapter;
    const entry = new URL(timed.entry?.(null, WHO) ?? "");
    const json = JSON.parse(entry.searchParams.get("json") ?? "");
    expect(entry.searchParams.get("dontencrypt")).toBe("true");
    expect(json).toMatchObject({
      api_key: "sandbox-pollfish-key",
      debug: "false",
      ip: "198.51.100.7",
      device_id: "usr_9",
      request_uuid: "usr_9",
      timestamp: `${Date.parse("2027-01-02T03:04:05Z")}`,
      os: "3",
      locale: "es",
    });
    expect(Object.values(json).filter((value) => typeof value !== "string")).toEqual([]);
    expect(adapter.readReturn).toBeUndefined();
  });
});
