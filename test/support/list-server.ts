/** Our site as far as the extension asks it before any press: one signed list of stores. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text as read } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { BundleStore, OwnLink } from "../../src/modules/catalog/bundle.types.ts";
import { createBundleSigner } from "../../src/modules/extension/extension.server.ts";
import type { Recipe } from "../../src/modules/extension/extension.types.ts";
import { bundleOf, bundleText, hashOf } from "../../src/modules/extension/rules.ts";
import { signedText } from "../../src/modules/extension/sign-bundle.ts";

/** The newest list, signed: what stands at `manifest.json`, and what it leads to. */
export function signList(stores: readonly BundleStore[], own: readonly OwnLink[], recipes: readonly Recipe[]) {
  const signer = createBundleSigner(undefined);
  const text = bundleText(bundleOf(stores, own, recipes));
  const told = { brand: "tuppence", version: 1, made_at: "2026-01-01T00:00:00.000Z", hash: hashOf(text) };
  const signature = signer.sign(signedText(told));
  const body = gzipSync(text);
  const manifest = {
    format: 1,
    ...told,
    signature,
    public_key: signer.public_key,
    bytes: body.length,
    differences: [],
  };
  return { manifest, body };
}

export async function serveList(stores: readonly BundleStore[], recipes: readonly Recipe[]) {
  const { manifest, body } = signList(stores, [], recipes);
  /** What it was told. */
  const posts: { body: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "POST") {
      posts.push({ body: await read(request), headers: request.headers });
      response.setHeader("content-type", "application/json").end('{"success":true}');
    } else if (request.url === "/ext/tuppence/manifest.json")
      response.setHeader("content-type", "application/json").end(JSON.stringify(manifest));
    else if (request.url === "/ext/tuppence/bundle/1") response.end(body);
    else if (request.url === "/api/user/summary") response.writeHead(401).end();
    else response.setHeader("content-type", "text/html").end("<!doctype html><title>Our site</title>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    posts,
    url: `http://localhost:${address.port}`,
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
