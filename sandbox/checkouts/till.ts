/** The till of a checkout: which code is in use, what is to be paid, what it says. One code at a time, as in most shops. */
import type { CheckoutShop, Rule } from "./shops.ts";

export interface Visit {
  code: string | null;
  /** Every code that was sent, in its order. */
  tried: string[];
  orders: number;
  /** Codes that were taken once. */
  taken: string[];
}

export interface Told {
  ok: boolean;
  message: string;
}

export interface Sums {
  goods: string;
  discount: string | null;
  shipping: string;
  total: string;
  code: string | null;
}

const WORDS = {
  en: {
    taken: (code: string) => `Code ${code} applied.`,
    ended: "This code has expired.",
    unknown: "This code is not valid.",
    items: "This code is not valid for the items in your cart.",
    minimum: "This code needs a minimum of $500.",
  },
  es: {
    taken: (code: string) => `Código ${code} aplicado.`,
    ended: "Este código está vencido.",
    unknown: "Este código no es válido.",
    items: "Este código no aplica a tus artículos.",
    minimum: "Este código pide un mínimo de compra.",
  },
  fr: {
    taken: (code: string) => `Code ${code} applied.`,
    ended: "Expired.",
    unknown: "This voucher does not exist. Not valid.",
    items: "Not valid for these.",
    minimum: "Minimum not reached.",
  },
  ar: {
    taken: (code: string) => `تم تطبيق الكود ${code}`,
    ended: "الكود منتهي الصلاحية",
    unknown: "الكود غير صالح",
    items: "الكود لا ينطبق",
    minimum: "الحد الأدنى للطلب",
  },
};
export const languageOf = (shop: CheckoutShop) => shop.locale.slice(0, 2) as keyof typeof WORDS;

export function enterCode(shop: CheckoutShop, visit: Visit, given: string): Told {
  const code = given.trim().toUpperCase();
  const words = WORDS[languageOf(shop)];
  visit.tried.push(code);
  const rule: Rule | undefined = shop.codes[code];
  if (!rule || rule.refuse) return { ok: false, message: words[rule?.refuse ?? "unknown"] };
  visit.code = code;
  if (!visit.taken.includes(code)) visit.taken.push(code);
  return { ok: true, message: words.taken(code) };
}

export function sumsOf(shop: CheckoutShop, visit: Visit): Sums {
  const rule: Rule = (visit.code && shop.codes[visit.code]) || {};
  const again = visit.tried.filter((code) => code === visit.code).length > 1;
  const percent = rule.bait && again ? 0 : (rule.percent ?? 0);
  const off = Math.round((shop.goods * percent) / 100) + (rule.amount ?? 0);
  const shipping = rule.shipping ? 0 : shop.shipping + (rule.fee ?? 0);
  const format = new Intl.NumberFormat(shop.locale, { style: "currency", currency: shop.currency });
  const text = (minor: number) => format.format(minor / 100);
  return {
    goods: text(shop.goods),
    discount: off > 0 ? text(-off) : null,
    shipping: text(shipping),
    total: text(shop.goods - off + shipping),
    code: visit.code,
  };
}
