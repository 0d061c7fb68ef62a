import type { FastifyInstance } from "fastify";
import type { Coupon } from "../../catalogue/coupons.ts";
import { couponDates } from "../../catalogue/coupons.ts";
import { drawPng, logoSvg } from "../../catalogue/pictures.ts";
import type { CommissionGroup, Programme } from "../../catalogue/programmes.ts";
import { incentiveTerms } from "../../catalogue/programmes.ts";
import { isoSeconds } from "../../clock.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin, landingFor, landingPath } from "../clicks.ts";
import { checkImpact, impactError, impactPage, onlyImpact, versionOf } from "./access.ts";
import { IMPACT } from "./credentials.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;

function trackingLink(origin: string, programme: Programme): string {
  return `${origin}/impact/c/${IMPACT.partner}/${programme.adId}/${programme.id}`;
}

function campaign(origin: string, programme: Programme) {
  const { merchant } = programme;
  const host = new URL(origin).host;
  return {
    AdvertiserId: advertiserId(programme),
    AdvertiserName: merchant.name,
    AdvertiserUrl: merchant.url,
    CampaignId: programme.id,
    CampaignName: merchant.name,
    CampaignUrl: merchant.url,
    CampaignDescription: merchant.description ?? "",
    Type: "Performance",
    // Words of the network's own; a brand that ships everywhere names no region.
    ShippingRegions: merchant.is_global ? [] : merchant.countries.map((code) => REGIONS[code] ?? code),
    CampaignLogoUri: `${BASE}/Campaigns/${programme.id}/Logo`,
    PublicTermsUri: `${BASE}/Campaigns/${programme.id}/PublicTerms`,
    ContractStatus: "Active",
    ContractUri: `${BASE}/Campaigns/${programme.id}/Contracts/Active`,
    TrackingLink: trackingLink(origin, programme),
    HasStandDownPolicy: "false",
    AllowsDeeplinking: "true",
    DeeplinkDomains: [
      merchant.domain,
      `*.${merchant.domain}`,
      ...(programme.shop ? [`${host}${landingPath(programme)}`] : []),
    ],
    Uri: `${BASE}/Campaigns/${programme.id}`,
  };
}

const REGIONS: Record<string, string> = {
  US: "US",
  GB: "UK",
  CA: "CANADA",
  AU: "AUSTRALIA",
  NZ: "NEWZEALAND",
};

const advertiserId = (programme: Programme) => `${Number(programme.id) + 700_000}`;

/** A rate as the contract writes it: a percentage or an amount, the other is left out. */
const rate = (group: CommissionGroup) =>
  group.kind === "percent" ? { PayoutRate: `${group.value / 100}` } : { Payout: major(group.value) };

function contract(programme: Programme, version: string) {
  const id = `S-${Number(programme.id) + 300_000}`;
  const [first, ...others] = programme.groups;
  const since = "2025-01-01T00:00:00Z";
  return {
    Id: id,
    CampaignId: programme.id,
    Status: "ACTIVE",
    StartDate: since,
    EndDate: "",
    BrandSignatory: "Sandbox Brand",
    BrandSignatoryDate: since,
    PartnerSignatory: "Sandbox Partner",
    PartnerSignatoryDate: since,
    DateCreated: since,
    DateLastUpdated: since,
    Terms: {
      TemplateTermName: "Public terms",
      Currency: "USD",
      TemplateId: `${Number(programme.id) + 600_000}`,
      VersionId: "1",
      Name: "Public terms",
      Labels: [],
      EventPayouts: [
        {
          EventTypeId: `${Number(programme.id) + 40_000}`,
          EventTypeName: "Online Sale",
          EventCategory: "SALE",
          DefaultPayoutRate: first?.kind === "percent" ? `${first.value / 100}` : "0",
          ...(first?.kind === "fixed" ? { DefaultPayout: major(first.value) } : {}),
          PayoutLevel: others.length > 0 ? "ITEM" : "ORDER",
          ...(Number(version) >= 15 ? { PayoutGroups: others.map(payoutGroup) } : {}),
          PayoutRestrictions: [],
          Limits: [],
          PayoutAdjustments: [],
          Locking: { Basis: "TRACKED", Period: "DAY", MonthOffset: "0", DayOffset: `${programme.lockingDays}` },
          PayoutScheduling: { Basis: "LOCKED", Period: "END_OF_DAY" },
          CreditPolicy: "LAST_REFERRER",
          ValidReferrals: [{ Type: "CLICKS", Window: "30", WindowUnit: "DAY" }],
        },
      ],
      SpecialTermsList: [
        {
          TermsName: "Promotional methods",
          TermsType: "CUSTOM",
          TermsContent: `<p>${incentiveTerms(programme)}</p>`,
        },
      ],
      ChangeNotificationPeriod: "7",
      ReturnPolicy: "ALWAYS_OK",
      MaxReturnPercentage: "100",
      CustomCreativePayer: "ADVERTISER",
    },
    HasCampaignTerms: false,
    PdfUri: `${BASE}/Campaigns/${programme.id}/Contracts/${id}/Download`,
    Uri: `${BASE}/Contracts/${id}`,
  };
}

/** Impact's groups have rules and no names: what a group pays for is told by the values of its rules. */
const payoutGroup = (group: CommissionGroup, place: number) => ({
  Id: `94bc1ae3-0000-4000-8000-${group.id.padStart(12, "0")}`,
  Rank: `${place + 1}`,
  Rules: [
    {
      Variable: group.code === "NEW" ? "CUSTOMER_STATUS" : "ITEM_CATEGORY",
      Operator: "IS",
      Values: group.code === "NEW" ? ["NEW"] : group.categories,
    },
  ],
  ...rate(group),
  Limits: [],
});

function promotion(world: World, coupon: Coupon) {
  const { startMs, endMs } = couponDates(coupon, world.clock.now());
  const { programme } = coupon;
  return {
    AdvertiserId: advertiserId(programme),
    AdvertiserName: programme.merchant.name,
    AdvertiserLocation: "United States",
    PromotionFileId: "37",
    PromotionIds: coupon.id,
    PromotionTitle: coupon.title,
    NumberOfProducts: 0,
    PromotionEffectiveDates: `${isoSeconds(startMs).slice(0, 10)}/${isoSeconds(endMs).slice(0, 10)}`,
    GenericRedemptionCode: coupon.code ?? "",
    PromotionItemsUri: `${BASE}/Catalogs/ItemSearch?Query=PromotionIds='${coupon.id}'`,
    Uri: `${BASE}/Promotions/${coupon.id}`,
  };
}

const LOGO_TYPES = ["image/gif", "image/png", "image/jpeg"];

export function registerImpactCampaigns(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const programmes = () => world.catalogue.programmes();
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target },
  });

  app.get(`${base}/Campaigns`, options("impact.campaigns", "InsertionOrderStatus"), (request) => {
    const origin = hostOrigin(request);
    const page = impactPage(request, "Campaigns", programmes().list("impact"), 1000);
    const shown = page.Campaigns as Programme[];
    return { ...page, Campaigns: shown.map((programme) => campaign(origin, programme)) };
  });

  app.get<{ Params: { id: string } }>(`${base}/Campaigns/:id`, options("impact.campaigns"), (request, reply) => {
    const programme = programmes().byId("impact", request.params.id);
    if (!programme) return impactError(reply, 404, "Campaign not found");
    return campaign(hostOrigin(request), programme);
  });

  app.get<{ Params: { id: string } }>(`${base}/Campaigns/:id/Logo`, options("impact.campaigns"), (request, reply) => {
    const programme = programmes().byId("impact", request.params.id);
    const picture = programme ? logoSvg(world, programme.merchant.internal_name) : null;
    if (picture === null) return impactError(reply, 404, "No logo exists for this program");
    const wanted = request.headers.accept ?? "*/*";
    // Only the format that a product asks for is drawn here; the others are refused, as they would be to a stranger.
    if (!wanted.includes("image/png"))
      return impactError(reply, 406, `The sandbox draws image/png only, of ${LOGO_TYPES.join(", ")}`);
    return reply.type("image/png").send(drawPng(picture));
  });

  const contracts = ["CampaignId", "Status", "Signatory", "DateLastUpdatedBefore", "DateLastUpdatedAfter"];
  const periods = ["StartDateBefore", "StartDateAfter", "EndDateBefore", "EndDateAfter"];
  app.get<{ Querystring: Record<string, string | undefined> }>(
    `${base}/Contracts`,
    options("impact.contracts", ...contracts, ...periods),
    (request) => {
      const { CampaignId, Status } = request.query;
      const rows = Status !== undefined && Status !== "ACTIVE" ? [] : programmes().list("impact");
      const page = impactPage(
        request,
        "Contracts",
        rows.filter((programme) => CampaignId === undefined || programme.id === CampaignId),
        1000,
      );
      const version = versionOf(request);
      return { ...page, Contracts: (page.Contracts as Programme[]).map((programme) => contract(programme, version)) };
    },
  );

  for (const path of ["Contracts/Active", "PublicTerms"]) {
    app.get<{ Params: { id: string } }>(
      `${base}/Campaigns/:id/${path}`,
      options("impact.contracts"),
      (request, reply) => {
        const programme = programmes().byId("impact", request.params.id);
        return programme ? contract(programme, versionOf(request)) : impactError(reply, 404, "Campaign not found");
      },
    );
  }

  app.get(`${base}/Promotions`, options("impact.promotions"), (request) => {
    const page = impactPage(request, "Promotions", world.catalogue.coupons().list("impact"), 1000);
    return { ...page, Promotions: (page.Promotions as Coupon[]).map((coupon) => promotion(world, coupon)) };
  });

  app.post<{ Params: { id: string }; Querystring: Record<string, string>; Body: Record<string, string> | null }>(
    `${base}/Programs/:id/TrackingLinks`,
    options(
      "impact.tracking-links",
      ...["Type", "CustomPath", "AdId", "DeepLink", "MediaPartnerPropertyId", "subId1", "subId2", "subId3", "sharedId"],
    ),
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
      for (const name of ["subId1", "subId2", "subId3"]) if (given[name]) params.set(name, given[name]);
      if (given.sharedId) params.set("sharedid", given.sharedId);
      if (deep) params.set("u", deep);
      const query = params.size > 0 ? `?${params}` : "";
      return { TrackingURL: `${trackingLink(hostOrigin(request), programme)}${query}` };
    },
  );
}
