/** What every call passes, whatever it does itself. */
import Fastify from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Http } from "#platform/http";
import { createLog } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { addCallHooks } from "../call-hooks.ts";
import { createOperatorGuard, foreignOrigin, pathForLimits } from "../guards.ts";
import { CALL_HEADERS } from "../security.ts";

// Without the product's parser of schemas, which these routes have none for.
const app = Fastify() as unknown as Http;
const metrics = createMetrics();

beforeAll(async () => {
  await app.register(async (scope: Http) => {
    addCallHooks(scope, {
      isPartner: (request, reply) => {
        reply.header("vary", "origin");
        return request.headers.origin === "https://partner.example";
      },
      isForeign: foreignOrigin("https://ours.example"),
      isOperator: createOperatorGuard("a-token"),
      log: createLog({ level: "silent" }),
      metrics,
    });
    scope.get("/api/plain", async () => ({ ok: true }));
    scope.post("/api/plain", async () => ({ ok: true }));
    scope.post("/api/elk", { config: { without_headers: true, for_partners: true } }, async () => ({ ok: true }));
    scope.get("/metrics", async (_request, reply) => reply.type("text/html").send("<p>figures</p>"));
    scope.get("/metricsalike", async () => ({ ok: true }));
    scope.get("/api/own", async (_request, reply) => reply.header("referrer-policy", "same-origin").send({}));
    scope.get("/api/failing", async () => {
      throw new Error("on purpose");
    });
  });
});
afterAll(() => app.close());

const post = (url: string, origin: string) => app.inject({ method: "POST", url, headers: { origin } });

test("every answer carries the headers, also a refusal and a failure, and a call's own come first", async () => {
  for (const [url, status] of [
    ["/api/plain", 200],
    ["/api/failing", 500],
    ["/metrics", 401],
  ] as const) {
    const answer = await app.inject({ url });
    expect(answer.statusCode, url).toBe(status);
    expect(answer.headers, url).toMatchObject(CALL_HEADERS);
  }
  expect((await post("/api/plain", "https://foreign.example")).headers).toMatchObject(CALL_HEADERS);
  expect((await app.inject({ url: "/api/own" })).headers["referrer-policy"]).toBe("same-origin");
});

test("an answer that wants none has none", async () => {
  const { headers } = await post("/api/elk", "https://ours.example");
  expect(Object.keys(CALL_HEADERS).filter((name) => name in headers)).toEqual([]);
});

test("another origin may change nothing, but for partners in their own calls", async () => {
  expect((await post("/api/plain", "https://ours.example")).statusCode).toBe(200);
  expect((await post("/api/plain", "https://partner.example")).statusCode).toBe(403);
  expect((await post("/api/elk", "https://partner.example")).statusCode).toBe(200);
  expect((await post("/api/elk", "https://foreign.example")).statusCode).toBe(403);
  expect((await post("/api/elk", "https://ours.example")).headers.vary).toBe("origin");
  expect((await post("/api/plain", "https://ours.example")).headers.vary).toBeUndefined();
});

test("what is for operators is theirs under every spelling of its address, and protects what it shows", async () => {
  for (const url of ["/metrics", "/metric%73"]) expect((await app.inject({ url })).statusCode, url).toBe(401);
  const shown = await app.inject({ url: "/metrics", headers: { authorization: "Bearer a-token" } });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers["content-security-policy"]).toContain("default-src 'none'");
  const alike = await app.inject({ url: "/metricsalike" });
  expect(alike.statusCode).toBe(200);
  expect(alike.headers["content-security-policy"]).toBeUndefined();
});

test("text that cannot be kept is refused by the field that holds it, in an address and in a list", async () => {
  expect((await app.inject({ url: "/api/plain?q=fine&r=%00" })).json().errors).toHaveProperty("r");
  const listed = await app.inject({ method: "POST", url: "/api/plain", payload: { list: ["fine", "\ud800"] } });
  expect(listed.json().errors).toHaveProperty("list");
  expect((await app.inject({ method: "POST", url: "/api/plain", payload: { name: "fine" } })).statusCode).toBe(200);
});

test("a page's limit counts every address that leads to it as one", () => {
  for (const url of ["/login", "/LOGIN/", "/lo%67in?x=1", "//login", "/login.data?_routes=login", "/login/_.data"])
    expect(pathForLimits(url), url).toBe("/login");
});
