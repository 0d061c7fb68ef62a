/**
 * The page that checks signed statements: one file with the very program of `checker/` in it, so that it can be saved and goes on
 * working without us.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Http } from "#platform/http";
import { inlineScriptHashes } from "./page-parts.ts";
import { contentSecurityPolicy, SECURITY_HEADERS } from "./security.ts";

const CHECKER = join(import.meta.dirname, "../../checker");

export function registerCheckPage(app: Http) {
  const read = (name: string) => readFileSync(join(CHECKER, name), "utf8");
  const program = read("check-statement.mjs").replace(/^export /gm, "");
  const page = read("page.html").replace("/*checker*/", () => program);
  const policy = contentSecurityPolicy({ hashes: inlineScriptHashes(page) });
  app.get("/check-statement", { schema: { hide: true } }, async (_request, reply) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) reply.header(name, value);
    return reply
      .header("content-security-policy", policy)
      .header("cache-control", "public, max-age=3600")
      .type("text/html; charset=utf-8")
      .send(page);
  });
}
