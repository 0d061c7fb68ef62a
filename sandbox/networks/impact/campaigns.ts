import type { FastifyInstance } from "fastify";
import { couponDates } from "../../catalogue/coupons.ts";
import type { Programme } from "../../catalogue/programmes.ts";
import { isoSeconds } from "../../clock.ts";
import { major } from "../../money.ts";
import { CREDENTIALS, type World } from "../../world.ts";
import { hostOrigin, landingFor, landingPath } from "../clicks.ts";
import { checkImpact, impactError, impactPage } from "./access.ts";

const BASE = `/Mediapartners/${CREDENTIALS.impact.account}`;

function trackingLink(origin: string, programme: Programme): string {
  return `${origin}/impact/c/${CREDENTIALS.impact.partner}/${programme.adId}/${programme.id}`;
}

function campaign(world: World, origin: string, programme: Programme) {
  const { merchant } = programme;
  const host = new URL(origin).host;
  return {
    AdvertiserId: `${Number(programme.id) + 700_000}`,
    AdvertiserName: merchant.name,
    AdvertiserUrl: merchant.url,
    CampaignId: programme.id,
    CampaignName: merchant.name,
    CampaignUrl: merchant.url,
    CampaignDescription: merchant.description ?? "",
    ShippingRegions: [
      ...merchant.countries,
      ...(merchant.is_global || merchant.countries.length === 0 ? ["WORLDWIDE"] : []),
    ],
    CampaignLogoUri: `${origin}/media/logos/${merchant.internal_name}.svg`,
    CampaignCategory: world.catalogue.categoryName(merchant.category),
    CampaignSlug: merchant.internal_name,
    PublicTermsUri: `${BASE}/Campaigns/${programme.id}/PublicTerms`,
    ContractStatus: "Active",
    ContractUri: `${BASE}/Campaigns/${programme.id}/Contracts/Active`,
    TrackingLink: trackingLink(origin, programme),
    AllowsDeeplinking: "true",
    DeeplinkDomains: [
      merchant.domain,
      `*.${merchant.domain}`,
      ...(programme.shop ? [`${host}${landingPath(programme)}`] : []),
    ],
    AdId: programme.adId,
    Uri: `${BASE}/Campaigns/${programme.id}`,
  };
}

function contract(programme: Programme) {
  const allowed = programme.cashbackAllowed;
  return {
    Id: `${Number(programme.id) + 300_000}`,
    CampaignId: programme.id,
    CampaignName: programme.merchant.name,
    Status: "ACTIVE",
    StartDate: "2025-01-01T00:00:00Z",
    EndDate: "",
    Currency: "USD",
    PayoutTermsList: programme.groups.map((group) => ({
      TrackerId: `${Number(programme.id) + 40_000}`,
      TrackerName: "Online Sale",
      TrackerType: "SALE",
      PayoutGroup: group.code,
      PayoutGroupName: group.name,
      PayoutPercentage: group.kind === "percent" ? `${group.value / 100}` : "",
      PayoutAmount: group.kind === "fixed" ? major(group.value) : "",
      PayoutCurrency: "USD",
      ReferralPeriod: "30",
      ReferralPeriodUnit: "DAY",
    })),
    LockingDays: `${programme.lockingDays}`,
    PromotionalMethods: ["CONTENT", "COUPON", ...(allowed ? ["CASHBACK", "LOYALTY"] : [])],
    SpecialTerms: allowed
      ? "Cash back and loyalty partners are welcome."
      : "Incentive traffic (cash back, points, rewards) is not allowed in this programme.",
    Uri: `${BASE}/Campaigns/${programme.id}/Contracts/Active`,
  };
}

function promotions(world: World, origin: string) {
  const now = world.clock.now();
  return world.catalogue
    .coupons()
    .list("impact")
    .map((coupon) => {
      const { startMs, endMs } = couponDates(coupon, now);
      const { programme } = coupon;
      return {
        AdvertiserId: `${Number(programme.id) + 700_000}`,
        AdvertiserName: programme.merchant.name,
        CampaignId: programme.id,
        CampaignName: programme.merchant.name,
        PromotionIds: coupon.id,
        PromotionTitle: coupon.title,
        LongTitle: `${coupon.title} at ${programme.merchant.name}`,
        PromotionDescription: `${coupon.title}. ${coupon.terms}`,
        PromotionEffectiveDates: `${isoSeconds(startMs)}/${isoSeconds(endMs)}`,
        PromotionDisplayDates: `${isoSeconds(startMs)}/${isoSeconds(endMs)}`,
        GenericRedemptionCode: coupon.code ?? "",
        PercentOff: coupon.kind === "percent" ? `${coupon.value}` : "",
        MoneyOff: coupon.kind === "amount" ? major(coupon.value) : "",
        FreeShipping: coupon.kind === "shipping" ? "true" : "false",
        MinimumPurchaseAmount: coupon.minimumMinor > 0 ? major(coupon.minimumMinor) : "",
        MinimumPurchaseAmountCurrency: "USD",
        RestrictionText: coupon.terms,
        TrackingLink: trackingLink(origin, programme),
        NumberOfProducts: "0",
        PromotionItemsUri: `${BASE}/Promotions/${coupon.id}/Items`,
      };
    });
}

export function registerImpactCampaigns(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const programmes = () => world.catalogue.programmes();
  const options = (target: string) => ({ preHandler: checkImpact, config: { target } });

  app.get(`${base}/Campaigns`, options("impact.campaigns"), (request) => {
    const origin = hostOrigin(request);
    const page = impactPage(request, "Campaigns", programmes().list("impact"), 1000);
    const shown = page.Campaigns as Programme[];
    return { ...page, Campaigns: shown.map((programme) => campaign(world, origin, programme)) };
  });

  app.get<{ Params: { id: string } }>(`${base}/Campaigns/:id`, options("impact.campaigns"), (request, reply) => {
    const programme = programmes().byId("impact", request.params.id);
    if (!programme) return impactError(reply, 404, "Campaign not found");
    return campaign(world, hostOrigin(request), programme);
  });

  app.get(`${base}/Contracts`, options("impact.contracts"), (request) => {
    const page = impactPage(request, "Contracts", programmes().list("impact"), 1000);
    return { ...page, Contracts: (page.Contracts as Programme[]).map(contract) };
  });

  for (const path of ["Contracts/Active", "PublicTerms"]) {
    app.get<{ Params: { id: string } }>(
      `${base}/Campaigns/:id/${path}`,
      options("impact.contracts"),
      (request, reply) => {
        const programme = programmes().byId("impact", request.params.id);
        return programme ? contract(programme) : impactError(reply, 404, "Campaign not found");
      },
    );
  }

  app.get(`${base}/Promotions`, options("impact.promotions"), (request) =>
    impactPage(request, "Promotions", promotions(world, hostOrigin(request)), 1000),
  );

  app.post<{ Params: { id: string }; Querystring: Record<string, string>; Body: Record<string, string> | null }>(
    `${base}/Programs/:id/TrackingLinks`,
    options("impact.tracking-links"),
    (request, reply) => {
      const programme = programmes().byId("impact", request.params.id);
      if (!programme) return impactError(reply, 404, "Program not found");
      const given: Record<string, string> = { ...(request.body ?? {}), ...request.query };
      const deep = given.DeepLink;
      if (landingFor(programme, deep, request.headers.host ?? "") === null) {
        return impactError(reply, 400, "Invalid deep link", [
          { Field: "DeepLink", Message: "The address is not within the program's deep link domains" },
        ]);
      }
      const params = new URLSearchParams();
      for (const name of ["subId1", "subId2", "subId3", "sharedid"]) if (given[name]) params.set(name, given[name]);
      if (deep) params.set("u", deep);
      const query = params.size > 0 ? `?${params}` : "";
      return { TrackingURL: `${trackingLink(hostOrigin(request), programme)}${query}` };
    },
  );
}
