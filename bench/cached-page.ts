/** (a) A merchant's page with 60 coupons from the cache, beside Fastify sending a prebuilt buffer of the same size. */
import { STORE } from "./generated-site.ts";
import type { Ground } from "./ground.ts";
import { compare } from "./http-load.ts";
import { SERVER_CORE, startProcess } from "./processes.ts";
import { atLeast, perSecond, type Result } from "./report.ts";

export async function run(ground: Ground): Promise<Result[]> {
  const url = await ground.site();
  const ours = await startProcess("bench/product-server.ts", { core: SERVER_CORE, environment: { DATABASE_URL: url } });
  const path = `/${STORE}-coupons`;
  const accept = { "accept-encoding": "br" };
  const page = await fetch(`http://127.0.0.1:${ours.port}${path}`, { headers: accept });
  const html = await page.text();
  const tickets = html.match(/data-offer=|data-shop=/g)?.length ?? 0;
  const sent = Number(page.headers.get("content-length"));
  if (page.status !== 200 || tickets < 40)
    throw new Error(`the page is not what is to be measured: ${page.status}, ${tickets} coupons`);
  const peer = await startProcess("bench/bare-server.ts", {
    core: SERVER_CORE,
    environment: { DATABASE_URL: url, BENCH_BYTES: String(sent) },
  });
  try {
    const whole = await compare(
      {
        ours: { server: ours, requests: [{ path, headers: accept }] },
        peer: { server: peer, requests: [{ path: "/prebuilt", headers: accept }] },
      },
      { connections: 64, seconds: 4 },
    );
    const match = page.headers.get("etag") ?? "";
    const known = await compare(
      {
        ours: { server: ours, requests: [{ path, headers: { ...accept, "if-none-match": match } }] },
        peer: {
          server: peer,
          requests: [{ path: "/prebuilt", headers: { ...accept, "if-none-match": '"of-the-prebuilt-buffer"' } }],
        },
      },
      { connections: 64, seconds: 4, redirects: true },
    );
    return [
      {
        bench: "page",
        work: `page from the cache, brotli, ${sent} bytes`,
        ours: `${perSecond(whole.ours.perCore)} a core`,
        beside: "Fastify, prebuilt buffer",
        peer: `${perSecond(whole.peer.perCore)} a core`,
        value: whole.ratio.perCore,
        goal: atLeast(0.85),
        note: `wall ${perSecond(whole.ours.perSecond)} and ${perSecond(whole.peer.perSecond)}`,
      },
      {
        bench: "page",
        work: "the same, 304",
        ours: `${perSecond(known.ours.perCore)} a core`,
        beside: "Fastify, 304",
        peer: `${perSecond(known.peer.perCore)} a core`,
        value: known.ratio.perCore,
        goal: atLeast(0.85),
        note: `wall ${perSecond(known.ours.perSecond)} and ${perSecond(known.peer.perSecond)}`,
      },
    ];
  } finally {
    await ours.stop();
    await peer.stop();
  }
}
