/** `POST /api/elk?action=…` (SPEC §7): tracking events by beacon. Parse, one verb, 204. */
import { z } from "zod";
import { errorReply, type Http, languageOf, requireMember, sendRefusal } from "#platform/http";
import { readEither, userId } from "#platform/ids";
import { createEventLimit } from "./event-limit.ts";
import { type AttributionCalls, headerOf, readBeacons } from "./http.ts";
import { ATTRIBUTION_REFUSALS, MAX_BEACON_BYTES } from "./messages.ts";

const BEACONS_A_MINUTE = 240;

/** `POST /api/saveGtagClientId` (SPEC §7), a beacon after login: a member's own browser, as Google Analytics knows it. */
function registerClientId(scope: Http, { attribution, memberOf }: AttributionCalls) {
  scope.post(
    "/api/saveGtagClientId",
    {
      bodyLimit: 2_048,
      schema: {
        tags: ["attribution"],
        summary: "Keep the Google Analytics client id of the member who is signed in (beacon)",
        body: z.object({ user_id: z.string().max(80), client_id: z.string().max(80) }),
        response: { 200: z.object({ success: z.literal(true), kept: z.boolean() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const { user_id, client_id } = request.body;
      if (readEither(userId, user_id) !== member.user_id)
        return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, { code: "not_your_account" });
      if (!/^\d{1,20}\.\d{1,20}$/.test(client_id))
        return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, { code: "client_id_invalid" });
      const { statistics } = await attribution.permittedFor(headerOf(request), member.user_id);
      if (statistics) await attribution.saveAnalyticsClient(member.user_id, client_id);
      return { success: true as const, kept: statistics };
    },
  );
}

export function registerEventCalls(
  app: Http,
  { attribution, memberOf, limitFactor, now }: AttributionCalls & { limitFactor: number; now(): Date },
) {
  const within = createEventLimit(Math.max(1, Math.round(BEACONS_A_MINUTE * limitFactor)));
  app.register(async (scope: Http) => {
    readBeacons(scope);
    registerClientId(scope, { attribution, memberOf });
    scope.post(
      "/api/elk",
      {
        bodyLimit: MAX_BEACON_BYTES,
        // The hottest write beside clicks: its own brake counts in memory, and an answer without a body needs no headers for pages.
        config: { rateLimit: false, without_headers: true, for_partners: true },
        schema: {
          tags: ["attribution"],
          summary: "Tracking events by beacon: one, or a list of up to 25, 4 KiB each",
          description:
            "JSON (also as text/plain) or a form. `action` is from a closed list; who sent it is taken from the session. 204 when it is stored.",
          querystring: z.object({ action: z.string().max(60).default("") }),
          response: { 204: z.null(), "4xx": errorReply },
        },
      },
      async (request, reply) => {
        if (!within(request.ip, now()))
          return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, { code: "rate_limited" });
        const outcome = await attribution.takeEvents({
          header: headerOf(request),
          member:
            request.headers.cookie === undefined && !request.headers.authorization ? null : await memberOf(request),
          address: request.ip,
          language: languageOf(request),
          action: request.query.action,
          body: request.body,
          bytes: Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY),
        });
        if (!outcome.ok) return sendRefusal(request, reply, ATTRIBUTION_REFUSALS, outcome);
        return reply.code(204).send(null);
      },
    );
  });
}
