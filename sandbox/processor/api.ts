import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { World } from "../world.ts";
import { API_VERSION, expand, newId, shown } from "./book.ts";
import { STRIPE } from "./credentials.ts";
import { type Form, texts, unfold } from "./form.ts";
import { checkParameters } from "./parameters.ts";
import { Refusal } from "./refusal.ts";
import type { Steering } from "./steering.ts";

export type Call = { world: World; steering: Steering; form: Form; id: string; open: boolean };
type Handler = (call: Call) => unknown;

/** Keys are remembered for a day of the sandbox's time. */
const REMEMBERED_MS = 86_400_000;

function keyOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? "";
  if (header.startsWith("Bearer ")) return header.slice(7);
  if (header.startsWith("Basic ")) return Buffer.from(header.slice(6), "base64").toString("utf8").split(":")[0] ?? "";
  return "";
}

/** The secret key opens everything; the publishable one what a page may do with the secret of one intent. */
function checkKey(request: FastifyRequest, form: Form, open: boolean): boolean {
  const key = keyOf(request) || (typeof form.key === "string" ? form.key : "");
  if (key === STRIPE.secret) return false;
  if (open && key === STRIPE.publishable) return true;
  const message =
    key === ""
      ? "You did not provide an API key."
      : key === STRIPE.publishable
        ? "This API call cannot be made with a publishable API key."
        : `Invalid API Key provided: ${key.slice(0, 8)}****`;
  throw new Refusal(401, { type: "invalid_request_error", message });
}

/** Without a version the account's own holds, which is the only one that this processor speaks. */
function checkVersion(request: FastifyRequest): void {
  const version = request.headers["stripe-version"];
  if (version !== undefined && version !== API_VERSION)
    throw new Refusal(400, {
      type: "invalid_request_error",
      message: `Invalid Stripe API version: ${String(version)}`,
    });
}

function errorBody(refusal: Refusal, requestId: string) {
  const url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return { error: shown({ ...refusal.details, request_log_url: url }) };
}

type Kept = { fingerprint: string; status: number | null; reply: string; at: number };

/** Same key, same answer: also a decline and a failure. Other parameters and a second call at once are refused. */
async function once(world: World, key: string, fingerprint: string, act: () => Promise<[number, string]>) {
  const kept = world.db.get<Kept>("select * from stripe_keys where key = ?", key);
  if (kept && kept.at > world.clock.now() - REMEMBERED_MS) {
    if (kept.fingerprint !== fingerprint)
      throw new Refusal(400, {
        type: "idempotency_error",
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    if (kept.status === null)
      throw new Refusal(409, {
        type: "idempotency_error",
        code: "idempotency_key_in_use",
        message: "There is currently another in-progress request using this Idempotent Key.",
      });
    return { status: kept.status, reply: kept.reply, replayed: true };
  }
  world.db.run("delete from stripe_keys where key = ?", key);
  world.db.run(
    "insert into stripe_keys (key, fingerprint, status, reply, at) values (?, ?, null, '', ?)",
    key,
    fingerprint,
    world.clock.now(),
  );
  const [status, reply] = await act();
  // What was refused before anything was done may be mended and sent again under its key.
  if (status >= 400 && status < 500 && status !== 402) world.db.run("delete from stripe_keys where key = ?", key);
  else world.db.run("update stripe_keys set status = ?, reply = ? where key = ?", status, reply, key);
  return { status, reply, replayed: false };
}

async function run(handler: Handler, call: Call, requestId: string): Promise<[number, string]> {
  if (call.steering.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, call.steering.slowMs));
  try {
    const result = expand(call.world, handler(call), texts(call.form, "expand"));
    return [200, JSON.stringify(shown(result))];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.status, JSON.stringify(errorBody(error, requestId))];
  }
}

function allowBrowsers(reply: FastifyReply): void {
  reply
    .header("access-control-allow-origin", "*")
    .header("access-control-allow-methods", "GET, POST, DELETE, OPTIONS")
    .header("access-control-allow-headers", "authorization, content-type, idempotency-key, stripe-version")
    .header("access-control-max-age", "300");
}

export type Route = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  /** Name by which the control API makes it fail. */
  target: string;
  /** True when a page may call it with the publishable key. */
  open?: boolean;
  handler: Handler;
};

async function answer(world: World, steering: Steering, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const requestId = newId("req");
  allowBrowsers(reply);
  reply.header("request-id", requestId).header("stripe-version", API_VERSION).type("application/json; charset=utf-8");
  const form = unfold(route.method === "POST" ? request.body : request.query);
  try {
    const open = checkKey(request, form, route.open ?? false);
    delete form.key;
    checkVersion(request);
    checkParameters(route.method, route.path, form);
    const call = { world, steering, form, id: (request.params as { id?: string }).id ?? "", open };
    const header = request.headers["idempotency-key"];
    if (route.method !== "POST" || typeof header !== "string") {
      const [status, body] = await run(route.handler, call, requestId);
      return reply.code(status).send(body);
    }
    const shape = JSON.stringify([request.method, request.url, form]);
    const fingerprint = createHash("sha256").update(shape).digest("hex");
    const {
      status,
      reply: body,
      replayed,
    } = await once(world, header, fingerprint, () => run(route.handler, call, requestId));
    reply.header("idempotency-key", header);
    // A failure is repeated for its key, so that trying again at once would change nothing.
    if (status >= 500) reply.header("stripe-should-retry", "false");
    if (replayed) reply.header("idempotent-replayed", "true");
    return reply.code(status).send(body);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return reply.code(error.status).send(errorBody(error, requestId));
  }
}

export function registerRoutes(app: FastifyInstance, world: World, steering: Steering, routes: Route[]): void {
  for (const route of routes)
    app.route({
      method: route.method,
      url: `/stripe/v1${route.path}`,
      config: { target: `stripe.${route.target}` },
      handler: (request, reply) => answer(world, steering, route, request, reply),
    });
  app.options("/stripe/v1/*", (_request, reply) => {
    allowBrowsers(reply);
    return reply.code(204).send();
  });
}
