import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { esc } from "../markup.ts";
import { type Provider, perWorld, type World } from "../world.ts";
import type { View } from "./frame-page.ts";
import * as odd from "./odd-pages.ts";
import * as platform from "./platform-pages.ts";
import { CHECKOUT_SHOPS, type CheckoutName, type CheckoutShop, checkoutBySlug } from "./shops.ts";
import { enterCode, sumsOf, type Told, type Visit } from "./till.ts";

const PAGES: Record<CheckoutName, (view: View) => string> = {
  harborTea: platform.shopify,
  clayKiln: platform.woocommerce,
  brassBolt: platform.magento,
  northPantry: platform.bigcommerce,
  velvetRow: platform.salesforce,
  lumenAtelier: platform.prestashop,
  fernFold: odd.singlePage,
  quillHouse: odd.framed,
  opalStudio: odd.shadow,
  darOud: odd.rightToLeft,
  slowTide: odd.slow,
  grandBazaar: odd.hostile,
  gateHouse: odd.gated,
  wanderOut: odd.leaving,
  casaNopal: odd.spanish,
  plainLedger: odd.unnamed,
};
const COOKIE = "sandbox_checkout";

type Kept = Visit & { slug: string; told: Told | null };
/** By visitor and shop, the newest last; gone with the world. */
const visits = perWorld(() => new Map<string, Kept>());

interface Entered {
  name: CheckoutName;
  shop: CheckoutShop;
  visit: Kept;
  base: string;
}

function enter(world: World, request: FastifyRequest, reply: FastifyReply): Entered | null {
  const found = checkoutBySlug((request.params as { slug: string }).slug);
  if (!found) {
    reply.code(404).type("text/plain").send("There is no such shop.");
    return null;
  }
  const [name, shop] = found;
  const known = request.cookies[COOKIE];
  const id = known !== undefined && /^[\w-]{20,40}$/.test(known) ? known : randomBytes(18).toString("base64url");
  if (id !== known) reply.setCookie(COOKIE, id, { path: "/checkouts", httpOnly: true, sameSite: "lax" });
  const key = `${shop.slug}:${id}`;
  const all = visits(world);
  const visit = all.get(key) ?? {
    slug: shop.slug,
    code: shop.own ?? null,
    tried: [],
    orders: 0,
    taken: [],
    told: null,
  };
  all.set(key, visit);
  reply.header("cache-control", "no-store");
  return { name, shop, visit, base: `/checkouts/${shop.slug}/` };
}

function viewOf({ shop, visit, base }: Entered): View {
  const { told } = visit;
  visit.told = null;
  return { shop, base, told, sums: sumsOf(shop, visit) };
}

type Body = Record<string, string | undefined> | null;

/** What a page's own program asks: the code is taken or not, and what is to be paid now. */
function registerCalls(app: FastifyInstance, world: World): void {
  const config = { config: { target: "checkouts" } };
  app.post<{ Body: Body }>("/checkouts/:slug/code", config, async (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    const { name, shop, visit } = entered;
    if (name === "gateHouse" && visit.tried.length >= 1) return { captcha: true, sums: sumsOf(shop, visit) };
    if (name === "wanderOut" && visit.tried.length >= 1) return { sign_in: true, sums: sumsOf(shop, visit) };
    const { slow_ms } = shop;
    if (slow_ms) await new Promise<void>((next) => world.after(slow_ms, next));
    const told = enterCode(shop, visit, request.body?.code ?? "");
    return { told, sums: sumsOf(shop, visit) };
  });
  app.post("/checkouts/:slug/remove", config, (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    entered.visit.code = null;
    return reply.send({ sums: sumsOf(entered.shop, entered.visit) });
  });
}

/** What forms send: a new page answers. */
function registerForms(app: FastifyInstance, world: World): void {
  const config = { config: { target: "checkouts" } };
  app.post<{ Body: Body }>("/checkouts/:slug/cart", config, (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    const { shop, visit, base } = entered;
    const code = request.body?.coupon_code ?? request.body?.q7;
    if (request.body?.remove !== undefined) visit.code = null;
    else if (code) visit.told = enterCode(shop, visit, code);
    return reply.redirect(base, 303);
  });
  app.post("/checkouts/:slug/order", config, (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    entered.visit.orders += 1;
    return reply.redirect(`${entered.base}thanks`, 303);
  });
}

function registerPages(app: FastifyInstance, world: World): void {
  const config = { config: { target: "checkouts" } };
  const html = (reply: FastifyReply) => reply.type("text/html; charset=utf-8");
  app.get<{ Querystring: Record<string, string | undefined> }>("/checkouts/:slug/", config, (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    if (request.query.remove_coupon) {
      entered.visit.code = null;
      return reply.redirect(entered.base, 303);
    }
    return html(reply).send(PAGES[entered.name](viewOf(entered)));
  });
  app.get("/checkouts/:slug/frame", config, (request, reply) => {
    const entered = enter(world, request, reply);
    return entered ? html(reply).send(odd.frameOf(viewOf(entered))) : reply;
  });
  app.get("/checkouts/:slug/:page", config, (request, reply) => {
    const entered = enter(world, request, reply);
    if (!entered) return reply;
    const title = (request.params as { page: string }).page === "sign-in" ? "Sign in to go on" : "Thank you";
    return html(reply).send(`<!doctype html><title>${esc(entered.shop.name)}</title><h1>${title}</h1>`);
  });
  app.get("/checkouts/", config, (_request, reply) => {
    const links = Object.values(CHECKOUT_SHOPS).map(
      ({ slug, name }) => `<li><a href="/checkouts/${slug}/">${esc(name)}</a></li>`,
    );
    return html(reply).send(`<!doctype html><title>Checkouts</title><h1>Checkouts</h1><ul>${links.join("")}</ul>`);
  });
}

/** Shops that only are checkouts, each of another make, for a browser extension that tries codes. */
export const checkouts: Provider = {
  name: "checkouts",
  title: "Checkouts",
  pages: [["Checkouts", "/checkouts/"]],
  routes(app, world) {
    registerCalls(app, world);
    registerForms(app, world);
    registerPages(app, world);
  },
  control(app, world) {
    app.get<{ Params: { slug: string } }>("/control/checkouts/:slug", (request) =>
      [...visits(world).values()]
        .filter(({ slug }) => slug === request.params.slug)
        .map(({ code, tried, orders }) => ({ code, tried, orders })),
    );
  },
  reset: (world) => visits(world).clear(),
};
