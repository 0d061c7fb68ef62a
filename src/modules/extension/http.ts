/** What the extension asks for: the same addresses from everybody, so that asking tells nothing. */
import { z } from "zod";
import { errorReply, type Http, type Reply, type Request, sendRefusal } from "#platform/http";
import type { Extension } from "./extension.server.ts";
import { EXTENSION_REFUSALS } from "./messages.ts";

export type ExtensionCalls = { extension: Extension };

/** A version never changes; which one is newest does. */
const FOREVER = "public, max-age=31536000, immutable";
const MANIFEST = "public, max-age=60, stale-while-revalidate=300";

/** The same for everybody. */
const PRICES = "public, max-age=300";

const name = z.string().regex(/^[a-z0-9-]{1,40}$/);
const number = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
const codeTry = z.strictObject({
  store: z.string().regex(/^[a-z0-9-]{1,80}$/),
  code: z.string().regex(/^\S{1,60}$/),
  day: z.iso.date(),
  tag: z.string().regex(/^[0-9a-f]{32}$/),
  worked: z.boolean(),
  saving_minor: z
    .string()
    .regex(/^[1-9]\d{0,11}$/)
    .optional(),
});
const toTry = ({ saving_minor, ...told }: z.infer<typeof codeTry>) =>
  saving_minor === undefined ? told : { ...told, saving_minor: BigInt(saving_minor) };
const cents = z.number().int();
const productPrices = z.object({
  slug: z.string(),
  name: z.string(),
  lowest: z.object({ day: z.string(), minor: cents }).nullable(),
  watched_since: z.string().nullable(),
  stores: z.array(z.object({ name: z.string(), title: z.string(), minor: cents, after_minor: cents })),
});
const hidden = { tags: ["extension"] };

const has = (request: Request, etag: string) => request.headers["if-none-match"] === etag;

/** A packed file that never changes under its address. */
function sendPacked(request: Request, reply: Reply, etag: string, body: Buffer) {
  reply.header("cache-control", FOREVER).header("etag", etag);
  return has(request, etag) ? reply.code(304).send() : reply.type("application/gzip").send(body);
}

export function registerExtensionCalls(app: Http, { extension }: ExtensionCalls) {
  app.get(
    "/ext/:brand/manifest.json",
    {
      schema: {
        ...hidden,
        summary: "The newest bundle for browsers: version, hash and signature (Ed25519)",
        params: z.object({ brand: name }),
        response: {
          200: z.object({
            format: z.literal(1),
            brand: z.string(),
            version: z.number().int(),
            made_at: z.string(),
            hash: z.string(),
            signature: z.string(),
            public_key: z.string(),
            bytes: z.number().int(),
            stores: z.number().int(),
            oldest: z.object({ version: z.string(), from: z.string(), signature: z.string() }).optional(),
            differences: z.array(z.object({ from: z.number().int(), bytes: z.number().int() })),
          }),
          304: z.null(),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const manifest = await extension.manifest(request.params.brand);
      if (!manifest) return sendRefusal(request, reply, EXTENSION_REFUSALS, { code: "no_bundle" });
      const { version, hash, oldest } = manifest;
      const etag = `"${version}-${hash.slice(0, 16)}${oldest ? `-${oldest.version}-${oldest.from}` : ""}"`;
      reply.header("cache-control", MANIFEST).header("etag", etag);
      if (has(request, etag)) return reply.code(304).send(null);
      return reply.send({ ...manifest, differences: [...manifest.differences] });
    },
  );
  app.post(
    "/ext/:brand/tries",
    {
      schema: {
        ...hidden,
        summary:
          "What became of codes that a browser tried, where its shopper allows it; counted for listed codes alone",
        params: z.object({ brand: name }),
        body: z.object({ tries: z.array(codeTry).min(1).max(30) }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await extension.takeTries({ address: request.ip, tries: request.body.tries.map(toTry) });
      if (!outcome.ok) return sendRefusal(request, reply, EXTENSION_REFUSALS, outcome);
      return { success: true as const };
    },
  );
  app.get(
    "/ext/:brand/prices/:gtin",
    {
      schema: {
        ...hidden,
        summary: "What a product costs at our stores and what was its lowest price, by its number of the trade (GTIN)",
        params: z.object({ brand: name, gtin: z.string().regex(/^\d{14}$/) }),
        response: { 200: productPrices, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await extension.prices({ ...request.params, address: request.ip });
      if (!outcome.ok) return sendRefusal(request, reply, EXTENSION_REFUSALS, outcome);
      return reply.header("cache-control", PRICES).send(outcome.value);
    },
  );
  const packed = { ...hidden, response: { "4xx": errorReply } };
  app.get(
    "/ext/:brand/bundle/:version",
    {
      schema: {
        ...packed,
        summary: "A whole bundle: gzip over JSON",
        params: z.object({ brand: name, version: number }),
      },
    },
    async (request, reply) => {
      const { brand, version } = request.params;
      const body = await extension.bundle(brand, version);
      if (!body) return sendRefusal(request, reply, EXTENSION_REFUSALS, { code: "no_bundle" });
      const etag = `"${brand}-${version}"`;
      return sendPacked(request, reply, etag, body);
    },
  );
  app.get(
    "/ext/:brand/difference/:from/:version",
    {
      schema: {
        ...packed,
        summary: "What leads from an older bundle to the newest: gzip over JSON",
        params: z.object({ brand: name, from: number, version: number }),
      },
    },
    async (request, reply) => {
      const { brand, from, version } = request.params;
      const body = await extension.difference(brand, from, version);
      if (!body) return sendRefusal(request, reply, EXTENSION_REFUSALS, { code: "no_bundle" });
      const etag = `"${brand}-${from}-${version}"`;
      return sendPacked(request, reply, etag, body);
    },
  );
}
