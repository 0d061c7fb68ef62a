/**
 * The whole web as stories of standing down know it: every host is answered here, by a page, by a redirect, or by a page that leads on
 * by itself. A browser is led here by a proxy, so that addresses stay as they are written.
 */
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import forge from "node-forge";
import { OWN, SITE } from "../../extension/test/story-parts.ts";
import { signList } from "./list-server.ts";

export type StoryWorld = Awaited<ReturnType<typeof createStoryWorld>>;

/** One for every host; the browser that comes here is told to take it. */
function certify(): { key: string; cert: string } {
  const keys = forge.pki.rsa.generateKeyPair({ bits: 2_048 });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date("2026-01-01T00:00:00Z");
  certificate.validity.notAfter = new Date("2036-01-01T00:00:00Z");
  const subject = [{ name: "commonName", value: "every.example" }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  return { key: forge.pki.privateKeyToPem(keys.privateKey), cert: forge.pki.certificateToPem(certificate) };
}

const STORES = [
  { name: "other", title: "The other shop", hosts: ["other.example"] },
  { name: "shop", title: "The shop", hosts: ["shop.example"] },
].map((store) => ({ ...store, rate: { kind: "percent", bps: 500, up_to: false } as const, codes: [] }));

const listen = (server: Server) =>
  new Promise<number>((done) => server.listen(0, "127.0.0.1", () => done((server.address() as AddressInfo).port)));

export async function createStoryWorld() {
  const list = signList(STORES, OWN, []);
  const redirects = new Map<string, string>();
  const leads = new Map<string, { to: string; by: "script" | "meta" | "released script" }>();
  /** Pages that lead on only when they are let. */
  const held: ServerResponse[] = [];
  /** Where a page was shown, in its order. */
  const shown: string[] = [];

  function answer(address: string, response: ServerResponse): void {
    response.setHeader("cache-control", "no-store");
    if (address === `${SITE}/ext/tuppence/manifest.json`) return void response.end(JSON.stringify(list.manifest));
    if (address === `${SITE}/ext/tuppence/bundle/1`) return void response.end(list.body);
    if (address.startsWith(`${SITE}/api/`)) return void response.writeHead(401).end();
    if (address.endsWith("/favicon.ico")) return void response.writeHead(404).end();
    if (address.endsWith("/held")) return void held.push(response);
    const to = redirects.get(address);
    if (to !== undefined) return void response.writeHead(302, { location: to }).end();
    shown.push(address);
    const lead = leads.get(address);
    const text = JSON.stringify(lead?.to);
    const on =
      lead?.by === "meta"
        ? `<meta http-equiv="refresh" content="0;url=${lead.to}">`
        : lead
          ? `<script${lead.by === "script" ? "" : " type=module"}>${lead.by === "script" ? "" : 'await fetch("/held"); '}location.replace(${text})</script>`
          : "";
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(`<!doctype html><title>A page</title>${on}<p>A page</p>`);
  }
  const asked = (scheme: string, { url, headers }: IncomingMessage) =>
    URL.canParse(url ?? "") ? new URL(url ?? "").href : new URL(url ?? "/", `${scheme}://${headers.host}`).href;
  const pages = createServer(certify(), (request, response) => answer(asked("https", request), response));
  const secure = await listen(pages);
  const proxy = createProxy((request, response) => answer(asked("http", request), response));
  proxy.on("connect", (_request, socket, head) => {
    const behind = connect(secure, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    behind.on("error", () => socket.destroy());
    socket.on("error", () => behind.destroy());
  });
  const port = await listen(proxy);
  return {
    /** Whether a page waited, which now leads on. */
    release: () => held.splice(0).map((response) => response.end()).length > 0,
    ...{ redirects, leads, shown, public_key: list.manifest.public_key },
    proxy: {
      "network.proxy.type": 1,
      "network.proxy.http": "127.0.0.1",
      "network.proxy.http_port": port,
      "network.proxy.ssl": "127.0.0.1",
      "network.proxy.ssl_port": port,
    },
    close(): void {
      for (const server of [proxy, pages]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
