/** Pictures of stores and products, the site map and robots.txt. */

import type { Http, Reply, Request } from "#platform/http";
import type { Catalog } from "./catalog.server.ts";
import { productId } from "./ids.ts";
import type { StoredMedia } from "./store/media.ts";

const YEAR = "public, max-age=31536000, immutable";
const WEEK = "public, max-age=604800";
const MINUTE = "public, max-age=60";

/**
 * Kept under the version that it has alone: what is asked for by another one, from a page of before, or by none, may be replaced or
 * taken away, and nothing would tell who keeps it.
 */
function cacheOf(url: string, picture: StoredMedia | null): string {
  const asked = /[?&]v=([^&]*)/.exec(url)?.[1];
  if (asked === undefined || asked !== picture?.version) return MINUTE;
  return picture.lasts ? YEAR : WEEK;
}

/** Pictures come from strangers: a drawing that holds a script must not run it, whoever opens it. */
function sendPicture(request: Request, reply: Reply, picture: StoredMedia | null, cache: string) {
  reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header("cross-origin-resource-policy", "cross-origin");
  if (!picture)
    return reply
      .code(404)
      .header("cache-control", "public, max-age=300")
      .type("text/plain")
      .send("There is no such picture.");
  reply.header("cache-control", cache).header("etag", `"${picture.etag}"`);
  if (request.headers["if-none-match"] === `"${picture.etag}"`) return reply.code(304).send();
  return reply
    .type(picture.content_type === "image/svg+xml" ? "image/svg+xml; charset=utf-8" : picture.content_type)
    .send(picture.body);
}

export function registerPictures(app: Http, { catalog }: { catalog: Catalog }) {
  const hidden = { schema: { hide: true } };
  app.get("/media/merchants/:file", hidden, async (request, reply) => {
    const { file } = request.params as { file: string };
    const name = /^([a-z0-9-]{1,120})\.(svg|png|jpg|webp|gif|avif)$/.exec(file)?.[1];
    const picture = name ? await catalog.logo(name) : null;
    return sendPicture(request, reply, picture, cacheOf(request.url, picture));
  });
  app.get("/media/products/:id", hidden, async (request, reply) => {
    const id = productId.read(`prd_${(request.params as { id: string }).id}`);
    const picture = id ? await catalog.picture(id) : null;
    return sendPicture(request, reply, picture, cacheOf(request.url, picture));
  });
  app.get("/sitemap.xml", hidden, async (_request, reply) =>
    reply
      .type("application/xml; charset=utf-8")
      .header("cache-control", "public, max-age=3600")
      .send(await catalog.sitemap(null)),
  );
  app.get("/sitemap-:part.xml", hidden, async (request, reply) => {
    const part = await catalog.sitemap((request.params as { part: string }).part);
    if (part === null) return reply.code(404).type("text/plain").send("There is no such part.");
    return reply.type("application/xml; charset=utf-8").header("cache-control", "public, max-age=3600").send(part);
  });
  app.get("/robots.txt", hidden, async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").header("cache-control", "public, max-age=3600").send(catalog.robots()),
  );
}
