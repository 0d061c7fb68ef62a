import cookie from "@fastify/cookie";
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { openCatalogue } from "./catalogue/catalogue.ts";
import { createClock } from "./clock.ts";
import { registerControl } from "./control/api.ts";
import { createFaults, installFaults } from "./control/faults.ts";
import { keepAtHome } from "./control/loopback.ts";
import { openDatabase, readMeta, writeMeta } from "./database.ts";
import { networks } from "./networks/network.ts";
import { settleDue } from "./networks/orders.ts";
import { createOutbox } from "./outbox.ts";
import { registerPlay } from "./play/actions.ts";
import { PROVIDERS } from "./providers.ts";
import { hookUrl, type Provider, type Settings, type World } from "./world.ts";

export type SandboxOptions = Partial<Settings>;

/** How many made-up goods `npm start` has; tests make do with fewer, which are brought in sooner. */
export const STARTED_PRODUCTS = 60_000;

export interface Sandbox {
  url: string;
  smtpPort: number;
  imapPort: number;
  apnsPort: number;
  /** Of the name server, by UDP. */
  namesPort: number;
  close(): Promise<void>;
}

/** What is no mail server and no web server has a port so far from the mail server's, so that one setting moves them all. */
const BESIDE = { imap: 118, apns: 119 };
const portBy = (smtpPort: number, beside: number): number =>
  smtpPort === 0 ? 0 : smtpPort > 65_000 ? smtpPort - beside : smtpPort + beside;

function complete(options: SandboxOptions): Settings {
  const productUrl = (options.productUrl ?? "http://localhost:3000").replace(/\/$/, "");
  return {
    host: "127.0.0.1",
    port: 3100,
    smtpPort: 3125,
    imapPort: portBy(options.smtpPort ?? 3125, BESIDE.imap),
    apnsPort: portBy(options.smtpPort ?? 3125, BESIDE.apns),
    dataDir: null,
    control: "loopback",
    hooks: {},
    payoutDelayMs: 2000,
    retryDelaysMs: [1000, 5000, 30_000, 120_000],
    limitFactor: 1000,
    catalogue: "whole",
    shopHosts: false,
    products: options.catalogue === "small" ? 0 : 1_500,
    ...options,
    productUrl,
  };
}

function createWorld(
  settings: Settings,
  providers: readonly Provider[],
): World & { stopTimers(): void; found(url: string): void } {
  const db = openDatabase(settings.dataDir, providers);
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
  const world = {
    settings,
    providers,
    db,
    clock,
    after,
    catalogue: openCatalogue(
      settings.catalogue,
      networks({ providers }).map(({ name, network }) => ({ name, ...network.numbers })),
      settings.products,
      () => clock.now(),
    ),
    faults: createFaults(
      settings.limitFactor,
      providers.flatMap(({ limits }) => limits ?? []),
    ),
    outbox: createOutbox({ db, clock, after, retryDelaysMs: settings.retryDelaysMs }),
    origin: () => url,
    found(own: string) {
      url = own;
    },
    stopTimers() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
  for (const provider of providers) {
    const { hook } = provider;
    if (!hook) continue;
    world.outbox.open(provider.name, {
      url: hookUrl(settings, provider),
      once: hook.once ?? false,
      ...(hook.resends === undefined ? {} : { resends: hook.resends }),
      ...(hook.accepts ? { accepts: hook.accepts } : {}),
      sign: (body, forged, to) => hook.sign?.(world, body, forged, to) ?? {},
    });
  }
  return world;
}

/** What everybody may call in one scope, and what moves the world or reads its mails in one that is kept at home. */
function register(app: FastifyInstance, world: World): void {
  app.register(async (open) => {
    open.addHook("onRoute", ({ url }) => {
      if (/^\/(control|play)(\/|$)/.test(url)) throw new Error(`${url} belongs to what is kept at home`);
    });
    for (const provider of world.providers) provider.routes?.(open, world);
  });
  app.register(async (home) => {
    if (world.settings.control === "loopback") keepAtHome(home);
    for (const provider of world.providers) provider.control?.(home, world);
    registerControl(home, world);
    registerPlay(home, world);
  });
}

/** Starts the outside world. Ports of 0 take free ones; `dataDir: null` keeps everything in memory. */
export async function startSandbox(
  options: SandboxOptions = {},
  providers: readonly Provider[] = PROVIDERS,
): Promise<Sandbox> {
  const settings = complete(options);
  const world = createWorld(settings, providers);
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
  installFaults(app, world.faults, new Map(world.providers.map((provider) => [provider.name, provider])));
  register(app, world);
  const started = await Promise.all(world.providers.flatMap((provider) => provider.start?.(world) ?? []));
  await app.listen({ host: settings.host, port: settings.port });
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : settings.port;
  const url = `http://${settings.host}:${port}`;
  world.found(url);
  world.outbox.resume();
  for (const provider of world.providers) provider.resume?.(world);
  const tick = setInterval(() => settleDue(world), 60_000);
  tick.unref();
  return {
    url,
    smtpPort: started.find(({ smtpPort }) => smtpPort !== undefined)?.smtpPort ?? 0,
    imapPort: started.find(({ imapPort }) => imapPort !== undefined)?.imapPort ?? 0,
    apnsPort: started.find(({ apnsPort }) => apnsPort !== undefined)?.apnsPort ?? 0,
    namesPort: started.find(({ namesPort }) => namesPort !== undefined)?.namesPort ?? 0,
    async close() {
      clearInterval(tick);
      world.stopTimers();
      await world.outbox.close();
      await Promise.all([app.close(), ...started.map((one) => one.close())]);
      world.db.close();
    },
  };
}
