/**
 * The whole product for browser journeys: real server with its built pages and its worker, real database with the whole
 * catalogue, and the sandbox beside it. Started once for a test file.
 */
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "react-router";
import type { Brand } from "#partners";
import { freePort } from "#platform/embedded-postgres";
import { type Config, readConfig } from "#settings";
import type { ReleaseTexts } from "#translation";
import { startSandbox } from "../../sandbox/sandbox.ts";
import { serve } from "../../src/server/serve.ts";
import type { Wired } from "../../src/server/wiring.ts";
import { catalogueFurniture } from "./catalogue-furniture.ts";
import { createTestDatabase } from "./database.ts";
import { sandboxPort } from "./sandbox-port.ts";
import { createLogTrap } from "./world.ts";

export type Product = Awaited<ReturnType<typeof startProduct>>;
export type ProductOptions = {
  environment?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
  /** `false`: without stores and gift cards, which take their time to come in. */
  catalogue?: boolean;
  /** Brand packs instead of those of the project, home first. */
  brands?: readonly Brand[];
  /** Another release than the one that was built: its pages, and the Spanish that it has. */
  release?: { build: () => Promise<ServerBuild>; texts: ReleaseTexts };
  /** `true`: the outside world calls us by our name, as partners do whose signatures cover the whole address. */
  by_name?: boolean;
  /** Runs before the first request is answered, while nobody has our port. */
  before_listen?: (wired: Wired, config: Config) => Promise<void>;
  /** `true`: clicks lead to shops on hosts of their own, which the browser is told to find here. */
  shop_hosts?: boolean;
};

export async function startProduct(options: ProductOptions = {}) {
  const port = await freePort();
  // A name, not a number: cookies and addresses behave as on a developer's machine.
  const url = `http://localhost:${port}`;
  const sandbox = await startSandbox({
    port: await sandboxPort(),
    smtpPort: 0,
    dataDir: null,
    productUrl: options.by_name ? url : `http://127.0.0.1:${port}`,
    payoutDelayMs: 300,
    shopHosts: options.shop_hosts ?? false,
  });
  const furniture = options.catalogue === false ? undefined : catalogueFurniture(sandbox);
  const base = await createTestDatabase({ connections: 2, furniture });
  const config = readConfig({
    NODE_ENV: "production",
    // Seals of a database that a developer keeps beside this one are not this one's.
    DATA_DIR: join(tmpdir(), `tuppence-${randomUUID()}`),
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: url,
    SANDBOX_PORT: new URL(sandbox.url).port,
    SMTP_URL: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    IMAP_HOSTS: `mailbox.example=imap://127.0.0.1:${sandbox.imapPort}`,
    APNS_URL: `http://127.0.0.1:${sandbox.apnsPort}`,
    MAIL_DNS_SERVERS: `127.0.0.1:${sandbox.namesPort}`,
    POLL_SECONDS: "2",
    RATE_LIMIT_FACTOR: "100",
    // Which views are measured is drawn: a journey that means it says so.
    VITALS_SHARE: "0",
    ...(typeof options.environment === "function" ? options.environment(sandbox.url) : options.environment),
  });
  const trap = createLogTrap();
  const served = await serve({
    config,
    databaseUrl: base.url,
    log: trap.log,
    brands: options.brands,
    beforeListen: async (wired) => options.before_listen?.(wired, config),
    ...(options.release && { build: options.release.build, release: options.release.texts }),
  });
  return {
    url,
    sandbox,
    wired: served.wired,
    errors: trap.errors,
    async control<T = unknown>(path: string, json?: unknown): Promise<T> {
      const response = await fetch(
        `${sandbox.url}/control${path}`,
        json === undefined
          ? {}
          : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(json) },
      );
      return (await response.json()) as T;
    },
    async close() {
      const report = await served.wired.ledger.verify();
      await served.close();
      await sandbox.close();
      await base.drop();
      if (report.findings.length) throw new Error(`The ledger does not verify: ${JSON.stringify(report.findings)}`);
      const errors = trap.errors();
      if (errors.length) throw new Error(`Unexpected errors were logged: ${JSON.stringify(errors)}`);
    },
  };
}
