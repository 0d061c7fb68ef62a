import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { esc } from "../markup.ts";
import { layout, shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { findPhone, MOODS, type Mood, type Phone } from "./judge.ts";
import { countConnections, sayGoodbye, setKey } from "./server.ts";

interface Kept {
  headers: string;
  payload: string;
  at: number;
}
/** As far as the page shows it. */
interface Payload {
  aps?: { alert?: { title?: string; body?: string } };
  navigate?: string;
}

const messagesOf = (world: World, token: string): Kept[] =>
  world.db.all<Kept>(
    "select headers, payload, at from apns_messages where ?1 = '' or token = ?1 order by id desc limit 200",
    token,
  );

/** Phones are made, read and moved by tests and by hand. */
export function registerIphones(app: FastifyInstance, world: World): void {
  app.post("/control/apns/phones", (_request, reply) => {
    const token = randomBytes(32).toString("hex");
    const now = world.clock.now();
    world.db.run("insert into apns_phones (token, since, at) values (?, ?, ?)", token, now, now);
    return reply.code(201).send({ token });
  });

  const setMood = (token: string, mood: string | undefined, since: number): boolean => {
    if (!MOODS.some((known) => known === mood) || !findPhone(world, token)) return false;
    world.db.run("update apns_phones set mood = ?, since = ? where token = ?", mood as string, since, token);
    return true;
  };
  app.post<{ Params: { token: string }; Body: { mood?: string; since?: string } | null }>(
    "/control/apns/phones/:token",
    (request, reply) => {
      const { mood, since } = request.body ?? {};
      const at = since === undefined ? world.clock.now() : Date.parse(since);
      return Number.isFinite(at) && setMood(request.params.token, mood, at)
        ? { mood }
        : reply.code(400).send({ error: `mood is one of ${MOODS.join(", ")}, of a phone that is there` });
    },
  );
  app.post<{ Body: { there?: boolean } | null }>("/control/apns/key", (request) => {
    const there = request.body?.there ?? true;
    setKey(world, there);
    return { there };
  });
  app.post("/control/apns/goodbye", () => ({ connections: sayGoodbye(world) }));
  app.get<{ Querystring: { token?: string } }>("/control/apns/messages", (request) => ({
    connections: countConnections(world),
    messages: messagesOf(world, request.query.token ?? "").map(({ headers, payload, at }) => ({
      headers: JSON.parse(headers) as unknown,
      payload: JSON.parse(payload) as unknown,
      at: new Date(at).toISOString(),
    })),
  }));

  app.get("/iphones", (_request, reply) => reply.type("text/html; charset=utf-8").send(page(world)));
  app.post<{ Params: { token: string }; Body: { mood?: string } | null }>("/play/iphones/:token", (request, reply) => {
    setMood(request.params.token, request.body?.mood, world.clock.now());
    return reply.redirect("/iphones", 303);
  });
}

const SAID: Record<Mood, string> = {
  takes: "takes them (200)",
  unregistered: "has no app any more (410 Unregistered)",
  expired: "has another address (410 ExpiredToken)",
  elsewhere: "is of another app (400 DeviceTokenNotForTopic)",
  busy: "is busy (429 TooManyRequests)",
  away: "is away (503 ServiceUnavailable)",
  broken: "fails (500 InternalServerError)",
};

function page(world: World): string {
  const phones = world.db.all<Phone>("select token, mood, since from apns_phones order by id desc limit 30");
  const cards = phones.map(({ token, mood }) => {
    const buttons = MOODS.filter((one) => one !== mood)
      .map((one) => `<button class="button" name="mood" value="${one}">${esc(SAID[one])}</button>`)
      .join(" ");
    const messages = messagesOf(world, token).map(({ headers, payload, at }) => {
      const { aps, navigate } = JSON.parse(payload) as Payload;
      const told = JSON.parse(headers) as Record<string, string>;
      return `<p class="small"><b>${esc(aps?.alert?.title ?? "")}</b> ${esc(aps?.alert?.body ?? "")}<br><a href="${esc(navigate ?? "")}">open</a>
        <span class="soft">${esc(shortTime(at))}, priority ${esc(told["apns-priority"] ?? "10")}</span></p>`;
    });
    return `<article class="card"><p class="soft small">iPhone <b>${esc(token.slice(0, 8))}</b> ${esc(SAID[mood])}</p>
      ${messages.join("") || '<p class="soft">Nothing was sent here yet.</p>'}
      <form method="post" action="/play/iphones/${esc(token)}">${buttons}</form></article>`;
  });
  return layout({
    title: "iPhones",
    tint: "#4a4f57",
    brand: { name: "iPhones", tagline: "every alert that the product sent to its app", href: "/iphones" },
    links: [["The world", "/"]],
    note: "Sandbox of Apple's push service: its phones are made by tests, and no real one is told.",
    body: `<h1>iPhones</h1>${cards.join("") || '<p class="soft">No iPhone of the sandbox has the app yet.</p>'}`,
  });
}
