import type { FastifyInstance, FastifyReply } from "fastify";
import type { Coupon } from "../../catalogue/coupons.ts";
import { couponDates } from "../../catalogue/coupons.ts";
import type { CommissionGroup, Programme } from "../../catalogue/programmes.ts";
import { incentiveTerms } from "../../catalogue/programmes.ts";
import { DAY_MS } from "../../clock.ts";
import { majorNumber } from "../../money.ts";
import type { World } from "../../world.ts";
import { hostOrigin, landingPath } from "../clicks.ts";
import { awinError, checkAwin, onlyAwin } from "./access.ts";
import { AWIN } from "./credentials.ts";

const COUNTRY_NAMES: Record<string, string> = {
  US: "United States",
  GB: "United Kingdom",
  CA: "Canada",
  AU: "Australia",
  NZ: "New Zealand",
};

const region = (code: string) => ({ name: COUNTRY_NAMES[code] ?? code, countryCode: code });

export function awinClickUrl(origin: string, programme: Programme): string {
  return `${origin}/awin/cread.php?awinmid=${programme.id}&awinaffid=${AWIN.publisher}`;
}

function commissionGroup(group: CommissionGroup) {
  const id = {
    groupId: Number(group.id),
    groupCode: group.code,
    groupName: group.name,
    ratesStart: "2025-01-01T00:00:00Z",
    ratesEnd: null,
    conditions: [],
  };
  if (group.kind === "percent") return { ...id, type: "percentage", percentage: group.value / 100 };
  return { ...id, type: "fix", amount: majorNumber(group.value), currency: "USD" };
}

function commissionRange(programme: Programme) {
  const range = (kind: CommissionGroup["kind"], type: string, unit: (value: number) => number) => {
    const values = programme.groups.filter((group) => group.kind === kind).map((group) => unit(group.value));
    return values.length === 0 ? [] : [{ min: Math.min(...values), max: Math.max(...values), type }];
  };
  return [...range("percent", "percentage", (v) => v / 100), ...range("fixed", "amount", majorNumber)];
}

/** Where a promotion holds; programmes themselves say their primary region only. */
function regions(programme: Programme) {
  const { countries, is_global } = programme.merchant;
  return { all: is_global || countries.length === 0, list: countries.map(region) };
}

function summary(world: World, origin: string, programme: Programme) {
  const { merchant } = programme;
  const host = new URL(origin).host;
  return {
    id: Number(programme.id),
    name: merchant.name,
    displayUrl: merchant.url,
    clickThroughUrl: awinClickUrl(origin, programme),
    logoUrl: `${origin}/media/logos/${merchant.internal_name}.svg`,
    currencyCode: "USD",
    description: [merchant.description, incentiveTerms(programme)].filter(Boolean).join(" "),
    primaryRegion: region(merchant.countries[0] ?? "US"),
    primarySector: world.catalogue.categoryName(merchant.category),
    status: "Active",
    linkStatus: "Active",
    validDomains: [
      { domain: merchant.domain },
      ...(programme.shop ? [{ domain: `${host}${landingPath(programme)}` }] : []),
    ],
  };
}

function promotion(world: World, origin: string, coupon: Coupon) {
  const { programme } = coupon;
  const { startMs, endMs } = couponDates(coupon, world.clock.now());
  return {
    promotionId: Number(coupon.id),
    type: coupon.code === null ? "promotion" : "voucher",
    advertiser: { id: Number(programme.id), name: programme.merchant.name, joined: true },
    title: coupon.title,
    description: `${coupon.title}. ${coupon.terms}`,
    terms: coupon.terms,
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(endMs).toISOString(),
    url: programme.merchant.url,
    urlTracking: awinClickUrl(origin, programme),
    dateAdded: new Date(startMs).toISOString(),
    campaign: "",
    regions: regions(programme),
    ...(coupon.code === null ? {} : { voucher: { code: coupon.code, exclusive: false, attributable: true } }),
  };
}

interface PromotionBody {
  filters?: { advertiserIds?: number[]; membership?: string; status?: string; type?: string; updatedSince?: string };
  pagination?: { page?: number; pageSize?: number };
}

const BODY: Record<string, readonly string[]> = {
  filters: ["advertiserIds", "exclusiveOnly", "membership", "regionCodes", "status", "type", "updatedSince"],
  pagination: ["page", "pageSize"],
};

function unknownIn(body: object): string | null {
  for (const [name, part] of Object.entries(body)) {
    const known = BODY[name];
    if (!known) return name;
    const inner = Object.keys((part ?? {}) as object).find((key) => !known.includes(key));
    if (inner !== undefined) return `${name}.${inner}`;
  }
  return null;
}

function wanted(body: PromotionBody, coupon: Coupon, now: number): boolean {
  const f = body.filters ?? {};
  const { startMs, endMs } = couponDates(coupon, now);
  if (f.membership === "notJoined") return false;
  if (f.advertiserIds && f.advertiserIds.length > 0 && !f.advertiserIds.map(String).includes(coupon.programme.id))
    return false;
  if (f.type === "voucher" && coupon.code === null) return false;
  if (f.type === "promotion" && coupon.code !== null) return false;
  if (f.updatedSince && startMs < Date.parse(f.updatedSince)) return false;
  if (f.status === "expiringSoon") return endMs >= now && endMs < now + 7 * DAY_MS;
  if (f.status === "upcoming") return startMs > now;
  return endMs >= now;
}

export function registerAwinProgrammes(app: FastifyInstance, world: World): void {
  const base = "/awin/api/publishers/:publisher";
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkAwin, onlyAwin(...names)],
    config: { target },
  });
  const list = () => world.catalogue.programmes().list("awin");
  type Query = Record<string, string | undefined>;
  const programmeOf = (id: string | undefined, reply: FastifyReply): Programme | null => {
    const found = world.catalogue.programmes().byId("awin", id ?? "");
    if (found) return found;
    if (id === undefined) awinError(reply, 400, "Bad Request", "advertiserId is required");
    else awinError(reply, 404, "Not Found", "no such programme");
    return null;
  };

  app.get<{ Querystring: Query }>(
    `${base}/programmes`,
    options("awin.programmes", "relationship", "countryCode", "includeHidden"),
    (request) => {
      if (request.query.relationship !== undefined && request.query.relationship !== "joined") return [];
      const origin = hostOrigin(request);
      return list().map((programme) => summary(world, origin, programme));
    },
  );

  const details = options("awin.programmedetails", "advertiserId", "relationship");
  app.get<{ Querystring: Query }>(`${base}/programmedetails`, details, (request, reply) => {
    const programme = programmeOf(request.query.advertiserId, reply);
    if (!programme) return reply;
    const { status: _status, linkStatus: _link, ...info } = summary(world, hostOrigin(request), programme);
    const kpi = { validationDays: programme.lockingDays, averagePaymentTime: "30", approvalPercentage: 92, epc: 0.4 };
    return {
      commissionRange: commissionRange(programme),
      kpi: { ...kpi, conversionRate: 3.1, awinIndex: 60 },
      programmeInfo: { ...info, deeplinkEnabled: true, membershipStatus: "joined" },
    };
  });

  const groups = options("awin.commissiongroups", "advertiserId", "effectiveDate", "extraConditionsDetails");
  app.get<{ Querystring: Query }>(`${base}/commissiongroups`, groups, (request, reply) => {
    const programme = programmeOf(request.query.advertiserId, reply);
    if (!programme) return reply;
    const publisher = Number(AWIN.publisher);
    return { advertiser: Number(programme.id), publisher, commissionGroups: programme.groups.map(commissionGroup) };
  });

  for (const root of ["publisher", "publishers"]) {
    app.post<{ Body: PromotionBody | null }>(
      `/awin/api/${root}/:publisher/promotions`,
      options("awin.promotions"),
      (request, reply) => {
        const body = request.body ?? {};
        const unknown = unknownIn(body);
        if (unknown !== null) return awinError(reply, 400, "Bad Request", `unknown field ${unknown}`);
        const now = world.clock.now();
        const rows = world.catalogue
          .coupons()
          .list("awin")
          .filter((coupon) => wanted(body, coupon, now));
        const page = Math.max(1, Number(body.pagination?.page) || 1);
        const pageSize = Math.min(200, Math.max(10, Number(body.pagination?.pageSize) || 100));
        const origin = hostOrigin(request);
        const data = rows
          .slice((page - 1) * pageSize, page * pageSize)
          .map((coupon) => promotion(world, origin, coupon));
        return { data, pagination: { page, pageSize, total: rows.length } };
      },
    );
  }
}
