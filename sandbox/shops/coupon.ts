import type { Coupon } from "../catalogue/coupons.ts";
import { couponDates } from "../catalogue/coupons.ts";
import { dollars } from "../money.ts";

export interface Line {
  category: string;
  amountMinor: number;
}

export type CouponOutcome =
  | { ok: true; code: string; discountMinor: number; freeShipping: boolean; message: string }
  | { ok: false; code: string; reason: "unknown" | "expired" | "minimum" | "category" | "empty"; message: string };

/** What the shop's till says to a code. The words are what a buyer reads, the reason is for tests. */
export function tryCoupon(
  coupons: readonly Coupon[],
  given: string,
  lines: readonly Line[],
  nowMs: number,
): CouponOutcome {
  const code = given.trim().toUpperCase();
  const refuse = (
    reason: "unknown" | "expired" | "minimum" | "category" | "empty",
    message: string,
  ): CouponOutcome => ({
    ok: false,
    code,
    reason,
    message,
  });
  if (code === "") return refuse("empty", "Please enter a code first.");
  const coupon = coupons.find((it) => it.code === code);
  if (!coupon || coupon.behaviour === "unknown") return refuse("unknown", `We do not know the code ${code}.`);
  if (coupon.behaviour === "ended") {
    const day = new Date(couponDates(coupon, nowMs).endMs).toISOString().slice(0, 10);
    return refuse("expired", `The code ${code} expired on ${day}.`);
  }
  if (coupon.behaviour === "stale") return refuse("expired", `The code ${code} has expired.`);
  const fits = lines.filter((line) => line.category !== "Gift cards");
  const good = coupon.categories.length === 0 ? fits : fits.filter((line) => coupon.categories.includes(line.category));
  if (good.length === 0) {
    const where = coupon.categories.length === 0 ? "goods other than gift cards" : coupon.categories.join(", ");
    return refuse("category", `The code ${code} is only good for ${where}. Nothing of that kind is in your cart.`);
  }
  const subtotal = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  if (subtotal < coupon.minimumMinor) {
    const missing = dollars(coupon.minimumMinor - subtotal);
    return refuse(
      "minimum",
      `The code ${code} needs an order of ${dollars(coupon.minimumMinor)} or more. Add ${missing} to use it.`,
    );
  }
  const base = good.reduce((sum, line) => sum + line.amountMinor, 0);
  if (coupon.kind === "shipping") {
    return { ok: true, code, discountMinor: 0, freeShipping: true, message: `${code} applied: shipping is free.` };
  }
  const off = coupon.kind === "percent" ? Math.floor((base * coupon.value) / 100) : Math.min(coupon.value, base);
  return {
    ok: true,
    code,
    discountMinor: off,
    freeShipping: false,
    message: `${code} applied: you save ${dollars(off)}.`,
  };
}
