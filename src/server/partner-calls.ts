/**
 * Calls that partners' own pages make from their own hosts, with cookies (SPEC §7 `check-set-cookie`): where their visitors
 * came from, and what they did. Everything else is for our pages alone.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Http } from "#platform/http";
import type { Partners } from "../services.ts";
import { refuseForeign } from "./guards.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Partners' own pages may make it too, with cookies. */
    for_partners?: boolean;
  }
}

const PREFLIGHT_SECONDS = "600";

export type PartnerCalls = (request: FastifyRequest, reply: FastifyReply) => boolean;
/** For such a call: true when it comes from a host of the allow-list; the browser is then told that the page may read the answer. */
export function createPartnerCalls(partners: Pick<Partners, "isOrigin">, publicUrl: string): PartnerCalls {
  return (request, reply) => {
    reply.header("vary", "origin");
    const { origin } = request.headers;
    if (!partners.isOrigin(origin ?? null, publicUrl)) return false;
    reply.header("access-control-allow-origin", origin).header("access-control-allow-credentials", "true");
    return true;
  };
}

/** What a browser asks before it sends JSON to another host, for each such call that is registered from now on. */
export function registerPreflights(scope: Http, isPartner: PartnerCalls) {
  scope.addHook("onRoute", ({ url, method, config }) => {
    if (!config?.for_partners || method !== "POST") return;
    scope.options(url, { schema: { hide: true }, config: { for_partners: true } }, async (request, reply) => {
      if (!isPartner(request, reply)) return refuseForeign(request, reply);
      return reply
        .code(204)
        .header("access-control-allow-methods", "POST")
        .header("access-control-allow-headers", "content-type")
        .header("access-control-max-age", PREFLIGHT_SECONDS)
        .send();
    });
  });
}
