/**
 * What screens may ask for. A loader gets this object from its context; it is built by hand in `server/wiring.ts`.
 * Screens import *types* only from the doors, so that nothing of the server is bundled for the browser.
 */
import { createContext } from "react-router";
import type { AttributionService } from "#attribution";
import type { BenefitsService } from "#benefits";
import type { CashbackService } from "#cashback";
import type { Catalog, CatalogService, OfferPages } from "#catalog";
import type { CoinsService } from "#coins";
import type { Agreements, ContentService, Editions } from "#content";
import type { HealthService } from "#health";
import type { HelpService } from "#help";
import type { IdentityService, Member } from "#identity";
import type { LandingService } from "#landing";
import type { MailboxesService } from "#mailboxes";
import type { MembershipService } from "#membership";
import type { NotificationsService } from "#notifications";
import type { Brand, Partners } from "#partners";
import type { PassbookService } from "#passbook";
import type { PayoutsService } from "#payouts";
import type { DeclaredCookie, NavigationEntry } from "#platform/module";
import type { PrivacyService } from "#privacy";
import type { PromisesService } from "#promises";
import type { ProtectionService } from "#protection";
import type { RewardsService } from "#rewards";
import type { ShipmentsService } from "#shipments";
import type { Operator, StaffService } from "#staff";
import type { TranslationService } from "#translation";

export type { Member } from "#identity";
export type { Brand, Partners } from "#partners";
export type { DeclaredCookie, NavigationEntry } from "#platform/module";
export type { Operator } from "#staff";

export type Services = {
  attribution: AttributionService;
  /** As the page's brand shows it. */
  catalog: CatalogService &
    OfferPages &
    Pick<Catalog, "keepFavourite" | "askForFalls" | "stopAlert" | "priceAlerts" | "changeAlert">;
  identity: IdentityService;
  membership: MembershipService;
  cashback: CashbackService;
  coins: CoinsService;
  mailboxes: MailboxesService;
  benefits: BenefitsService;
  shipments: ShipmentsService;
  privacy: PrivacyService;
  promises: PromisesService;
  protection: ProtectionService;
  payouts: PayoutsService;
  passbook: PassbookService;
  notifications: NotificationsService;
  content: ContentService;
  editions: Pick<Editions, "find">;
  translation: Pick<TranslationService, "words">;
  agreements: Pick<Agreements, "show" | "version">;
  help: HelpService;
  health: HealthService;
  landing: LandingService;
  rewards: RewardsService;
  partners: Partners;
  /** For the console's screens alone. */
  staff: StaffService;
  /** Those that modules declare. */
  cookies: readonly DeclaredCookie[];
  navigation: readonly NavigationEntry[];
};

/** What is known of one request before its screen runs. Public pages are rendered without a member, always. */
export type PageRequest = {
  language: "en" | "es";
  brand: Brand;
  /** Rules that lay its own colors over its theme; empty for none. */
  sheet: string;
  /** Somebody looks at a draft of the brand. */
  looked: boolean;
  member: Member | null;
  /** Who is signed in at the operators' console; null on every other page. */
  operator: Operator | null;
  nonce: string;
  requestId: string;
  publicUrl: string;
  /** Origin of the pictures; empty for the pages' own. */
  media: string;
  /** Where the request comes from, for sign-ins without script; empty for public pages. */
  visit: { user_agent: string; address: string; device: string | null };
  /** Path and allowed query of a public page, the key of its cache; whole path and query of a member page. */
  url: string;
  development: boolean;
  /** Where the card processor's script lies, and the key that browsers name themselves by. */
  payment: { script_url: string; publishable_key: string };
  /** What went wrong while the page was made, when something unexpected did. */
  trouble?: unknown;
  /** The page as it was rendered: in the answer's own body it would be packed into bytes and unpacked again. */
  document?: string;
};

export const servicesContext = createContext<Services>();
export const pageContext = createContext<PageRequest>();
