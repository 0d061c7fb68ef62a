/** What stands before calls and forms: where a request came from, and text that cannot be kept. */
import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { withDebug } from "#platform/debug-mode";
import { decodePart, languageOf, sendError } from "#platform/http";
import { sha256 } from "#platform/ids";
import { refuseByFramework } from "./framework-errors.ts";

/** No call of ours takes anything nearly as deep; what reads it level by level must not run out of stack. */
const DEEPEST = 40;

/** No address of ours has nearly as many parts; whoever looks for the routes above a page looks once for each of them. */
const MAX_PARTS = 64;

/** What leads nowhere, and is refused before anybody looks where: with a NUL, which nothing can keep, or without an end. */
export function isNoAddress(url: string): boolean {
  if (url.includes("%00")) return true;
  // A backslash is a stroke to whoever reads it as browsers do.
  return url.length > 2 * MAX_PARTS && (url.split("?", 1)[0] ?? "").split(/[/\\]/).length > MAX_PARTS + 1;
}

/** PostgreSQL stores no NUL, and half of a surrogate pair is no text: both are the sender's mistake, told by field. */
export function refuseUnstorableText(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  for (const part of [request.params, request.query, request.body]) {
    if (isPlainlyStorable(part)) continue;
    const fault = findUnstorable(part);
    if (fault === TOO_DEEP) return void refuseByFramework(request, reply, 400, "too_deep");
    if (fault !== null) return void refuseByFramework(request, reply, 422, "unstorable", fault);
  }
  done();
}

const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();

/** Most requests carry a few texts by name, or nothing; what is more than that is looked through level by level. */
function isPlainlyStorable(part: unknown): boolean {
  if (typeof part !== "object") return part === undefined;
  for (const name in part) {
    const value: unknown = part[name as keyof typeof part];
    if (typeof value !== "string" || !isStorable(value) || !isStorable(name)) return false;
  }
  return true;
}

const TOO_DEEP = Symbol("nested too deeply");

function findUnstorable(whole: unknown): string | typeof TOO_DEEP | null {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value: whole, field: "form", depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, field, depth } = next;
    if (typeof value === "string" && !isStorable(value)) return field;
    if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) continue;
    if (depth >= DEEPEST) return TOO_DEEP;
    const list = Array.isArray(value);
    for (const [name, each] of Object.entries(value).reverse()) {
      waiting.push({ value: each, field: field === "form" && !list ? name : field, depth: depth + 1 });
      waiting.push({ value: name, field: "form", depth: depth + 1 });
    }
  }
  return null;
}

/**
 * The path that a page's limits are counted by. The router takes capitals, encoded letters, doubled and final slashes and
 * `.data` for the same page, so each of them would otherwise be a count of its own.
 */
export function pathForLimits(url: string): string {
  // What cannot be decoded reaches no page.
  return decodePart(url.split(/[?#]/)[0] ?? "")
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/(?:\/_)?\.data$/, "")
    .replace(/(?<=.)\/$/, "");
}

/**
 * Metrics and the description of all calls are for operators: by the token, as a bearer or as the password that a browser
 * asks for; without one only for this machine itself, and not through a proxy that runs on it.
 */
export function createOperatorGuard(token: string | undefined) {
  const right = token === undefined ? null : sha256(token);
  const given = (header: string): string | null => {
    const [scheme = "", value = ""] = header.split(" ");
    if (scheme.toLowerCase() === "bearer") return value;
    if (scheme.toLowerCase() !== "basic") return null;
    return Buffer.from(value, "base64").toString("utf8").split(":").slice(1).join(":");
  };
  return (request: FastifyRequest): boolean => {
    if (right) return timingSafeEqual(sha256(given(request.headers.authorization ?? "") ?? ""), right);
    const { "x-forwarded-for": via, forwarded } = request.headers;
    return via === undefined && forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
  };
}

export const refuseStranger = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(
    request,
    reply.header("www-authenticate", 'Basic realm="operators", charset="UTF-8"').header("cache-control", "no-store"),
    401,
    "operators_only",
    "This is for operators: send METRICS_TOKEN, or ask from this machine when none is set.",
  );

/** Where programs of an extension run; no page has such an origin. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\//;
/**
 * What the popup changes for who is signed in, by PUT and DELETE alone: before these browsers ask whether another origin may, which we
 * allow to none, but for an extension that was given our whole site; such a one could press in our pages as well.
 */
const CHOICES = /^\/api\/user\/(?:favourites|price-alerts)\/[\w%.-]+$/;

/**
 * A request that changes something must come from our own pages, whether or not cookies came along: a foreign form could
 * sign its reader in as somebody else. Browsers say with every such request where it came from. Who says nothing is no
 * browser (an app, a partner's server), and a token in a header without any cookie was put there by who has it. Callbacks
 * have proofs of their own.
 */
export function foreignOrigin(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return (request: FastifyRequest): boolean => {
    if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
    if (request.url.startsWith("/hooks/")) return false;
    const { cookie, origin, authorization } = request.headers;
    // The browser extension has an origin of its own, and what it tells there knows no session.
    if (EXTENSION.test(origin ?? "")) {
      if (!cookie && request.url.startsWith("/ext/")) return false;
      if (request.method !== "POST" && CHOICES.test(request.url)) return false;
    }
    if (!cookie && authorization?.startsWith("Bearer ")) return false;
    const site = request.headers["sec-fetch-site"];
    if (site !== undefined && site !== "same-origin" && site !== "none") return true;
    return origin !== undefined && origin !== own && origin !== `${request.protocol}://${request.host}`;
  };
}

export const refuseForeign = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(
    request,
    reply,
    403,
    "foreign_origin",
    languageOf(request) === "es"
      ? "Esta solicitud no vino de nuestras páginas."
      : "This request didn't come from our own pages.",
  );

/** SPEC §9: in debug mode every redirect leads to debug mode, those of calls as well. */
export function carryDebug(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
) {
  const to = reply.getHeader("location");
  if (typeof to === "string") reply.header("location", withDebug(to, request.url));
  done(null, payload);
}
