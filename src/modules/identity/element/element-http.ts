/** `/elements/login.js`: the web component for partners' pages, its types taken off once at the start. */
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { Http } from "#platform/http";
import { sha256 } from "#platform/ids";
import { assert } from "#platform/outcome";

/** `names`: how each partner calls itself now, home first. */
export function registerElement(app: Http, names: () => Readonly<Record<string, string>>) {
  const source = readFileSync(new URL("./login-element.ts", import.meta.url), "utf8");
  const bare = stripTypeScriptTypes(source, { mode: "strip" });
  let made: { of: string; script: string; etag: string } | null = null;
  /** Brands are named and renamed while the server runs. */
  function current() {
    const of = JSON.stringify(names());
    if (made?.of === of) return made;
    const script = bare.replace(/(const NAMES\b[^=]*= )\{\}/, (_, start: string) => start + of);
    assert(script !== bare, "the element says whose sign-in it is");
    made = { of, script, etag: `"${sha256(script).toString("base64url").slice(0, 22)}"` };
    return made;
  }
  current();
  app.get("/elements/login.js", { schema: { hide: true } }, async (request, reply) => {
    const { script, etag } = current();
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
