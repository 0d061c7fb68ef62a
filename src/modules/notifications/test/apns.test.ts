/** APNs as its documents describe it: how we sign, what is sent over which connection, and what each documented answer means. */
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer, type Http2Server, type Http2Session, type IncomingHttpHeaders } from "node:http2";
import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { fixedClock } from "#platform/clock";
import {
  createApns,
  MAX_NOTIFICATION_BYTES,
  readIphoneAddress,
  writeHeaders,
  writeNotification,
} from "../push/apns.ts";
import { readApnsKey } from "../push/apns-key.ts";
import { isPhoneAddress } from "../push/fcm.ts";

/** `session`: the number of its connection. */
type Asked = { headers: IncomingHttpHeaders; body: string; session: number };
type Answer = { status: number; body?: unknown } | "silence" | "goodbye" | "refused" | "broken" | "half" | "farewell";

const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const clock = fixedClock("2027-03-10T19:42:00Z");
const BOUND_AT = new Date("2027-03-01T08:00:00Z");
const PHONE = "ab12".repeat(16);
const message = {
  shown: {
    title: "News about your money",
    body: "Open your passbook to see it.",
    language: "en" as const,
    navigate: "https://tuppence.example/n/0195",
    tag: "01958b5e-2f7c-7000-8000-000000000001",
    unread: 2,
  },
  list: "money" as const,
  ttl_seconds: 86_400,
  urgency: "normal" as const,
};
const TAKEN: Answer = { status: 200 };
const no = (status: number, reason: string, rest: object = {}): Answer => ({ status, body: { reason, ...rest } });

let server: Http2Server;
let origin: string;
let asked: Asked[];
let answers: Answer[];
let noted: unknown[];
let apns: NonNullable<ReturnType<typeof createApns>>;
let heard: () => void;
const sessions = new Map<Http2Session, number>();
let count = 0;

beforeAll(async () => {
  server = createServer();
  server.on("session", (session) => {
    count += 1;
    sessions.set(session, count);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    let body = "";
    stream.setEncoding("utf8");
    stream.on("error", () => {});
    stream.on("data", (piece: string) => {
      body += piece;
    });
    stream.on("end", () => {
      const { session } = stream;
      if (!session) return;
      asked.push({ headers, body, session: sessions.get(session) ?? 0 });
      heard();
      const next = answers.shift() ?? { status: 599 };
      if (next === "silence") return;
      if (next === "refused") return stream.close(7);
      if (next === "broken") return session.destroy();
      if (next === "farewell") return session.goaway(2, 0);
      if (next === "half") {
        stream.respond({ ":status": 200, "apns-id": String(headers["apns-id"]) });
        // Once its beginning is out.
        return stream.write("x", () => session.destroy());
      }
      const told = next === "goodbye" ? { status: 200 } : next;
      stream.respond({ ":status": told.status, "apns-id": String(headers["apns-id"]) });
      stream.end(told.body === undefined ? "" : typeof told.body === "string" ? told.body : JSON.stringify(told.body));
      if (next === "goodbye") session.goaway(0, stream.id ?? 0, Buffer.from('{"reason":"Shutdown"}'));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(async () => {
  server.close();
  for (const session of sessions.keys()) session.destroy();
  await once(server, "close");
});
beforeEach(() => {
  asked = [];
  answers = [TAKEN];
  noted = [];
  heard = () => {};
  apns?.close();
  apns = make();
});

function make(over: { APNS_URL?: string } = {}) {
  const made = createApns({
    settings: {
      APNS_URL: origin,
      APNS_KEY: KEY,
      APNS_KEY_ID: "ABC123DEFG",
      APNS_TEAM_ID: "DEF123GHIJ",
      APNS_TOPIC: "com.example.shop",
      ...over,
    },
    clock,
    health: { note: async (provider, note) => void noted.push([provider, "ok" in note]) },
  });
  if (!made) throw new Error("no key");
  return made;
}
const post = () => apns.post({ endpoint: PHONE, bound_at: BOUND_AT }, message);
const passOf = ({ headers }: Asked) => String(headers.authorization).replace("bearer ", "");

describe("asking", () => {
  it("signs as Apple wants it, and sends documented headers and keys alone", async () => {
    expect(await post()).toEqual({ state: "taken" });
    const [sent, ...none] = asked;
    expect(none).toEqual([]);
    const { authorization, "apns-id": id, ...headers } = Object.fromEntries(Object.entries(sent?.headers ?? {}));
    const now = clock.now().getTime() / 1_000;
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(headers).toEqual({
      ":method": "POST",
      ":scheme": "http",
      ":authority": new URL(origin).host,
      ":path": `/3/device/${PHONE}`,
      "apns-topic": "com.example.shop",
      "apns-push-type": "alert",
      "apns-priority": "10",
      "apns-expiration": String(now + 86_400),
      "apns-collapse-id": message.shown.tag,
    });
    expect(JSON.parse(sent?.body ?? "")).toEqual({
      aps: {
        alert: { title: "News about your money", body: "Open your passbook to see it." },
        "thread-id": "money",
        sound: "default",
      },
      navigate: "https://tuppence.example/n/0195",
    });
    expect(authorization).toMatch(/^bearer \S+$/);
    const pass = String(authorization).slice(7);
    await jwtVerify(pass, keys.publicKey, { currentDate: clock.now() });
    expect(decodeProtectedHeader(pass)).toEqual({ alg: "ES256", kid: "ABC123DEFG" });
    expect(decodeJwt(pass)).toEqual({ iss: "DEF123GHIJ", iat: now });
    expect(noted).toEqual([["apns", true]]);
  });

  it("uses one pass and one connection for many, and a new pass between 20 and 60 minutes", async () => {
    answers = [TAKEN, TAKEN, TAKEN, TAKEN];
    await Promise.all([post(), post()]);
    clock.advance({ minutes: 39 });
    await post();
    clock.advance({ minutes: 1 });
    await post();
    const passes = asked.map(passOf);
    expect(new Set(passes.slice(0, 3)).size).toBe(1);
    expect(decodeJwt(passes[3] ?? "").iat).toBe(clock.now().getTime() / 1_000);
    expect(new Set(asked.map(({ session }) => session)).size).toBe(1);
  });

  it("makes one new pass where ours is called too old, and no third", async () => {
    const old = no(403, "ExpiredProviderToken");
    answers = [TAKEN, old, TAKEN];
    await post();
    clock.advance({ minutes: 20 });
    expect(await post()).toEqual({ state: "taken" });
    expect(new Set(asked.map(passOf)).size, "another one").toBe(2);
    clock.advance({ minutes: 20 });
    answers = [old, old, TAKEN];
    expect(await post()).toEqual({ state: "wait", seconds: 1_200 });
    expect([answers.length, noted.at(-1)]).toEqual([1, ["apns", false]]);
  });

  it("never makes a new pass within 20 minutes, however often ours is called too old", async () => {
    const old = no(403, "ExpiredProviderToken");
    answers = [TAKEN, old, old, old, TAKEN];
    await post();
    for (let n = 0; n < 3; n += 1) {
      clock.advance({ minutes: 5 });
      expect(await post()).toEqual({ state: "wait", seconds: 1_200 });
    }
    expect([new Set(asked.map(passOf)).size, asked.length]).toEqual([1, 4]);
    clock.advance({ minutes: 20 });
    expect(await post()).toEqual({ state: "taken" });
  });

  it("lets news wait without a sound, and cuts what is too long, never in the middle of a sign", () => {
    const shown = { ...message.shown, title: "Año ".repeat(80), body: "Año 🪙 ".repeat(2_000) };
    const quiet = { ...message, urgency: "low" as const, list: "news" as const, shown };
    expect(writeHeaders(quiet, "t", clock.now())["apns-priority"]).toBe("5");
    const written = writeNotification(quiet);
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(MAX_NOTIFICATION_BYTES);
    const { aps } = JSON.parse(written) as { aps: { alert: { body: string }; sound?: string } };
    expect(aps.sound).toBeUndefined();
    expect(aps.alert.body).toMatch(/^Año 🪙 Año.*…$/u);
    expect(aps.alert.body.isWellFormed()).toBe(true);
  });
});

describe("the connection", () => {
  it("is opened anew after a goodbye, and what it did not begin is sent once more", async () => {
    answers = ["goodbye", TAKEN, "refused", TAKEN];
    expect([await post(), await post(), await post()]).toEqual(Array(3).fill({ state: "taken" }));
    expect(asked[1]?.session).not.toBe(asked[0]?.session);
    expect(asked).toHaveLength(4);
    answers = ["refused", "refused", TAKEN];
    expect((await post()).state, "not for ever").toBe("again");
    expect(answers).toHaveLength(1);
  });

  it("that breaks or falls silent is told, tried later, and used by nobody else", async () => {
    answers = ["broken", TAKEN];
    expect(await post()).toMatchObject({ state: "again", reason: expect.stringContaining("no answer") });
    expect(await post()).toEqual({ state: "taken" });
    answers = ["silence", TAKEN];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const arrived = new Promise<void>((settle) => {
      heard = settle;
    });
    const silent = post();
    await arrived;
    vi.advanceTimersByTime(10_000);
    expect((await silent).state).toBe("again");
    vi.useRealTimers();
    expect((await post()).state).toBe("taken");
    expect(asked[3]?.session).not.toBe(asked[2]?.session);
    expect(noted.map((one) => (one as [string, boolean])[1])).toEqual([false, true, false, true]);
  });

  it("that dies in the middle of an answer, or says goodbye in anger, has taken nothing", async () => {
    answers = ["half", TAKEN, "farewell", TAKEN];
    expect([(await post()).state, (await post()).state]).toEqual(["again", "taken"]);
    expect([(await post()).state, (await post()).state]).toEqual(["again", "taken"]);
  });

  it("that cannot be opened is told too", async () => {
    apns.close();
    apns = make({ APNS_URL: "http://127.0.0.1:9" });
    expect((await post()).state).toBe("again");
  });
});

const AFTER = BOUND_AT.getTime() + 1;
describe("what Apple answers", () => {
  it.each<[string, Answer, object]>([
    ["a phone without the app", no(410, "Unregistered", { timestamp: AFTER }), { state: "gone" }],
    ["a phone without the app, without a time", no(410, "Unregistered"), { state: "gone" }],
    [
      "a phone that has told us of itself since",
      no(410, "Unregistered", { timestamp: BOUND_AT.getTime() - 1 }),
      { state: "refused", reason: expect.stringContaining("before the app told us") },
    ],
    ["an address that has changed", no(410, "ExpiredToken", { timestamp: AFTER }), { state: "gone" }],
    ["an address that is none", no(400, "BadDeviceToken"), { state: "gone" }],
    ["a phone of another app", no(400, "DeviceTokenNotForTopic"), { state: "gone" }],
    ["gone by nobody's word", { status: 410, body: "<html>" }, { state: "refused", reason: expect.any(String) }],
    ["a key that Apple does not know", no(403, "InvalidProviderToken"), { state: "key" }],
    ["a key of the other environment", no(403, "BadEnvironmentKeyIdInToken"), { state: "key" }],
    ["what our key may not", no(403, "Forbidden"), { state: "key" }],
    ["an app that is not ours", no(400, "TopicDisallowed"), { state: "key" }],
    ["an address of ours that leads nowhere", { status: 404, body: "<html>404</html>" }, { state: "key" }],
    ["a message that is wrong: the phone is not", no(400, "BadCollapseId"), { state: "refused" }],
    ["too long", no(413, "PayloadTooLarge"), { state: "refused" }],
    ["too many to one phone", no(429, "TooManyRequests"), { state: "wait", seconds: 60 }],
    ["too many new passes", no(429, "TooManyProviderTokenUpdates"), { state: "wait", seconds: 1_200 }],
    ["a failure of its own", no(500, "InternalServerError"), { state: "wait", seconds: 900 }],
    ["away", no(503, "ServiceUnavailable"), { state: "wait", seconds: 900 }],
    ["a connection that was left alone", no(400, "IdleTimeout"), { state: "again" }],
  ])("%s", async (_what, answer, meant) => {
    answers = [answer];
    expect(await post()).toMatchObject(meant);
    const { status, body } = answer as { status: number; body: { reason?: string } };
    const faulty =
      (meant as { state: string }).state === "key" || status >= 500 || body.reason === "TooManyProviderTokenUpdates";
    expect(noted).toEqual([["apns", !faulty]]);
  });

  it("is told with the number by which Apple finds it", async () => {
    answers = [no(403, "InvalidProviderToken")];
    const { reason } = (await post()) as { reason: string };
    expect(reason).toBe(`APNs: 403 InvalidProviderToken (apns-id ${asked[0]?.headers["apns-id"]})`);
  });
});

it("reads the text of a .p8 file, also on one line, and nothing that is none", () => {
  expect(readApnsKey(KEY)).toBe(KEY);
  expect(readApnsKey(KEY.replaceAll("\n", "\\n"))).toBe(KEY);
  expect([readApnsKey("off"), readApnsKey("sandbox")]).toEqual(["off", expect.stringContaining("PRIVATE KEY")]);
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey;
  const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;
  for (const other of [rsa, p384])
    expect(readApnsKey(String(other.export({ type: "pkcs8", format: "pem" })))).toBeNull();
  for (const other of ["", "on", String(keys.publicKey.export({ type: "spki", format: "pem" }))])
    expect(readApnsKey(other), other).toBeNull();
});

it("takes device tokens of any length in either case, and keeps each service's addresses apart", () => {
  expect([PHONE, PHONE.toUpperCase()].map(readIphoneAddress)).toEqual([PHONE, PHONE]);
  expect(readIphoneAddress("ab".repeat(100))).toBe("ab".repeat(100));
  for (const other of ["", "ab12", "abc".repeat(21), `${PHONE}/../x`, `g${PHONE}1`, "dT3x:APA91bExampleOfAnAddress"])
    expect(readIphoneAddress(other), other).toBeNull();
  expect([PHONE, PHONE.toUpperCase()].map(isPhoneAddress)).toEqual([false, false]);
});
