/**
 * Calls that partners' own pages make from their own hosts, with cookies (SPEC §7 `check-set-cookie`): where their visitors
 * came from, and what they did. Everything else is for our pages alone.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Partners } from "#partners";
import type { Http } from "#platform/http";
import { isPartnerOrigin } from "../modules/identity/return-target.ts";
import { refuseForeign } from "./guards.ts";

const CALLS = ["/api/check-set-cookie", "/api/get-cookie", "/api/elk"];
const PREFLIGHT_SECONDS = "600";

/** By a route's own path. */
export const isPartnerCall = (path: string): boolean => CALLS.includes(path);

export type PartnerCalls = (request: FastifyRequest, reply: FastifyReply) => boolean;
/** For such a call: true when it comes from a host of the allow-list; the browser is then told that the page may read the answer. */
export function createPartnerCalls(partners: Partners, publicUrl: string): PartnerCalls {
  return (request, reply) => {
    reply.header("vary", "origin");
    const { origin } = request.headers;
    if (!isPartnerOrigin(origin ?? null, partners.all(), publicUrl)) return false;
    reply.header("access-control-allow-origin", origin).header("access-control-allow-credentials", "true");
    return true;
  };
}

/** What a browser asks before it sends JSON to another host. */
export function registerPreflights(scope: Http, isPartner: PartnerCalls) {
  for (const path of CALLS)
    scope.options(path, { schema: { hide: true } }, async (request, reply) => {
      if (!isPartner(request, reply)) return refuseForeign(request, reply);
      return reply
        .code(204)
        .header("access-control-allow-methods", "POST")
        .header("access-control-allow-headers", "content-type")
        .header("access-control-max-age", PREFLIGHT_SECONDS)
        .send();
    });
}
