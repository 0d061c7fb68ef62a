/**
 * A whole small world for a story: real database, the sandbox beside it through its real protocols, a clock that the
 * story moves, and jobs that run when the story says so. No server: verbs are called as screens and calls would.
 */

import { createHash, randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Brand } from "#partners";
import { fixedClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { freePort } from "#platform/embedded-postgres";
import { runDueJobs } from "#platform/jobs";
import { createLog } from "#platform/log";
import { type Config, readConfig } from "#settings";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { createApp } from "../../src/server/app.ts";
import { type Wired, wire } from "../../src/server/wiring.ts";
import { FROM_US } from "./arrivals.ts";
import { ageOfImports, settleAddresses } from "./catalogue-furniture.ts";
import { createTestDatabase, type Furniture, type TestDatabase } from "./database.ts";
import { sandboxPort } from "./sandbox-port.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

/** Unexpected errors in the log fail the story; a story that causes some says which. */
export function createLogTrap() {
  const lines: { level: number; msg: string; err?: { message: string } }[] = [];
  const log = createLog({
    level: "warn",
    // Of a stream the log only writes.
    stream: { write: (line: string) => Boolean(lines.push(JSON.parse(line))) } as never,
  });
  return { log, errors: () => lines.filter((line) => line.level >= 50) };
}

/** What moved on members' accounts in a story: their passbook has words for each. */
const MEMBERS_KINDS = `
  select distinct t.kind from ledger.transfers t join ledger.lines l using (transfer_id) join ledger.accounts a using (account_id)
  where not a.house`;

type WorldOptions = {
  at?: string;
  environment?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
  /** How many made-up goods the sandbox's broad shops share; absent: there are no such shops. */
  products?: number;
  /**
   * What the catalogue holds as the story begins, as the importers bring it in: the shops, or their coupons and goods too. Brought in
   * once for each hour at which stories begin, and cloned for each: an import takes longer than most stories.
   */
  shops?: "programmes" | "everything";
  /** Brand packs beside those of the project, home first. */
  brands?: readonly Brand[];
  /** What the story causes on purpose, by the messages of the errors. */
  expectedErrors?: RegExp;
};
const BEGINS = "2027-03-10T19:42:00Z";

function shopFurniture(sandbox: { url: string }, { at = BEGINS, products = 0, shops }: WorldOptions): Furniture {
  // Short, because PostgreSQL cuts what is longer than 63 characters.
  const what = createHash("sha256").update(`${shops} ${products} ${at} ${ageOfImports()}`).digest("hex");
  return {
    name: `shops_${what.slice(0, 12)}`,
    place: sandbox.url,
    async furnish({ url }) {
      const handle = openDatabase({ url, connections: CONNECTIONS, log: createLog({ level: "silent" }) });
      const world = await openWorld({ at, products }, { handle, url, ownerUrl: url, drop: () => handle.close() });
      if (shops === "everything") await world.catalog.importAll();
      else await world.importProgrammes();
      await world.close();
      return world.sandbox.url;
    },
    settle: (clone, note) => settleAddresses(clone, note, sandbox.url),
  };
}

/** More are opened for nothing: each reads all that it knows of its tables anew, which costs more than waiting for one of these. */
const CONNECTIONS = 4;

export const createWorld = (options: WorldOptions = {}) => openWorld(options);

/** `given`: in this database instead of one of its own. */
async function openWorld(options: WorldOptions, given?: TestDatabase) {
  const productPort = await freePort();
  const productUrl = `http://127.0.0.1:${productPort}`;
  const sandbox = await startSandbox({
    port: options.shops ? await sandboxPort() : 0,
    smtpPort: 0,
    dataDir: null,
    productUrl,
    catalogue: "small",
    products: options.products ?? 0,
    payoutDelayMs: 50,
    retryDelaysMs: [50, 100],
  });
  const furniture = options.shops && shopFurniture(sandbox, options);
  const base = given ?? (await createTestDatabase({ connections: CONNECTIONS, furniture }));
  const clock = fixedClock(options.at ?? BEGINS);
  const config: Config = readConfig({
    NODE_ENV: "test",
    // Seals of a database that a developer keeps beside this one are not this one's.
    DATA_DIR: join(tmpdir(), `tuppence-${randomUUID()}`),
    PORT: String(productPort),
    PUBLIC_URL: productUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    IMAP_HOSTS: `mailbox.example=imap://127.0.0.1:${sandbox.imapPort}`,
    APNS_URL: `http://127.0.0.1:${sandbox.apnsPort}`,
    MAIL_DNS_SERVERS: `127.0.0.1:${sandbox.namesPort}`,
    RATE_LIMIT_FACTOR: "1000",
    ...(typeof options.environment === "function" ? options.environment(sandbox.url) : options.environment),
  });
  const trap = createLogTrap();
  const wired: Wired = await wire({
    config,
    clock,
    log: trap.log,
    database: base.handle,
    ...(options.brands && { brands: options.brands }),
  });
  const calls: { method: string; url: string; schema: { body?: unknown } | undefined }[] = [];
  const web = await createApp({
    wired,
    attach: (app) =>
      void app.addHook("onRoute", ({ method, url, schema }) => {
        for (const each of [method].flat()) calls.push({ method: each, url, schema });
      }),
    build: async () => Promise.reject(new Error("stories have no pages")),
    mode: "production",
    cached: false,
    ready: async () => ({ ok: true, parts: {} }),
  });
  await web.app.listen({ port: productPort, host: "127.0.0.1" });

  async function control<T = unknown>(path: string, json?: unknown): Promise<T> {
    const response = await fetch(
      `${sandbox.url}/control${path}`,
      json === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(json) },
    );
    const body = (await response.json()) as T;
    expect(response.status, `control ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  }
  const syncClock = () => control("/clock", { now: clock.now().toISOString() });
  await syncClock();

  const world = {
    ...wired,
    base,
    app: web.app,
    /** Every address that the server answers, also those that are described nowhere. */
    calls,
    sandbox,
    clock,
    productUrl,
    control,
    errors: trap.errors,
    /** What the catalogue holds as the story begins; absent: nothing. */
    shops: options.shops,
    /** The shops of all networks, as their feeds say now. */
    async importProgrammes() {
      for (const feed of await wired.catalog.feeds()) {
        if (feed.kind !== "programmes") continue;
        const report = await wired.catalog.importFeed(feed.feed_name);
        expect(report, JSON.stringify(report)).toMatchObject({ state: "complete", problem: null });
      }
    },
    /** Moves both clocks: ours and the outside world's. */
    async advance(span: Parameters<typeof clock.advance>[0]) {
      clock.advance(span);
      await syncClock();
    },
    /** Runs every job that is due, and those that they cause. */
    work: () => runDueJobs(base.handle, wired.registry, trap.log, clock.now()),
    /** Reads the reports of all networks and acts on them. */
    async poll() {
      for (const network of ["impact", "cj", "awin"] as const) await wired.cashback.poll(network);
      await world.work();
    },
    async member(name: string, language: "en" | "es" = "en", partner = "tuppence") {
      const email = `${name.toLowerCase()}@example.com`;
      const outcome = await wired.identity.register({
        // Stories tell people apart by parts of addresses, which are no names.
        name: name.replace(/[^\p{L}\p{N}' -]/gu, " "),
        email,
        password: "copper penny passbook",
        password_confirmation: "copper penny passbook",
        language,
        partner,
        ...FROM_US,
        user_agent: "",
        address: "",
      });
      if (!outcome.ok) throw new Error(outcome.code);
      return { ...outcome.value.member, email, password: "copper penny passbook", cookie: outcome.value.login_token };
    },
    async passbookOf(userId: string) {
      return wired.passbook.page({ user_id: userId, filter: "all", page: 1 });
    },
    /** Subjects of the mails that reached an address, oldest first. */
    async mails(to: string): Promise<string[]> {
      const answer = await control<{ mails: { subject: string; id: number }[] }>(`/mails?to=${encodeURIComponent(to)}`);
      return answer.mails.toSorted((a, b) => a.id - b.id).map((mail) => mail.subject);
    },
    async close() {
      await web.close();
      await wired.cashback.close();
      await wired.attribution.close();
      wired.notifications.close();
      const report = await wired.ledger.verify();
      const { rows } = await base.handle.pool.query<{ kind: string }>(MEMBERS_KINDS);
      const told = wired.passbook.kinds();
      const coins = await base.handle.pool.query<{ kind: string }>(`${MEMBERS_KINDS} and a.unit = 'COIN'`);
      const toldOfCoins = wired.passbook.coinKinds();
      await sandbox.close();
      await base.drop();
      expect(report.findings).toEqual([]);
      expect(rows.filter(({ kind }) => !told.includes(kind))).toEqual([]);
      expect(coins.rows.filter(({ kind }) => !toldOfCoins.includes(kind) && kind !== "account.given_up")).toEqual([]);
      expect(trap.errors().filter(({ err, msg }) => !options.expectedErrors?.test(err?.message ?? msg))).toEqual([]);
    },
  };
  return world;
}
