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
import { assert } from "#platform/outcome";
import { createProviderCalls } from "#platform/provider-calls";
import { createProviderHealth } from "#platform/provider-health";
import { createRateBudget } from "#platform/rate-budget";
import { secretOf } from "#platform/seal";
import { createPrivacy } from "#privacy";
import { createPromises } from "#promises";
import { createProtection } from "#protection";
import { createReceipts } from "#receipts";
import { createRewards } from "#rewards";
import type { Config } from "#settings";
import { createShipments } from "#shipments";
import { createStaff } from "#staff";
import { createTranslation, type ReleaseTexts } from "#translation";
import { createTreasury } from "#treasury";
import { createMemberOf } from "../modules/identity/http.ts";
import type { LedgerSettings } from "../modules/ledger/settings.ts";
import { createStripeProcessor } from "../modules/membership/stripe/stripe.ts";
import { MODULES } from "../modules/order.ts";
import { moduleSettings } from "./module-settings.ts";
import { operatorViewOf } from "./operators.ts";
import { registerModules } from "./register-modules.ts";

/** Beside the sandbox the key is derived; without the sandbox the start asks for one. */
const sealsOf = (settings: LedgerSettings, { DATA_DIR }: Config, secret: string): SealPlace => ({
  folder: settings.LEDGER_SEALS_DIR ?? join(DATA_DIR, "seals"),
  key: settings.LEDGER_SEAL_KEY ?? secret,
});

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
  const registry = createRegistry();
  const metrics = createMetrics();
  registerJobMetrics(metrics.registry, database.db);
  const budget = createRateBudget(database, config.PROVIDER_BUDGET_FACTOR);
  const providerHealth = createProviderHealth({ database, clock, log, budget });
  const limits = createLimits({ db: database.db, clock, factor: config.RATE_LIMIT_FACTOR });
  const calls = createProviderCalls({ budget, health: providerHealth });
  const channels = createChannels();
  const inbox = createInbox({ database, clock, keepDays: config.INBOX_KEEP_DAYS });
  registerJobs(registry, inbox.jobs());
  registerInboxMetrics(metrics.registry, inbox);
  providerHealth.registerParked(inbox.countParked);
  const partners = createPartners({
    pixelsFile: settings.partners.PIXELS_FILE,
    brands,
    data: { database, clock, registry, log, secret },
  });
  const { hostname } = new URL(config.PUBLIC_URL);
  const ours = [hostname, `media.${hostname}`, settings.staff.CONSOLE_HOST?.split(":")[0]];
  partners.registerCheck(({ hosts }) =>
    assert(
      !hosts.some((host) => ours.includes(host)),
      "our own host, that of pictures and the console's belong to no partner",
    ),
  );
  const ledger = createLedger({
    database,
    clock,
    log,
    seals: sealsOf(settings.ledger, config, secret),
    coins_per_dollar: partners.home.coins_per_dollar,
  });
  const payables = createPayables({ database, clock, log, ledger, metrics });
  const notifications = createNotifications({
    database,
    clock,
    settings: settings.notifications,
    secret,
    sealsMail: settings.ledger.LEDGER_SEALS_MAIL,
    log,
    registry,
    calls,
    partners,
    inbox,
  });
  const texts = { root: join(import.meta.dirname, "../.."), postalAddress: notifications.postalAddress };
  const editions = createEditions({ database, clock, registry, log, partners, ...texts });
  const content = createContent({ ...texts, editions });
  const agreements = createAgreements({ database, clock, content, editions });
  const translation = createTranslation({ database, clock, log, ...(release && { release }) });
  const attribution = await createAttribution({
    database,
    clock,
    settings: settings.attribution,
    log,
    partners,
    health: providerHealth,
  });
  const identity = await createIdentity({
    database,
    clock,
    settings: settings.identity,
    secret,
    log,
    registry,
    limits,
    inbox,
    notifications,
    attribution,
    ledger,
    metrics,
    health: providerHealth,
    partners,
    agreements,
    editions,
  });
  const catalog = createCatalog({
    database,
    clock,
    settings: settings.catalog,
    log,
    registry,
    importApart,
    calls,
    metrics,
    tell: { notifications, identity },
    news_paths: () => content.newsPaths({ brand: partners.home, language: "en" }),
    shares: {
      home: () => partners.home,
      most_share_bps: () => Math.max(...partners.all().map(({ plus_share_bps }) => plus_share_bps)),
    },
  });
  const extension = createExtension({ database, clock, log, catalog, partners, limits, settings: settings.extension });
  const membership = createMembership({
    database,
    clock,
    settings: settings.membership,
    secret,
    log,
    metrics,
    inbox,
    ledger,
    payables,
    identity,
    notifications,
    partners,
    processor: createStripeProcessor(settings.membership, log, {
      heard: (note) => providerHealth.note("stripe", note),
    }),
  });
  const cashback = createCashback({
    database,
    clock,
    settings: settings.cashback,
    log,
    registry,
    calls,
    inbox,
    ledger,
    identity,
    catalog,
    notifications,
  });
  const coins = createCoins({
    database,
    clock,
    settings: settings.coins,
    secret,
    log,
    registry,
    calls,
    limits,
    inbox,
    ledger,
    identity,
    notifications,
    partners,
  });
  const receipts = createReceipts({
    ...{ database, clock, settings: settings.receipts, dataDir: config.DATA_DIR, secret },
    ...{ log, registry, limits, metrics, catalog },
  });
  coins.redrawBy(receipts.redraw);
  const mailboxes = createMailboxes({
    ...{ database, clock, settings: settings.mailboxes, secret, log, registry, calls, limits, metrics, inbox },
    ...{ identity, catalog, receipts, notifications, partners },
  });
  const benefits = createBenefits({
    ...{ database, clock, settings: settings.benefits, log, registry, limits, ledger, identity, catalog },
    ...{ membership, cashback, coins, receipts, mailboxes, notifications, partners },
  });
  const shipments = createShipments({
    ...{ database, clock, settings: settings.shipments, secret, log, registry, calls, limits, metrics, inbox },
    ...{ identity, catalog, membership, cashback, mailboxes, benefits, notifications, partners },
  });
  const protection = createProtection({
    ...{ database, clock, settings: settings.protection, secret, log, registry, calls, limits, metrics },
    ...{ identity, catalog, membership, cashback, receipts, mailboxes, benefits, shipments, notifications, partners },
  });
  const payouts = createPayouts({
    database,
    clock,
    settings: settings.payouts,
    secret,
    log,
    calls,
    limits,
    inbox,
    ledger,
    payables,
    identity,
    notifications,
    catalog,
    cashback,
    partners,
  });
  const landing = createLanding({
    database,
    clock,
    settings: settings.landing,
    secret,
    log,
    catalog,
    identity,
    limits,
    notifications,
    partners,
    attribution,
    ledger,
    membership,
  });
  const rewards = createRewards({
    database,
    clock,
    settings: settings.rewards,
    ledger,
    identity,
    cashback,
    membership,
    payouts,
    notifications,
    partners,
  });
  const treasury = createTreasury({
    database,
    clock,
    log,
    metrics,
    ledger,
    payables,
    membership,
    cashback,
    payouts,
  });
  const promises = createPromises({ database, clock, catalog, payouts, cashback, benefits });
  const help = createHelp({
    ...{ database, clock, settings: settings.help, secret, limits, log, metrics, notifications, partners, channels },
    ...{ inbox, mailboxes, memberOf: identity.confirmedMember, inquiries: cashback.inquiries },
    closure: identity.desk.closure,
    isQuestion: content.isQuestion,
    // The staff stands above: who works here is asked when it is needed.
    colleagues: () => staff.colleagues("members.help", "purchases.decide"),
  });
  const privacy = createPrivacy({
    ...{ database, clock, limits, notifications, partners, identity, attribution, secret },
    publicUrl: config.PUBLIC_URL,
  });
  const health = createHealth({ database, clock, settings: settings.health, log, limits, notifications });
  const passbook = createPassbook({
    ...{ clock, log, secret, publicUrl: config.PUBLIC_URL },
    ...{ ledger, identity, catalog, cashback, benefits },
    describers: MODULES.flatMap((module: Module<never>) => module.describers ?? []),
  });
  const staff = createStaff({
    database,
    clock,
    settings: settings.staff,
    secret,
    limits,
    log,
    metrics,
    notifications,
    partners,
  });
  providerHealth.registerParked(() => payables.parked());
  providerHealth.registerParked(async () => new Map([["stripe", (await membership.personCases()).length]]));
  notifications.pushes.registerSessions(identity.liveSessions);
  notifications.consents.registerConfirmed(coins.isPhoneOf);
  identity.registerTraceSource(async (one, other) => {
    const [cards, others] = await Promise.all([
      membership.cardKeys(database.db, one),
      membership.cardKeys(database.db, other),
    ]);
    return cards.some((card) => others.includes(card));
  });
  // With one of these a trial was used: its price stays (decision 0011).
  membership.registerUse(cashback.usedPlusRate);
  membership.registerUse(rewards.usedFirstOrder);
  membership.registerUse(benefits.usedBoost);
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
  registerModules<typeof doors>(MODULES, doors);
  const operators = operatorViewOf<typeof doors>(MODULES, doors);
  health.watch(operators);
  staff.declare(operators);
  return { config, ...doors, operators };
}

export type Wired = Awaited<ReturnType<typeof wire>>;
