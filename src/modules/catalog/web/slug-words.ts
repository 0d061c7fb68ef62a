/**
 * What a store's and a product's page say of themselves: title, description, the way there. Written by the loader and not by the
 * page, because the script of these pages is at its limit and a browser needs no more than the sentences.
 */
import type { CatalogService, MerchantPage } from "#catalog";
import type { IconName } from "#ui/icon.tsx";
import { breadcrumbData, type PageWords, type Structured } from "#ui/page-meta.ts";
import { type Language, type Translate, translator } from "#ui/text.tsx";
import { merchantHref, productHref } from "./links.ts";
import { backWords, noneWords, rateWords } from "./rate-words.ts";

type Product = NonNullable<Awaited<ReturnType<CatalogService["product"]>>>;
type Crumbs = readonly { text: string; href?: string }[];
type Place = { language: Language; publicUrl: string };

const crumbData = (crumbs: Crumbs, { publicUrl }: Place): Structured =>
  breadcrumbData(crumbs, (path) => publicUrl + path);

export type MerchantWords = {
  crumbs: Crumbs;
  /** What one gets back there. */
  headline: string;
  /** In the reader's language where we have it; else in the network's, which is marked as what it is. */
  about: string;
  about_lang: Language | undefined;
  /** Before you click. */
  points: { icon: IconName; start: string; rest: string }[];
};

function pointsOf(merchant: MerchantPage["merchant"], codes: boolean, t: Translate): MerchantWords["points"] {
  const store = merchant.name;
  return [
    {
      icon: "shopping-bag",
      start: t("Start with an empty bag."),
      rest: t("Items added earlier may not be counted."),
    },
    {
      icon: "ticket-check",
      start: codes ? t("Use codes from this page.") : t("Leave codes from elsewhere out."),
      rest: t("{{store}} may refuse cash back on codes from elsewhere.", { store }),
    },
    {
      icon: "shield-off",
      start: t("Pause ad blockers"),
      rest: t("on {{domain}}, or the click is not seen.", { domain: merchant.domain }),
    },
    { icon: "gift", start: t("Gift cards do not count,"), rest: t("and neither do shipping and tax.") },
  ];
}

export function merchantWords(
  { merchant, coupons }: Pick<MerchantPage, "merchant" | "coupons">,
  structured: Structured,
  place: Place,
): { meta: PageWords; words: MerchantWords } {
  const { language } = place;
  const t = translator(language);
  const rate = rateWords(merchant.rate, t);
  const headline = merchant.rate.kind === "none" ? noneWords(merchant.coupons, t) : backWords(merchant.rate, t);
  const crumbs = [
    { text: t("Stores"), href: "/stores" },
    { text: merchant.category_name[language], href: `/stores/${merchant.category}` },
    { text: merchant.name },
  ];
  const in_spanish = language === "es" && merchant.description_es;
  return {
    words: {
      crumbs,
      headline,
      about: in_spanish || merchant.description,
      about_lang: language === "es" && !in_spanish ? "en" : undefined,
      points: pointsOf(
        merchant,
        coupons.some(({ offer_type }) => offer_type === "coupon"),
        t,
      ),
    },
    meta: {
      title: rate
        ? t("{{store}} coupons and {{rate}} cash back", { store: merchant.name, rate })
        : t("{{store}} coupons", { store: merchant.name }),
      description: t(
        "{{count}} coupons for {{store}}, each with its end date. {{back}}, tracked from click to payout.",
        {
          count: merchant.coupons,
          store: merchant.name,
          back: headline,
        },
      ),
      path: merchantHref(merchant.internal_name),
      image: merchant.logo_url,
      noindex: merchant.status === "closed",
      structured: [crumbData(crumbs, place), structured],
    },
  };
}

export function productMeta(product: Product, crumbs: Crumbs, structured: Structured, place: Place): PageWords {
  const t = translator(place.language);
  return {
    title: t("{{product}}: prices and cash back compared", { product: product.name }),
    description: t("{{product}} at {{count}} stores, with the price after cash back.", {
      product: product.name,
      count: product.listings.length,
    }),
    path: productHref(product.slug),
    image: product.image_url,
    structured: [crumbData(crumbs, place), structured],
  };
}
