import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { registerAnalytics } from "./analytics/collect.ts";
import { openCatalogue } from "./catalogue/catalogue.ts";
import { registerMedia } from "./catalogue/pictures.ts";
import { createClock } from "./clock.ts";
import { registerControl } from "./control/api.ts";
import { createFaults, installFaults } from "./control/faults.ts";
import { openDatabase, readMeta, writeMeta } from "./database.ts";
import { registerIdentity } from "./identity/identity.ts";
import { registerMailbox } from "./mail/mailbox.ts";
import { startSmtp } from "./mail/smtp.ts";
import { registerAwinDatafeeds } from "./networks/awin/datafeeds.ts";
import { registerAwinProgrammes } from "./networks/awin/programmes.ts";
import { registerAwinTransactions } from "./networks/awin/transactions.ts";
import { registerCjCommissions } from "./networks/cj/commissions.ts";
import { registerCjFeeds } from "./networks/cj/feeds.ts";
import { registerCjLookups } from "./networks/cj/lookups.ts";
import { registerCjPrograms } from "./networks/cj/programs.ts";
import { registerClicks } from "./networks/clicks.ts";
import { registerConversions } from "./networks/conversions.ts";
import { registerImpactActions } from "./networks/impact/actions.ts";
import { registerImpactCampaigns } from "./networks/impact/campaigns.ts";
import { registerImpactCatalogs } from "./networks/impact/catalogs.ts";
import { registerImpactInvoices } from "./networks/impact/invoices.ts";
import { settleDue } from "./networks/orders.ts";
import { createOutbox } from "./networks/outbox.ts";
import { registerPaypal, resumePaypal } from "./payouts/paypal.ts";
import { registerTremendous } from "./payouts/tremendous.ts";
import { registerPlay } from "./play/actions.ts";
import { registerProcessor } from "./processor/processor.ts";
import { registerShops } from "./shops/shop.ts";
import { registerStores } from "./shops/store.ts";
import { registerTexts } from "./texts/twilio.ts";
import type { Settings, World } from "./world.ts";

export type SandboxOptions = Partial<Settings>;

export interface Sandbox {
  url: string;
  smtpPort: number;
  close(): Promise<void>;
}

function complete(options: SandboxOptions): Settings {
  const productUrl = (options.productUrl ?? "http://localhost:3000").replace(/\/$/, "");
  return {
    host: "127.0.0.1",
    port: 3100,
    smtpPort: 3125,
    dataDir: null,
    postbackImpact: `${productUrl}/hooks/impact/sandbox-postback-secret`,
    postbackAwin: `${productUrl}/hooks/awin/sandbox-postback-secret`,
    webhookPaypal: `${productUrl}/hooks/paypal`,
    webhookTremendous: `${productUrl}/hooks/tremendous`,
    webhookStripe: `${productUrl}/hooks/stripe`,
    payoutDelayMs: 2000,
    retryDelaysMs: [1000, 5000, 30_000, 120_000],
    limitFactor: 1000,
    catalogue: "whole",
    ...options,
    productUrl,
  };
}

function createWorld(settings: Settings): World & { stopTimers(): void; found(url: string): void } {
  const db = openDatabase(settings.dataDir);
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    timers.add(timer);
  };
  const clock = createClock(Number(readMeta(db, "clock.offset") ?? "0"), (ms) =>
    writeMeta(db, "clock.offset", `${ms}`),
  );
  let url = "";
  return {
    settings,
    db,
    clock,
    after,
    catalogue: openCatalogue(settings.catalogue),
    faults: createFaults(settings.limitFactor),
    charges: [],
    outbox: createOutbox({ db, clock, after, retryDelaysMs: settings.retryDelaysMs }),
    origin: () => url,
    found(own) {
      url = own;
    },
    stopTimers() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function register(app: FastifyInstance, world: World): void {
  registerMedia(app, world);
  registerClicks(app, world);
  registerConversions(app, world);
  registerImpactCampaigns(app, world);
  registerImpactActions(app, world);
  registerImpactInvoices(app, world);
  registerImpactCatalogs(app, world);
  registerCjCommissions(app, world);
  registerCjPrograms(app, world);
  registerCjLookups(app, world);
  registerCjFeeds(app, world);
  registerAwinProgrammes(app, world);
  registerAwinTransactions(app, world);
  registerAwinDatafeeds(app, world);
  registerPaypal(app, world);
  registerTremendous(app, world);
  registerProcessor(app, world);
  registerAnalytics(app, world);
  registerMailbox(app, world);
  registerTexts(app, world);
  registerShops(app, world);
  registerStores(app, world);
  registerIdentity(app, world);
  registerControl(app, world);
  registerPlay(app, world);
}

/** Starts the outside world. Ports of 0 take free ones; `dataDir: null` keeps everything in memory. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const settings = complete(options);
  const world = createWorld(settings);
  const app = Fastify({
    logger: false,
    bodyLimit: 4 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 4096 },
  });
  app.addContentTypeParser(["text/plain", "application/graphql"], { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
  // Providers take a call without a body, whatever type it says to have: PayPal's own client sends such.
  const json = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, null);
    else json(request, body.toString(), done);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(error);
    reply.code(status).send({ error: error.name, message: error.message });
  });
  await app.register(cookie);
  await app.register(formbody);
  installFaults(app, world.faults);
  register(app, world);
  const smtp = await startSmtp(world);
  await app.listen({ host: settings.host, port: settings.port });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  const url = `http://${settings.host}:${port}`;
  world.found(url);
  world.outbox.resume();
  resumePaypal(world);
  const tick = setInterval(() => settleDue(world), 60_000);
  tick.unref();
  return {
    url,
    smtpPort: smtp.port,
    async close() {
      clearInterval(tick);
      world.stopTimers();
      await world.outbox.close();
      await Promise.all([app.close(), smtp.close()]);
      world.db.close();
    },
  };
}
