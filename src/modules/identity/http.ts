/** Calls of accounts and sessions (SPEC §7). Parse, one verb, reply. */

import { z } from "zod";
import type { Arrival } from "#attribution";
import { withDebug } from "#platform/debug-mode";
import {
  bearerOf,
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  readCookie,
  sendRefusal,
} from "#platform/http";
import { userId } from "#platform/ids";
import type { Outcome } from "#platform/outcome";
import { isInReach } from "./extension-reach.ts";
import type { Identity } from "./identity.server.ts";
import type { Member, SignedIn } from "./identity.types.ts";
import { DEVICE_COOKIE } from "./known-device.ts";
import { IDENTITY_REFUSALS, type IdentityRefusal, SECOND_STEP_PATH, SIGNED_OUT } from "./messages.ts";
import { initialsOf } from "./rules.ts";
import { BIND_COOKIE } from "./session-cookies.ts";
import { standing, standingOf } from "./standing.ts";

const user = z.object({
  user_id: z.string(),
  name: z.string(),
  initials: z.string(),
  email: z.string().nullable(),
  country_code: z.string().nullable(),
  partner: z.string(),
  webpartner_id: z.string(),
  sid: z.string().nullable(),
  cid: z.string().nullable(),
  created_at: z.string(),
  ...standing.shape,
  login_token: z.string(),
  expires: z.string(),
});
export const loginData = z.object({
  success: z.literal(true),
  login_token: z.string(),
  user,
  recently_created: z.boolean(),
});
export const goOn = z.object({ success: z.literal(true), redirect: z.string() });
const notSignedIn = z.object({ success: z.literal(false), message: z.string() });

/** Who sends this request: the bearer token of a call or the cookie of a page, always with the binding cookie. */
export function createMemberOf(identity: Identity) {
  return (request: Request): Promise<Member | null> => {
    const cookies = request.headers.cookie;
    const token = bearerOf(request) ?? readCookie(cookies, identity.cookieName);
    const bind = (request.headers["x-tuppence-bind"] as string | undefined) ?? readCookie(cookies, BIND_COOKIE);
    return identity.authenticate(token, bind, isInReach(request.method, request.routeOptions?.url));
  };
}

export function showUser(member: Member, login_token: string, product: string): z.infer<typeof user> {
  return {
    user_id: userId.show(member.user_id),
    name: member.name,
    initials: initialsOf(member.name),
    email: member.email,
    country_code: member.country_code,
    partner: member.partner,
    webpartner_id: member.partner,
    sid: member.sid,
    cid: member.cid,
    created_at: member.created_at.toISOString(),
    ...standingOf(member, product),
    login_token,
    expires: member.expires_at.toISOString(),
  };
}

/** The answer to every successful sign-in: its cookies and the login data. */
export function createSignInAnswer({ identity, product }: { identity: Identity; product: string }) {
  return (reply: Reply, signedIn: SignedIn): z.infer<typeof loginData> => {
    for (const line of identity.cookieLines(signedIn, reply.request.headers.cookie)) reply.header("set-cookie", line);
    reply.header("cache-control", "no-store");
    return {
      success: true as const,
      login_token: signedIn.login_token,
      user: showUser(signedIn.member, signedIn.login_token, product),
      recently_created: signedIn.recently_created,
    };
  };
}

export const visitOf = (request: Request) => ({
  user_agent: request.headers["user-agent"] ?? "",
  address: request.ip,
  device: readCookie(request.headers.cookie, DEVICE_COOKIE),
});

export function registerIdentityCalls(
  app: Http,
  deps: {
    identity: Identity;
    product: string;
    partnerOf(request: Request): string;
    /** How the visitor came, which their account keeps. */
    arrivalOf(request: Request): Pick<Arrival, "sid" | "cid" | "country_code" | "reads_in"> & { reads_under?: string };
    signInLimit: number;
  },
) {
  const { identity } = deps;
  const limited = { config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } } };

  const answer = createSignInAnswer(deps);
  /** SPEC §7: the answer may have a `redirect`, to which the browser goes: here to the second step. */
  const answerOutcome = (request: Request, reply: Reply, outcome: Outcome<SignedIn, IdentityRefusal>) => {
    if (outcome.ok) return answer(reply, outcome.value);
    if (outcome.code !== "second_step") return sendRefusal(request, reply, IDENTITY_REFUSALS, outcome);
    reply.header("set-cookie", identity.stepLine(outcome.detail?.ticket ?? null)).header("cache-control", "no-store");
    return { success: true as const, redirect: withDebug(SECOND_STEP_PATH, request.url) };
  };

  app.post(
    "/api/web/register",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Register and sign in",
        body: z.object({
          name: z.string().max(200),
          email: z.string().max(300),
          password: z.string().max(500),
          password_confirmation: z.string().max(500),
          source: z.string().max(200).optional(),
          user_agent: z.string().max(600).optional(),
          "g-recaptcha-response": z.string().max(4_000).optional(),
        }),
        response: { 200: z.union([loginData, goOn]), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await identity.register({
        ...request.body,
        ...visitOf(request),
        captcha: request.body["g-recaptcha-response"] ?? null,
        language: languageOf(request),
        partner: deps.partnerOf(request),
        ...deps.arrivalOf(request),
      });
      return answerOutcome(request, reply, outcome);
    },
  );

  app.post(
    "/api/web/login",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Sign in",
        body: z.object({
          email: z.string().max(300),
          password: z.string().max(500),
          "g-recaptcha-response": z.string().max(4_000).optional(),
        }),
        response: { 200: z.union([loginData, goOn]), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const outcome = await identity.login({
        email: request.body.email,
        password: request.body.password,
        captcha: request.body["g-recaptcha-response"] ?? null,
        ...visitOf(request),
      });
      return answerOutcome(request, reply, outcome);
    },
  );

  /** `first` decides between a page's own token and the cookie, which another tab may have written since. */
  const renew = async (
    request: Request,
    reply: Reply,
    { first, nocache }: { first: "cookie" | "bearer"; nocache: boolean },
  ) => {
    const header = request.headers.cookie;
    const cookie = readCookie(header, identity.cookieName);
    const bearer = bearerOf(request);
    const outcome = await identity.refresh({
      token: first === "cookie" ? (cookie ?? bearer) : (bearer ?? cookie),
      bind_secret: readCookie(header, BIND_COOKIE),
      nocache,
    });
    if (outcome.ok) return answer(reply, outcome.value);
    reply.header("cache-control", "no-store");
    const row = IDENTITY_REFUSALS[outcome.code];
    return { success: false as const, message: languageOf(request) === "es" ? row.es : row.en };
  };
  const renewReply = { 200: z.union([loginData, notSignedIn]) };

  app.post(
    "/api/sync-token",
    { schema: { tags: ["accounts"], summary: "Login data for the token in the cookie", response: renewReply } },
    (request, reply) => renew(request, reply, { first: "cookie", nocache: false }),
  );

  app.post(
    "/api/refresh",
    {
      schema: {
        tags: ["accounts"],
        summary: "A fresh token",
        body: z.object({ nocache: z.union([z.boolean(), z.literal(0), z.literal(1)]).optional() }).nullish(),
        response: renewReply,
      },
    },
    (request, reply) => renew(request, reply, { first: "bearer", nocache: Boolean(request.body?.nocache) }),
  );

  app.post(
    "/api/logout",
    {
      schema: {
        tags: ["accounts"],
        summary: "End this session",
        response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
      },
    },
    async (request, reply) => {
      const member = await createMemberOf(identity)(request);
      if (member) await identity.logout(member.session_id);
      for (const line of identity.clearLines()) reply.header("set-cookie", line);
      return { success: true as const, message: SIGNED_OUT[languageOf(request)] };
    },
  );
}
