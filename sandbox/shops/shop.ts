import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Shop } from "../catalogue/merchants.ts";
import { shopBySlug } from "../catalogue/products.ts";
import type { Programme } from "../catalogue/programmes.ts";
import { nextNumber } from "../database.ts";
import { hostOrigin } from "../networks/clicks.ts";
import type { World } from "../world.ts";
import { cartId, emptyCart, openCart, setCoupon, setQuantity } from "./cart.ts";
import { type Buyer, cartPage, checkoutPage, confirmationPage, type OrderSummary } from "./checkout.ts";
import { listPage, productPage } from "./pages.ts";
import { keepClick, keptClick, reportSale } from "./report.ts";

const PAGE_SIZE = 24;

interface Visit {
  shop: Shop;
  programme: Programme;
  cart: string;
}

/** Finds the shop, keeps the click id of a tracking link, and gives the visitor a cart. */
function enter(world: World, request: FastifyRequest, reply: FastifyReply): Visit | null {
  const shop = shopBySlug((request.params as { slug: string }).slug);
  const programme = shop && world.catalogue.programmes().byId(shop.network, shop.programmeId);
  if (!shop || !programme) {
    reply.code(404).type("text/plain").send("There is no such shop.");
    return null;
  }
  keepClick(world, programme, `/shops/${shop.slug}`, request, reply);
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  return { shop, programme, cart: cartId(request, reply) };
}

type Query = Record<string, string | undefined>;

function listing(world: World, shop: Shop, query: Query) {
  const q = (query.q ?? "").trim();
  const category = query.c ?? "";
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = world.catalogue
    .products()
    .offers(shop)
    .filter(({ product }) => category === "" || product.subcategory === category)
    .filter(({ product }) => {
      const text = `${product.name} ${product.brand} ${product.subcategory} ${product.gtin}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(pages, Math.max(1, Number(query.page) || 1));
  const offers = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    offers,
    total: found.length,
    page,
    pages,
    q,
    category,
    categories: world.catalogue.products().subcategories(shop),
  };
}

function registerBrowsing(app: FastifyInstance, world: World): void {
  const config = { config: { target: "shops" } };
  app.get<{ Params: { slug: string } }>("/shops/:slug", config, (request, reply) =>
    reply.redirect(`/shops/${request.params.slug}/`),
  );

  app.get<{ Querystring: Query }>("/shops/:slug/", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    const count = openCart(world, visit.shop, visit.cart).count;
    return reply.send(listPage(visit.shop, count, listing(world, visit.shop, request.query)));
  });

  app.get<{ Params: { slug: string; id: string } }>("/shops/:slug/p/:id", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    const products = world.catalogue.products();
    const offer = products.offer(visit.shop, request.params.id);
    if (!offer) return reply.code(404).type("text/plain").send("This shop does not have that article.");
    const alike = products.offers(visit.shop).filter((it) => it.product.subcategory === offer.product.subcategory);
    const at = alike.findIndex((it) => it.product.id === offer.product.id);
    const others = [...alike.slice(at + 1, at + 5), ...alike.slice(0, 4)].slice(0, 4);
    const count = openCart(world, visit.shop, visit.cart).count;
    return reply.send(productPage(visit.shop, count, offer, hostOrigin(request), others));
  });
}

function registerCart(app: FastifyInstance, world: World): void {
  const config = { config: { target: "shops" } };
  const back = (reply: FastifyReply, request: FastifyRequest, shop: Shop) => {
    const referer = request.headers.referer ?? "";
    return reply.redirect(
      referer.endsWith("/checkout") ? `/shops/${shop.slug}/checkout` : `/shops/${shop.slug}/cart`,
      303,
    );
  };

  app.get("/shops/:slug/cart", config, (request, reply) => {
    const visit = enter(world, request, reply);
    return visit ? reply.send(cartPage(visit.shop, openCart(world, visit.shop, visit.cart))) : reply;
  });

  for (const [path, change] of [
    ["add", (now: number, given: number) => now + given],
    ["update", (_now: number, given: number) => given],
  ] as const) {
    app.post<{ Body: Query | null }>(`/shops/:slug/cart/${path}`, config, (request, reply) => {
      const visit = enter(world, request, reply);
      if (!visit) return reply;
      const product = request.body?.product ?? "";
      const quantity = Math.trunc(Number(request.body?.quantity ?? 1)) || 0;
      const offer = world.catalogue.products().offer(visit.shop, product);
      if (offer?.inStock) setQuantity(world, visit.shop, visit.cart, product, (now) => change(now, quantity));
      return back(reply, request, visit.shop);
    });
  }

  app.post<{ Body: Query | null }>("/shops/:slug/cart/coupon", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    setCoupon(world, visit.shop, visit.cart, (request.body?.code ?? "").slice(0, 60));
    return back(reply, request, visit.shop);
  });

  app.post("/shops/:slug/cart/coupon/remove", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    setCoupon(world, visit.shop, visit.cart, null);
    return back(reply, request, visit.shop);
  });
}

async function placeOrder(world: World, visit: Visit, buyer: Buyer, clickId: string | null): Promise<string> {
  const { shop, programme } = visit;
  const cart = openCart(world, shop, visit.cart);
  const ref = `${shop.slug.slice(0, 2).toUpperCase()}-${nextNumber(world.db, `shop.${shop.slug}`, 20_001)}`;
  const coupon = cart.coupon?.ok === true ? cart.coupon.code : null;
  const { subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor } = cart;
  const lines = cart.lines.map((line) => ({
    name: line.offer.product.name,
    quantity: line.quantity,
    amountMinor: line.amountMinor,
  }));
  const summary: OrderSummary = { lines, subtotalMinor, discountMinor, shippingMinor, taxMinor, totalMinor, coupon };
  // The order is on record before anything waits, and the cart is empty, so that a second press buys nothing twice.
  world.db.transaction(() => {
    world.db.run(
      "insert into shop_orders (ref, shop, buyer, summary, network, at) values (?, ?, ?, ?, ?, ?)",
      ref,
      shop.slug,
      JSON.stringify(buyer),
      JSON.stringify(summary),
      shop.network,
      world.clock.now(),
    );
    emptyCart(world, shop, visit.cart);
  });
  const networkOrder = await reportSale(world, programme, clickId, {
    orderRef: ref,
    discountMinor,
    coupon,
    items: cart.lines.map(({ offer, quantity, amountMinor }) => ({
      sku: offer.product.id,
      name: offer.product.name,
      category: offer.product.subcategory,
      quantity,
      amount: amountMinor,
    })),
  });
  world.db.run("update shop_orders set network_order = ? where ref = ?", networkOrder, ref);
  return ref;
}

function registerCheckout(app: FastifyInstance, world: World): void {
  const config = { config: { target: "shops" } };
  app.get<{ Querystring: Query }>("/shops/:slug/checkout", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    const cart = openCart(world, visit.shop, visit.cart);
    if (cart.lines.length === 0) return reply.redirect(`/shops/${visit.shop.slug}/cart`);
    const q = request.query;
    const buyer = {
      name: q.name ?? "Sam Shopper",
      email: q.email ?? "sam@example.com",
      address: q.address ?? "1 Sample Street, Springfield",
    };
    return reply.send(checkoutPage(visit.shop, cart, buyer, null));
  });

  app.post<{ Body: Query | null }>("/shops/:slug/checkout", config, async (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    const cart = openCart(world, visit.shop, visit.cart);
    if (cart.lines.length === 0) return reply.redirect(`/shops/${visit.shop.slug}/cart`, 303);
    const field = (name: string) => (request.body?.[name] ?? "").trim().slice(0, 200);
    const buyer = { name: field("name"), email: field("email"), address: field("address") };
    if (buyer.name === "" || !buyer.email.includes("@") || buyer.address === "") {
      return reply.code(422).send(checkoutPage(visit.shop, cart, buyer, "Please fill in name, e-mail and address."));
    }
    const ref = await placeOrder(world, visit, buyer, keptClick(visit.programme, request));
    return reply.redirect(`/shops/${visit.shop.slug}/order/${ref}`, 303);
  });

  app.get<{ Params: { slug: string; ref: string } }>("/shops/:slug/order/:ref", config, (request, reply) => {
    const visit = enter(world, request, reply);
    if (!visit) return reply;
    const row = world.db.get<{ buyer: string; summary: string; network_order: string | null }>(
      "select buyer, summary, network_order from shop_orders where ref = ? and shop = ?",
      request.params.ref,
      visit.shop.slug,
    );
    if (!row) return reply.code(404).type("text/plain").send("There is no such order.");
    return reply.send(
      confirmationPage(visit.shop, {
        ref: request.params.ref,
        buyer: JSON.parse(row.buyer) as Buyer,
        summary: JSON.parse(row.summary) as OrderSummary,
        tracked: row.network_order !== null,
      }),
    );
  });
}

export function registerShops(app: FastifyInstance, world: World): void {
  registerBrowsing(app, world);
  registerCart(app, world);
  registerCheckout(app, world);
}
