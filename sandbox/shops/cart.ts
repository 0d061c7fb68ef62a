import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Shop } from "../catalogue/merchants.ts";
import type { Offer } from "../catalogue/offer.ts";
import type { World } from "../world.ts";
import type { CouponOutcome } from "./coupon.ts";
import { tryCoupon } from "./coupon.ts";

export interface CartLine {
  offer: Offer;
  quantity: number;
  amountMinor: number;
}

export interface Cart {
  id: string;
  lines: CartLine[];
  coupon: CouponOutcome | null;
  subtotalMinor: number;
  discountMinor: number;
  shippingMinor: number;
  taxMinor: number;
  totalMinor: number;
  count: number;
}

const COOKIE = "sandbox_cart";
const SHIPPING_MINOR = 495;
const FREE_FROM_MINOR = 7500;
const TAX_PERCENT = 7;

/** The visitor's cart id, given with the first look and kept in a session cookie. */
export function cartId(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[COOKIE];
  if (known !== undefined && /^[\w-]{20,40}$/.test(known)) return known;
  const id = randomBytes(18).toString("base64url");
  reply.setCookie(COOKIE, id, { path: "/shops", httpOnly: true, sameSite: "lax" });
  request.cookies[COOKIE] = id;
  return id;
}

interface Stored {
  lines: [productId: string, quantity: number][];
  coupon: string | null;
}

function read(world: World, shop: Shop, id: string): Stored {
  const row = world.db.get<{ lines: string; coupon: string | null }>(
    "select lines, coupon from carts where id = ? and shop = ?",
    id,
    shop.slug,
  );
  return row ? { lines: JSON.parse(row.lines) as Stored["lines"], coupon: row.coupon } : { lines: [], coupon: null };
}

function write(world: World, shop: Shop, id: string, cart: Stored): void {
  world.db.run(
    "insert into carts (id, shop, lines, coupon) values (?, ?, ?, ?) on conflict (id, shop) do update set lines = excluded.lines, coupon = excluded.coupon",
    id,
    shop.slug,
    JSON.stringify(cart.lines),
    cart.coupon,
  );
}

export function setQuantity(
  world: World,
  shop: Shop,
  id: string,
  productId: string,
  change: (now: number) => number,
): void {
  const cart = read(world, shop, id);
  const now = cart.lines.find(([product]) => product === productId)?.[1] ?? 0;
  const next = Math.max(0, Math.min(20, change(now)));
  const others = cart.lines.filter(([product]) => product !== productId);
  write(world, shop, id, { ...cart, lines: next > 0 ? [...others, [productId, next]] : others });
}

export function setCoupon(world: World, shop: Shop, id: string, code: string | null): void {
  write(world, shop, id, { ...read(world, shop, id), coupon: code });
}

export function emptyCart(world: World, shop: Shop, id: string): void {
  world.db.run("delete from carts where id = ? and shop = ?", id, shop.slug);
}

export function openCart(world: World, shop: Shop, id: string): Cart {
  const stored = read(world, shop, id);
  const products = world.catalogue.products();
  const lines: CartLine[] = [];
  for (const [productId, quantity] of stored.lines) {
    const offer = products.offer(shop, productId);
    if (offer) lines.push({ offer, quantity, amountMinor: offer.priceMinor * quantity });
  }
  const subtotalMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  const programme = world.catalogue.programmes().byMerchant(shop.internal_name);
  const till = lines.map((line) => ({ category: line.offer.product.subcategory, amountMinor: line.amountMinor }));
  const coupons = programme ? world.catalogue.coupons().of(programme) : [];
  const coupon =
    stored.coupon === null || lines.length === 0 ? null : tryCoupon(coupons, stored.coupon, till, world.clock.now());
  const discountMinor = coupon?.ok ? coupon.discountMinor : 0;
  const free = lines.length === 0 || subtotalMinor >= FREE_FROM_MINOR || (coupon?.ok === true && coupon.freeShipping);
  const shippingMinor = free ? 0 : SHIPPING_MINOR;
  const taxMinor = Math.round(((subtotalMinor - discountMinor) * TAX_PERCENT) / 100);
  return {
    id,
    lines,
    coupon,
    subtotalMinor,
    discountMinor,
    shippingMinor,
    taxMinor,
    totalMinor: subtotalMinor - discountMinor + shippingMinor + taxMinor,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
  };
}
