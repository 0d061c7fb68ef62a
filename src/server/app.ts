/**
 * The web server: calls in one scope with their validation, limits and OpenAPI description; pages in another, which is
 * kept bare because cached pages are the hottest path of the product.
 */
import { existsSync } from "node:fs";
import formbody from "@fastify/formbody";
import rateLimit from "@fastify/rate-limit";
import fastifyStatic from "@fastify/static";
import swagger from "@fastify/swagger";
import scalar from "@scalar/fastify-api-reference";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from "fastify-type-provider-zod";
import { Redis } from "ioredis";
import type { ServerBuild } from "react-router";
import { isUnreachable } from "#platform/database";
import { type Http, languageOf, sendError } from "#platform/http";
import { newSecret } from "#platform/ids";
import { lazyChild, sayOnce } from "#platform/log";
import type { Module, RequestAnswers } from "#platform/module";
import { networkOf } from "#platform/network";
import { send } from "#platform/outgoing";
import { MODULES } from "../modules/order.ts";
import type { Operator } from "../services.ts";
import { answerFirst } from "./answer-first.ts";
import { registerAppShell } from "./app-shell.ts";
import { addCallHooks } from "./call-hooks.ts";
import { registerCheckPage } from "./check-page.ts";
import { closesSoon } from "./close-server.ts";
import { refuseByFramework, refuseInvalid, refuseUnknownCall } from "./framework-errors.ts";
import { createOperatorGuard, foreignOrigin, isNoAddress, pathForLimits, refuseForeign } from "./guards.ts";
import { registerHealth } from "./health.ts";
import { createMediaHost, MEDIA_SIGN_PATH, mediaSign } from "./media-host.ts";
import { createPageLimits } from "./page-limits.ts";
import { createPages } from "./pages.ts";
import { createPartnerCalls, registerPreflights } from "./partner-calls.ts";
import { refusesForm } from "./posted-forms.ts";
import { requestAnswers } from "./register-modules.ts";
import { captchaSources, paymentOrigins } from "./security.ts";
import type { Wired } from "./wiring.ts";

export type AppOptions = {
  wired: Wired;
  build: () => Promise<ServerBuild>;
  mode: "production" | "development";
  /** The folder of what browsers load; absent: nothing of it is served, as where Vite does that. */
  built?: string;
  cached: boolean;
  ready: () => Promise<{ ok: boolean; parts: Record<string, boolean> }>;
  attach?: (app: FastifyInstance) => void;
};

const ONE_MEBIBYTE = 1_048_576;

export async function createApp(options: AppOptions) {
  const { wired } = options;
  const { config, servicesUnder, ...doors } = wired;
  const { log, partners, memberOf } = doors;
  const processName = newSecret(10);
  let requests = 0;
  const app = Fastify({
    // Ours makes a child only when a line is written; Fastify's type wants pino's own.
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // A number beside the process's own secret: unique, told to nobody else, and free of a call for randomness each time.
    genReqId: () => `req_${processName}${(requests++).toString(36)}`,
    childLoggerFactory: (parent: typeof log, bindings: Record<string, unknown>) => lazyChild(parent, bindings),
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: ONE_MEBIBYTE,
    requestTimeout: 30_000,
    // Set for each request that needs one (`answer-first.ts`).
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // A machine that is busy when the server starts is no fault: Fastify's own 10 s ended the process.
    pluginTimeout: 120_000,
    // An address that cannot be decoded never reaches a route: it is refused in the form of every other refusal.
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      refuseByFramework(request, reply, error.statusCode ?? 400, "FST_ERR_BAD_URL"),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2_000 },
    // Fastify works its types out from its options, and not from those that are set here: `Http` says what it is.
  } as never) as unknown as Http;
  const endSoon = closesSoon(app.server);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  options.attach?.(app as FastifyInstance);
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, { maxRetriesPerRequest: 1, enableOfflineQueue: false, lazyConnect: true })
    : null;
  const reached = sayOnce(log, "redis is not reachable; limits count in this process");
  redis?.on("error", reached.failed).on("ready", reached.worked);

  // Hooks that every request passes wait for nothing: a promise for each was a twentieth of a 304.
  app.addHook("onRequest", (request, reply, done) => {
    if (isNoAddress(request.url)) void refuseByFramework(request, reply, 400, "FST_ERR_BAD_URL");
    else done();
  });
  // Methods that no page and no call has are refused in the form of every other refusal.
  app.setNotFoundHandler(refuseUnknownCall);
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply));

  const isForeign = foreignOrigin(config.PUBLIC_URL);
  const isPartner = createPartnerCalls(partners, config.PUBLIC_URL);
  const isOperator = createOperatorGuard(config.METRICS_TOKEN);
  const media = createMediaHost(config.PUBLIC_URL, async (url) => (await send({ url, timeout_ms: 5_000 })).text());
  void media.look();
  const modules: readonly Module<typeof doors>[] = MODULES;
  const answers: RequestAnswers<Operator> = requestAnswers(modules, doors);
  const pages = createPages({
    ...answers,
    build: options.build,
    mode: options.mode,
    cached: options.cached,
    servicesUnder,
    partners,
    publicUrl: config.PUBLIC_URL,
    media: media.origin,
    captcha: captchaSources({ url: config.RECAPTCHA_URL, siteKey: config.RECAPTCHA_SITE_KEY }),
    payment: {
      script_url: config.STRIPE_JS_URL,
      publishable_key: config.STRIPE_PUBLISHABLE_KEY,
      origins: paymentOrigins(config.STRIPE_JS_URL),
    },
    log,
    metrics: wired.metrics,
    limits: createPageLimits(config.RATE_LIMIT_FACTOR, { database: wired.database, log }),
    memberOf,
  });

  const calls = async (scope: Http) => {
    addCallHooks(scope, { isPartner, isForeign, isOperator, log, metrics: wired.metrics });
    await scope.register(formbody, { bodyLimit: ONE_MEBIBYTE });
    await scope.register(rateLimit, {
      global: true,
      max: Math.round(600 * config.RATE_LIMIT_FACTOR),
      timeWindow: "1 minute",
      ...(redis ? { redis } : {}),
      skipOnError: true,
      keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
      // The limit must be answered in the reader's language and say when to come back.
      errorResponseBuilder: (request: FastifyRequest, context: { ttl: number }) => tooMany(request, context.ttl),
    });
    await scope.register(swagger, {
      openapi: {
        openapi: "3.1.0",
        info: {
          title: "Tuppence",
          version: "1",
          description: "Calls of the service. Money is minor units; instants are ISO 8601 in UTC.",
        },
        components: {
          securitySchemes: {
            bearer: {
              type: "http",
              scheme: "bearer",
              bearerFormat: "JWT",
              description: "The login token, always with the binding cookie `tp_bind` beside it.",
            },
          },
        },
      },
      transform: jsonSchemaTransform,
    });
    await scope.register(scalar, {
      routePrefix: "/api/docs",
      configuration: { title: "Tuppence calls", withDefaultFonts: false },
    });
    registerHealth(scope, {
      metrics: wired.metrics,
      ready: options.ready,
      measure: () => wired.providerHealth.measure(wired.metrics),
    });
    registerPreflights(scope, isPartner);
    for (const { calls } of modules) calls?.(scope, doors);
    registerCheckPage(scope);
    registerAppShell(scope, { partners, worker: config.APP_WORKER === "on" });
    scope.get(MEDIA_SIGN_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.type("text/plain").header("cache-control", "no-store").send(mediaSign(config.PUBLIC_URL)),
    );
    scope.all("/api/*", { schema: { hide: true } }, refuseUnknownCall);
  };
  await app.register(calls);
  for (const { hooks = [] } of modules)
    for (const hook of hooks) await app.register(async (scope: Http) => hook(scope, doors));

  // Each file becomes a route, which takes its time where an app is made for every story.
  if (options.built !== undefined && existsSync(options.built)) {
    await app.register(fastifyStatic, {
      root: options.built,
      prefix: "/",
      wildcard: false,
      index: false,
      preCompressed: true,
      decorateReply: false,
      setHeaders: (reply: FastifyReply, path: string) => {
        reply.header("x-content-type-options", "nosniff");
        reply.header(
          "cache-control",
          path.includes("/assets/") ? "public, max-age=31536000, immutable" : "public, max-age=3600",
        );
      },
    });
  }

  const pageScope = async (scope: Http) => {
    // A posted form reaches React Router as it came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.get("/*", { exposeHeadRoute: true }, (request, reply) => pages.serve(request, reply));
    await scope.register(rateLimit, {
      global: false,
      ...(redis ? { redis } : {}),
      skipOnError: true,
      keyGenerator: (request: FastifyRequest) => `${networkOf(request.ip)}|${pathForLimits(request.url)}`,
      errorResponseBuilder: (request: FastifyRequest, context: { ttl: number }) => tooMany(request, context.ttl),
    });
    // Forms without script sign people in too: they are limited as the calls are.
    const max = (request: FastifyRequest) =>
      Math.max(
        1,
        Math.round((/^\/(login|register)\b/.test(pathForLimits(request.url)) ? 12 : 60) * config.RATE_LIMIT_FACTOR),
      );
    scope.post("/*", { config: { rateLimit: { max, timeWindow: "1 minute" } } }, async (request, reply) => {
      if (isForeign(request)) return refuseForeign(request, reply);
      if (await refusesForm(request, reply)) return reply;
      const body = request.body as Buffer | undefined;
      if (body && (body.includes("%00") || body.includes(0)))
        return refuseByFramework(request, reply, 400, "unstorable");
      return pages.serve(request, reply);
    });
  };
  await app.register(pageScope);
  answerFirst(app.server, pages.serveKnown);

  function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
    if (reply.sent) return reply;
    if (hasZodFastifySchemaValidationErrors(error)) {
      const issue = error.validation[0];
      const field = issue?.instancePath.split("/")[1] || null;
      return refuseInvalid(request, reply, field, issue?.message ?? "is not valid");
    }
    if (error.statusCode === 429) return reply.code(429).send(error);
    if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
      return refuseByFramework(request, reply, error.statusCode, error.code);
    if (isUnreachable(error)) return answerAway(error, request, reply);
    if (error instanceof NotOpenYet) return answerStarting(request, reply);
    request.log.error({ err: error, url: request.url, method: request.method }, "unexpected error");
    const english = languageOf(request) === "en";
    return sendError(
      request,
      reply,
      500,
      "unexpected",
      english
        ? `Something went wrong on our side. We've logged it as ${request.id}.`
        : `Algo falló de nuestro lado. Quedó anotado como ${request.id}.`,
    );
  }

  return {
    app,
    pages,
    async close() {
      media.close();
      await endSoon(() => app.close());
      redis?.disconnect();
    },
  };
}

const AWAY_SECONDS = 5;

/** The database is away: nothing of the request was kept, and saying so at once lets the caller come back. */
function answerAway(error: Error, request: FastifyRequest, reply: FastifyReply) {
  request.log.warn({ err: error, url: request.url, method: request.method }, "the database is not reachable");
  reply.header("retry-after", String(AWAY_SECONDS)).header("cache-control", "no-store");
  const message =
    languageOf(request) === "es"
      ? "No podemos guardar nada en este momento. No se perdió nada de lo confirmado. Vuelve a intentarlo en unos segundos."
      : "We can't save anything right now. Nothing that was confirmed is lost. Try again in a few seconds.";
  return sendError(request, reply, 503, "unavailable", message);
}

/** Thrown for a page that is asked for while the server still prepares what it shows. */
export class NotOpenYet extends Error {}

function answerStarting(request: FastifyRequest, reply: FastifyReply) {
  reply.header("retry-after", String(AWAY_SECONDS)).header("cache-control", "no-store");
  const message =
    languageOf(request) === "es"
      ? "Estamos arrancando. Vuelve a intentarlo en unos segundos."
      : "We're starting up. Try again in a few seconds.";
  return sendError(request, reply, 503, "unavailable", message);
}

function tooMany(request: FastifyRequest, ttl: number) {
  const seconds = Math.max(1, Math.ceil(ttl / 1_000));
  const message =
    languageOf(request) === "es"
      ? `Demasiados intentos. Vuelve a intentarlo en ${seconds} segundos.`
      : `Too many tries. Try again in ${seconds} seconds.`;
  return {
    statusCode: 429,
    success: false,
    code: "too_many_requests",
    message,
    errors: { form: [message] },
    request_id: request.id,
  };
}
