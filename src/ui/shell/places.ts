/** Where the shell's links lead. Texts are English keys. */
import { useRouteLoaderData } from "react-router";
import type { IconName } from "../icon.tsx";

export type NavKey = "stores" | "coupons" | "products" | "earn" | "rebates" | "how" | "home" | "account";

export const MAIN_NAV: readonly { key: NavKey; href: string; text: string }[] = [
  { key: "stores", href: "/stores", text: "Stores" },
  { key: "coupons", href: "/coupons", text: "Coupons" },
  { key: "products", href: "/products", text: "Products" },
  { key: "earn", href: "/offers", text: "Earn coins" },
  { key: "rebates", href: "/account/rebates", text: "Rebates" },
  { key: "how", href: "/how-it-works", text: "How it works" },
];

export const TABS: readonly { key: NavKey; href: string; text: string; icon: IconName }[] = [
  { key: "home", href: "/", text: "Home", icon: "house" },
  { key: "stores", href: "/stores", text: "Stores", icon: "store" },
  { key: "earn", href: "/offers", text: "Earn coins", icon: "coins" },
  { key: "rebates", href: "/account/rebates", text: "Rebates", icon: "hand-coins" },
  { key: "account", href: "/account/purchase-history", text: "Account", icon: "book-open" },
];

/** Ways to coins, each a page of its name. */
export type EarnKind = "offers" | "surveys";

/** Those for which a partner is connected; none when even the root loader failed. */
export const useEarnKinds = (): readonly EarnKind[] =>
  (useRouteLoaderData("root") as { earn?: readonly EarnKind[] } | undefined)?.earn ?? [];

/** Places that lead somewhere: to coins by the first way that there is. */
export function usePlaces<Place extends { key: NavKey; href: string }>(places: readonly Place[]): readonly Place[] {
  const [way] = useEarnKinds();
  return places.flatMap((place) => (place.key !== "earn" ? place : way ? { ...place, href: `/${way}` } : []));
}

/** `drawless`: what it is called under a brand that holds no draw. `extension`: only under a brand that has one. */
type Link = { href: string; text: string; drawless?: string; extension?: true };

export const FOOTER: readonly { text: string; links: readonly Link[] }[] = [
  {
    text: "Shop",
    links: [
      { href: "/stores", text: "Stores" },
      { href: "/coupons", text: "Coupons" },
      { href: "/products", text: "Products" },
      { href: "/spstores", text: "Plus stores" },
      { href: "/MerchantList", text: "Merchant list" },
    ],
  },
  {
    text: "Help",
    links: [
      { href: "/faq", text: "FAQ" },
      { href: "/contact", text: "Contact" },
      { href: "/refer", text: "Refer a friend" },
      { href: "/review", text: "Rate us" },
      { href: "/extension", text: "Browser extension", extension: true },
      { href: "/mobile-app", text: "Mobile app" },
    ],
  },
  {
    text: "Membership",
    links: [
      { href: "/how-it-works", text: "How it works" },
      { href: "/account/rebates", text: "Rebates" },
      { href: "/account/subscription", text: "Your membership" },
      { href: "/cancel-subscription", text: "Cancel membership" },
      { href: "/sweepstakes-rules", text: "Wheel and draw rules", drawless: "Wheel rules" },
    ],
  },
  {
    text: "Company",
    links: [
      { href: "/about", text: "About" },
      { href: "/promises", text: "Our promises" },
      { href: "/careers", text: "Careers" },
      { href: "/news", text: "News" },
      { href: "/publisher-terms", text: "Publisher terms" },
      { href: "/vulnerability-disclosure", text: "Vulnerability disclosure" },
    ],
  },
];

export const LEGAL: readonly Link[] = [
  { href: "/terms", text: "Terms" },
  { href: "/privacy-policy", text: "Privacy policy" },
  { href: "/ccpa-notice", text: "CCPA notice" },
  { href: "/ccpa-privacy-rights", text: "Your privacy choices" },
  { href: "/cookies", text: "Cookies" },
  { href: "/googleapiservicesuserdatapolicy", text: "Google user data" },
  { href: "/iprights", text: "IP rights" },
  { href: "/license", text: "Licenses" },
];
