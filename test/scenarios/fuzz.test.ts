/**
 * Every call with input that nobody meant: wrong types, huge and odd texts, broken JSON, other content types, cookies
 * and headers with odd bytes. No answer of 5xx, every refusal in the form of SPEC §8, and nothing stored.
 */
import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../src/server/app.ts";
import { countRows } from "../support/count-rows.ts";
import { type Input, input } from "../support/odd-input.ts";
import { onePage } from "../support/one-page.ts";
import { createWorld, type World } from "../support/world.ts";

type Call = { method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD"; path: string };

/** What stands outside of the description on purpose: callbacks, the way to a shop, pictures, and what machines read. */
const UNDESCRIBED: readonly Call[] = [
  { method: "POST", path: "/hooks/impact/{secret}" },
  { method: "GET", path: "/hooks/impact/{secret}" },
  { method: "POST", path: "/hooks/awin/{secret}" },
  { method: "POST", path: "/hooks/paypal" },
  { method: "POST", path: "/hooks/tremendous" },
  { method: "POST", path: "/hooks/stripe" },
  { method: "GET", path: "/go/{merchant}" },
  { method: "GET", path: "/media/merchants/{file}" },
  { method: "GET", path: "/media/products/{id}" },
  { method: "GET", path: "/sitemap-{part}.xml" },
  { method: "GET", path: "/sitemap.xml" },
  { method: "GET", path: "/robots.txt" },
  { method: "GET", path: "/healthz" },
  { method: "GET", path: "/readyz" },
  { method: "GET", path: "/metrics" },
  { method: "GET", path: "/api/{no}/such/{call}" },
  { method: "POST", path: "/api/{no}/such/{call}" },
];

let world: World;
let app: Awaited<ReturnType<typeof createApp>>["app"];
let closeApp: () => Promise<void>;
let calls: Call[];
/** The headers of a member's session: the token with its binding. */
let session: { authorization: string; "x-tuppence-bind": string };
let memberCookie: string;

beforeAll(async () => {
  world = await createWorld({ shops: "everything" });
  ({ app, close: closeApp } = await createApp({
    wired: world,
    build: async () => onePage,
    mode: "production",
    cached: true,
    ready: async () => ({ ok: true, parts: {} }),
  }));
  await app.ready();
  const joined = await app.inject({
    method: "POST",
    url: "/api/web/register",
    payload: {
      name: "Fay Fuzz",
      email: "fay@example.com",
      password: "copper penny passbook",
      password_confirmation: "copper penny passbook",
    },
  });
  const bind = joined.cookies.find((cookie) => cookie.name === "tp_bind")?.value ?? "";
  const token = joined.cookies.find((cookie) => cookie.value === joined.json().login_token);
  session = { authorization: `Bearer ${token?.value}`, "x-tuppence-bind": bind };
  memberCookie = `${token?.name}=${token?.value}; tp_bind=${bind}`;
  await world.work();
  const { paths } = (await app.inject({ method: "GET", url: "/api/docs/openapi.json" })).json() as {
    paths: Record<string, Record<string, unknown>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase() as Call["method"], path })),
  );
  const known = new Set(UNDESCRIBED.map(({ method, path }) => `${method} ${path}`));
  calls = [...described.filter(({ method, path }) => !known.has(`${method} ${path}`)), ...UNDESCRIBED];
});
afterAll(async () => {
  await closeApp?.();
  await world?.close();
});

function requestOf(call: Call, { parts, query: asked, headers: given, payload: sent }: Input): InjectOptions {
  let at = 0;
  const path = call.path.replace(/\{\w+\}|:\w+/g, () => parts[at++] || "x");
  const body = call.method === "GET" || call.method === "HEAD" ? {} : { payload: sent.body };
  return {
    method: call.method,
    url: path + asked,
    headers: { ...given, ...("payload" in body && sent.type ? { "content-type": sent.type } : {}) },
    ...body,
  };
}

function judge(request: InjectOptions, answer: { statusCode: number; headers: Record<string, unknown>; body: string }) {
  const said = `${request.method} ${String(request.url).slice(0, 300)} ${JSON.stringify(request.headers).slice(0, 300)} ${String(request.payload).slice(0, 300)} → ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  if (!(answer.statusCode < 500)) throw new Error(said);
  for (const [name, each] of Object.entries(answer.headers))
    if (/[\r\n\0]/.test(String(each))) throw new Error(`${said}: line ends in ${name}`);
  const place = String(answer.headers.location ?? "/");
  // Only going shopping leads out, to a network.
  const out = String(request.url).startsWith("/go/") && place.startsWith(world.sandbox.url);
  if (!out && !/^\/(?![/\\])/.test(place)) throw new Error(`${said}: sends people to ${place}`);
  if (answer.statusCode < 400 || !String(request.url).startsWith("/api/")) return;
  const error = JSON.parse(answer.body) as Record<string, unknown>;
  const whole =
    error.success === false &&
    typeof error.code === "string" &&
    typeof error.message === "string" &&
    error.message.length > 0 &&
    typeof error.request_id === "string" &&
    Object.values(error.errors as object).every((list) => Array.isArray(list) && typeof list[0] === "string");
  if (!whole) throw new Error(`${said}: not in the form of SPEC §8`);
}

const RUNS = Number(process.env.FUZZ_RUNS ?? 60);

async function fuzz(call: Call, more: (request: InjectOptions) => InjectOptions) {
  await fc.assert(
    fc.asyncProperty(input, async (made) => {
      const request = more(requestOf(call, made));
      judge(request, await app.inject(request));
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
  );
}

async function everyCall(run: (call: Call) => Promise<void>): Promise<string[]> {
  const broken: string[] = [];
  for (const call of calls) {
    await run(call).catch((error: Error) => {
      const [head, ...rest] = String((error.cause as Error | undefined)?.message ?? error.message).split("\n");
      broken.push(`${call.method} ${call.path}: ${head} ${rest.slice(0, 2).join(" ").slice(0, 200)}`);
    });
  }
  return broken;
}

describe("every call with fuzzed input", () => {
  it("is known here", () => {
    expect(calls.length).toBeGreaterThan(25);
    for (const path of ["/api/web/register", "/api/web/login", "/api/translation", "/api/user/offer/visit/{offer_id}"])
      expect(calls.map((call) => call.path)).toContain(path);
  });

  it("refuses a stranger in the form of SPEC §8, and stores nothing", async () => {
    const before = await countRows(world.database);
    const broken = await everyCall((call) => fuzz(call, (request) => request));
    await world.work();
    expect(broken).toEqual([]);
    const after = await countRows(world.database);
    // The guard of `/go/…` notes that somebody wanted to go (SPEC §2); that is all a stranger leaves.
    const { rows } = await world.database.pool.query("select distinct action from attribution.events");
    expect(rows).toEqual([{ action: "unauthenticated_attempt" }]);
    expect({ ...after, "attribution.events": before["attribution.events"] }).toEqual(before);
  });

  it("refuses a member's odd input in the same form, and moves no money", async () => {
    const before = await countRows(world.database);
    const broken = await everyCall((call) =>
      call.path.includes("logout")
        ? Promise.resolve()
        : fuzz(call, (request) => ({
            ...request,
            headers: { ...request.headers, ...session },
          })),
    );
    await world.work();
    expect(broken).toEqual([]);
    // The session lived to the end, or these were a stranger's calls.
    const summary = await app.inject({
      method: "GET",
      url: "/api/user/summary",
      headers: session,
    });
    expect(summary.statusCode).toBe(200);
    const after = await countRows(world.database);
    for (const table of ["identity.users", "cashback.orders", "ledger.transfers", "payouts.withdrawals"])
      expect(after[table], table).toBe(before[table]);
  });

  it("refuses a callback that came without a body", async () => {
    for (const call of calls.filter(({ method, path }) => method === "POST" && path.startsWith("/hooks/"))) {
      const request = {
        method: call.method,
        url: call.path.replace(/\{\w+\}/g, "x"),
        headers: { "tremendous-webhook-signature": "x" },
      };
      judge(request, await app.inject(request));
    }
  });

  it("takes no odd text in forms that are right otherwise", async () => {
    const before = await countRows(world.database);
    const right = { name: "Nul Null", email: "nul@example.com", password: "copper penny passbook" };
    const broken: string[] = [];
    for (const field of Object.keys(right) as (keyof typeof right)[]) {
      for (const odd of ["a\u0000b", "\u0000", "\ud800", "a\ud800@example.com", "a\u0000@example.com"]) {
        const body = { ...right, [field]: odd };
        for (const [url, payload] of [
          ["/api/web/register", { ...body, password_confirmation: body.password }],
          ["/api/web/login", body],
        ] as const) {
          const request = {
            method: "POST" as const,
            url,
            payload: JSON.stringify(payload),
            headers: { "content-type": "application/json" },
          };
          const answer = await app.inject(request);
          try {
            judge(request, answer);
          } catch (error) {
            broken.push(`${url} ${field} ${JSON.stringify(odd)}: ${(error as Error).message.split("→")[1]}`);
          }
        }
      }
    }
    expect(broken).toEqual([]);
    const after = await countRows(world.database);
    expect(after["ledger.transfers"]).toBe(before["ledger.transfers"]);
  });

  it("refuses what another site sends with our cookies", async () => {
    for (const call of calls.filter(
      ({ method, path }) => method !== "GET" && method !== "HEAD" && !path.startsWith("/hooks/"),
    )) {
      for (const headers of [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: `${world.productUrl}.evil.example` },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: world.productUrl.replace("127.0.0.1", "sister.127.0.0.1"), "sec-fetch-site": "same-site" },
      ]) {
        const answer = await app.inject({
          method: call.method as "POST",
          url: call.path.replace(/\{\w+\}/g, "x"),
          headers: { ...headers, cookie: memberCookie, "content-type": "application/json" },
          payload: "{}",
        });
        expect(answer.statusCode, `${call.method} ${call.path} ${JSON.stringify(headers)}`).toBe(403);
        expect(answer.json().code).toBe("foreign_origin");
      }
    }
  });
});
