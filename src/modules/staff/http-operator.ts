/** What stands before every call of the console: the door, who is signed in, what they may, how fresh their sign-in is. */
import { z } from "zod";
import { cookieLine, errorReply, type Http, type Reply, type Request, readCookie, sendRefusal } from "#platform/http";
import type { Permission } from "#platform/operator";
import type { Refusal } from "#platform/outcome";
import { STAFF_REFUSALS, type StaffRefusal } from "./messages.ts";
import { SESSION_HOURS } from "./rules.ts";
import type { Operator, Staff, Visit } from "./staff.server.ts";

type Who = "house" | "any" | "nobody";
export type ConsoleCall<Body> = {
  method: "GET" | "POST";
  url: string;
  summary: string;
  /** What a role must bring; `house`: whoever works here; `any`: whoever is signed in; `nobody`: the door itself, for who is not. */
  permission: Permission | Who;
  fresh?: true;
  /** Of what is sent, where it is a file. */
  most_bytes?: number;
  body?: z.ZodType<Body>;
  query?: z.ZodType;
  reply: z.ZodType;
};

export const visitOf = (request: Request): Visit => ({
  user_agent: request.headers["user-agent"] ?? "",
  address: request.ip,
  request_id: String(request.id),
});

/** Who is signed in at the console, by its own cookie and nothing else. */
export const operatorOfRequest = (
  staff: Pick<Staff, "operatorOf" | "cookie" | "opens">,
  request: Request,
): Promise<Operator | null> =>
  staff.opens(request)
    ? staff.operatorOf(readCookie(request.headers.cookie, staff.cookie.name))
    : Promise.resolve(null);

export const refuse = (request: Request, reply: Reply, refusal: Refusal<StaffRefusal>) => {
  const field = refusal.detail?.field;
  const table = field
    ? { ...STAFF_REFUSALS, [refusal.code]: { ...STAFF_REFUSALS[refusal.code], field } }
    : STAFF_REFUSALS;
  return sendRefusal(request, reply, table, refusal);
};

export function setSession(staff: Pick<Staff, "cookie">, reply: Reply, token: string): void {
  const { name, secure } = staff.cookie;
  const line = cookieLine(name, token, {
    max_age_seconds: token === "" ? 0 : SESSION_HOURS * 3_600,
    http_only: true,
    same_site: "Strict",
    secure,
  });
  reply.header("set-cookie", line);
}

function mayCall({ partner, permissions }: Operator, permission: Permission | Exclude<Who, "nobody">): boolean {
  if (permission === "any") return true;
  return permission === "house" ? partner === null : permissions.has(permission);
}

export const ok = z.object({ success: z.literal(true) });
export const OK = { success: true as const };

/** Answers for itself: `handle` runs for whom the call is there and open. */
export function createConsoleCalls(app: Http, staff: Staff) {
  const declared: { method: string; url: string; permission: Permission | Who; fresh: boolean }[] = [];
  function add<Body>(
    call: ConsoleCall<Body>,
    handle: (asked: {
      request: Request;
      reply: Reply;
      operator: Operator;
      body: Body;
      visit: Visit;
    }) => Promise<unknown>,
  ): void {
    const { method, url, permission, fresh = false } = call;
    declared.push({ method, url, permission, fresh });
    app.route({
      method,
      url,
      ...(call.most_bytes && { bodyLimit: call.most_bytes }),
      schema: {
        tags: ["console"],
        summary: call.summary,
        hide: true,
        ...(call.body ? { body: call.body } : {}),
        ...(call.query ? { querystring: call.query } : {}),
        response: { 200: call.reply, "4xx": errorReply },
      },
      // Before anything is parsed: for whom the console is not there, no field is told of either.
      onRequest: async (request, reply) => {
        reply.header("cache-control", "private, no-store").header("x-robots-tag", "noindex");
        if (!staff.opens(request)) return reply.callNotFound();
        if (permission === "nobody") return;
        const operator = await operatorOfRequest(staff, request);
        if (!operator) return refuse(request, reply, { ok: false, code: "not_an_operator" });
        if (!mayCall(operator, permission)) return refuse(request, reply, { ok: false, code: "not_allowed" });
        if (fresh && !staff.isFresh(operator)) return refuse(request, reply, { ok: false, code: "confirm_first" });
        known.set(request, operator);
        return;
      },
      handler: (request, reply) =>
        handle({
          request,
          reply,
          // Absent only where nobody has to be signed in, and there it is not read.
          operator: known.get(request) as Operator,
          body: request.body as Body,
          visit: visitOf(request),
        }),
    });
  }
  return { add, declared };
}
const known = new WeakMap<object, Operator>();
