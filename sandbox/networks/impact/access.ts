import { timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { IMPACT } from "./credentials.ts";

export function impactError(
  reply: FastifyReply,
  status: number,
  message: string,
  errors: { Field: string; Message: string }[] = [],
) {
  return reply.code(status).send({ Status: "ERROR", Message: message, Errors: errors });
}

function same(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Basic authentication as Impact asks; a good token may still not read another account. */
export function checkImpact(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { account, token } = IMPACT;
  const header = request.headers.authorization ?? "";
  const given = header.startsWith("Basic ") ? Buffer.from(header.slice(6), "base64").toString("utf8") : "";
  if (!same(given, `${account}:${token}`)) {
    reply.header("WWW-Authenticate", 'Basic realm="impact"');
    impactError(reply, 401, "Access denied, please check your AccountSid and AuthToken.");
    return;
  }
  const sid = (request.params as { sid?: string }).sid;
  if (sid !== undefined && sid !== account) {
    impactError(reply, 403, "The token does not give access to this account.");
    return;
  }
  const version = versionOf(request);
  if (!/^\d{1,2}$/.test(version) || Number(version) < 1 || Number(version) > NEWEST_VERSION) {
    impactError(reply, 400, "The request holds invalid parameters", [
      { Field: "IrVersion", Message: `There is no version ${version} of this API` },
    ]);
    return;
  }
  done();
}

const NEWEST_VERSION = 16;
/** An account that names no version gets the one it was set to, here an old one. */
const ACCOUNT_VERSION = "12";

export function versionOf(request: FastifyRequest): string {
  const query = request.query as Record<string, string | undefined>;
  return `${request.headers["ir-version"] ?? query.IrVersion ?? ACCOUNT_VERSION}`;
}

/** Refuses parameters that the call does not have. Paging and the version go with every call. */
export const onlyImpact =
  (...names: string[]) =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const known = new Set([...names, "IrVersion", "Page", "PageSize"]);
    const unknown = Object.keys(request.query as object).filter((name) => !known.has(name));
    if (unknown.length === 0) {
      done();
      return;
    }
    impactError(
      reply,
      400,
      "The request holds invalid parameters",
      unknown.map((Field) => ({ Field, Message: "Unknown parameter" })),
    );
  };

/** Impact's page envelope; every figure is a string. */
export function impactPage<T>(
  request: FastifyRequest,
  name: string,
  rows: readonly T[],
  most: number,
): Record<string, unknown> {
  const query = request.query as Record<string, string | undefined>;
  const whole = (text: string | undefined, other: number) => {
    const value = Number(text);
    return Number.isInteger(value) && value > 0 ? value : other;
  };
  const size = Math.min(whole(query.PageSize, 100), most);
  const page = whole(query.Page, 1);
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const first = (page - 1) * size;
  const path = (request.raw.url ?? "").split("?")[0] ?? "";
  const uri = (n: number) => {
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, value);
    params.set("PageSize", `${size}`);
    params.set("Page", `${n}`);
    return `${path.replace(/^\/impact/, "")}?${params}`;
  };
  const shown = rows.slice(first, first + size);
  return {
    "@page": `${page}`,
    "@numpages": `${pages}`,
    "@pagesize": `${size}`,
    "@total": `${rows.length}`,
    "@start": `${shown.length === 0 ? 0 : first}`,
    "@end": `${shown.length === 0 ? 0 : first + shown.length - 1}`,
    "@uri": uri(page),
    "@firstpageuri": uri(1),
    "@previouspageuri": page > 1 ? uri(page - 1) : "",
    "@nextpageuri": page < pages ? uri(page + 1) : "",
    "@lastpageuri": uri(pages),
    [name]: shown,
  };
}
