/** Builds every service by hand, low to high, from what is handed in. No container, no magic: read it from top to bottom. */
import { join } from "node:path";
import { createAttribution } from "#attribution";
import { createBenefits } from "#benefits";
import { createCashback } from "#cashback";
import { createCatalog, type ImportReport } from "#catalog";
import { createCoins } from "#coins";
import { createAgreements, createContent, createEditions } from "#content";
import { createExtension } from "#extension";
import { createHealth } from "#health";
import { createHelp } from "#help";
import { createIdentity } from "#identity";
import { createLanding } from "#landing";
import { createLedger, type SealPlace } from "#ledger";
import { createMailboxes } from "#mailboxes";
import { createMembership } from "#membership";
import { createNotifications } from "#notifications";
import { type Brand, createPartners } from "#partners";
import { createPassbook } from "#passbook";
import { createPayables } from "#payables";
import { createPayouts } from "#payouts";
import { createChannels } from "#platform/channels";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Request } from "#platform/http";
import { createInbox, registerInboxMetrics } from "#platform/inbox";
import { registerJobMetrics } from "#platform/job-desk";
import { createRegistry, registerJobs } from "#platform/jobs";
import { createLimits } from "#platform/limits";
import type { Log } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import type { Module } from "#platform/module";
import { createProviderCalls } from "#platform/provider-calls";
import { createProviderHealth } from "#platform/provider-health";
import { createRateBudget } from "#platform/rate-budget";
import { secretOf } from "#platform/seal";
import { createPrivacy } from "#privacy";
import { createPromises } from "#promises";
import { createProtection } from "#protection";
import { createReceipts } from "#receipts";
import { createRewards } from "#rewards";
import { type Config, moduleSettings, offParties } from "#settings";
import { createShipments } from "#shipments";
import { createStaff } from "#staff";
import { createTranslation, type ReleaseTexts } from "#translation";
import { createTreasury } from "#treasury";
import { createMemberOf } from "../modules/identity/http.ts";
import type { LedgerSettings } from "../modules/ledger/settings.ts";
import { createStripeProcessor } from "../modules/membership/stripe/stripe.ts";
import { MODULES } from "../modules/order.ts";
import type { Services } from "../services.ts";
import { ACCOUNT_KINDS } from "./account-kinds.ts";
import { operatorViewOf } from "./operators.ts";
import { registerModules, runningModules } from "./register-modules.ts";

/** Beside the sandbox the key is derived; without the sandbox the start asks for one. */
const sealsOf = (settings: LedgerSettings, { DATA_DIR }: Config, secret: string): SealPlace => ({
  folder: settings.LEDGER_SEALS_DIR ?? join(DATA_DIR, "seals"),
  key: settings.LEDGER_SEAL_KEY ?? secret,
});

/** The site's own, that of its pictures and the console's. `consoleHost`: with its port or without. */
function ownHosts(publicUrl: string, consoleHost = ""): string[] {
  const { hostname } = new URL(publicUrl);
  const [console = ""] = consoleHost.split(":");
  return [hostname, `media.${hostname}`, console].filter(Boolean);
}

export type WiringOptions = {
  config: Config;
  clock: Clock;
  log: Log;
  database: DatabaseHandle;
  importApart?: ((feedName: string) => Promise<ImportReport>) | undefined;
  /** The brand packs, home first; those of `brands/` when absent. */
  brands?: readonly Brand[];
  /** The Spanish that the release has; what lies beside its screens when absent. */
  release?: ReleaseTexts;
};

export async function wire({ config, clock, log, database, importApart, brands, release }: WiringOptions) {
  const settings = moduleSettings(config);
  const secret = secretOf(config);
  const registry = createRegistry(MODULES.flatMap((module: Module<never>) => module.events ?? []));
  const metrics = createMetrics(MODULES.flatMap((module: Module<never>) => module.metrics ?? []));
  registerJobMetrics(metrics, database.db);
  const budget = createRateBudget(database, config.PROVIDER_BUDGET_FACTOR);
  const providerHealth = createProviderHealth({ database, clock, log, budget, off: offParties(config) });
  const rules = MODULES.flatMap((module: Module<never>) => Object.values(module.limits ?? {}));
  const limits = createLimits({ db: database.db, clock, factor: config.RATE_LIMIT_FACTOR, rules });
  const calls = createProviderCalls({ budget, health: providerHealth });
  const channels = createChannels();
  const inbox = createInbox({ database, clock, keepDays: config.INBOX_KEEP_DAYS });
  registerJobs(registry, inbox.jobs());
  registerInboxMetrics(metrics, inbox);
  providerHealth.registerParked(inbox.countParked);
  const partners = createPartners({
    pixelsFile: settings.partners.PIXELS_FILE,
    brands,
    ownHosts: ownHosts(config.PUBLIC_URL, settings.staff.CONSOLE_HOST),
    data: { database, clock, registry, log, secret },
  });
  // What any module may ask for; which of it one does ask for, its own type says.
  const base = { database, clock, log, registry, calls, limits, metrics, inbox };
  const ledger = createLedger({
    ...{ ...base, accounts: ACCOUNT_KINDS },
    seals: sealsOf(settings.ledger, config, secret),
    coins_per_dollar: partners.home.coins_per_dollar,
  });
  const payables = createPayables({ ...base, ledger });
  const notifications = createNotifications({
    ...{ ...base, settings: settings.notifications, secret, partners },
    sealsMail: settings.ledger.LEDGER_SEALS_MAIL,
    letters: MODULES.flatMap((module: Module<never>) => module.letters ?? []),
  });
  const texts = { root: join(import.meta.dirname, "../.."), postalAddress: notifications.postalAddress };
  const editions = createEditions({ ...base, ...texts, partners });
  const content = createContent({ ...texts, editions });
  const agreements = createAgreements({ ...base, content, editions });
  const translation = createTranslation({ ...base, ...(release && { release }) });
  const attribution = await createAttribution({
    ...base,
    settings: settings.attribution,
    health: providerHealth,
    partners,
  });
  const identity = await createIdentity({
    ...{ ...base, settings: settings.identity, secret, health: providerHealth },
    ...{ ledger, notifications, attribution, partners, agreements, editions },
  });
  const catalog = createCatalog({
    ...{ ...base, settings: settings.catalog, importApart },
    tell: { notifications, identity },
    news_paths: () => content.newsPaths({ brand: partners.home, language: "en" }),
    shares: {
      home: () => partners.home,
      most_share_bps: () => Math.max(...partners.all().map(({ plus_share_bps }) => plus_share_bps)),
    },
  });
  // What nearly all modules above these work with. Money and keys are no part of it: who has them is named.
  const common = { ...base, partners, notifications, identity, catalog };
  const extension = createExtension({ ...common, settings: settings.extension });
  const membership = createMembership({
    ...{ ...common, settings: settings.membership, secret, ledger, payables },
    processor: createStripeProcessor(settings.membership, log, {
      heard: (note) => providerHealth.note("stripe", note),
    }),
  });
  const cashback = createCashback({ ...common, settings: settings.cashback, ledger });
  const shopping = { ...common, membership, cashback };
  const coins = createCoins({
    ...{ ...common, settings: settings.coins, secret, ledger },
    heard: providerHealth.heard,
  });
  const receipts = createReceipts({ ...common, settings: settings.receipts, secret, dataDir: config.DATA_DIR });
  const mailboxes = createMailboxes({ ...common, settings: settings.mailboxes, secret, receipts });
  const benefits = createBenefits({ ...shopping, settings: settings.benefits, ledger, coins, receipts, mailboxes });
  const shipments = createShipments({ ...shopping, settings: settings.shipments, secret, mailboxes, benefits });
  const protection = createProtection({
    ...{ ...shopping, settings: settings.protection, secret },
    ...{ receipts, mailboxes, benefits, shipments },
  });
  const payouts = createPayouts({ ...shopping, settings: settings.payouts, secret, ledger, payables });
  const landing = createLanding({ ...shopping, settings: settings.landing, secret, attribution, ledger });
  const rewards = createRewards({ ...shopping, settings: settings.rewards, ledger, payouts });
  const treasury = createTreasury({ ...shopping, ledger, payables, payouts });
  const promises = createPromises({ ...shopping, payouts, benefits });
  const help = createHelp({
    ...{ ...common, settings: settings.help, secret, channels, mailboxes },
    memberOf: identity.confirmedMember,
    inquiries: cashback.inquiries,
    closure: identity.desk.closure,
    isQuestion: content.isQuestion,
    // The staff stands above: who works here is asked when it is needed.
    colleagues: () => staff.colleagues("members.help", "purchases.decide"),
  });
  const privacy = createPrivacy({ ...common, secret, publicUrl: config.PUBLIC_URL, attribution });
  const health = createHealth({ ...base, settings: settings.health, notifications });
  const passbook = createPassbook({
    ...{ ...shopping, secret, publicUrl: config.PUBLIC_URL, ledger, benefits },
    describers: MODULES.flatMap((module: Module<never>) => module.describers ?? []),
  });
  const staff = createStaff({ ...base, settings: settings.staff, secret, notifications, partners });
  // What modules tell of themselves works with these: the whole of the settings is not among them.
  const doors = {
    cookies: MODULES.flatMap((module: Module<never>) => module.cookies ?? []),
    navigation: MODULES.flatMap((module: Module<never>) => module.navigation ?? []),
    memberOf: createMemberOf(identity),
    /** Whose page a call comes from, by the same signs as the page itself. */
    brandOf: (request: Request) => partners.ofRequest(request),
    limitFactor: config.RATE_LIMIT_FACTOR,
    publicUrl: config.PUBLIC_URL,
    /** Whether answers are written as they were shaped (`writtenAsShaped`). */
    plain: config.NODE_ENV === "production",
    clock,
    log,
    database,
    registry,
    metrics,
    limits,
    providerHealth,
    inbox,
    channels,
    partners,
    ledger,
    payables,
    notifications,
    content,
    editions,
    agreements,
    translation,
    attribution,
    identity,
    catalog,
    extension,
    membership,
    cashback,
    coins,
    receipts,
    mailboxes,
    benefits,
    shipments,
    protection,
    payouts,
    landing,
    rewards,
    treasury,
    promises,
    help,
    privacy,
    health,
    passbook,
    staff,
    /** Whether the outside world is played. */
    besideSandbox: config.SANDBOX === "on",
  };
  registerModules<typeof doors>(MODULES, doors, identity);
  const modules = runningModules<typeof doors>(MODULES, doors);
  const operators = operatorViewOf<typeof doors>(MODULES, doors);
  health.watch(operators);
  staff.declare(operators);
  /** What screens may ask: the catalogue's rates are those of the page's brand. */
  const servicesUnder = (brand: Brand): Services => ({ ...doors, catalog: { ...catalog, ...catalog.under(brand) } });
  return { config, ...doors, operators, modules, servicesUnder };
}

export type Wired = Awaited<ReturnType<typeof wire>>;
