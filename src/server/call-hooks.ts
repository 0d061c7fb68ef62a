/**
 * What every call passes before and after its own work. What a route needs of it is worked out once, when the route is registered:
 * to look a route up again for each request, and to wait for promises of hooks, cost as much as a short call's own work.
 */
import type {
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onRequestHookHandler,
  onSendHookHandler,
  RouteOptions,
} from "fastify";
import type { Http } from "#platform/http";
import type { Log } from "#platform/log";
import type { Metrics } from "#platform/metrics";
import { carryDebug, refuseForeign, refuseStranger, refuseUnstorableText } from "./guards.ts";
import { inlineScriptHashes } from "./page-parts.ts";
import type { PartnerCalls } from "./partner-calls.ts";
import { CALL_HEADERS, contentSecurityPolicy } from "./security.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Its answer carries none of the headers that are for browsers' pages. */
    without_headers?: boolean;
  }
}

type Guards = {
  isPartner: PartnerCalls;
  isForeign(request: FastifyRequest): boolean;
  isOperator(request: FastifyRequest): boolean;
  log: Log;
  metrics: Metrics;
};

/** By the route that was found: an encoded letter in the address leads to the same one. */
const FOR_OPERATORS = /^\/(metrics$|api\/docs)/;

/** Before anything else is registered in the scope: routes pass what was there before them. */
export function addCallHooks(scope: Http, guards: Guards): void {
  const { isPartner, isForeign, isOperator, log, metrics } = guards;

  function guard(route: RouteOptions): onRequestHookHandler {
    const headers = Object.entries(route.config?.without_headers ? {} : CALL_HEADERS);
    const forPartners = route.config?.for_partners ?? false;
    const forOperators = FOR_OPERATORS.test(route.url);
    return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      for (const [name, value] of headers) reply.header(name, value);
      if (!(forPartners && isPartner(request, reply)) && isForeign(request)) return void refuseForeign(request, reply);
      if (forOperators && !isOperator(request)) return void refuseStranger(request, reply);
      done();
    };
  }

  scope.addHook("onRoute", (route) => {
    route.onRequest = [guard(route), ...listed(route.onRequest)];
    if (FOR_OPERATORS.test(route.url)) route.onSend = [...listed(route.onSend), protectDescription];
  });
  scope.addHook("onSend", carryDebug);
  scope.addHook("preValidation", refuseUnstorableText);
  scope.addHook("onResponse", (request, reply, done) => {
    metrics.requests.observe({ kind: "call", status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
    if (log.isLevelEnabled("debug"))
      request.log.debug(
        { method: request.method, url: request.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
        "call",
      );
    done();
  });
}

const listed = <Hook>(hooks: Hook | Hook[] | undefined): Hook[] =>
  hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks];

const isHtml = (reply: FastifyReply): boolean => String(reply.getHeader("content-type") ?? "").startsWith("text/html");

const protectDescription: onSendHookHandler = (_request, reply, payload, done) => {
  const hashes = typeof payload === "string" && isHtml(reply) ? inlineScriptHashes(payload) : [];
  reply.header("content-security-policy", contentSecurityPolicy({ hashes }));
  done(null, payload);
};
