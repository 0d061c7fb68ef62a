/** Every template with the address that stands for it, and who meets it there. A template is a file of `src/routes.ts`. */
import { matchRoutes, type RouteObject } from "react-router";
import routes from "../../src/routes.ts";
import type { Template } from "../e2e/public-pages.ts";

export type Who = "visitor" | "member" | "newcomer";
export type Place = {
  name: string;
  path: string;
  status: number;
  who: Who;
  file: string;
  /** Brands that have no such page, and lead on from it. */
  without?: readonly string[];
  /**
   * A window over the page: the English words of the button that opens it, or where that stands. The first is pressed.
   * `narrow`: wide pages show what is in it by themselves.
   */
  opens?: { words: string } | { css: string; narrow?: true };
};

const MODULES = "modules";
/** Public pages whose address is chosen from the catalogue (`test/e2e/public-pages.ts`), by their names there. */
export const CHOSEN: Readonly<Record<string, string>> = {
  home: "site/home.tsx",
  stores: `${MODULES}/catalog/web/stores.tsx`,
  "merchant with coupons": "site/slug.tsx",
  product: "site/slug.tsx",
  "list of merchants": `${MODULES}/catalog/web/merchant-list.tsx`,
  section: `${MODULES}/catalog/web/section.tsx`,
  coupons: `${MODULES}/catalog/web/coupons.tsx`,
  "one offer of a store": `${MODULES}/catalog/web/offers/offer-page.tsx`,
  campaign: `${MODULES}/catalog/web/offers/campaign.tsx`,
  "offers for coins": `${MODULES}/coins/web/offers.tsx`,
  "products of a department": `${MODULES}/catalog/web/products.tsx`,
  membership: `${MODULES}/membership/web/plan-route.tsx`,
  listing: `${MODULES}/catalog/web/listing.tsx`,
  search: `${MODULES}/catalog/web/search.tsx`,
  "search that finds nothing": `${MODULES}/catalog/web/search.tsx`,
  "no such page": "site/not-found.tsx",
  extension: "site/apps/extension.tsx",
  app: "site/apps/mobile-app.tsx",
  "the extension was taken away": `${MODULES}/help/web/uninstall.tsx`,
  "a link to leave lists that does not work": `${MODULES}/notifications/web/choose-mails.tsx`,
  login: `${MODULES}/identity/web/login.tsx`,
  "log in without the site around it": `${MODULES}/identity/web/login-full-page.tsx`,
  "lost password": `${MODULES}/identity/web/forgot-password.tsx`,
  "a password link that does not work": `${MODULES}/identity/web/choose-password.tsx`,
  "a confirmation link that does not work": `${MODULES}/identity/web/verify.tsx`,
  "a sign-in link that does not work": `${MODULES}/identity/web/token-callback.tsx`,
  "steps on a phone": "site/mobile-safari.tsx",
  cookies: "site/legal/cookies.tsx",
  "questions and answers": `${MODULES}/content/web/faq.tsx`,
  "a page of words": `${MODULES}/content/web/content-page.tsx`,
  news: `${MODULES}/content/web/news.tsx`,
  "what we promise": `${MODULES}/promises/web/promises.tsx`,
  "one piece of news": `${MODULES}/content/web/news-item.tsx`,
  licenses: `${MODULES}/content/web/license.tsx`,
  contact: `${MODULES}/help/web/contact.tsx`,
  "privacy choices": "site/privacy-rights.tsx",
  rating: `${MODULES}/help/web/review.tsx`,
  "how a claim stands": `${MODULES}/benefits/web/status.tsx`,
  terms: `${MODULES}/content/web/legal-page.tsx`,
  invitation: `${MODULES}/rewards/web/refer.tsx`,
  register: `${MODULES}/identity/web/register.tsx`,
  "the app": `${MODULES}/landing/web/get-app.tsx`,
  "rules of the wheel and the draw": `${MODULES}/landing/web/sweepstakes-rules.tsx`,
  "a privacy link that does not work": `${MODULES}/privacy/web/verify.tsx`,
  "an entry link that does not work": `${MODULES}/landing/web/sweepstakes-verify.tsx`,
};

const at = (who: Who, path: string, file: string, status = 200): Place => ({
  name: path.slice(1),
  path,
  status,
  who,
  file,
});
const visitor = (path: string, file: string, status?: number) => at("visitor", path, `${MODULES}/${file}`, status);
const member = (path: string, file: string) => at("member", path, `${MODULES}/${file}`);

/** Pages whose address never changes. */
export const FIXED: readonly Place[] = [
  visitor("/spl/spt/1", "landing/web/step.tsx"),
  visitor("/spl/splandamz", "landing/web/gift-landing.tsx"),
  visitor("/spl/spinv", "landing/web/invitation-landing.tsx"),
  visitor("/payment-error", "landing/web/payment-error.tsx"),
  visitor("/thankyou", "landing/web/thank-you.tsx"),
  visitor("/cancel-subscription", "membership/web/cancel-subscription.tsx"),
  visitor("/ccpa-privacy-rights/withdraw", "privacy/web/withdraw.tsx", 404),
  visitor("/un", "notifications/web/leave-list.tsx"),
  visitor("/mobile/authorized", "identity/web/mobile-authorized.tsx"),
  visitor("/spoptout", "membership/web/opt-out.tsx"),
  member("/awesome", "landing/web/awesome.tsx"),
  member("/splthanq", "landing/web/extra-added.tsx"),
  member("/splnothanq", "landing/web/extra-declined.tsx"),
  { ...member("/spupsell", "landing/web/extra-plus.tsx"), without: ["joinsmarty"] },
  { ...member("/spupsell2", "landing/web/extra-shipright.tsx"), without: ["joinsmarty"] },
  member("/spsummary", "landing/web/summary.tsx"),
  member("/splamzthanq", "landing/web/gift-thank-you.tsx"),
  member("/surveys", "coins/web/surveys.tsx"),
  member("/offer/incompleteCoinOffers", "coins/web/begun.tsx"),
  member("/survey/cpx/complete", "coins/web/survey-complete.tsx"),
  member("/account/promoteBetterOffer", "coins/web/better-offers.tsx"),
  at("member", "/mobile/dashboard", "site/mobile/dashboard.tsx"),
  member("/mobile/rebates", "benefits/web/mobile-rebates.tsx"),
  member("/mobile/coin_withdrawal", "payouts/web/mobile-coin-withdrawal.tsx"),
  member("/order-protection-link", "mailboxes/web/link-result.tsx"),
  member("/account/purchase-history", "passbook/web/purchase-history.tsx"),
  at("newcomer", "/account/purchase-history?", `${MODULES}/passbook/web/purchase-history.tsx`),
  at("newcomer", "/account/onboarding", "site/onboarding.tsx"),
  member("/account/withdrawal", "payouts/web/withdrawal.tsx"),
  member("/account/gift-card-history", "payouts/web/gift-card-history.tsx"),
  member("/account/survey/onboarding", "coins/web/first-survey.tsx"),
  member("/account/survey/smsVerify", "coins/web/sms-verify.tsx"),
  member("/account/withdrawal-coin", "payouts/web/withdrawal-coin.tsx"),
  member("/account/update-expired-gift-card", "payouts/web/update-expired-gift-card.tsx"),
  member("/account/coin/history", "passbook/web/coin-history.tsx"),
  member("/gift/redeem", "payouts/web/gift-redeem.tsx"),
  member("/account/referrals", "rewards/web/referrals.tsx"),
  member("/account/profile", "identity/web/profile.tsx"),
  member("/account/profile/verify", "identity/web/profile-verify.tsx"),
  at("member", "/account/pss", "site/settings.tsx"),
  member("/account/billing", "membership/web/billing.tsx"),
  member("/account/subscription", "membership/web/subscription.tsx"),
  member("/account/shipsubscription", "membership/web/ship-subscription.tsx"),
  member("/account/sfbenefits", "membership/web/ship-benefits.tsx"),
  member("/account/fdrd", "rewards/web/first-order.tsx"),
  member("/account/rebates", "benefits/web/rebates.tsx"),
  member("/account/rebates/share", "benefits/web/share.tsx"),
  member("/account/rebates/shipping", "benefits/web/benefit.tsx"),
  member("/account/rxbenefits", "benefits/web/rx-card.tsx"),
  member("/account/protection/accounts", "mailboxes/web/accounts.tsx"),
  member("/account/protection/shipping", "shipments/web/shipping.tsx"),
  member("/account/protection/price", "protection/web/price.tsx"),
  member("/account/protection/hotel", "protection/web/hotel.tsx"),
  member("/account/protection/carrental", "protection/web/car-rental.tsx"),
  member("/account/protection/package", "shipments/web/packages.tsx"),
  member("/account/notifications", "notifications/web/notifications.tsx"),
  member("/account/faq", "content/web/account-faq.tsx"),
  member("/account/contact", "help/web/account-contact.tsx"),
];

const windowOf = (name: string, page: Place, opens: NonNullable<Place["opens"]>): Place => ({
  ...page,
  name: `window: ${name}`,
  opens,
});
const MENU = { css: ".site-header .only-narrow", narrow: true } as const;
const settings = at("member", "/account/pss", "site/settings.tsx");
const mailboxes = member("/account/protection/accounts", "mailboxes/web/accounts.tsx");

/** What opens over a page, where it opens without anything else being there first. */
export const WINDOWS: readonly Place[] = [
  windowOf("menu", at("visitor", "/un", `${MODULES}/notifications/web/leave-list.tsx`), MENU),
  windowOf("menu of a member", settings, MENU),
  windowOf("delete your account", settings, { words: "Delete my account" }),
  windowOf("set up an authenticator app", settings, { words: "Set up" }),
  windowOf("add a passkey", settings, { words: "Add a passkey" }),
  windowOf("replace your address", mailboxes, { words: "Replace address" }),
  windowOf("forget all emails", mailboxes, { words: "Forget all emails" }),
  windowOf("link another mailbox", mailboxes, { words: "Link another mailbox" }),
  windowOf("add a hotel", member("/account/protection/hotel", "protection/web/hotel.tsx"), { words: "Add a hotel" }),
  windowOf("add a rental car", member("/account/protection/carrental", "protection/web/car-rental.tsx"), {
    words: "Add a rental car",
  }),
  windowOf("an offer for coins", visitor("/offers", "coins/web/offers.tsx"), { css: ".offer-card" }),
];

/** Pages of things that have no other name than their id (`world.ts`). */
export const FOUND = {
  "one offer for coins": `${MODULES}/coins/web/offer-page.tsx`,
  "a receipt of the membership": `${MODULES}/membership/web/invoice.tsx`,
} as const;

/** Templates that nobody looks at, or that another picture shows. The console is for operators, in one theme of its own. */
export const WITHOUT: Readonly<Record<string, string>> = {
  "site/redirect.tsx": "leads on before anything is drawn",
  "site/kit.tsx": "answers 404 in production",
  [`${MODULES}/identity/web/login-full-page-redirect.tsx`]: "leads on, or to the sign-in that has its own",
  [`${MODULES}/identity/web/auth-callback.tsx`]: "is drawn behind a provider's answer alone, which works once",
  [`${MODULES}/identity/web/oauth.tsx`]: "is drawn behind a provider's answer alone, which works once",
  [`${MODULES}/identity/web/force-login.tsx`]: "leads on into the app",
  [`${MODULES}/cashback/web/redirecting.tsx`]: "leads to the shop within a second",
  [`${MODULES}/coins/web/targeting.tsx`]: "is drawn for an offer that asks more of its member, and leads on otherwise",
  [`${MODULES}/landing/web/hosted-extra.tsx`]: "is drawn behind a partner's hand-over alone, which works once",
  [`${MODULES}/mailboxes/web/link-return.tsx`]: "is drawn behind a provider's answer alone, which works once",
  [`${MODULES}/membership/web/update-pay-method.tsx`]: "leads on to billing",
  [`${MODULES}/identity/web/logout.tsx`]: "leads home, signed out",
  [`${MODULES}/landing/web/sweepstakes.tsx`]: "leads on to the wheel",
  [`${MODULES}/content/web/preview.tsx`]: "is an operator's look at a draft",
  [`${MODULES}/notifications/web/mail-look.tsx`]: "is an operator's look at a mail",
};

/** A phone is led on to its store from there; who comes back from it stays. */
const STAYS: Readonly<Record<string, string>> = { "/get-app": "/get-app?stay" };

export function placesOf(templates: readonly Template[], more: readonly Place[]): Place[] {
  const chosen = templates.filter(({ name }) => name in CHOSEN);
  const lost = Object.keys(CHOSEN).filter((name) => !chosen.some((template) => template.name === name));
  if (lost.length) throw new Error(`No such template in public-pages.ts: ${lost.join(", ")}`);
  return [
    ...chosen.map(({ name, path, status }) => ({
      name,
      path: STAYS[path] ?? path,
      status,
      who: "visitor" as const,
      file: CHOSEN[name] ?? "",
    })),
    ...more,
    ...FIXED,
    ...WINDOWS,
  ];
}

/** The file that an address leads to. */
export function fileAt(path: string): string | null {
  const found = matchRoutes(routes as unknown as RouteObject[], path.replace(/\?.*/, ""));
  return (found?.at(-1)?.route as { file?: string } | undefined)?.file ?? null;
}
