/**
 * Every call that the server has is a member's unless it is listed here as everybody's: so none can be forgotten. Each is
 * asked with every kind of session that must not open it, in every way of writing its address, and from foreign pages.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccountCaller, PASSWORD, type Session, sessionOf } from "../support/account-calls.ts";
import { createWorld, type World } from "../support/world.ts";

/** What nobody has to be signed in for. Each new line is a decision. */
const EVERYBODYS = new Set(
  `
  GET /api/docs/openapi.json · GET /api/docs/openapi.yaml · GET /api/docs/ · GET /api/docs/js/scalar.js
  GET /healthz · GET /readyz · GET /metrics · GET /.well-known/security.txt · GET /license.txt · GET /check-statement · GET /api/statement-key
  GET /elements/login.js
  GET /sitemap.xml · GET /sitemap-:part.xml · GET /robots.txt · GET /media-host-sign · GET /* · POST /*
  POST /api/translation · GET /api/privacy/choices · PUT /api/privacy/choices · GET /landers/load-pixel · GET /landers/pixel-frame
  POST /api/check-set-cookie · POST /api/get-cookie · POST /api/elk · POST /api/load-pixels
  POST /api/web/register · POST /api/web/login · POST /api/sync-token · POST /api/refresh · POST /api/logout · POST /api/verify
  POST /api/password/reset · GET /api/web/captcha · GET /api/web/email-hint · POST /api/web/social/:provider
  POST /api/web/social/:provider/nonce · POST /api/web/passkey/start · POST /api/web/passkey · POST /api/web/login/code
  GET /api/categories · GET /api/product-categories · GET /api/search · GET /api/stores · GET /api/stores/:internal_name
  GET /ext/:brand/manifest.json · GET /ext/:brand/bundle/:version · GET /ext/:brand/difference/:from/:version · POST /ext/:brand/tries
  GET /ext/:brand/prices/:gtin · POST /ext/:brand/session
  POST /api/card-link/start · POST /api/card-link · POST /api/promotion
  POST /hooks/easypost · POST /api/landing/spin · POST /api/landing/terms · POST /api/help/files · GET /api/help/files/:file
  POST /api/help/faq-votes · POST /api/help/faq-searches
  GET /api/help/chat · POST /api/help/chat · POST /api/help/chat/words · POST /api/help/chat/typing · POST /api/help/chat/seen
  POST /api/help/chat/code · POST /api/help/chat/end · POST /api/help/chat/verdict · GET /api/help/chat/stream
  GET /api/receipts/:receipt_id/picture
  POST /auth/:provider/callback · POST /hooks/apple · POST /hooks/facebook/data-deletion · POST /hooks/stripe · POST /hooks/paypal
  POST /api/vitals · POST /hooks/postmark · POST /hooks/sendgrid · POST /hooks/mail/:secret · POST /hooks/mailgun/mime
  POST /hooks/tremendous · POST /hooks/impact/:secret · GET /hooks/impact/:secret · POST /hooks/awin/:secret · GET /go/:merchant
  GET /api/coin-claims/:claim_id/picture · GET /go/offer/:offer · GET /go/survey/:platform/:survey · GET /cb/:provider/:secret · POST /cb/:provider/:secret
  GET /n/:push · POST /hooks/twilio/texts · POST /account/rebates/share
  POST /api/partner/members · GET /api/partner/figures · GET /partner-look/:token · GET /partner-look/end
  GET /sw.js · GET /offline · GET /app-icons/:icon · GET /apple-touch-icon.png · GET /.well-known/apple-app-site-association · GET /.well-known/assetlinks.json
`
    .split(/[·\n]/)
    .map((line) => line.trim())
    .filter(Boolean),
);
const isFile = (url: string) => /^\/(assets|media|app-pictures)\//.test(url) || /\.(gz|br|webmanifest|svg)$/.test(url);

const POSTBACK_SECRET = "a-secret-of-a-network-that-opens-nothing-else";
type Call = { method: string; url: string };
type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
};

let world: World;
let caller: ReturnType<typeof createAccountCaller>;
let members: Call[];
const bodies = new Map<string, unknown>();
let vera: { email: string; user_id: string; session: Session };
let mallory: typeof vera;

beforeAll(async () => {
  // Pages need a build, which stories have not.
  world = await createWorld({
    environment: { AWIN_POSTBACK_SECRET: POSTBACK_SECRET },
    expectedErrors: /^stories have no pages$/,
  });
  caller = createAccountCaller(world);
  vera = await caller.join("Vera Victim");
  mallory = await caller.join("Mallory Malice");
  members = world.calls.filter(
    ({ method, url }) =>
      !["HEAD", "OPTIONS"].includes(method) &&
      !EVERYBODYS.has(`${method} ${url}`) &&
      !isFile(url) &&
      url !== "/api/*" &&
      // The operators' own, which no session of a member opens: `console-guard.test.ts`.
      !url.startsWith("/api/console/"),
  );
  const { paths } = (await world.app.inject({ method: "GET", url: "/api/docs/openapi.json" })).json();
  for (const [path, methods] of Object.entries<Record<string, { requestBody?: { content: object } }>>(paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const content = Object.values(requestBody?.content ?? {})[0] as { schema?: Schema } | undefined;
      const url = path.replace(/\{(\w+)\}/g, ":$1");
      if (content?.schema) bodies.set(`${method.toUpperCase()} ${url}`, fill(content.schema));
    }
});
afterAll(() => world.close());

/** Something that a schema takes, so that only the guard can refuse it. */
function fill(schema: Schema, name = ""): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return fill(schema.anyOf[0] ?? {}, name);
  if (schema.type === "object")
    return Object.fromEntries((schema.required ?? []).map((one) => [one, fill(schema.properties?.[one] ?? {}, one)]));
  if (schema.type === "array") return [];
  if (schema.type === "boolean") return true;
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type !== "string") return {};
  if (schema.format === "date-time") return "2027-03-10T00:00:00Z";
  if (schema.format === "uuid") return "0198aaaa-0000-7000-8000-000000000001";
  if (schema.format === "email" || /email/.test(name)) return "vera.victim@example.com";
  return "1".repeat(Math.max(6, schema.minLength ?? 0));
}

const PARAMETERS: Record<string, string> = { ":number": "TUP-000001", ":list": "news", ":channel": "mail" };
const pathOf = (url: string) => url.replace(/:\w+/g, (name) => PARAMETERS[name] ?? "1");
const titleOf = ({ method, url }: Call) => `${method} ${url}`;
type Headers = Record<string, string>;
function ask(call: Call, headers: Headers, path = pathOf(call.url)) {
  const body = bodies.get(titleOf(call));
  return world.app.inject({
    method: call.method as "GET",
    url: path,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}
const bearer = ({ token, bind }: Session): Headers => ({ authorization: `Bearer ${token}`, "x-tuppence-bind": bind });
const cookies = ({ token, bind }: Session): Headers => ({ cookie: `tp_token_test=${token}; tp_bind=${bind}` });

async function refusedEverywhere(what: string, headers: Headers) {
  const open: string[] = [];
  for (const call of members) {
    const answer = await ask(call, headers);
    const code = answer.headers["content-type"]?.toString().startsWith("application/json") ? answer.json().code : null;
    if (answer.statusCode !== 401 || code !== "not_signed_in")
      open.push(`${titleOf(call)}: ${answer.statusCode} ${code}`);
  }
  expect(open, what).toEqual([]);
}

it("the lists are true: each call is a member's or on the list, and nothing is on it that is not there", () => {
  const there = new Set(world.calls.map(titleOf));
  expect([...EVERYBODYS].filter((one) => !there.has(one) && !/media-host-sign/.test(one))).toEqual([]);
  expect(members.length).toBeGreaterThan(30);
});

describe("every call of a member", () => {
  it("opens for its member: the guard is what refuses the others", async () => {
    const refused: string[] = [];
    for (const how of [bearer, cookies])
      for (const call of members) {
        // Ends the session, or the account.
        if (/account\/(delete|sessions)|\/logout/.test(call.url)) continue;
        const answer = await ask(call, how(vera.session));
        if (answer.body.includes("not_signed_in")) refused.push(`${titleOf(call)}: ${answer.json().code}`);
      }
    expect(refused).toEqual([]);
  });

  it("refuses nobody, somebody made up, and parts of sessions", async () => {
    const { token, bind } = vera.session;
    const once = await world.identity.oneTimeToken(vera.user_id, null);
    const [head, claims] = token.split(".");
    for (const [what, headers] of Object.entries<Headers>({
      "no session": {},
      "an empty bearer": { authorization: "Bearer " },
      "a made-up bearer": { authorization: "Bearer x.y.z", "x-tuppence-bind": bind },
      "a token alone": { authorization: `Bearer ${token}` },
      "a cookie alone": { cookie: `tp_token_test=${token}` },
      "a binding alone": { "x-tuppence-bind": bind },
      "another's binding": { authorization: `Bearer ${token}`, "x-tuppence-bind": mallory.session.bind },
      "two bindings": { authorization: `Bearer ${token}`, "x-tuppence-bind": `${mallory.session.bind}, ${bind}` },
      "the binding's cookie of one, the bearer of another": {
        ...cookies(vera.session),
        authorization: `Bearer ${mallory.session.token}`,
      },
      "a wrong bearer beside good cookies": { ...cookies(vera.session), authorization: "Bearer x.y.z" },
      "two tokens, the first wrong": { cookie: `tp_token_test=x.y.z; tp_token_test=${token}; tp_bind=${bind}` },
      "two bindings, the first wrong": { cookie: `tp_token_test=${token}; tp_bind=x; tp_bind=${bind}` },
      "the cookie of another environment": { cookie: `tp_token=${token}; tp_bind=${bind}` },
      "a cookie whose name ends alike": { cookie: `xtp_token_test=${token}; tp_bind=${bind}` },
      "a name in capitals": { cookie: `TP_TOKEN_TEST=${token}; TP_BIND=${bind}` },
      "basic instead of bearer": {
        authorization: `Basic ${Buffer.from(`x:${token}`).toString("base64")}`,
        "x-tuppence-bind": bind,
      },
      "the token of a link": { authorization: `Bearer ${once}`, "x-tuppence-bind": bind },
      "a partner's secret": { authorization: `Bearer ${POSTBACK_SECRET}`, "x-tuppence-bind": bind },
      "no signature": { authorization: `Bearer ${head}.${claims}.`, "x-tuppence-bind": bind },
      "a member's id": { authorization: `Bearer ${vera.user_id}`, "x-tuppence-bind": bind },
      "the operator's word": { "x-user-id": vera.user_id, "x-forwarded-user": vera.user_id },
    }))
      await refusedEverywhere(what, headers);
  });

  it("refuses sessions that were ended: by signing out, by age, with their account", async () => {
    const sue = await caller.join("Sue Signs");
    await caller.call("POST", "/api/logout", {}, { session: sue.session });
    await refusedEverywhere("signed out", bearer(sue.session));
    const dan = await caller.join("Dan Deleted");
    const gone = await caller.call("POST", "/api/account/delete", { password: PASSWORD }, { session: dan.session });
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
    await refusedEverywhere("a deleted account", bearer(dan.session));
    await refusedEverywhere("a deleted account's cookies", cookies(dan.session));
    const olga = await caller.join("Olga Old");
    await world.advance({ days: 366 });
    await refusedEverywhere("a year later", bearer(olga.session));
    vera.session = sessionOf(await caller.logIn(vera.email, PASSWORD));
  });

  it("is guarded however its address and method are written", async () => {
    const open: string[] = [];
    const written = (path: string): string[] => [
      `${path}/`,
      path.toUpperCase(),
      path.replace("/api/", "//api//"),
      path.replace("/api/", "/%61pi/"),
      path.replace(/[a-z](?=[^a-z]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      path.replace("/api/", "/api/./"),
      path.replace("/api/", "/x/../api/"),
      path.replace("/api/", "/api%2f"),
      `${path}?x=/healthz`,
      `${path};a=b`,
      `${path}%20`,
      `${path}%09`,
      `${path}.json`,
      `http://evil.example${path}`,
    ];
    for (const call of members)
      for (const path of written(pathOf(call.url))) {
        const answer = await ask(call, {}, path);
        if (answer.statusCode < 400) open.push(`${call.method} ${path}: ${answer.statusCode}`);
      }
    for (const call of members)
      for (const method of ["HEAD", "PUT", "PATCH", "DELETE", "POST", "GET", "QUERY", "TRACE"]) {
        if (members.some((one) => one.method === method && one.url === call.url)) continue;
        const answer = await ask({ ...call, method }, {});
        if (answer.statusCode < 400) open.push(`${method} ${call.url}: ${answer.statusCode}`);
        const lead = await ask(call, { "x-http-method-override": method, "x-original-url": "/healthz" });
        if (lead.statusCode < 400) open.push(`${method} over ${call.url}: ${lead.statusCode}`);
      }
    expect(open).toEqual([]);
  });

  it("refuses foreign pages with its member's own cookies, unless it only reads", async () => {
    const open: string[] = [];
    for (const call of members.filter(({ method }) => method !== "GET"))
      for (const [what, headers] of Object.entries<Headers>({
        "another origin": { origin: "https://evil.example" },
        "no origin that can be named": { origin: "null" },
        "our name in theirs": { origin: `${world.productUrl}.evil.example` },
        "a page of the same site": { "sec-fetch-site": "same-site" },
        "a foreign form": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
        "a bearer beside the cookies": {
          "sec-fetch-site": "cross-site",
          authorization: `Bearer ${vera.session.token}`,
        },
        "a partner's page": { "sec-fetch-site": "cross-site", origin: "https://joinsmarty.example" },
      })) {
        const answer = await ask(call, { ...cookies(vera.session), ...headers });
        if (answer.statusCode !== 403) open.push(`${titleOf(call)} ${what}: ${answer.statusCode}`);
      }
    expect(open).toEqual([]);
  });
});
