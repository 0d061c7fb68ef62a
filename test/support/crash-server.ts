/**
 * The real server of the crash test, in a process of its own that can be killed: the calls, hooks, redirects and jobs of
 * the product on a real database. Pages are left out, because they need a build; what a page's form would do
 * (asking for a withdrawal) is one plain call here, to the same verb.
 */

import { flushCompileCache } from "node:module";
import { createLog } from "#platform/log";
import { readConfig } from "#settings";
import { serve } from "../../src/server/serve.ts";
import type { Wired } from "../../src/server/wiring.ts";

const config = readConfig();
let wired: Wired | null = null;

const served = await serve({
  config,
  databaseUrl: config.DATABASE_URL ?? "",
  log: createLog({ level: config.LOG_LEVEL }),
  build: () => Promise.reject(new Error("the crash test has no pages")),
  attach: (app) => {
    app.post("/crash/withdrawals", async (request, reply) => {
      // The crash test's own load sends it, whole.
      const outcome = await wired?.payouts.request(request.body as never);
      return reply.code(outcome?.ok ? 200 : 409).send(outcome?.ok ? outcome.value : { code: outcome?.code });
    });
  },
  beforeListen: async (made) => {
    wired = made;
  },
});
console.log(JSON.stringify({ ready: served.url }));
// Node keeps what it has compiled when a process ends by itself, which none of these does: fifty starts would compile it all.
flushCompileCache();
process.on("SIGTERM", () => served.close().then(() => process.exit(0)));
