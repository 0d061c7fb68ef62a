/** Catalogues of AdGem, Torox, Lootably and the generic wall as they are documented, and what is particular to each. */
import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createAdgem } from "../adgem/adgem.ts";
import { createGeneric } from "../generic/generic.ts";
import { createLootably } from "../lootably/lootably.ts";
import { createTorox } from "../torox/torox.ts";
import { over, query, read, received, sample, toldBy, whyNot } from "./over-recorded.ts";

const WHO = { user_ref: "usr/9", start: "srt_1" };

describe("AdGem", () => {
  const token = { message: "Authorized", access_token: "short-lived", expires_in: 3_600 };
  const page = (more: boolean) => {
    const recorded = sample("adgem/sample-offers.json");
    recorded.data.pagination.has_more_pages = more;
    return recorded;
  };

  it("exchanges its refresh token and reads page after page, without the offer that leads nowhere", async () => {
    let pages = 0;
    const { adapter, asked } = over(createAdgem, ({ url }) => {
      if (url.pathname.endsWith("/token")) return token;
      pages += 1;
      return page(pages < 2);
    });
    const offers = (await adapter.fetchOffers?.()) ?? [];
    expect(
      asked.map(({ method, url }) => `${method} ${url.pathname.replace("/adgem/offer-api", "")}${url.search}`),
    ).toEqual(["POST /v1/users/token", "GET /v1/offers?per_page=100&page=1", "GET /v1/offers?per_page=100&page=2"]);
    expect(asked[0]?.body).toBe("grant_type=refresh_token&refresh_token=sandbox-adgem-refresh");
    expect(asked[1]?.headers.authorization).toBe("Bearer short-lived");
    expect(offers).toHaveLength(2);
    expect(offers[0]).toEqual({
      provider_offer_id: "1234567894561234567",
      name: "Offer Name",
      description: "Offer Description",
      requirements: "Offer Instruction 1\nOffer Instruction 2\nMust be a new user.\nOffer Disclaimer",
      image_url: "https://adgem.com/images/offerwall/offerwall_icon.png",
      type: "GAME",
      platforms: ["android"],
      countries: ["US"],
      payout_micros: 1_000_000n,
      goals: [{ goal_id: "118093008515239936", name: "Level 1", payout_micros: 1_000_000n, days: 30 }],
      click_url: "https://api.adgem.com/v1/click?all=1&appid=1&cid=100&playerid={playerid}",
      same_as: "com.adgem.app",
      min_age: null,
    });
    expect(offers[0] && adapter.link?.(offers[0], WHO)).toBe(
      "https://api.adgem.com/v1/click?all=1&appid=1&cid=100&playerid=usr%2F9&c1=srt_1",
    );
  });

  it("does not read for ever, and takes no refusal for an empty list", async () => {
    const endless = over(createAdgem, ({ url }) => (url.pathname.endsWith("/token") ? token : page(true)));
    await expect(endless.adapter.fetchOffers?.()).rejects.toThrow("does not end");
    await expect(over(createAdgem, () => ({ message: "Unauthorized" })).adapter.fetchOffers?.()).rejects.toThrow(
      "token",
    );
  });

  const posted = (body: string, key = "sandbox-adgem-postback") =>
    received("/cb/adgem/sandbox-callback-secret", {
      method: "POST",
      headers: { signature: createHmac("sha256", key).update(body).digest("hex") },
      body: Buffer.from(body),
    });
  const { adapter } = over(createAdgem);

  it("reads the documented callback of version 3 over its very bytes", () => {
    const body = read("adgem/sample-posted.json");
    expect(toldBy(adapter, posted(body))).toEqual({
      kind: "credit",
      tx_id: "c5eb2a9d-41a4-4088-80bb-ebc87bd1bb62",
      origin_tx_id: null,
      user_ref: "bernhard.edison",
      start: "srt_1",
      offer_id: "12345678900123456",
      goal_id: "12345678911123456",
      payout_micros: 1_500_000n,
      told_coins: 150n,
      reason: null,
      said_at: new Date(1_720_727_170_000),
    });
    expect(whyNot(adapter, posted(body, "another"))).toBe("forged");
    expect(whyNot(adapter, { ...posted(body), body: Buffer.from(body.replace("1.5", "150")) })).toBe("forged");
    expect(whyNot(adapter, { ...posted(body), body: Buffer.from(`${body} `) })).toBe("forged");
    for (const odd of ["", "{", "[]", '{"data":[]}', '{"data":{"payout":{"$gt":0}}}', `{"a":"${"x".repeat(70_000)}"}`])
      expect(whyNot(adapter, posted(odd)), odd.slice(0, 20)).toBe("unreadable");
    expect(whyNot(adapter, posted(body.replace("1.5", "1e3")))).toBe("unreadable");
    expect(toldBy(adapter, posted(body.replace('"reward"', '"install"'))).kind).toBe("progress");
  });

  it("finds the verifier wherever it stands, and knows an install that pays nothing", () => {
    const target = `/cb/adgem/x?${query({ payout: "0", player_id: "usr_9", transaction_id: "t1" })}`;
    const sign = (text: string) =>
      createHmac("sha256", "sandbox-adgem-postback").update(`https://shop.example${text}`).digest("hex");
    const installed = `${target}&nonpayable_install_goal=true`;
    const callback = `${target}&verifier=${sign(installed)}&nonpayable_install_goal=true`;
    expect(toldBy(adapter, received(callback))).toMatchObject({ kind: "progress", payout_micros: 0n });
    expect(whyNot(adapter, received(`${callback}&verifier=${sign(installed)}`))).toBe("forged");
  });
});

describe("Torox", () => {
  it("reads the recorded feed, without what pays nothing", async () => {
    const { adapter, asked } = over(createTorox, () => sample("torox/sample-offers.json"));
    const offers = (await adapter.fetchOffers?.()) ?? [];
    expect(asked[0]?.url.search).toBe("?pubid=24120&appid=9959&secretkey=sandbox-torox-secret&format=json");
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({
      provider_offer_id: "19524555",
      type: "APP",
      platforms: ["ios"],
      countries: ["NZ"],
      payout_micros: 10_675_000n,
      goals: [{ goal_id: "offer", payout_micros: 10_675_000n }],
      same_as: "1459319842",
    });
    expect(offers[0] && adapter.link?.(offers[0], WHO)).toContain("USER_ID=usr%2F9&subid1=srt_1");
    await expect(over(createTorox, () => ({ response: {} })).adapter.fetchOffers?.()).rejects.toThrow("no list");
  });

  it("reads nothing that gives on one side and takes on the other", () => {
    const { adapter } = over(createTorox);
    const sig = createHash("md5").update("7-usr_9-sandbox-torox-secret").digest("hex");
    const call = (payout: string, amount: string) =>
      received(`/cb?${query({ id: "1", oid: "7", user_id: "usr_9", payout, amount, sig })}`);
    expect(whyNot(adapter, call("-1.5", "150"))).toBe("unreadable");
    expect(whyNot(adapter, call("1.5", "-150"))).toBe("unreadable");
    expect(toldBy(adapter, call("-1.5", "-150")).kind).toBe("reversal");
  });

  it("does not let the user begin elsewhere in what is signed", () => {
    const { adapter } = over(createTorox);
    const sig = createHash("md5").update("7-usr-9-sandbox-torox-secret").digest("hex");
    const call = (oid: string, user_id: string) =>
      received(`/cb?${query({ id: "1", oid, user_id, payout: "1.5", amount: "150", sig })}`);
    expect(whyNot(adapter, call("7", "usr-9"))).toBe("told");
    expect(whyNot(adapter, call("7-usr", "9"))).toBe("unreadable");
  });

  it("wants to hear 1", () => {
    const { replies } = over(createTorox).adapter;
    expect([replies.done.body, replies.unknown_user.body]).toEqual(["1", "1"]);
  });
});

describe("Lootably", () => {
  it("finds most of the ways in which digits move between values, and believes no pay for its signature alone", () => {
    const { adapter } = over(createLootably);
    const hash = createHash("sha256").update("usr_9203.0.113.170.5000100.00sandbox-lootably-postback").digest("hex");
    const call = (userID: string, ip: string, revenue: string, currencyReward: string) =>
      received(`/cb?${query({ userID, transactionID: "t1", ip, revenue, currencyReward, status: "1", hash })}`);
    expect(whyNot(adapter, call("usr_9", "203.0.113.17", "0.5000", "100.00"))).toBe("told");
    for (const moved of [
      call("usr_92", "03.0.113.17", "0.5000", "100.00"),
      call("usr_9", "203.0.113.", "170.5000", "100.00"),
      call("usr_9", "203.0.113.17", "0.5000100", ".00"),
      call("usr_9", "203.0.113.170", ".5000", "100.00"),
    ])
      expect(whyNot(adapter, moved), moved.target).toBe("unreadable");
    // One way is left: what it pays is bound by what the offer pays.
    expect(toldBy(adapter, call("usr_9", "203.0.113.1", "70.5000", "100.00")).payout_micros).toBe(70_500_000n);
    expect(adapter.signs_payout).toBe(false);
  });

  it("reads offers of one step and of several, without those that pay a share", async () => {
    const { adapter, asked } = over(createLootably, () => sample("lootably/sample-offers.json"));
    const offers = (await adapter.fetchOffers?.()) ?? [];
    expect(asked[0]).toMatchObject({
      method: "POST",
      body: '{"apiKey":"sandbox-lootably-key","placementID":"sandbox-lootably-placement"}',
    });
    expect(
      offers.map(({ provider_offer_id, type, payout_micros }) => [provider_offer_id, type, payout_micros]),
    ).toEqual([
      ["402115", "OTHER", 350_000n],
      ["402122", "GAME", 12_445_678n],
    ]);
    expect(offers[1]).toMatchObject({
      platforms: ["ios"],
      same_as: "529479190",
      goals: [{ goal_id: "g1" }, { goal_id: "g2" }],
    });
    expect(offers[0] && adapter.link?.(offers[0], WHO)).toMatch(/rawPublisherUserID=usr%2F9$/);
    expect(adapter.replies.done).toEqual({ status: 200, body: "1" });
    await expect(over(createLootably, () => ({ success: false })).adapter.fetchOffers?.()).rejects.toThrow("no list");
  });
});

describe("the generic wall", () => {
  it("credits nothing that its dashboard sends to try the address", () => {
    const { adapter } = over(createGeneric);
    const signature = createHash("md5").update("usr_9t1100sandbox-generic-secret").digest("hex");
    const fields = { subId: "usr_9", transId: "t1", reward: "100", payout: "0.25", status: "1", signature };
    expect(whyNot(adapter, received(`/cb?${query({ ...fields, debug: "1" })}`))).toBe("test_mode");
    expect(whyNot(adapter, received(`/cb?${query({ ...fields, debug: "0" })}`))).toBe("told");
  });

  it("asks for each place and device, since the list says neither, and promises the lower of two prices", async () => {
    const recorded = sample("generic/sample-offers.json").offers;
    const { adapter, asked } = over(
      createGeneric,
      ({ url }) => {
        if (url.searchParams.get("device") === "desktop") return [];
        const cheaper = { ...recorded[0], revenue: 4.01 };
        return url.searchParams.get("country") === "CA" ? [cheaper] : recorded;
      },
      { GENERIC_WALL_COUNTRIES: "US,CA", GENERIC_WALL_TITLE: "Smallwall" },
    );
    const offers = (await adapter.fetchOffers?.()) ?? [];
    expect(asked).toHaveLength(6);
    expect(offers).toHaveLength(1);
    expect(offers[0]).toMatchObject({
      provider_offer_id: "71403",
      image_url: "https://statics3.tokenads.com/upload/pDaVH1M5LTCb7onqMhTT.jpg",
      platforms: ["ios", "android"],
      countries: ["US", "CA"],
      payout_micros: 4_010_000n,
    });
    expect(offers[0] && adapter.link?.(offers[0], WHO)).toBe(
      "https://www.wannads.com/wtrck?cId=71403&apiKey=2452b43bea8be8c1.28247523&userId=usr%2F9",
    );
    expect(adapter.title).toBe("Smallwall");
    await expect(over(createGeneric, () => ({ error: 1 })).adapter.fetchOffers?.()).rejects.toThrow("no list");
  });
});
