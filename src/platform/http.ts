/**
 * What every call shares: the typed instance, the form of an error, cookies and the client's words. Errors follow
 * SPEC §8: an `errors` object whose first message is what people read.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { LOG_IN_FIRST, LOGGED_OUT } from "./signed-out.ts";

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
export type { FastifyReply as Reply, FastifyRequest as Request };

export type Language = "en" | "es";

/** One row of a module's table of refusals: code → status → the specification's text, in both languages. */
export type RefusalText = { status: number; field?: string; en: string; es: string };
export type RefusalTable<Code extends string> = Readonly<Record<Code, RefusalText>>;

export const errorReply = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
  request_id: z.string(),
});
export type ErrorReply = z.infer<typeof errorReply>;

/**
 * For answers that are shaped field by field from typed rows: written as they are where speed counts, checked against
 * their schema wherever tests run. Never for an answer that holds what somebody sent.
 */
export const writtenAsShaped = (plain: boolean) => (plain ? { serializerCompiler: () => JSON.stringify } : {});

/** Answers an expected refusal. `detail` fills `{{name}}` places of the text. */
export function sendRefusal<Code extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  table: RefusalTable<Code>,
  refusal: { code: Code; detail?: Record<string, string> },
) {
  const row = table[refusal.code];
  const text = languageOf(request) === "es" ? row.es : row.en;
  const message = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => refusal.detail?.[name] ?? "");
  return sendError(request, reply, row.status, refusal.code, message, row.field);
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  field = "form",
) {
  // Also what is refused before any route was found, and so has none of a call's headers.
  return reply
    .code(status)
    .header("x-content-type-options", "nosniff")
    .send({
      success: false,
      code,
      message,
      errors: { [field]: [message] },
      request_id: request.id,
    } satisfies ErrorReply);
}

/**
 * The member whom a call is for. Null: nobody is signed in, and that has been answered; the one place that answers it.
 * A token that opens nothing was a session once.
 */
export async function requireMember<Member>(
  request: FastifyRequest,
  reply: FastifyReply,
  memberOf: (request: FastifyRequest) => Promise<Member | null>,
): Promise<Member | null> {
  const member = await memberOf(request);
  if (!member)
    sendRefusal(
      request,
      reply,
      { not_signed_in: bearerOf(request) ? LOGGED_OUT : LOG_IN_FIRST },
      { code: "not_signed_in" },
    );
  return member;
}

/** The reader's language: `?lang=es`, else the `lang` cookie, else English (SPEC §4). */
export function languageOf(request: { url: string; headers: { cookie?: string | undefined } }): Language {
  const query = request.url.indexOf("?");
  if (query >= 0) {
    const asked = /[?&]lang=(en|es)(&|#|$)/.exec(request.url.slice(query))?.[1];
    if (asked) return asked as Language;
  }
  return readCookie(request.headers.cookie, "lang") === "es" ? "es" : "en";
}

/** A part of an address or a cookie as text; what is no text of that kind, as anybody may write it, as it stands. */
export function decodePart(raw: string): string {
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** One cookie, without parsing the others. */
export function readCookie(header: string | undefined, name: string): string | null {
  if (!header) return null;
  let from = 0;
  for (;;) {
    const at = header.indexOf(`${name}=`, from);
    if (at < 0) return null;
    if (at === 0 || header[at - 1] === " " || header[at - 1] === ";") {
      const end = header.indexOf(";", at);
      const raw = header.slice(at + name.length + 1, end < 0 ? undefined : end);
      return decodePart(raw);
    }
    from = at + 1;
  }
}

export type CookieOptions = {
  max_age_seconds: number;
  http_only?: boolean;
  same_site?: "Lax" | "None" | "Strict";
  secure: boolean;
  domain?: string | null;
  path?: string;
};

/** A Set-Cookie line. Values are URL-encoded; line ends and semicolons cannot get in. */
export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const parts = [
    `${name}=${encodeURIComponent(value)}`,
    `Path=${options.path ?? "/"}`,
    `Max-Age=${options.max_age_seconds}`,
  ];
  if (options.domain) parts.push(`Domain=${options.domain}`);
  parts.push(`SameSite=${options.same_site ?? "Lax"}`);
  if (options.secure) parts.push("Secure");
  if (options.http_only) parts.push("HttpOnly");
  return parts.join("; ");
}

/** Bearer token of a call, or null. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith("Bearer ") ? header.slice(7).trim() || null : null;
}
