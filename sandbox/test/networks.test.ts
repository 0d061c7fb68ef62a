import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AUTH, type ControlOrder, IMPACT, type Running, run } from "./running.ts";

let world: Running;
beforeAll(async () => {
  world = await run();
});
afterAll(() => world.close());

async function place(network: string, programId: string, subId: string): Promise<ControlOrder> {
  const { order } = await world.control<{ order: ControlOrder }>("orders", { network, programId, subId, amount: 200 });
  return order;
}
const act = (network: string, id: string, action: string, body: unknown = {}) =>
  world.control<{ order: ControlOrder; error?: string }>(`orders/${network}/${id}/${action}`, body);

async function json<T>(path: string, auth: string, body?: unknown): Promise<T> {
  const reply = await world.call(path, body === undefined ? { auth } : { auth, json: body });
  expect(reply.status).toBe(200);
  return (await reply.json()) as T;
}

describe("Impact", () => {
  type Action = {
    Id: string;
    State: string;
    Payout: string;
    Amount: string;
    SubId1: string;
    Oid: string;
    ClearedDate: string;
  };
  const action = (id: string) => json<Action>(`${IMPACT}/Actions/${id}`, AUTH.impact);

  it("asks for the right account and token", async () => {
    expect((await world.call(`${IMPACT}/Actions`)).status).toBe(401);
    expect((await world.call("/impact/Mediapartners/IRother/Actions", { auth: AUTH.impact })).status).toBe(403);
  });

  it("changes the same action, writes updates with deltas and tells of each step", async () => {
    const order = await place("impact", "9001", "clk_impact");
    expect(await action(order.id)).toMatchObject({
      State: "PENDING",
      Payout: "8.00",
      Amount: "200.00",
      SubId1: "clk_impact",
    });
    await act("impact", order.id, "restate", { amount: 100 });
    await act("impact", order.id, "approve");
    await act("impact", order.id, "reverse", { reason: "ITEM_RETURNED" });
    expect(await action(order.id)).toMatchObject({ State: "REVERSED", Payout: "0.00", Amount: "0.00" });
    const { ActionUpdates } = await json<{ ActionUpdates: Record<string, string>[] }>(
      `${IMPACT}/ActionUpdates?CampaignId=9001`,
      AUTH.impact,
    );
    const updates = ActionUpdates.filter((row) => row.ActionId === order.id);
    expect(updates.map((row) => [row.State, row.DeltaPayout])).toEqual([
      ["PENDING", "-4.00"],
      ["APPROVED", "0.00"],
      ["REVERSED", "-4.00"],
    ]);
    const { ActionItems } = await json<{ ActionItems: Record<string, string>[] }>(
      `${IMPACT}/Actions/${order.id}/Items`,
      AUTH.impact,
    );
    expect(ActionItems.map((item) => item.AdjustmentReason)).toEqual(["ITEM_RETURNED"]);
    await world.control("postbacks/idle", {});
    const told = world.received
      .filter((r) => r.path.startsWith("/hooks/impact/"))
      .map((r) => JSON.parse(r.body) as Record<string, string>);
    const mine = told.filter((notice) => notice.action_id === order.id);
    expect(mine.map((notice) => [notice.status, notice.payout])).toEqual([
      ["PENDING", "8.00"],
      ["PENDING", "4.00"],
      ["APPROVED", "4.00"],
      ["REVERSED", "0.00"],
    ]);
    expect(mine[0]).toMatchObject({ campaign_id: "9001", items: [{ sku: "item-1", qty: "1", amt: "200.00" }] });
  });

  it("holds to its date rules", async () => {
    const error = async (query: string) => {
      const reply = await world.call(`${IMPACT}/Actions?${query}`, { auth: AUTH.impact });
      return { status: reply.status, body: (await reply.json()) as { Status: string; Errors: { Field: string }[] } };
    };
    const long = await error("StartDate=2026-01-01T00:00:00Z&EndDate=2026-03-01T00:00:00Z");
    expect(long.status).toBe(400);
    expect(long.body).toMatchObject({ Status: "ERROR", Errors: [{ Field: "EndDate" }] });
    expect((await error("StartDate=2026-01-01")).body.Errors[0]?.Field).toBe("EndDate");
  });

  it("refuses parameters and versions that do not exist, and answers old accounts with old fields", async () => {
    const unknown = await world.call(`${IMPACT}/Actions?SubId1=x`, { auth: AUTH.impact });
    expect(unknown.status).toBe(400);
    expect(await unknown.json()).toMatchObject({ Errors: [{ Field: "SubId1" }] });
    const asked = async (headers: Record<string, string>) => {
      const reply = await world.call(`${IMPACT}/Contracts?CampaignId=9001`, { auth: AUTH.impact, headers });
      return {
        status: reply.status,
        body: (await reply.json()) as { Contracts: { Terms: { EventPayouts: object[] } }[] },
      };
    };
    expect((await asked({ "IR-Version": "17" })).status).toBe(400);
    const old = (await asked({})).body.Contracts[0]?.Terms.EventPayouts[0];
    expect(old).not.toHaveProperty("PayoutGroups");
    const now = (await asked({ "IR-Version": "16" })).body.Contracts[0]?.Terms.EventPayouts[0];
    expect(now).toMatchObject({
      EventCategory: "SALE",
      DefaultPayoutRate: "4",
      PayoutGroups: [{ PayoutRate: "1.5" }, {}, {}],
    });
  });

  it("hands logos out as pictures of dots, behind the credentials", async () => {
    const path = `${IMPACT}/Campaigns/9001/Logo`;
    expect((await world.call(path)).status).toBe(401);
    const reply = await world.call(path, { auth: AUTH.impact, headers: { accept: "image/png" } });
    expect(reply.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await reply.arrayBuffer()).readUInt32BE(0)).toBe(0x89504e47);
  });

  it("pages its campaigns with figures as strings", async () => {
    const page = await json<Record<string, unknown>>(`${IMPACT}/Campaigns?PageSize=500&Page=1`, AUTH.impact);
    expect(page["@page"]).toBe("1");
    expect(Number(page["@numpages"])).toBeGreaterThan(2);
    expect(page["@nextpageuri"]).toContain("Page=2");
    expect((page.Campaigns as Record<string, unknown>[])[0]).toMatchObject({
      CampaignId: "9001",
      CampaignName: "Marlow Finch",
      ContractStatus: "Active",
      AllowsDeeplinking: "true",
      CampaignLogoUri: "/Mediapartners/IRsandbox0000/Campaigns/9001/Logo",
      ShippingRegions: ["US", "CANADA"],
      TrackingLink: `${world.sandbox.url}/impact/c/1010/1400001/9001`,
    });
  });

  it("makes tracking links only within the programme", async () => {
    const make = (target: string) =>
      world.call(`${IMPACT}/Programs/9001/TrackingLinks?DeepLink=${encodeURIComponent(target)}&subId1=clk_9`, {
        auth: AUTH.impact,
        method: "POST",
      });
    const good = (await (await make("https://marlowfinch.example/p/1")).json()) as { TrackingURL: string };
    expect(good.TrackingURL).toContain("/impact/c/1010/1400001/9001?subId1=clk_9&u=");
    expect((await make("https://elsewhere.example/")).status).toBe(400);
  });
});

describe("CJ", () => {
  interface Row {
    commissionId: string;
    original: boolean;
    originalActionId: string;
    actionStatus: string;
    pubCommissionAmountUsd: string;
    correctionReason: string | null;
    shopperId: string;
  }
  const query = (args: string) =>
    `{publisherCommissions(forPublishers:["9990001"]${args}){count limit maxCommissionId payloadComplete records{commissionId original originalActionId actionStatus pubCommissionAmountUsd saleAmountUsd correctionReason shopperId items{sku quantity totalCommissionPubCurrency}}}}`;
  const ask = async (args: string) => {
    const reply = await json<{
      data: { publisherCommissions: { records: Row[]; maxCommissionId: string; payloadComplete: boolean } };
    }>("/cj/commissions/query", AUTH.cj, { query: query(args) });
    return reply.data.publisherCommissions;
  };

  it("corrects with new rows that add up to the balance", async () => {
    const order = await place("cj", "4009001", "clk_cj");
    const first = await ask("");
    expect(first.payloadComplete).toBe(true);
    await act("cj", order.id, "restate", { amount: 150 });
    await act("cj", order.id, "approve");
    await act("cj", order.id, "reverse", { reason: "DUPLICATED_ORDER" });
    const later = await ask(`,sinceCommissionId:"${first.maxCommissionId}"`);
    expect(later.records.map((row) => [row.original, row.pubCommissionAmountUsd, row.correctionReason])).toEqual([
      [false, "-10.00", "RETURNED_MERCHANDISE"],
      [false, "7.50", "RETURNED_MERCHANDISE"],
      [false, "-7.50", "DUPLICATED_ORDER"],
    ]);
    const all = (await ask("")).records.filter((row) => row.originalActionId === order.id);
    expect(all.reduce((sum, row) => sum + Number(row.pubCommissionAmountUsd), 0)).toBe(0);
    expect(new Set(all.map((row) => row.actionStatus))).toEqual(new Set(["locked"]));
    expect(all.every((row) => row.shopperId === "clk_cj")).toBe(true);
    expect(world.received.some((r) => r.path.includes("cj"))).toBe(false);
  });

  it("refuses other publishers and takes the bare text of a query", async () => {
    const bare = await world.call("/cj/commissions/query", {
      auth: AUTH.cj,
      method: "POST",
      headers: { "content-type": "application/json" },
    });
    expect(bare.status).toBe(400);
    const other = await json<{ errors: unknown[] }>("/cj/commissions/query", AUTH.cj, {
      query: query("").replace("9990001", "1"),
    });
    expect(other.errors).toHaveLength(1);
    const text = await fetch(`${world.sandbox.url}/cj/commissions/query`, {
      method: "POST",
      headers: { authorization: AUTH.cj, "content-type": "text/plain" },
      body: query(""),
    });
    expect(text.status).toBe(200);
    expect((await world.call("/cj/advertiser-lookup/v2/advertiser-lookup")).status).toBe(401);
  });

  it("lists advertisers and links in pages of XML", async () => {
    const reply = await world.call(
      "/cj/advertiser-lookup/v2/advertiser-lookup?requestor-cid=9990001&advertiser-ids=joined&records-per-page=3&page-number=1",
      { auth: AUTH.cj },
    );
    const xml = await reply.text();
    expect(xml).toMatch(/<advertisers total-matched="\d{4}" records-returned="3" page-number="1">/);
    expect(xml).toContain("<advertiser-name>Brightpenny</advertiser-name>");
    expect(xml).toContain('<default type="item-level">5.00%</default>');
    expect(xml).not.toMatch(/method|locking|serviceable|logo|slug/);
    const odd = await world.call("/cj/advertiser-lookup/v2/advertiser-lookup?requestor-cid=9990001&country=US", {
      auth: AUTH.cj,
    });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining("Invalid Key: country")]);
    const empty = await (
      await world.call("/cj/link-search/v2/link-search?website-id=8880001", { auth: AUTH.cj })
    ).text();
    expect(empty).toContain('total-matched="0"');
    const links = await (
      await world.call("/cj/link-search/v2/link-search?website-id=8880001&promotion-type=coupon", { auth: AUTH.cj })
    ).text();
    expect(links).toContain("<coupon-code>PENNY5</coupon-code>");
  });

  it("gives contract terms by GraphQL", async () => {
    const text =
      '{publisher{contracts(publisherId:"9990001",limit:1){totalCount resultList{advertiserId programTerms{actionTerms{lockingMethod{type durationInDays} commissions{rank rate{type value}}}}}}}}';
    const reply = await json<{ data: { publisher: { contracts: { totalCount: number; resultList: unknown[] } } } }>(
      "/cj/programs/query",
      AUTH.cj,
      {
        query: text,
      },
    );
    expect(reply.data.publisher.contracts.totalCount).toBeGreaterThan(1000);
  });
});

describe("Awin", () => {
  type Row = {
    id: number;
    commissionStatus: string;
    amended: boolean;
    declineReason: string | null;
    clickRefs: { clickRef: string };
  };
  const byId = async (id: string) =>
    (await json<Row[]>(`/awin/api/publishers/45628/transactions?ids=${id}`, AUTH.awin))[0];

  it("changes the same row and pushes only the creation, as a form field", async () => {
    const order = await place("awin", "9901", "clk_awin");
    await act("awin", order.id, "restate", { amount: 120 });
    expect(await byId(order.id)).toMatchObject({
      commissionStatus: "pending",
      amended: true,
      commissionAmount: { amount: 7.2, currency: "USD" },
      saleAmount: { amount: 120, currency: "USD" },
      clickRefs: { clickRef: "clk_awin" },
    });
    await act("awin", order.id, "approve");
    expect(await byId(order.id)).toMatchObject({ commissionStatus: "approved" });
    await act("awin", order.id, "reverse", { reason: "Order cancelled" });
    expect(await byId(order.id)).toMatchObject({ commissionStatus: "declined", declineReason: "Order cancelled" });
    await world.control("postbacks/idle", {});
    const pushes = world.received
      .filter((r) => r.path.startsWith("/hooks/awin/"))
      .map((r) => JSON.parse(new URLSearchParams(r.body).get("AwinTransactionPush") ?? "{}") as Record<string, unknown>)
      .filter((push) => push.transactionId === order.id);
    expect(pushes).toHaveLength(1);
    expect(pushes[0]).toMatchObject({
      merchantId: "9901",
      clickRef: "clk_awin",
      commission: "12.00",
      transactionAmount: "200.00",
    });
  });

  it("refuses windows of more than 31 days and finds rows by their date", async () => {
    const list = (query: string) =>
      world.call(`/awin/api/publishers/45628/transactions/?${query}`, { auth: AUTH.awin });
    expect((await list("startDate=2026-01-01T00:00:00&endDate=2026-02-15T00:00:00&timezone=UTC")).status).toBe(400);
    const order = await place("awin", "9901", "clk_window");
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 19);
    const rows = (await (
      await list(`startDate=${day(-1)}&endDate=${day(1)}&timezone=UTC&status=pending`)
    ).json()) as Row[];
    expect(rows.map((row) => `${row.id}`)).toContain(order.id);
    expect((await world.call("/awin/api/publishers/1/programmes", { auth: AUTH.awin })).status).toBe(403);
  });

  it("lists programmes, tells each one's rates and times by calls of their own, and promotions in pages", async () => {
    type Programme = { id: number; description: string };
    const base = "/awin/api/publishers/45628";
    const list = await json<Programme[]>(`${base}/programmes?relationship=joined`, AUTH.awin);
    expect(list.length).toBeGreaterThan(1000);
    expect(list[0]).toMatchObject({ id: 9901, primarySector: "Online Retail", primaryRegion: { countryCode: "US" } });
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(
      "clickThroughUrl currencyCode description displayUrl id linkStatus logoUrl name primaryRegion primarySector status validDomains".split(
        " ",
      ),
    );
    const refusing = list.filter((programme) => /not allowed/.test(programme.description)).length / list.length;
    expect(refusing).toBeGreaterThan(0.03);
    expect(refusing).toBeLessThan(0.1);
    expect(await json(`${base}/programmedetails?advertiserId=9901`, AUTH.awin)).toMatchObject({
      kpi: { validationDays: 21 },
      programmeInfo: { membershipStatus: "joined" },
    });
    expect(await json(`${base}/commissiongroups?advertiserId=9901`, AUTH.awin)).toMatchObject({
      commissionGroups: [{ groupCode: "DEFAULT", percentage: 6 }, {}, {}, {}],
    });
    expect((await world.call(`${base}/commissiongroups`, { auth: AUTH.awin })).status).toBe(400);
    expect((await world.call(`${base}/programmes?rates=1`, { auth: AUTH.awin })).status).toBe(400);
    const offers = await json<{ data: { voucher?: { code: string } }[]; pagination: { total: number } }>(
      "/awin/api/publisher/45628/promotions",
      AUTH.awin,
      {
        filters: { membership: "joined", type: "voucher" },
        pagination: { page: 1, pageSize: 10 },
      },
    );
    expect(offers.data).toHaveLength(10);
    expect(offers.data.map((offer) => offer.voucher?.code)).toContain("LANE20");
  });
});

describe("amazon", () => {
  it("is in no programme that allows cash back", async () => {
    const state = await world.control<{ programmes: Record<string, number> }>("state");
    expect(Object.values(state.programmes).every((count) => count > 1000)).toBe(true);
    for (let page = 1; page < 4; page++) {
      const { Contracts } = await json<{
        Contracts: { CampaignId: string; Terms: { SpecialTermsList: { TermsContent: string }[] } }[];
      }>(`${IMPACT}/Contracts?PageSize=1000&Page=${page}`, AUTH.impact);
      const { Campaigns } = await json<{ Campaigns: { CampaignId: string; CampaignName: string }[] }>(
        `${IMPACT}/Campaigns?PageSize=1000&Page=${page}`,
        AUTH.impact,
      );
      const amazon = Campaigns.filter((campaign) => campaign.CampaignName.startsWith("Amazon"));
      for (const { CampaignId } of amazon) {
        const contract = Contracts.find((one) => one.CampaignId === CampaignId);
        expect(contract?.Terms.SpecialTermsList[0]?.TermsContent).toContain("not allowed");
      }
    }
  });
});

describe("published limits", () => {
  it("are kept, with the headers that the provider documents", async () => {
    const strict = await run({ limitFactor: 1 });
    try {
      const awin = () =>
        strict.call("/awin/api/publishers/45628/programmedetails?advertiserId=9901", { auth: AUTH.awin });
      for (let n = 0; n < 20; n += 1) expect((await awin()).status).toBe(200);
      const over = await awin();
      expect([over.status, over.headers.get("retry-after")]).toEqual([429, null]);
      const impact = await strict.call(`${IMPACT}/Actions`, { auth: AUTH.impact });
      expect(impact.headers.get("x-ratelimit-limit")).toBe("1000");
      expect(impact.headers.get("x-ratelimit-remaining")).toBe("999");
      const links = "/cj/link-search/v2/link-search?website-id=8880001&promotion-type=coupon";
      for (let n = 0; n < 25; n += 1) await strict.call(links, { auth: AUTH.cj });
      expect((await strict.call(links, { auth: AUTH.cj })).status).toBe(429);
    } finally {
      await strict.close();
    }
  });
});
