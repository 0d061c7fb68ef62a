/** Calls of attribution and of privacy choices (SPEC §7). Parse, one verb, reply. */
import { z } from "zod";
import {
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  requireMember,
  sendRefusal,
} from "#platform/http";
import type { Attribution, HeaderOf } from "./attribution.server.ts";
import { PURPOSES } from "./choices.ts";
import { ATTRIBUTION_REFUSALS } from "./messages.ts";

/** A member as this module needs one. Accounts stand above it and hand the finding of members in. */
export type SignedInMember = {
  user_id: string;
  email: string | null;
  partner: string;
  subscribed: boolean;
  created_at: Date;
};
export type AttributionCalls = {
  attribution: Attribution;
  memberOf(request: Request): Promise<SignedInMember | null>;
};

export const headerOf =
  (request: Request): HeaderOf =>
  (name) => {
    const value = request.headers[name];
    return (Array.isArray(value) ? value[0] : value) ?? null;
  };

/** The cookie for a page whose address says where its reader came from; null for all others. */
export function touchLine(attribution: Attribution, request: Request): string | null {
  if (request.method !== "GET" || !/[?&](sid|cid|partner)=/.test(request.url)) return null;
  const query = URL.parse(request.url, "http://page.invalid")?.searchParams;
  const header = headerOf(request);
  const asked = Object.fromEntries(["sid", "cid", "partner"].map((name) => [name, query?.get(name)]));
  const from = URL.parse(header("referer") ?? "")?.hostname;
  return attribution.takeTouch(header, {
    ...asked,
    // A page of ours that led here sent nobody.
    website: from === request.hostname ? null : from,
    url: `${request.protocol}://${request.host}${request.url}`,
  }).cookie;
}

const shortText = z.union([z.string(), z.number()]).nullish();
const touch = z.object({
  sid: shortText,
  cid: shortText,
  partner: shortText,
  website: shortText,
  url: shortText,
  time_zone: z.string().max(60).nullish(),
});
const record = z.object({
  sid: z.string().nullable(),
  cid: z.string().nullable(),
  partner: z.string().nullable(),
  website: z.string().nullable(),
  url: z.string().nullable(),
  origin: z.string(),
});
const recordReply = z.object({ success: z.literal(true), data: record.nullable() });
const choices = z.object(
  Object.fromEntries(PURPOSES.map((one) => [one, z.boolean()])) as Record<(typeof PURPOSES)[number], z.ZodBoolean>,
);
const purposeWords = z.object({ name: z.string(), what: z.string() });
const shownReply = z.object({
  success: z.literal(true),
  ask: z.boolean().describe("true while the banner is to be shown"),
  region: z.enum(["asks", "free"]),
  gpc: z.boolean().describe("Global Privacy Control was sent, and is honoured"),
  choices,
  permitted: choices.describe("the choices under Global Privacy Control"),
  chosen_at: z.string().nullable(),
  version: z.string(),
  words: z.object({
    title: z.string(),
    body: z.string(),
    allow: z.string(),
    reject: z.string(),
    choose: z.string(),
    save: z.string(),
    purposes: z.object({ attribution: purposeWords, statistics: purposeWords, marketing: purposeWords }),
  }),
});

const said = z.object({
  purpose: z.enum(PURPOSES),
  given: z.boolean(),
  at: z.string(),
  what: z.string(),
  version: z.string(),
  source: z.enum(["banner", "settings", "signal", "request"]),
  gpc: z.boolean(),
});

export function registerAttributionCalls(app: Http, deps: AttributionCalls) {
  registerPrivacyCalls(app, deps);
  app.register(async (scope: Http) => {
    readBeacons(scope);
    registerRecordCalls(scope, deps);
  });
}

/** A beacon's text is JSON that its sender could not name so (a JSON type would ask for a preflight). */
export function readBeacons(scope: Http) {
  scope.addContentTypeParser("text/plain", { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      // Its words, in both languages, stand with those of the web framework's own refusals.
      done(Object.assign(new Error("not JSON"), { statusCode: 400, code: "not_json" }));
    }
  });
}

function registerRecordCalls(app: Http, { attribution }: AttributionCalls) {
  app.post(
    "/api/check-set-cookie",
    {
      config: { for_partners: true },
      bodyLimit: 16_384,
      schema: {
        tags: ["attribution"],
        summary: "Store where a visitor came from, for 25 days",
        body: touch,
        response: { 200: recordReply, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const { time_zone, ...asked } = request.body;
      const { record, cookie } = attribution.takeTouch(headerOf(request), asked, time_zone ?? null);
      if (cookie) reply.header("set-cookie", cookie);
      reply.header("cache-control", "no-store");
      return { success: true as const, data: record };
    },
  );

  app.post(
    "/api/get-cookie",
    {
      config: { for_partners: true },
      schema: {
        tags: ["attribution"],
        summary: "Where this visitor came from",
        response: { 200: recordReply, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return { success: true as const, data: attribution.attributionOf(request.headers.cookie) };
    },
  );
}

function registerPrivacyCalls(app: Http, { attribution, memberOf }: AttributionCalls) {
  const show = async (request: Request, reply: Reply, time_zone: string | null) => {
    const { shown, cookies } = await attribution.showPrivacy({
      header: headerOf(request),
      person: await memberOf(request),
      language: languageOf(request),
      time_zone,
    });
    for (const line of cookies) reply.header("set-cookie", line);
    reply.header("cache-control", "no-store");
    return { success: true as const, ...shown };
  };

  app.get(
    "/api/privacy/choices",
    {
      schema: {
        tags: ["privacy"],
        summary: "What this visitor or member allows, and the words they are asked with",
        querystring: z.object({ time_zone: z.string().max(60).optional(), lang: z.string().max(10).optional() }),
        response: { 200: shownReply, "4xx": errorReply },
      },
    },
    (request, reply) => show(request, reply, request.query.time_zone ?? null),
  );

  app.get(
    "/api/privacy/history",
    {
      schema: {
        tags: ["privacy"],
        summary: "What this member said before, newest first, with the words of each time",
        response: { 200: z.object({ success: z.literal(true), history: z.array(said) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      reply.header("cache-control", "private, no-store");
      return { success: true as const, history: await attribution.privacyHistory(member.user_id) };
    },
  );

  app.put(
    "/api/privacy/choices",
    {
      schema: {
        tags: ["privacy"],
        summary: "Choose: kept in a cookie and, with the words that were read, as proof",
        body: choices.extend({
          version: z.string().regex(/^[0-9a-f]{12}$/),
          source: z.enum(["banner", "settings"]).default("banner"),
          time_zone: z.string().max(60).optional(),
        }),
        response: { 200: z.object({ success: z.literal(true), permitted: choices }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const { version, source, time_zone, ...chosen } = request.body;
      const outcome = await attribution.choosePrivacy({
        header: headerOf(request),
        person: await memberOf(request),
        choices: chosen,
        version,
        source,
        time_zone: time_zone ?? null,
      });
      reply.header("cache-control", "no-store");
      if (!outcome.ok) return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, outcome);
      for (const line of outcome.value.cookies) reply.header("set-cookie", line);
      // What was kept by an earlier yes goes with it.
      if (!chosen.attribution) reply.header("set-cookie", attribution.clearRecord());
      return { success: true as const, permitted: outcome.value.permitted };
    },
  );
}
