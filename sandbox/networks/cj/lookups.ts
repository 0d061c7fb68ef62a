import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Coupon } from "../../catalogue/coupons.ts";
import { couponDates } from "../../catalogue/coupons.ts";
import type { CommissionGroup, Programme } from "../../catalogue/programmes.ts";
import { esc, tag } from "../../markup.ts";
import type { World } from "../../world.ts";
import { hostOrigin } from "../clicks.ts";
import { checkCj } from "./access.ts";
import { CJ } from "./credentials.ts";

/** The classic REST calls of CJ, which answer in XML. */
type Query = Record<string, string | undefined>;

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

function paged<T>(query: Query, rows: readonly T[]): { shown: T[]; page: number } {
  const size = Math.min(Math.max(1, Number(query["records-per-page"]) || 25), 100);
  const page = Math.max(1, Number(query["page-number"]) || 1);
  return { shown: rows.slice((page - 1) * size, page * size), page };
}

function listXml(name: string, rows: readonly unknown[], shown: string[], page: number): string {
  const counts = `total-matched="${rows.length}" records-returned="${shown.length}" page-number="${page}"`;
  return `${HEAD}<cj-api><${name} ${counts}>${shown.join("")}</${name}></cj-api>`;
}

function rate(group: CommissionGroup): string {
  return group.kind === "percent" ? `${(group.value / 100).toFixed(2)}%` : `USD ${(group.value / 100).toFixed(2)}`;
}

export function cjClickUrl(origin: string, programme: Programme): string {
  return `${origin}/cj/click-${CJ.website}-${programme.adId}`;
}

function advertiser(world: World, programme: Programme): string {
  const { merchant, groups } = programme;
  const category = world.catalogue.categoryName(merchant.category);
  const [first, ...others] = groups;
  const level = first?.kind === "fixed" ? "order-level" : "item-level";
  const lists = others
    .map((g) => `<itemlist id="${esc(g.id)}" name="${esc(g.name)}">${esc(rate(g))}</itemlist>`)
    .join("");
  const actionId = Number(programme.id) - 3_700_000;
  return [
    "<advertiser>",
    tag("advertiser-id", programme.id),
    tag("account-status", "Active"),
    tag("seven-day-epc", "N/A"),
    tag("three-month-epc", "N/A"),
    tag("language", "en"),
    tag("advertiser-name", merchant.name),
    tag("program-url", merchant.url),
    tag("relationship-status", "joined"),
    tag("mobile-tracking-certified", "true"),
    tag("cookieless-tracking-enabled", "true"),
    tag("network-rank", "3"),
    `<primary-category>${tag("parent", category)}${tag("child", category)}</primary-category>`,
    tag("performance-incentives", "false"),
    `<actions><action>${tag("name", "Online Sale")}${tag("type", "advanced sale")}${tag("id", actionId)}`,
    `<commission><default type="${level}">${esc(first ? rate(first) : "")}</default>${lists}</commission></action></actions>`,
    "<link-types><link-type>Text Link</link-type><link-type>Advanced Link</link-type></link-types>",
    "</advertiser>",
  ].join("");
}

function promotionType(coupon: Coupon): string {
  if (coupon.kind === "shipping") return "free shipping";
  return coupon.code === null ? "sale/discount" : "coupon";
}

const cjDate = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace("T", " ").concat(".0");

function link(world: World, origin: string, coupon: Coupon): string {
  const { programme } = coupon;
  const { startMs, endMs } = couponDates(coupon, world.clock.now());
  const click = cjClickUrl(origin, programme);
  const group = programme.groups[0];
  return [
    "<link>",
    tag("advertiser-id", programme.id),
    tag("advertiser-name", programme.merchant.name),
    tag("category", world.catalogue.categoryName(programme.merchant.category)),
    tag("click-commission", "0.0"),
    tag("creative-height", "0"),
    tag("creative-width", "0"),
    tag("language", "en"),
    tag("lead-commission", ""),
    tag("link-code-html", `<a href="${click}">${esc(coupon.title)}</a>`),
    tag("description", `${coupon.title}. ${coupon.terms}`),
    tag("destination", programme.merchant.url),
    tag("link-id", `${Number(programme.adId) * 10 + (Number(coupon.id) % 10)}`),
    tag("link-name", coupon.title),
    tag("link-type", "Text Link"),
    tag("performance-incentive", "false"),
    tag("promotion-end-date", cjDate(endMs)),
    tag("promotion-start-date", cjDate(startMs)),
    tag("promotion-type", promotionType(coupon)),
    tag("coupon-code", coupon.code ?? ""),
    tag("relationship-status", "joined"),
    tag("sale-commission", group ? rate(group) : ""),
    tag("seven-day-epc", "N/A"),
    tag("three-month-epc", "N/A"),
    tag("clickUrl", click),
    "</link>",
  ].join("");
}

function wantsAdvertiser(query: Query, programme: Programme): boolean {
  const ids = query["advertiser-ids"];
  if (ids === undefined || ids === "" || ids === "joined") return true;
  return ids !== "notjoined" && ids.split(",").includes(programme.id);
}

function wantsLink(query: Query, coupon: Coupon): boolean {
  if (!wantsAdvertiser(query, coupon.programme)) return false;
  const type = query["promotion-type"];
  if (type && type.toLowerCase() !== promotionType(coupon)) return false;
  const words = query.keywords?.toLowerCase();
  return !words || `${coupon.title} ${coupon.programme.merchant.name}`.toLowerCase().includes(words);
}

function xmlError(message: string): string {
  return `${HEAD}<cj-api>${tag("error-message", message)}</cj-api>`;
}

/** Refuses parameters that the call does not have; paging goes with every call. */
const onlyCj =
  (...names: string[]) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const known = new Set([...names, "records-per-page", "page-number"]);
    const unknown = Object.keys(request.query as object).find((name) => !known.has(name));
    if (unknown === undefined) {
      done();
      return;
    }
    reply
      .code(400)
      .type("application/xml; charset=utf-8")
      .send(xmlError(`Invalid Key: ${unknown}`));
  };

export function registerCjLookups(app: FastifyInstance, world: World): void {
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkCj, onlyCj(...names)],
    config: { target },
  });
  const empty = (query: Query, own: string) => Object.keys(query).filter((key) => key !== own).length === 0;

  const advertisers = options(
    "cj.advertiser-lookup",
    ...["requestor-cid", "advertiser-ids", "advertiser-name", "keywords", "mobile-tracking-certified"],
  );
  app.get<{ Querystring: Query }>("/cj/advertiser-lookup/v2/advertiser-lookup", advertisers, (request, reply) => {
    const q = request.query;
    reply.type("application/xml; charset=utf-8");
    if (q["requestor-cid"] !== CJ.publisher) {
      return reply
        .code(q["requestor-cid"] === undefined ? 400 : 403)
        .send(xmlError("requestor-cid is missing or not yours"));
    }
    const name = q["advertiser-name"]?.toLowerCase();
    const none = empty(q, "requestor-cid");
    const all = world.catalogue.programmes().list("cj");
    const rows = none
      ? []
      : all.filter((p) => wantsAdvertiser(q, p) && (!name || p.merchant.name.toLowerCase().includes(name)));
    const { shown, page } = paged(q, rows);
    return listXml(
      "advertisers",
      rows,
      shown.map((p) => advertiser(world, p)),
      page,
    );
  });

  app.get<{ Querystring: Query }>(
    "/cj/link-search/v2/link-search",
    options(
      "cj.link-search",
      ...["website-id", "advertiser-ids", "keywords", "category", "link-type", "promotion-type", "serviceable-area"],
      ...["promotion-start-date", "promotion-end-date", "language", "link-size", "link-id", "targeted-country"],
    ),
    (request: FastifyRequest<{ Querystring: Query }>, reply) => {
      const q = request.query;
      reply.type("application/xml; charset=utf-8");
      if (q["website-id"] !== CJ.website) {
        return reply
          .code(q["website-id"] === undefined ? 400 : 403)
          .send(xmlError("website-id is missing or not yours"));
      }
      const rows = empty(q, "website-id")
        ? []
        : world.catalogue
            .coupons()
            .list("cj")
            .filter((coupon) => wantsLink(q, coupon));
      const { shown, page } = paged(q, rows);
      const origin = hostOrigin(request);
      return listXml(
        "links",
        rows,
        shown.map((coupon) => link(world, origin, coupon)),
        page,
      );
    },
  );
}
