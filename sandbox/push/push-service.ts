import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { esc } from "../markup.ts";
import { layout, shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { type BrowserKeys, decrypt, newBrowserKeys, readVapid } from "./web-push.ts";

/**
 * A push service (RFC 8030) and the browsers behind it: takes signed and encrypted messages as the real ones do, reads them as the
 * browser would, and answers each browser's way: there, gone, busy, or with less space than usual.
 */
const MOODS = ["takes", "gone", "forgotten", "busy", "small", "away"] as const;
type Mood = (typeof MOODS)[number];
interface Browser extends BrowserKeys {
  token: string;
  /** Of the site that it subscribed to; null: that of its first message. */
  server_key: string | null;
  mood: Mood;
}
interface Message {
  token: string;
  topic: string | null;
  ttl: number;
  urgency: string;
  payload: string;
  bytes: number;
  at: number;
}

const MAX_BYTES = 4_096;
const SMALL_BYTES = 420;
const BUSY_SECONDS = 90;
const URGENCIES = new Set(["very-low", "low", "normal", "high"]);

const find = (world: World, token: string) =>
  world.db.all<Browser>(
    "select token, secret, p256dh, auth, server_key, mood from push_browsers where token = ?",
    token,
  )[0];

export function registerPushService(app: FastifyInstance, world: World): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { token: string }; Body: Buffer | null }>(
      "/push/send/:token",
      { config: { target: "push" } },
      (request, reply) => {
        const refuse = (status: number, reason: string): FastifyReply =>
          reply.code(status).send({ errno: status, reason });
        const browser = find(world, request.params.token);
        if (!browser || browser.mood === "forgotten") return refuse(404, "no such subscription");
        if (browser.mood === "gone") return refuse(410, "the subscription has expired");
        // Tokens are of real time, wherever the world's clock stands.
        const vapid = readVapid(request.headers.authorization, world.origin(), Date.now() / 1_000);
        if ("refused" in vapid) return refuse(401, vapid.refused);
        if (browser.server_key && browser.server_key !== vapid.key)
          return refuse(403, "the key is not the subscription's");
        const { ttl, urgency = "normal", topic } = request.headers as Record<string, string | undefined>;
        if (!/^\d{1,9}$/.test(ttl ?? "")) return refuse(400, "TTL is missing");
        if (!URGENCIES.has(urgency)) return refuse(400, "Urgency is none of four");
        if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic))
          return refuse(400, "Topic is not 32 letters of base64url");
        if (request.headers["content-encoding"] !== "aes128gcm")
          return refuse(400, "Content-Encoding is not aes128gcm");
        if (browser.mood === "busy") return refuse(429, "too many").header("retry-after", String(BUSY_SECONDS));
        if (browser.mood === "away") return refuse(503, "maintenance");
        const body = request.body ?? Buffer.alloc(0);
        if (body.length > (browser.mood === "small" ? SMALL_BYTES : MAX_BYTES)) return refuse(413, "too large");
        let payload: string;
        try {
          payload = decrypt(body, browser);
        } catch (error) {
          return refuse(400, `the browser cannot read it: ${(error as Error).message}`);
        }
        world.db.run("update push_browsers set server_key = ? where token = ?", vapid.key, browser.token);
        // The same topic takes the place of what was not delivered yet; nothing is delivered before somebody looks.
        if (topic) world.db.run("delete from push_messages where token = ? and topic = ?", browser.token, topic);
        world.db.run(
          "insert into push_messages (token, topic, ttl, urgency, payload, bytes, at) values (?, ?, ?, ?, ?, ?, ?)",
          browser.token,
          topic ?? null,
          Number(ttl),
          urgency,
          payload,
          body.length,
          world.clock.now(),
        );
        return reply
          .code(201)
          .header("location", `${world.origin()}/push/message/${randomBytes(8).toString("hex")}`)
          .header("ttl", ttl ?? "0")
          .send();
      },
    );
  });
}

const messagesOf = (world: World, token: string) =>
  world.db.all<Message>(
    "select token, topic, ttl, urgency, payload, bytes, at from push_messages where ?1 = '' or token = ?1 order by id desc limit 200",
    token,
  );

/** Browsers are made, read and moved by tests and by hand. */
export function registerPushControl(app: FastifyInstance, world: World): void {
  app.post<{ Body: { server_key?: string } | null }>("/control/push/browsers", (request, reply) => {
    const keys = newBrowserKeys();
    const token = randomBytes(24).toString("base64url");
    world.db.run(
      "insert into push_browsers (token, secret, p256dh, auth, server_key, at) values (?, ?, ?, ?, ?, ?)",
      token,
      keys.secret,
      keys.p256dh,
      keys.auth,
      request.body?.server_key ?? null,
      world.clock.now(),
    );
    return reply.code(201).send({
      token,
      endpoint: `${world.origin()}/push/send/${token}`,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
    });
  });

  const setMood = (token: string, mood: string | undefined): boolean => {
    if (!MOODS.some((known) => known === mood) || !find(world, token)) return false;
    world.db.run("update push_browsers set mood = ? where token = ?", mood as string, token);
    return true;
  };
  app.post<{ Params: { token: string }; Body: { mood?: string } | null }>(
    "/control/push/browsers/:token",
    (request, reply) =>
      setMood(request.params.token, request.body?.mood)
        ? { mood: request.body?.mood }
        : reply.code(400).send({ error: `mood is one of ${MOODS.join(", ")}, of a browser that is there` }),
  );
  app.get<{ Querystring: { token?: string } }>("/control/push/messages", (request) => ({
    messages: messagesOf(world, request.query.token ?? "").map(({ payload, at, ...message }) => ({
      ...message,
      payload: JSON.parse(payload) as unknown,
      at: new Date(at).toISOString(),
    })),
  }));

  app.get("/pushes", (_request, reply) => reply.type("text/html; charset=utf-8").send(page(world)));
  app.post<{ Params: { token: string }; Body: { mood?: string } | null }>("/play/push/:token", (request, reply) => {
    setMood(request.params.token, request.body?.mood);
    return reply.redirect("/pushes", 303);
  });
}

const SAID: Record<Mood, string> = {
  takes: "takes them (201)",
  forgotten: "is not known (404)",
  gone: "has gone (410)",
  small: "has little space (413)",
  busy: "is busy (429)",
  away: "is away (503)",
};

function page(world: World): string {
  const browsers = world.db.all<Browser>("select token, mood from push_browsers order by id desc limit 30");
  const cards = browsers.map(({ token, mood }) => {
    const buttons = MOODS.filter((one) => one !== mood)
      .map((one) => `<button class="button" name="mood" value="${one}">${esc(SAID[one])}</button>`)
      .join(" ");
    const messages = messagesOf(world, token).map((message) => {
      const { notification } = JSON.parse(message.payload) as {
        notification: { title: string; body: string; navigate: string };
      };
      return `<p class="small"><b>${esc(notification.title)}</b> ${esc(notification.body)}<br><a href="${esc(notification.navigate)}">open</a>
        <span class="soft">${esc(shortTime(message.at))}, ${message.bytes} bytes, urgency ${esc(message.urgency)}, kept ${message.ttl} s</span></p>`;
    });
    return `<article class="card"><p class="soft small">Browser <b>${esc(token.slice(0, 8))}</b> ${esc(SAID[mood])}</p>
      ${messages.join("") || '<p class="soft">Nothing was pushed here yet.</p>'}
      <form method="post" action="/play/push/${esc(token)}">${buttons}</form></article>`;
  });
  return layout({
    title: "Pushes",
    tint: "#2f5d7c",
    brand: { name: "Pushes", tagline: "every push the product sent, as the browser reads it", href: "/pushes" },
    links: [["The world", "/"]],
    note: "Sandbox push service: its browsers are made by tests, and no real device is told.",
    body: `<h1>Pushes</h1>${cards.join("") || '<p class="soft">No browser of the sandbox has subscribed yet.</p>'}`,
  });
}
