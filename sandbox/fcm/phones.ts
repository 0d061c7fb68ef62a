import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { esc } from "../markup.ts";
import { layout, shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { findPhone, MOODS, type Mood, type Phone, setAccount } from "./api.ts";

interface Kept {
  token: string;
  message: string;
  at: number;
}
/** As far as the page shows it. */
interface Message {
  notification?: { title?: string; body?: string };
  data?: { navigate?: string };
  android?: { priority?: string; ttl?: string };
}

const messagesOf = (world: World, token: string): Kept[] =>
  world.db.all<Kept>(
    "select token, message, at from fcm_messages where ?1 = '' or token = ?1 order by id desc limit 200",
    token,
  );

/** Phones are made, read and moved by tests and by hand. */
export function registerPhones(app: FastifyInstance, world: World): void {
  app.post("/control/fcm/phones", (_request, reply) => {
    const token = `${randomBytes(16).toString("base64url")}:APA91b${randomBytes(100).toString("base64url")}`;
    world.db.run("insert into fcm_phones (token, at) values (?, ?)", token, world.clock.now());
    return reply.code(201).send({ token });
  });

  const setMood = (token: string, mood: string | undefined): boolean => {
    if (!MOODS.some((known) => known === mood) || !findPhone(world, token)) return false;
    world.db.run("update fcm_phones set mood = ? where token = ?", mood as string, token);
    return true;
  };
  app.post<{ Params: { token: string }; Body: { mood?: string } | null }>(
    "/control/fcm/phones/:token",
    (request, reply) =>
      setMood(request.params.token, request.body?.mood)
        ? { mood: request.body?.mood }
        : reply.code(400).send({ error: `mood is one of ${MOODS.join(", ")}, of a phone that is there` }),
  );
  app.post<{ Body: { there?: boolean } | null }>("/control/fcm/account", (request) => {
    const there = request.body?.there ?? true;
    setAccount(world, there);
    return { there };
  });
  app.get<{ Querystring: { token?: string } }>("/control/fcm/messages", (request) => ({
    messages: messagesOf(world, request.query.token ?? "").map(({ message, at }) => ({
      message: JSON.parse(message) as unknown,
      at: new Date(at).toISOString(),
    })),
  }));

  app.get("/phones", (_request, reply) => reply.type("text/html; charset=utf-8").send(page(world)));
  app.post<{ Params: { token: string }; Body: { mood?: string } | null }>("/play/phones/:token", (request, reply) => {
    setMood(request.params.token, request.body?.mood);
    return reply.redirect("/phones", 303);
  });
}

const SAID: Record<Mood, string> = {
  takes: "takes them (200)",
  unregistered: "has no app any more (404 UNREGISTERED)",
  elsewhere: "is of another project (403 SENDER_ID_MISMATCH)",
  busy: "is busy (429 QUOTA_EXCEEDED)",
  away: "is away (503 UNAVAILABLE)",
  broken: "fails (500 INTERNAL)",
};

function page(world: World): string {
  const phones = world.db.all<Phone>("select token, mood from fcm_phones order by id desc limit 30");
  const cards = phones.map(({ token, mood }) => {
    const buttons = MOODS.filter((one) => one !== mood)
      .map((one) => `<button class="button" name="mood" value="${one}">${esc(SAID[one])}</button>`)
      .join(" ");
    const messages = messagesOf(world, token).map(({ message, at }) => {
      const { notification, data, android } = JSON.parse(message) as Message;
      return `<p class="small"><b>${esc(notification?.title ?? "")}</b> ${esc(notification?.body ?? "")}<br><a href="${esc(data?.navigate ?? "")}">open</a>
        <span class="soft">${esc(shortTime(at))}, ${esc(android?.priority ?? "")}, kept ${esc(android?.ttl ?? "")}</span></p>`;
    });
    return `<article class="card"><p class="soft small">Phone <b>${esc(token.slice(0, 8))}</b> ${esc(SAID[mood])}</p>
      ${messages.join("") || '<p class="soft">Nothing was sent here yet.</p>'}
      <form method="post" action="/play/phones/${esc(encodeURIComponent(token))}">${buttons}</form></article>`;
  });
  return layout({
    title: "Phones",
    tint: "#7c5a2f",
    brand: { name: "Phones", tagline: "every alert that the product sent to its app", href: "/phones" },
    links: [["The world", "/"]],
    note: "Sandbox of Firebase Cloud Messaging: its phones are made by tests, and no real one is told.",
    body: `<h1>Phones</h1>${cards.join("") || '<p class="soft">No phone of the sandbox has the app yet.</p>'}`,
  });
}
