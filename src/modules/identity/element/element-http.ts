/** `/elements/login.js`: the web component for partners' pages, its types taken off once at the start. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { Http } from "#platform/http";
import { sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";

/** `names`: how each partner calls itself, home first. */
export function registerElement(app: Http, names: Readonly<Record<string, string>>) {
  const source = readFileSync(new URL("./login-element.ts", import.meta.url), "utf8");
  const bare = stripTypeScriptTypes(source, { mode: "strip" });
  const script = bare.replace(/(const NAMES\b[^=]*= )\{\}/, (_, start: string) => start + JSON.stringify(names));
  assert(script !== bare, "the element says whose sign-in it is");
  const etag = `"${sha256(script).toString("base64url").slice(0, 22)}"`;
  app.get("/elements/login.js", { schema: { hide: true } }, async (request, reply) => {
    reply
      .header("content-type", "text/javascript; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      // Partners' pages load it: the other files of ours stay to ourselves.
      .header("cross-origin-resource-policy", "cross-origin")
      .header("access-control-allow-origin", "*")
      .header("etag", etag);
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.send(script);
  });
}
