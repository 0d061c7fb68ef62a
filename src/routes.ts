/**
 * Every page path of the specification (SPEC §2 and "Routes"), literal and in its order, redirects too.
 * React Router ranks paths by their shape, so the order here is for people; `:slug` comes last and takes what is left:
 * `{merchant}-coupons`, `{slug}-product`, merchants' short names, and the 404.
 */
import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { joinsmarty } from "../brands/joinsmarty.ts";
import { shipright } from "../brands/shipright.ts";
import { tuppence } from "../brands/tuppence.ts";

/** Slugs of the memberships of all brand packs (SPEC "Names"). */
const PRODUCTS = [...new Set([tuppence, shipright, joinsmarty].map((brand) => brand.product))];

let number = 0;
const unique = (kind: string) => `${kind}-${++number}`;

/** Old and short paths; where each leads stands in `site/redirects.ts`. */
const redirect = (path: string): RouteConfigEntry => route(path, "site/redirect.tsx", { id: unique("redirect") });
/** Pages that are words and nothing else: `content/{en,es}/pages/<path>.md`. */
const words = (path: string): RouteConfigEntry => again(path, "modules/content/web/content-page.tsx");
/** The same for those that differ by country: `content/{en,es}/legal/<path>.md`. */
const legal = (path: string): RouteConfigEntry => again(path, "modules/content/web/legal-page.tsx");
const again = (path: string, file: string): RouteConfigEntry => route(path, file, { id: unique(file) });

export default [
  // Landing and offer flow
  route("thankyou", "modules/landing/web/thank-you.tsx"),
  route("awesome", "modules/landing/web/awesome.tsx"),
  route("splthanq", "modules/landing/web/extra-added.tsx"),
  route("splnothanq", "modules/landing/web/extra-declined.tsx"),
  route("payment-error", "modules/landing/web/payment-error.tsx"),
  route("spl/splandamz", "modules/landing/web/gift-landing.tsx"),
  route("spl/spinv", "modules/landing/web/invitation-landing.tsx"),
  route("spl/spt/:step", "modules/landing/web/step.tsx"),
  route("spupsell", "modules/landing/web/extra-plus.tsx"),
  route("spupsell2", "modules/landing/web/extra-shipright.tsx"),
  route("upsell2", "modules/landing/web/hosted-extra.tsx"),
  route("sfupsell2", "modules/landing/web/hosted-extra.tsx", { id: "sfupsell2" }),
  redirect("ups/sfupsell2"),
  route("spsummary", "modules/landing/web/summary.tsx"),
  route("splamzthanq", "modules/landing/web/gift-thank-you.tsx"),
  route("spoptout", "modules/membership/web/opt-out.tsx"),
  redirect("slander/:product"),
  redirect("spl/spland1"),
  route("get-app", "modules/landing/web/get-app.tsx"),
  route("sweepstakes/verify", "modules/landing/web/sweepstakes-verify.tsx"),

  // Session and mobile
  route("mobile-safari/installed/:page", "site/mobile-safari.tsx"),
  redirect("mobile-safari/installed"),
  redirect("safari-mobile/installed/:page"),
  redirect("safari-mobile/installed"),
  route("mobile-login-full-page-redirect", "modules/identity/web/login-full-page-redirect.tsx", { id: "mobile-login" }),
  again("login-full-page-redirect", "modules/identity/web/login-full-page-redirect.tsx"),
  route("login-full-page", "modules/identity/web/login-full-page.tsx"),
  route("token/callback/:token", "modules/identity/web/token-callback.tsx"),
  route("auth/:provider/callback", "modules/identity/web/auth-callback.tsx"),
  route("oauth/:provider", "modules/identity/web/oauth.tsx"),
  route("mobile/authorized", "modules/identity/web/mobile-authorized.tsx"),
  redirect("mobile"),
  layout("site/mobile/frame.tsx", [
    route("mobile/dashboard", "site/mobile/dashboard.tsx"),
    route("mobile/rebates", "modules/benefits/web/mobile-rebates.tsx", { id: "mobile-rebates" }),
    again("mobile/subscriptions", "modules/membership/web/subscription.tsx"),
    again("mobile/billing", "modules/membership/web/billing.tsx"),
  ]),
  again("mobile/rebates/nonav", "modules/benefits/web/mobile-rebates.tsx"),
  route("mobile/force-login-then-redirect", "modules/identity/web/force-login.tsx"),
  route("mobile/coin_withdrawal", "modules/payouts/web/mobile-coin-withdrawal.tsx"),

  // Surveys and onboarding
  route("survey/:platform_name/complete", "modules/coins/web/survey-complete.tsx"),
  route("account/promoteBetterOffer", "modules/coins/web/better-offers.tsx"),
  route("account/survey/targeting/:offer_id", "modules/coins/web/targeting.tsx"),
  route("account/onboarding", "site/onboarding.tsx"),

  // Offers
  route("coins/offer/:offer", "modules/coins/web/offer-page.tsx"),
  route("cashback/offer/:offer", "modules/catalog/web/offers/offer-page.tsx", { id: "cashback-offer" }),
  route("cashback/campaign/:campaign", "modules/catalog/web/offers/campaign.tsx"),
  route(":slug/redirecting", "modules/cashback/web/redirecting.tsx"),

  // Main site
  index("site/home.tsx"),
  again("account/appInstall", "site/home.tsx"),
  again("account/appInstallExpired", "site/home.tsx"),
  again("msg/:msgCode", "site/home.tsx"),
  route("promises", "modules/promises/web/promises.tsx"),
  route("offers", "modules/coins/web/offers.tsx"),
  again("offers/:type", "modules/coins/web/offers.tsx"),
  route("offer/incompleteCoinOffers", "modules/coins/web/begun.tsx"),
  route("surveys", "modules/coins/web/surveys.tsx"),
  route("stores", "modules/catalog/web/stores.tsx", { id: "stores" }),
  again("stores/:category", "modules/catalog/web/stores.tsx"),
  redirect("category"),
  redirect("category/:category"),
  again("spstores", "modules/catalog/web/stores.tsx"),
  again("spstores/:category", "modules/catalog/web/stores.tsx"),
  route("products", "modules/catalog/web/products.tsx", { id: "products" }),
  again("products/:category", "modules/catalog/web/products.tsx"),
  again("products/:category/:subcategory", "modules/catalog/web/products.tsx"),
  route(":slug/coupons", "site/slug.tsx", { id: "merchant-coupons" }),
  route("search", "modules/catalog/web/search.tsx"),
  route("MerchantList", "modules/catalog/web/merchant-list.tsx", { id: "merchant-list" }),
  route("section/:section", "modules/catalog/web/section.tsx"),
  route("coupons", "modules/catalog/web/coupons.tsx", { id: "coupons" }),
  again("coupons/:category", "modules/catalog/web/coupons.tsx"),
  redirect("hotoffer"),
  redirect("hotoffer/:category"),
  route("faq", "modules/content/web/faq.tsx"),
  route("login", "modules/identity/web/login.tsx"),
  route("register", "modules/identity/web/register.tsx"),
  route("logout", "modules/identity/web/logout.tsx"),
  route("password/reset", "modules/identity/web/forgot-password.tsx"),
  route("password/reset/:token/:email?", "modules/identity/web/choose-password.tsx", { id: "reset-password" }),
  again("password/set/:token/:email", "modules/identity/web/choose-password.tsx"),
  redirect("confirm/:token"),
  route("verify/:token", "modules/identity/web/verify.tsx", { id: "verify" }),
  again("pverify/:token", "modules/identity/web/verify.tsx"),
  route("rebates/status", "modules/benefits/web/status.tsx"),
  route("mobile-app", "site/apps/mobile-app.tsx"),
  route("extension", "site/apps/extension.tsx"),
  words("how-it-works"),
  route("cancel-subscription", "modules/membership/web/cancel-subscription.tsx"),
  words("about"),
  words("careers"),
  route("news", "modules/content/web/news.tsx"),
  route("news/:slug", "modules/content/web/news-item.tsx"),
  redirect("media-coverage"),
  redirect("media-coverage/:slug"),
  words("vulnerability-disclosure"),
  route("license", "modules/content/web/license.tsx"),
  route("cookies", "site/legal/cookies.tsx"),
  legal("terms"),
  route("sweepstakes", "modules/landing/web/sweepstakes.tsx"),
  route("sweepstakes-rules", "modules/landing/web/sweepstakes-rules.tsx"),
  words("ccpa-notice"),
  words("iprights"),
  words("publisher-terms"),
  route("ccpa-privacy-rights", "site/privacy-rights.tsx"),
  route("ccpa-privacy-rights/verify", "modules/privacy/web/verify.tsx"),
  route("ccpa-privacy-rights/withdraw", "modules/privacy/web/withdraw.tsx"),
  legal("privacy-policy"),
  words("googleapiservicesuserdatapolicy"),
  route("uninstall", "modules/help/web/uninstall.tsx"),
  route("contact", "modules/help/web/contact.tsx"),
  route("unsub/*", "modules/notifications/web/choose-mails.tsx"),
  route("un", "modules/notifications/web/leave-list.tsx"),
  route("review", "modules/help/web/review.tsx"),
  route("refer", "modules/rewards/web/refer.tsx"),
  route("p/:slug/:product_id", "modules/catalog/web/listing.tsx"),
  route("order-protection-link", "modules/mailboxes/web/link-result.tsx"),
  route("order-protection-link/:provider", "modules/mailboxes/web/link-return.tsx"),

  // Account area
  redirect("account"),
  layout("site/account-frame.tsx", [
    route("account/purchase-history", "modules/passbook/web/purchase-history.tsx"),
    route("account/withdrawal", "modules/payouts/web/withdrawal.tsx"),
    route("account/gift-card-history", "modules/payouts/web/gift-card-history.tsx"),
    route("account/survey/onboarding", "modules/coins/web/first-survey.tsx"),
    route("account/survey/smsVerify", "modules/coins/web/sms-verify.tsx"),
    route("account/withdrawal-coin", "modules/payouts/web/withdrawal-coin.tsx"),
    route("account/update-expired-gift-card", "modules/payouts/web/update-expired-gift-card.tsx"),
    route("account/coin/history", "modules/passbook/web/coin-history.tsx"),
    route("gift/redeem", "modules/payouts/web/gift-redeem.tsx"),
    route("account/referrals", "modules/rewards/web/referrals.tsx"),
    route("account/profile", "modules/identity/web/profile.tsx"),
    route("account/profile/verify", "modules/identity/web/profile-verify.tsx"),
    route("account/pss", "site/settings.tsx"),
    route("account/billing", "modules/membership/web/billing.tsx"),
    route("account/billing/:number", "modules/membership/web/invoice.tsx"),
    route("account/subscription", "modules/membership/web/subscription.tsx"),
    route("account/shipsubscription", "modules/membership/web/ship-subscription.tsx"),
    route("account/sfbenefits", "modules/membership/web/ship-benefits.tsx"),
    route("account/fdrd", "modules/rewards/web/first-order.tsx"),
    route("account/rebates", "modules/benefits/web/rebates.tsx"),
    route("account/rebates/share", "modules/benefits/web/share.tsx"),
    route("account/rebates/:benefit_type", "modules/benefits/web/benefit.tsx"),
    route("account/rxbenefits", "modules/benefits/web/rx-card.tsx"),
    layout("site/protection/frame.tsx", [
      route("account/protection/accounts", "modules/mailboxes/web/accounts.tsx"),
      route("account/protection/shipping", "modules/shipments/web/shipping.tsx"),
      route("account/protection/price", "modules/protection/web/price.tsx"),
      route("account/protection/hotel", "modules/protection/web/hotel.tsx"),
      route("account/protection/carrental", "modules/protection/web/car-rental.tsx"),
      route("account/protection/package", "modules/shipments/web/packages.tsx"),
    ]),
    route("account/notifications", "modules/notifications/web/notifications.tsx"),
    route("account/faq", "modules/content/web/account-faq.tsx"),
    route("account/contact", "modules/help/web/account-contact.tsx"),
  ]),
  redirect("account/protection"),
  redirect("account/order-protection"),
  redirect("order-protection"),
  redirect("account/notification"),
  redirect("notification"),
  redirect("account/settings"),
  redirect("settings"),
  redirect("account/withdraw-money"),
  redirect("withdraw-money"),
  route("updatepay_method", "modules/membership/web/update-pay-method.tsx"),

  // The operators' console, which no page of the shop leads to.
  route("console/sign-in", "operator/sign-in.tsx"),
  route("console/enrol", "operator/enrol.tsx"),
  route("console/preview/:id", "modules/content/web/preview.tsx"),
  route("console/look/:id", "operator/look/front-page.tsx"),
  layout("operator/shell.tsx", [
    route("console", "operator/start.tsx"),
    route("console/desk/:queue?/:id?", "operator/desk/desk.tsx"),
    route("console/figures", "operator/figures/figures.tsx"),
    route("console/health", "operator/health/health.tsx"),
    route("console/find", "operator/find/results.tsx"),
    route("console/o/:kind/:id", "operator/object/object.tsx"),
    route("console/members/:id", "operator/member/member.tsx"),
    route("console/lists/:name", "operator/object/list.tsx"),
    route("console/money", "operator/money/money.tsx"),
    route("console/mails/:id", "modules/notifications/web/mail-look.tsx"),
    route("console/partner/:name?", "operator/partner/partner.tsx"),
    route("console/people", "operator/people/people.tsx"),
    route("console/audit", "operator/people/audit.tsx"),
    route("console/security", "operator/people/security.tsx"),
  ]),

  // The kit: every component in every state; answers 404 in production.
  route("__kit", "site/kit.tsx"),

  // {product}: the membership's page, by the slugs of the brand packs.
  ...PRODUCTS.map((product) => route(product, "modules/membership/web/plan-route.tsx", { id: unique("plan") })),

  // What is left: {merchant}-coupons, {slug}-product, {merchant}, or nothing.
  route(":slug", "site/slug.tsx", { id: "slug" }),
  route("*", "site/not-found.tsx", { id: "not-found" }),
] satisfies RouteConfig;
