import { randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { esc } from "../markup.ts";
import { layout, shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { TWILIO } from "./credentials.ts";
import { reply as sendReply } from "./reply.ts";

/**
 * Twilio's Messages resource (https://www.twilio.com/docs/messaging/api/message-resource): takes every text, delivers
 * into the inbox page, and refuses the numbers that Twilio keeps for trying refusals.
 */
export interface StoredText {
  sid: string;
  sender: string;
  recipient: string;
  body: string;
  at: number;
}

/** https://www.twilio.com/docs/iam/test-credentials#test-sms-messages */
const REFUSED: Record<string, [code: number, message: string]> = {
  "+15005550001": [21211, "The 'To' number +15005550001 is not a valid phone number."],
  "+15005550002": [21612, "The 'To' phone number +15005550002 is not currently reachable via SMS."],
  "+15005550003": [
    21408,
    "Permission to send an SMS has not been enabled for the region indicated by the 'To' number.",
  ],
  "+15005550004": [21610, "Attempt to send to unsubscribed recipient"],
  "+15005550009": [21614, "'To' number is not a valid mobile number"],
};

/** What may be said when a message is made, by the resource's documentation and Twilio's own client. */
const PARAMETERS: ReadonlySet<string> = new Set(
  `To From MessagingServiceSid Body MediaUrl ContentSid ContentVariables StatusCallback ApplicationSid MaxPrice ProvideFeedback Attempt
  ValidityPeriod ForceDelivery ContentRetention AddressRetention SmartEncoded PersistentAction TrafficType ShortenUrls ScheduleType SendAt
  SendAsMms MessageIntent RiskCheck FallbackFrom`.split(/\s+/),
);

function findTexts(world: World, to: string | undefined, limit = 200): StoredText[] {
  return world.db.all<StoredText>(
    "select sid, sender, recipient, body, at from texts where ?1 = '' or recipient = ?1 order by id desc limit ?2",
    to ?? "",
    limit,
  );
}

function refuse(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
}

function signedIn(request: FastifyRequest): boolean {
  const { account, token } = TWILIO;
  const wanted = Buffer.from(`Basic ${Buffer.from(`${account}:${token}`).toString("base64")}`);
  const given = Buffer.from(request.headers.authorization ?? "");
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function inbox(world: World): string {
  const texts = findTexts(world, undefined)
    .map(
      (text) =>
        `<article class="card"><p class="soft small">${esc(text.sender)} to <b>${esc(text.recipient)}</b>, ${esc(shortTime(text.at))}</p><p>${esc(
          text.body,
        ).replace(/(https?:\/\/\S+)/g, '<a href="$1">$1</a>')}</p>
        <form class="tight" method="post" action="/play/texts"><input type="hidden" name="from" value="${esc(text.recipient)}">
        <label>Text back <input name="body" maxlength="160" required></label> <button>Send</button></form></article>`,
    )
    .join("");
  return layout({
    title: "Texts",
    tint: "#6a4a7c",
    brand: { name: "Texts", tagline: "every text the product sent", href: "/texts" },
    links: [["The world", "/"]],
    note: "Sandbox inbox: no text here ever left this machine.",
    body: `<h1>Texts</h1>${texts || '<p class="soft">No text yet. What the product sends shows up here at once.</p>'}`,
  });
}

/** The inbox, as a page and for tests. */
export function registerInbox(app: FastifyInstance, world: World): void {
  app.get("/texts", (_request, reply) => reply.type("text/html; charset=utf-8").send(inbox(world)));

  app.post<{ Body: { from?: string; body?: string } | null }>("/control/texts/reply", (request, reply) => {
    const { from = "", body = "", ...more } = request.body ?? {};
    sendReply(world, { from, body, more: more as Record<string, string> });
    return reply.code(202).send({ sent: 1 });
  });
  app.post<{ Body: { from?: string; body?: string } | null }>("/play/texts", (request, reply) => {
    sendReply(world, { from: request.body?.from ?? "", body: request.body?.body ?? "" });
    return reply.redirect("/texts", 303);
  });

  app.get<{ Querystring: { to?: string } }>("/control/texts", (request) => ({
    texts: findTexts(world, request.query.to).map(({ at, ...text }) => ({ ...text, at: new Date(at).toISOString() })),
  }));
}

export function registerTexts(app: FastifyInstance, world: World): void {
  app.post<{
    Params: { account: string };
    Body: { To?: string; From?: string; MessagingServiceSid?: string; Body?: string } | null;
  }>("/twilio/2010-04-01/Accounts/:account/Messages.json", { config: { target: "twilio" } }, (request, reply) => {
    if (!signedIn(request)) return refuse(reply, 401, 20003, "Authenticate");
    if (request.params.account !== TWILIO.account)
      return refuse(reply, 404, 20404, `The requested resource ${request.url} was not found`);
    const unknown = Object.keys(request.body ?? {}).filter((name) => !PARAMETERS.has(name));
    if (unknown.length > 0) return refuse(reply, 400, 20001, `Unknown parameters: ${unknown.join(", ")}`);
    const { To: to = "", From: from, MessagingServiceSid: service, Body: body = "" } = request.body ?? {};
    if (!from && !service) return refuse(reply, 400, 21603, "A 'From' phone number is required.");
    if (body === "") return refuse(reply, 400, 21602, "Message body is required.");
    if (body.length > 1_600)
      return refuse(reply, 400, 21617, "The concatenated message body exceeds the 1600 character limit.");
    if (to === "") return refuse(reply, 400, 21604, "A 'To' phone number is required.");
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return refuse(reply, 400, 21211, `The 'To' number ${to} is not a valid phone number.`);
    const refused = REFUSED[to];
    if (refused) return refuse(reply, 400, ...refused);
    const sid = `SM${randomBytes(16).toString("hex")}`;
    const at = world.clock.now();
    world.db.run(
      "insert into texts (sid, sender, recipient, body, at) values (?, ?, ?, ?, ?)",
      sid,
      from ?? service ?? "",
      to,
      body,
      at,
    );
    return reply.code(201).send({
      sid,
      account_sid: TWILIO.account,
      messaging_service_sid: service ?? null,
      from: from ?? null,
      to,
      body,
      status: "queued",
      direction: "outbound-api",
      num_segments: `${Math.ceil(body.length / 153)}`,
      error_code: null,
      error_message: null,
      date_created: new Date(at).toUTCString(),
      uri: `/2010-04-01/Accounts/${TWILIO.account}/Messages/${sid}.json`,
    });
  });
}
