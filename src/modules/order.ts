/** The published order of the modules, low to high. Imports only point to names earlier in this list; upward talk is an event. */
import { attributionModule } from "./attribution/module.ts";
import { benefitsModule } from "./benefits/module.ts";
import { cashbackModule } from "./cashback/module.ts";
import { catalogModule } from "./catalog/module.ts";
import { coinsModule } from "./coins/module.ts";
import { contentModule } from "./content/module.ts";
import { extensionModule } from "./extension/module.ts";
import { healthModule } from "./health/module.ts";
import { helpModule } from "./help/module.ts";
import { identityModule } from "./identity/module.ts";
import { landingModule } from "./landing/module.ts";
import { ledgerModule } from "./ledger/module.ts";
import { mailboxesModule } from "./mailboxes/module.ts";
import { membershipModule } from "./membership/module.ts";
import { notificationsModule } from "./notifications/module.ts";
import { partnersModule } from "./partners/module.ts";
import { passbookModule } from "./passbook/module.ts";
import { payablesModule } from "./payables/module.ts";
import { payoutsModule } from "./payouts/module.ts";
import { privacyModule } from "./privacy/module.ts";
import { promisesModule } from "./promises/module.ts";
import { protectionModule } from "./protection/module.ts";
import { receiptsModule } from "./receipts/module.ts";
import { rewardsModule } from "./rewards/module.ts";
import { shipmentsModule } from "./shipments/module.ts";
import { staffModule } from "./staff/module.ts";
import { translationModule } from "./translation/module.ts";
import { treasuryModule } from "./treasury/module.ts";

export const MODULES = [
  partnersModule,
  ledgerModule,
  payablesModule,
  notificationsModule,
  contentModule,
  translationModule,
  attributionModule,
  identityModule,
  catalogModule,
  extensionModule,
  membershipModule,
  cashbackModule,
  coinsModule,
  receiptsModule,
  mailboxesModule,
  benefitsModule,
  shipmentsModule,
  protectionModule,
  payoutsModule,
  landingModule,
  rewardsModule,
  treasuryModule,
  promisesModule,
  helpModule,
  privacyModule,
  healthModule,
  passbookModule,
  staffModule,
] as const;

export const MODULE_NAMES: readonly string[] = MODULES.map(({ name }) => name);

/** The modules by the places that databases know their migrations by, whatever the order is by now. */
export const MIGRATION_PLACES: readonly string[] = MODULES.toSorted(
  (one, other) => one.migration_place - other.migration_place,
).map(({ name }) => name);

/**
 * Whoever works on several of these takes their locks in this order: payables before what asked for them (memberships,
 * withdrawals), those and claims before orders, and money last. The others share no locks.
 */
export const LOCK_ORDER: readonly string[] = [
  "payables",
  "membership",
  "payouts",
  "rewards",
  "landing",
  "protection",
  "shipments",
  "mailboxes",
  "benefits",
  "cashback",
  "coins",
  "receipts",
  "ledger",
];
