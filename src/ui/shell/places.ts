/** Where the shell's links lead. Texts are English keys. */
import type { IconName } from "../icon.tsx";

export type NavKey = "stores" | "coupons" | "products" | "how" | "home" | "account";

export const MAIN_NAV: readonly { key: NavKey; href: string; text: string }[] = [
  { key: "stores", href: "/stores", text: "Stores" },
  { key: "coupons", href: "/coupons", text: "Coupons" },
  { key: "products", href: "/products", text: "Products" },
  { key: "how", href: "/how-it-works", text: "How it works" },
];

export const TABS: readonly { key: NavKey; href: string; text: string; icon: IconName }[] = [
  { key: "home", href: "/", text: "Home", icon: "house" },
  { key: "stores", href: "/stores", text: "Stores", icon: "store" },
  { key: "coupons", href: "/coupons", text: "Coupons", icon: "ticket" },
  { key: "products", href: "/products", text: "Products", icon: "tag" },
  { key: "account", href: "/account/purchase-history", text: "Account", icon: "book-open" },
];

type Link = { href: string; text: string };

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
    ],
  },
  {
    text: "Membership",
    links: [
      { href: "/how-it-works", text: "How it works" },
      { href: "/account/subscription", text: "Your membership" },
      { href: "/cancel-subscription", text: "Cancel membership" },
      { href: "/sweepstakes-rules", text: "Wheel and draw rules" },
    ],
  },
  {
    text: "Company",
    links: [
      { href: "/about", text: "About" },
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
  { href: "/iprights", text: "IP rights" },
  { href: "/license", text: "Licenses" },
];

export type SideKey =
  | "history"
  | "withdraw"
  | "gifts"
  | "first"
  | "refer"
  | "membership"
  | "billing"
  | "profile"
  | "settings"
  | "help";

export const SIDE: readonly {
  text: string;
  links: readonly { key: SideKey; href: string; text: string; icon: IconName }[];
}[] = [
  {
    text: "Money",
    links: [
      { key: "history", href: "/account/purchase-history", text: "Purchase history", icon: "receipt-text" },
      { key: "withdraw", href: "/account/withdrawal", text: "Withdraw cash", icon: "wallet" },
      { key: "gifts", href: "/account/gift-card-history", text: "Gift cards", icon: "gift" },
    ],
  },
  {
    text: "Benefits",
    links: [
      { key: "first", href: "/account/fdrd", text: "First-order reward", icon: "gift" },
      { key: "refer", href: "/account/referrals", text: "Refer a friend", icon: "users" },
    ],
  },
  {
    text: "Membership",
    links: [
      { key: "membership", href: "/account/subscription", text: "Membership", icon: "id-card" },
      { key: "billing", href: "/account/billing", text: "Billing", icon: "credit-card" },
    ],
  },
  {
    text: "Settings",
    links: [
      { key: "profile", href: "/account/profile", text: "Profile", icon: "user" },
      { key: "settings", href: "/account/pss", text: "Settings", icon: "settings" },
      { key: "help", href: "/account/contact", text: "Help and contact", icon: "life-buoy" },
    ],
  },
];
