/**
 * Networks with few programmes and whatever feeds a test wants, hostile ones too. What the sandbox plays is how networks
 * should be; this is how they sometimes are.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fixedClock } from "#platform/clock";
import { readConfig } from "#platform/config";
import { createRegistry } from "#platform/jobs";
import { createLog } from "#platform/log";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { type Catalog, createCatalog } from "../catalog.server.ts";

export type Campaign = {
  id: string;
  name: string;
  slug?: string;
  url: string;
  category?: string;
  logo?: string;
  rates: [code: string, name: string, percent: string][];
  cash_back?: boolean;
};
export type Promotion = { id: string; programme: string; title: string; code?: string; dates?: string };
type Body = string | Buffer | (() => AsyncIterable<Buffer | string>);

export type World = {
  impact: Campaign[];
  awin: Campaign[];
  promotions: Promotion[];
  /** Feeds by catalogue id; each belongs to a programme of Impact. */
  feeds: Map<string, { programme: string; body: Body; status?: number }>;
  files: Map<string, { type: string; body: Buffer }>;
};

const envelope = (name: string, rows: unknown[]) => ({
  "@page": "1",
  "@numpages": "1",
  "@total": `${rows.length}`,
  [name]: rows,
});

export async function startNetworks(world: World) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const json = (value: unknown) => response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    const call = url.pathname.split("/").at(-1) ?? "";
    if (url.pathname.startsWith("/feeds/")) {
      const feed = world.feeds.get(call);
      response.statusCode = feed?.status ?? (feed ? 200 : 404);
      const body = feed?.body ?? "";
      if (typeof body === "function")
        Readable.from(body())
          .on("error", () => response.destroy())
          .pipe(response);
      else response.end(body);
      return;
    }
    const file = world.files.get(url.pathname);
    if (file) return void response.setHeader("content-type", file.type).end(file.body);
    if (url.pathname.startsWith("/impact/")) {
      if (call === "Campaigns")
        return void json(
          envelope(
            call,
            world.impact.map((campaign) => asCampaign(campaign, url.origin)),
          ),
        );
      if (call === "Contracts") return void json(envelope(call, world.impact.map(asContract)));
      if (call === "Promotions") return void json(envelope(call, world.promotions.map(asPromotion)));
      if (call === "Catalogs")
        return void json(
          envelope(
            call,
            [...world.feeds].map(([id, feed]) => ({
              Id: id,
              CampaignId: feed.programme,
              Locations: [`${url.origin}/feeds/${id}`],
            })),
          ),
        );
    }
    if (call === "programmes") return void json(world.awin.map((campaign) => asSummary(campaign, url.origin)));
    if (call === "promotions") return void json({ data: [], pagination: { page: 1, pageSize: 200, total: 0 } });
    if (call === "advertiser-lookup")
      return void response.end('<cj-api><advertisers total-matched="0"></advertisers></cj-api>');
    if (call === "link-search") return void response.end('<cj-api><links total-matched="0"></links></cj-api>');
    if (call === "feeds.json") return void json([]);
    if (url.pathname.includes("/datafeed/list/")) return void response.end("Advertiser ID,Membership Status,Feed ID\n");
    response.statusCode = 404;
    response.end("nothing here");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

const asCampaign = (campaign: Campaign, origin: string) => ({
  CampaignId: campaign.id,
  CampaignName: campaign.name,
  CampaignSlug: campaign.slug ?? campaign.name,
  CampaignUrl: campaign.url,
  CampaignCategory: campaign.category ?? "Electronics & Computers",
  CampaignLogoUri: campaign.logo ? `${origin}${campaign.logo}` : "",
  TrackingLink: `${origin}/c/1010/5/${campaign.id.replace(/\D/g, "")}`,
  ShippingRegions: ["US"],
});
const asContract = (campaign: Campaign) => ({
  CampaignId: campaign.id,
  PayoutTermsList: campaign.rates.map(([code, name, percent]) => ({
    PayoutGroup: code,
    PayoutGroupName: name,
    PayoutPercentage: percent,
    PayoutAmount: "",
    PayoutCurrency: "USD",
  })),
  LockingDays: "30",
  PromotionalMethods: campaign.cash_back === false ? ["COUPON"] : ["COUPON", "CASHBACK"],
});
const asPromotion = (promotion: Promotion) => ({
  PromotionIds: promotion.id,
  CampaignId: promotion.programme,
  PromotionTitle: promotion.title,
  PromotionDescription: promotion.title,
  GenericRedemptionCode: promotion.code ?? "",
  PromotionEffectiveDates: promotion.dates ?? "2026-01-01T00:00:00Z/2026-12-31T00:00:00Z",
});
const asSummary = (campaign: Campaign, origin: string) => ({
  id: campaign.id,
  name: campaign.name,
  displayUrl: campaign.url,
  clickThroughUrl: `${origin}/cread.php?awinmid=${campaign.id}&awinaffid=45628`,
  primarySector: campaign.category ?? "Electronics & Computers",
  regions: { all: true, list: [] },
  promotionTypes: campaign.cash_back === false ? [] : ["Cashback"],
  commissionGroups: campaign.rates.map(([code, name, percent]) => ({
    groupCode: code,
    groupName: name,
    type: "percentage",
    percentage: Number(percent),
  })),
});

export const emptyWorld = (): World => ({ impact: [], awin: [], promotions: [], feeds: new Map(), files: new Map() });

/** A catalogue on a database of its own, before networks of its own. */
export async function startStory(world: World) {
  const [base, networks] = await Promise.all([createTestDatabase(), startNetworks(world)]);
  const config = readConfig({
    NODE_ENV: "test",
    IMPACT_API_URL: `${networks.origin}/impact`,
    CJ_REST_URL: `${networks.origin}/cj`,
    AWIN_API_URL: `${networks.origin}/awin`,
    AWIN_FEED_URL: `${networks.origin}/awinfeeds`,
    PUBLIC_URL: "https://tuppence.example",
  });
  const clock = fixedClock("2026-03-10T12:00:00Z");
  const registry = createRegistry();
  const brand = { member_share_bps: 7_000, plus_share_bps: 9_000 };
  const catalog: Catalog = createCatalog({
    database: base.handle,
    clock,
    config,
    log: createLog({ level: "silent" }),
    registry,
    brand,
  });
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await base.handle.pool.query(text, values)).rows as T[];
  return {
    base,
    clock,
    registry,
    catalog,
    config,
    brand,
    rows,
    async stop() {
      await networks.close();
      await base.drop();
    },
  };
}

export type Story = Awaited<ReturnType<typeof startStory>>;

/** A Google Merchant item; what a test does not say is plain. */
export const item = (id: string, fields: Record<string, string> = {}) => {
  const all = {
    id,
    title: `Thing ${id}`,
    link: `https://shop.example/p/${id}`,
    price: "10.00 USD",
    availability: "in_stock",
    product_type: "Computers > Memory",
    ...fields,
  };
  return `<item>${Object.entries(all)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join("")}</item>\n`;
};
export const feedOf = (...items: string[]) =>
  `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0"><channel>\n${items.join("")}</channel></rss>`;
export const many = (count: number, fields: (n: number) => Record<string, string> = () => ({})) =>
  Array.from({ length: count }, (_, n) => item(`s${n}`, fields(n)));

/** Everything that pages show, as one text: equal before and after means that nothing was written. */
export const snapshotOf = async (story: Story): Promise<string> =>
  JSON.stringify(
    await story.rows(`select (select jsonb_agg(to_jsonb(m) order by merchant_id) from catalog.merchants m) as m,
      (select jsonb_agg(to_jsonb(p) order by programme_id) from catalog.programmes p) as g, (select jsonb_agg(to_jsonb(o) order by offer_id) from catalog.offers o) as o,
      (select jsonb_agg(to_jsonb(p) order by product_id) from catalog.products p) as p, (select jsonb_agg(to_jsonb(l) order by listing_id) from catalog.listings l) as l,
      (select jsonb_agg(to_jsonb(h) order by merchant_id, since) from catalog.rate_history h) as h, (select jsonb_agg(to_jsonb(w) order by word) from catalog.search_words w) as w`),
  );
