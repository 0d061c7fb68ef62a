/** FCM as its documents describe it: how we ask for a pass, what is sent, and what each documented answer means. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedClock } from "#platform/clock";
import { createFcm, isPhoneAddress, MAX_MESSAGE_BYTES, writeMessage } from "../push/fcm.ts";
import { readServiceAccount } from "../push/service-account.ts";

type Asked = { path: string; headers: IncomingHttpHeaders; body: string };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

const keys = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ACCOUNT = JSON.stringify({
  type: "service_account",
  project_id: "a-project",
  private_key_id: "k1",
  private_key: keys.privateKey.export({ type: "pkcs8", format: "pem" }),
  client_email: "alerts@a-project.iam.gserviceaccount.com",
  token_uri: "https://elsewhere.example/token",
});
const clock = fixedClock("2027-03-10T19:42:00Z");
const PHONE = "dT3x:APA91bExampleOfAnAddress";
const message = {
  shown: {
    title: "News about your money",
    body: "Open your passbook to see it.",
    language: "en" as const,
    navigate: "https://tuppence.example/n/psh_1",
    tag: "psh_1",
    unread: 2,
  },
  list: "money" as const,
  ttl_seconds: 86_400,
  urgency: "normal" as const,
};

let server: Server;
let origin: string;
let asked: Asked[];
let passes: Answer[];
let sends: Answer[];
let noted: unknown[];
const PASS: Answer = { status: 200, body: { access_token: "ya29.a", expires_in: 3_599, token_type: "Bearer" } };
const TAKEN: Answer = {
  status: 200,
  body: { name: "projects/a-project/messages/0:1500415314455276%31bd1c9631bd1c96" },
};

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    asked.push({ path: request.url ?? "", headers: request.headers, body });
    const next = (request.url === "/token" ? passes.shift() : sends.shift()) ?? { status: 599 };
    reply.writeHead(next.status, { "content-type": "application/json", ...next.headers });
    reply.end(typeof next.body === "string" ? next.body : JSON.stringify(next.body ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(async () => {
  server.close();
  await once(server, "close");
});
beforeEach(() => {
  asked = [];
  passes = [PASS];
  sends = [TAKEN];
  noted = [];
});

function fcm() {
  const made = createFcm({
    settings: { FCM_API_URL: origin, FCM_TOKEN_URL: `${origin}/token`, FCM_SERVICE_ACCOUNT: ACCOUNT },
    clock,
    health: { note: async (provider, note) => void noted.push([provider, "ok" in note]) },
  });
  if (!made) throw new Error("no account");
  return made;
}
const post = () => fcm().post(PHONE, message);

describe("asking", () => {
  it("signs for a pass as a service account does, and sends documented fields alone", async () => {
    expect(await post()).toEqual({ state: "taken" });
    const [forPass, sent, ...none] = asked;
    expect(none).toEqual([]);
    expect(forPass?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const form = new URLSearchParams(forPass?.body);
    expect([...form.keys()]).toEqual(["grant_type", "assertion"]);
    expect(form.get("grant_type")).toBe("urn:ietf:params:oauth:grant-type:jwt-bearer");
    const assertion = form.get("assertion") ?? "";
    await jwtVerify(assertion, keys.publicKey, { currentDate: clock.now() });
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: "RS256", typ: "JWT", kid: "k1" });
    const now = clock.now().getTime() / 1_000;
    expect(decodeJwt(assertion)).toEqual({
      iss: "alerts@a-project.iam.gserviceaccount.com",
      scope: "https://www.googleapis.com/auth/firebase.messaging",
      aud: `${origin}/token`,
      iat: now,
      exp: now + 3_600,
    });
    expect(sent?.path).toBe("/v1/projects/a-project/messages:send");
    expect(sent?.headers.authorization).toBe("Bearer ya29.a");
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      message: {
        token: PHONE,
        notification: { title: "News about your money", body: "Open your passbook to see it." },
        data: { navigate: "https://tuppence.example/n/psh_1" },
        android: { collapse_key: "money", priority: "NORMAL", ttl: "86400s", notification: { tag: "psh_1" } },
      },
    });
    expect(noted).toEqual([["fcm", true]]);
  });

  it("uses one pass for many, until it is about to end", async () => {
    sends = [TAKEN, TAKEN, TAKEN, TAKEN];
    passes = [PASS, { ...PASS, body: { ...(PASS.body as object), access_token: "ya29.b" } }];
    const one = fcm();
    await Promise.all([one.post(PHONE, message), one.post(PHONE, message)]);
    clock.advance({ minutes: 58 });
    await one.post(PHONE, message);
    clock.advance({ minutes: 1 });
    await one.post(PHONE, message);
    expect(asked.filter(({ path }) => path === "/token")).toHaveLength(2);
    expect(asked.at(-1)?.headers.authorization).toBe("Bearer ya29.b");
  });

  it("asks once for a new pass where one was taken back", async () => {
    const refused = { status: 401, body: { error: { code: 401, message: "No.", status: "UNAUTHENTICATED" } } };
    sends = [refused, TAKEN];
    passes = [PASS, PASS];
    expect(await post()).toEqual({ state: "taken" });
    sends = [refused, refused, TAKEN];
    passes = [PASS, PASS, PASS];
    expect(await post()).toEqual({ state: "key", reason: "FCM: UNAUTHENTICATED No." });
    expect(sends, "and no third time").toHaveLength(1);
  });

  it("cuts what is too long, never in the middle of a sign", () => {
    const shown = { ...message.shown, title: "Año ".repeat(80), body: "Año 🪙 ".repeat(2_000) };
    const written = JSON.parse(writeMessage(PHONE, { ...message, urgency: "high", shown })) as {
      message: { notification: { body: string }; data: object; android: { priority: string } };
    };
    const { notification, data, android } = written.message;
    expect(Buffer.byteLength(JSON.stringify({ notification, data }))).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(notification.body).toMatch(/^Año 🪙 Año.*…$/u);
    expect(notification.body.isWellFormed()).toBe(true);
    expect(android.priority).toBe("HIGH");
  });
});

const error = (code: number, status: string, said: string, ...details: object[]) => ({
  error: { code, message: said, status, details },
});
const fcmError = (errorCode: string) => ({ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode });
const wrong = (field: string) => ({
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations: [{ field, description: `Invalid value at '${field}'` }],
});
const BAD_TOKEN = "The registration token is not a valid FCM registration token";

describe("what FCM answers", () => {
  it.each<[string, Answer, object]>([
    [
      "a phone without the app",
      { status: 404, body: error(404, "NOT_FOUND", "Requested entity was not found.", fcmError("UNREGISTERED")) },
      { state: "gone" },
    ],
    [
      "a phone of another project",
      { status: 403, body: error(403, "PERMISSION_DENIED", "SenderId mismatch", fcmError("SENDER_ID_MISMATCH")) },
      { state: "gone" },
    ],
    [
      "an address that is none, as the documents show it",
      { status: 400, body: error(400, "INVALID_ARGUMENT", BAD_TOKEN, fcmError("INVALID_ARGUMENT")) },
      { state: "gone" },
    ],
    [
      "an address that is none, with the field that is wrong",
      {
        status: 400,
        body: error(400, "INVALID_ARGUMENT", BAD_TOKEN, fcmError("INVALID_ARGUMENT"), wrong("message.token")),
      },
      { state: "gone" },
    ],
    [
      "a message that is wrong: the phone is not",
      {
        status: 400,
        body: error(400, "INVALID_ARGUMENT", "Invalid value (TYPE_STRING), 12", wrong("message.data[0].value")),
      },
      { state: "refused", reason: "FCM: INVALID_ARGUMENT Invalid value (TYPE_STRING), 12" },
    ],
    [
      "a message that is wrong, also by FCM's own word",
      {
        status: 400,
        body: error(400, "INVALID_ARGUMENT", "Too big", fcmError("INVALID_ARGUMENT"), wrong("message")),
      },
      { state: "refused", reason: "FCM: INVALID_ARGUMENT Too big" },
    ],
    [
      "an account without the leave to send",
      { status: 403, body: error(403, "PERMISSION_DENIED", "Permission denied.") },
      { state: "key", reason: "FCM: PERMISSION_DENIED Permission denied." },
    ],
    [
      "an address of ours that leads nowhere: no phone is forgotten",
      { status: 404, body: "<html>404</html>" },
      { state: "key", reason: expect.stringMatching(/^FCM: .*404/) },
    ],
    [
      "too many, with a time",
      {
        status: 429,
        body: error(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", fcmError("QUOTA_EXCEEDED")),
        headers: { "retry-after": "37" },
      },
      { state: "wait", seconds: 37 },
    ],
    [
      "too many, without one",
      { status: 429, body: error(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", fcmError("QUOTA_EXCEEDED")) },
      { state: "wait", seconds: 60 },
    ],
    [
      "overloaded, with a time",
      {
        status: 503,
        body: error(503, "UNAVAILABLE", "Unavailable.", fcmError("UNAVAILABLE")),
        headers: { "retry-after": "120" },
      },
      { state: "wait", seconds: 120 },
    ],
    [
      "overloaded, without one",
      { status: 503, body: error(503, "UNAVAILABLE", "Unavailable.", fcmError("UNAVAILABLE")) },
      { state: "again", reason: "FCM: UNAVAILABLE Unavailable." },
    ],
    [
      "a failure of its own",
      { status: 500, body: error(500, "INTERNAL", "Internal.", fcmError("INTERNAL")) },
      { state: "again", reason: "FCM: INTERNAL Internal." },
    ],
  ])("%s", async (_what, answer, meant) => {
    sends = [answer];
    expect(await post()).toEqual(meant);
    const faulty = ["key", "again"].includes((meant as { state: string }).state);
    expect(noted).toEqual([["fcm", !faulty]]);
  });

  it.each<[string, Answer, object]>([
    [
      "a key that Google does not know",
      { status: 400, body: { error: "invalid_grant", error_description: "Invalid JWT Signature." } },
      { state: "key", reason: expect.stringContaining("invalid_grant") },
    ],
    ["too many", { status: 429, headers: { "retry-after": "5" } }, { state: "wait", seconds: 5 }],
    ["a failure of its own", { status: 500 }, { state: "again", reason: expect.stringContaining("500") }],
    ["something that is no pass", { status: 200, body: {} }, { state: "again", reason: expect.any(String) }],
    ["something that is no JSON", { status: 200, body: "<html>" }, { state: "again", reason: expect.any(String) }],
  ])("before that, where passes are given out: %s", async (_what, answer, meant) => {
    passes = [answer];
    expect(await post()).toEqual(meant);
    expect(asked).toHaveLength(1);
  });
});

it("reads a service account's JSON text, and nothing that is none", () => {
  expect(readServiceAccount(ACCOUNT)).toMatchObject({ project_id: "a-project", private_key_id: "k1" });
  expect(readServiceAccount("off")).toBe("off");
  const parts = JSON.parse(ACCOUNT) as Record<string, string>;
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
  for (const other of [
    "",
    "null",
    "{",
    JSON.stringify({ ...parts, type: "authorized_user" }),
    JSON.stringify({ ...parts, project_id: "../other" }),
    JSON.stringify({ ...parts, private_key: "-----BEGIN PRIVATE KEY-----" }),
    JSON.stringify({ ...parts, private_key: ec }),
  ])
    expect(readServiceAccount(other), other).toBeNull();
  expect(
    createFcm({
      settings: { FCM_API_URL: origin, FCM_TOKEN_URL: origin, FCM_SERVICE_ACCOUNT: "off" },
      clock,
      health: { note: async () => {} },
    }),
  ).toBeNull();
});

it("takes what may be a registration token, and no address on the web", () => {
  expect(isPhoneAddress(PHONE)).toBe(true);
  for (const other of ["", "short", "https://evil.example/x/y/z/long-enough", "a b".repeat(20), "ñ".repeat(40)])
    expect(isPhoneAddress(other), other).toBe(false);
});
