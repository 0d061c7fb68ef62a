/**
 * Networks with few programmes and whatever feeds a test wants, hostile ones too. What the sandbox plays is how networks
 * should be; this is how they sometimes are.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect } from "vitest";
import { fixedClock } from "#platform/clock";
import { createRegistry } from "#platform/jobs";
import { createLog } from "#platform/log";
import { createProviderCalls } from "#platform/provider-calls";
import { createProviderHealth } from "#platform/provider-health";
import { createRateBudget } from "#platform/rate-budget";
import { readConfig } from "#settings";
import { createTestDatabase } from "../../../../test/support/database.ts";
import { type Catalog, createCatalog } from "../catalog.server.ts";
import { CHANGED } from "../job-kinds.ts";

export type Campaign = {
  id: string;
  name: string;
  description?: string;
  url: string;
  category?: string;
  logo?: string;
  /** "$5" is a sum for each order. */
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
  /** A function is asked with each request, and the answer waits for it. */
  files: Map<string, { type: string; body: Buffer | ((request: IncomingMessage) => Promise<Buffer>) }>;
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
    if (url.pathname.startsWith("/files/")) {
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
    if (file) {
      response.setHeader("content-type", file.type);
      const { body } = file;
      if (typeof body === "function") void body(request).then((bytes) => response.end(bytes));
      else response.end(body);
      return;
    }
    if (url.pathname.startsWith("/impact/")) {
      if (request.headers["ir-version"] !== "16") return void response.writeHead(400).end("no version");
      if (call === "Campaigns")
        return void json(
          envelope(
            call,
            world.impact.map((one) => asCampaign(one, url.origin)),
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
              Locations: [`/Shop/${id}`],
            })),
          ),
        );
    }
    if (call === "programmes") return void json(world.awin.map((campaign) => asSummary(campaign, url.origin)));
    const asked = world.awin.find((campaign) => campaign.id === url.searchParams.get("advertiserId"));
    if (call === "commissiongroups" && asked) return void json({ commissionGroups: asGroups(asked) });
    if (call === "programmedetails" && asked) return void json({ kpi: { validationDays: 30 } });
    if (call === "promotions") return void json({ data: [], pagination: { page: 1, pageSize: 200, total: 0 } });
    if (call === "advertiser-lookup")
      return void response.end('<cj-api><advertisers total-matched="0"></advertisers></cj-api>');
    if (call === "link-search") return void response.end('<cj-api><links total-matched="0"></links></cj-api>');
    if (url.pathname === "/cj/programs/query")
      return void json({ data: { publisher: { contracts: { totalCount: 0, resultList: [] } } } });
    if (url.pathname === "/cj/ads/query")
      return void json({ data: { shoppingProductFeeds: { totalCount: 0, resultList: [] } } });
    if (call === "feedList") return void response.end("Advertiser ID,Membership Status,Feed ID\n");
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

/** One advertiser behind each programme, as most are. */
const advertiserOf = (programme: string) => `7${programme}`;
const wordsOf = (campaign: Campaign) =>
  campaign.cash_back === false
    ? "Incentive traffic such as cashback is not allowed."
    : "Cashback partners are welcome.";

export const asCampaign = (campaign: Campaign, origin: string) => ({
  AdvertiserId: advertiserOf(campaign.id),
  CampaignId: campaign.id,
  CampaignName: campaign.name,
  CampaignUrl: campaign.url,
  CampaignDescription: campaign.description ?? "A shop for electronics and computers.",
  CampaignLogoUri: campaign.logo ? `/Mediapartners/${campaign.logo}` : "",
  TrackingLink: `${origin}/c/1010/5/${campaign.id.replace(/\D/g, "")}`,
  ShippingRegions: ["US"],
});
const payout = (which: string, rate: string) =>
  rate.startsWith("$") ? { [`${which}Payout`]: rate.slice(1) } : { [`${which}PayoutRate`]: rate };
const asContract = (campaign: Campaign) => {
  const [first, ...others] = campaign.rates;
  return {
    CampaignId: campaign.id,
    Terms: {
      Currency: "USD",
      EventPayouts: [
        {
          EventCategory: "SALE",
          ...payout("Default", first?.[2] ?? ""),
          PayoutGroups: others.map(([code, name, rate]) => ({
            Id: code,
            Rules: [{ Variable: "ITEM_CATEGORY", Operator: "IS", Values: [name] }],
            ...payout("", rate),
          })),
          Locking: { Basis: "TRACKED", Period: "DAY", MonthOffset: "0", DayOffset: "30" },
        },
      ],
      SpecialTermsList: [{ TermsContent: wordsOf(campaign) }],
    },
  };
};
const asPromotion = (promotion: Promotion) => ({
  PromotionIds: promotion.id,
  AdvertiserId: advertiserOf(promotion.programme),
  PromotionTitle: promotion.title,
  GenericRedemptionCode: promotion.code ?? "",
  PromotionEffectiveDates: promotion.dates ?? "2026-01-01T00:00:00Z/2026-12-31T00:00:00Z",
});
const asSummary = (campaign: Campaign, origin: string) => ({
  id: campaign.id,
  name: campaign.name,
  description: wordsOf(campaign),
  displayUrl: campaign.url,
  clickThroughUrl: `${origin}/cread.php?awinmid=${campaign.id}&awinaffid=45628`,
  primarySector: campaign.category ?? "Electronics & Computers",
  primaryRegion: { countryCode: "US" },
});
const asGroups = (campaign: Campaign) =>
  campaign.rates.map(([code, name, percent]) => ({
    groupCode: code,
    groupName: name,
    type: "percentage",
    percentage: Number(percent),
  }));

export const emptyWorld = (): World => ({ impact: [], awin: [], promotions: [], feeds: new Map(), files: new Map() });

/** A catalogue on a database of its own, before networks of its own. */
export async function startStory(world: World, environment: Record<string, string> = {}) {
  const [base, networks] = await Promise.all([createTestDatabase(), startNetworks(world)]);
  const settings = readConfig({
    NODE_ENV: "test",
    IMPACT_API_URL: `${networks.origin}/impact`,
    IMPACT_FILES_URL: `${networks.origin}/files`,
    CJ_ADVERTISERS_URL: `${networks.origin}/cj`,
    CJ_LINKS_URL: `${networks.origin}/cj`,
    CJ_PROGRAMS_URL: `${networks.origin}/cj/programs`,
    CJ_ADS_URL: `${networks.origin}/cj/ads`,
    AWIN_API_URL: `${networks.origin}/awin`,
    AWIN_FEED_LIST_URL: `${networks.origin}/awin`,
    AWIN_FEED_URL: `${networks.origin}/awinfeeds`,
    ...environment,
    PUBLIC_URL: "https://tuppence.example",
  });
  const clock = fixedClock("2026-03-10T12:00:00Z");
  const registry = createRegistry([CHANGED]);
  const brand = { member_share_bps: 7_000, plus_share_bps: 9_000 };
  const log = createLog({ level: "silent" });
  const budget = createRateBudget(base.handle, settings.PROVIDER_BUDGET_FACTOR);
  const health = createProviderHealth({ database: base.handle, clock, log, budget });
  const calls = createProviderCalls({ budget, health });
  const catalog: Catalog = createCatalog({ database: base.handle, clock, settings, log, registry, calls });
  const shown = catalog.under(brand);
  const rows = async <T>(text: string, values: unknown[] = []) =>
    (await base.handle.pool.query(text, values)).rows as T[];
  return {
    base,
    clock,
    registry,
    catalog,
    shown,
    calls,
    health,
    settings,
    brand,
    rows,
    async stop() {
      await networks.close();
      await base.drop();
    },
  };
}

export type Story = Awaited<ReturnType<typeof startStory>>;

/** What a kill leaves behind when it comes with the settling: nothing else writes what rates were, even where they are as they were. */
export async function killedAtSettling({ rows }: Story, work: () => Promise<unknown>): Promise<void> {
  await rows("create function die() returns trigger language plpgsql as $$ begin raise 'killed'; end $$");
  await rows("create trigger killed before insert on catalog.rate_history for each statement execute function die()");
  const ended = await work().catch((error) => ({ problem: String(error) }));
  await rows("drop function die() cascade");
  expect(ended).toMatchObject({ problem: expect.stringContaining("killed") });
}

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
