/** Calls of signing in with other accounts, of linked accounts, of setting an address and of merging (SPEC §7, §8). */
import { z } from "zod";
import { withDebug } from "#platform/debug-mode";
import {
  errorReply,
  type Http,
  languageOf,
  type Reply,
  type Request,
  readCookie,
  requireMember,
  sendRefusal,
} from "#platform/http";
import { createMemberOf, createSignInAnswer, goOn, loginData, visitOf } from "./http.ts";
import type { Identity } from "./identity.server.ts";
import { IDENTITY_REFUSALS, SECOND_STEP_PATH } from "./messages.ts";
import { PROVIDERS } from "./social/provider.types.ts";
import type { Arrival } from "./social/settle-profile.ts";
import { EMAIL_SET, MERGED, SOCIAL_REFUSALS, type SocialOrIdentityRefusal } from "./social/social-messages.ts";

const REFUSALS = { ...IDENTITY_REFUSALS, ...SOCIAL_REFUSALS };
/** Binds a journey to the browser that set out. */
export const SOCIAL_COOKIE = "tp_social";

const refusal = errorReply.extend({ requires_authentication: z.literal(true).optional() });
const account = z.object({
  id: z.string(),
  provider: z.enum(PROVIDERS),
  email: z.string().nullable(),
  is_private_email: z.boolean(),
  email_works: z.boolean(),
  linked_at: z.string(),
  last_used_at: z.string(),
});

type Deps = {
  identity: Identity;
  product: string;
  partnerOf(request: Request): string;
  arrivalOf(request: Request): Pick<Arrival, "sid" | "cid" | "country_code" | "reads_in" | "reads_under">;
  signInLimit: number;
};

/** The usual refusal; one that asks to authenticate says so beside it (SPEC §8). */
function refuse(
  request: Request,
  reply: Reply,
  outcome: { code: SocialOrIdentityRefusal; detail?: Record<string, string> },
) {
  if (outcome.code !== "requires_authentication") return sendRefusal(request, reply, REFUSALS, outcome);
  const row = REFUSALS.requires_authentication;
  const message = row[languageOf(request)];
  return reply.code(row.status).send({
    success: false,
    code: outcome.code,
    message,
    errors: { [row.field ?? "form"]: [message] },
    request_id: request.id,
    requires_authentication: true,
  });
}

export function registerSocialCalls(app: Http, deps: Deps) {
  const { identity } = deps;
  const memberOf = createMemberOf(identity);
  const answer = createSignInAnswer(deps);
  const limited = { config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } } };
  const arrivalOf = (request: Request): Arrival => ({
    language: languageOf(request),
    partner: deps.partnerOf(request),
    ...deps.arrivalOf(request),
  });

  /** An account with a second step goes on to that, as after a password (SPEC §7 `redirect`). */
  const refuseOrStep = (
    request: Request,
    reply: Reply,
    outcome: { code: SocialOrIdentityRefusal; detail?: Record<string, string> },
  ) => {
    if (outcome.code !== "second_step") return refuse(request, reply, outcome);
    reply.header("set-cookie", identity.stepLine(outcome.detail?.ticket ?? null));
    return { success: true as const, redirect: withDebug(SECOND_STEP_PATH, request.url) };
  };

  app.post(
    "/api/web/social/:provider",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Sign in with another account: a code with its state, or Google's One Tap credential",
        params: z.object({ provider: z.string().max(40) }),
        body: z.object({
          code: z.string().max(4_000).optional(),
          state: z.string().max(300).optional(),
          redirect_uri: z.string().max(500).optional().describe("when given, the address on the provider's list"),
          error: z.string().max(200).optional(),
          iss: z.string().max(500).optional(),
          user: z.string().max(4_000).optional().describe("Apple's field of the first consent"),
          credential: z.string().max(8_000).optional(),
          g_csrf_token: z.string().max(300).optional().describe("the same as in the cookie of this name"),
        }),
        response: { 200: z.union([loginData, goOn]), "4xx": refusal, "5xx": refusal },
      },
    },
    async (request, reply) => {
      const { provider } = request.params;
      const { credential, g_csrf_token, redirect_uri, ...params } = request.body;
      const { cookie } = request.headers;
      const common = { provider, visit: visitOf(request), arrival: arrivalOf(request) };
      reply.header("cache-control", "no-store");
      if (credential !== undefined) {
        const outcome = await identity.social.takeCredential({
          ...common,
          credential,
          form_token: g_csrf_token ?? "",
          cookie_token: readCookie(cookie, "g_csrf_token"),
        });
        return outcome.ok ? answer(reply, outcome.value) : refuseOrStep(request, reply, outcome);
      }
      if (redirect_uri !== undefined && redirect_uri !== identity.social.callbackUrl(provider))
        return refuse(request, reply, { code: "social_state_unknown" });
      const outcome = await identity.social.finish({
        ...common,
        params: Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1]))),
        browser: readCookie(cookie, SOCIAL_COOKIE),
        member: await memberOf(request),
      });
      if (!outcome.ok) return refuseOrStep(request, reply, outcome);
      // A link that was set out for on a page ends on a page.
      if (outcome.value.kind === "linked") return refuse(request, reply, { code: "already_signed_in" });
      return answer(reply, outcome.value.signed_in);
    },
  );

  app.post(
    "/api/web/social/:provider/nonce",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "The nonce that One Tap is opened with; its credential signs in once",
        params: z.object({ provider: z.string().max(40) }),
        response: { 200: z.object({ nonce: z.string(), expires_at: z.string() }), "4xx": refusal },
      },
    },
    async (request, reply) => {
      const made = await identity.social.makeNonce(request.params.provider);
      reply.header("cache-control", "no-store");
      if (!made) return refuse(request, reply, { code: "unknown_provider" });
      return { nonce: made.nonce, expires_at: made.expires_at.toISOString() };
    },
  );

  registerLinkedCalls(app, deps, memberOf);
  registerEmailCalls(app, deps, memberOf);
}

type MemberOf = ReturnType<typeof createMemberOf>;

function registerLinkedCalls(app: Http, { identity, signInLimit }: Deps, memberOf: MemberOf) {
  app.get(
    "/api/linked-accounts/accounts",
    {
      schema: {
        tags: ["accounts"],
        summary: "Accounts elsewhere that sign in here",
        security: [{ bearer: [] }],
        response: {
          200: z.object({
            success: z.literal(true),
            accounts: z.array(account),
            providers: z.array(z.enum(PROVIDERS)),
          }),
          "4xx": refusal,
        },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const { accounts, providers } = await identity.linkedAccounts(member.user_id);
      return {
        success: true as const,
        accounts,
        providers,
      };
    },
  );

  app.post(
    "/api/linked-accounts/accounts/:id/unlink",
    {
      config: { rateLimit: { max: signInLimit, timeWindow: "1 minute" } },
      schema: {
        tags: ["accounts"],
        summary: "Take a linked account away; never the last way in",
        params: z.object({ id: z.string().max(60) }),
        body: z.object({ password: z.string().max(500).optional() }).nullish(),
        response: { 200: z.object({ success: z.literal(true), provider: z.enum(PROVIDERS) }), "4xx": refusal },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const outcome = await identity.social.unlink(member, request.params.id, request.body?.password || null);
      return outcome.ok
        ? { success: true as const, provider: outcome.value.provider }
        : refuse(request, reply, outcome);
    },
  );
}

function registerEmailCalls(app: Http, deps: Deps, memberOf: MemberOf) {
  const { identity } = deps;
  const answer = createSignInAnswer(deps);
  const limited = { config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } } };

  app.post(
    "/api/set-email",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Give an account without an address one",
        body: z.object({ email: z.string().max(300).default("") }),
        response: {
          200: z.object({ success: z.literal(true), message: z.string(), email: z.string() }),
          "4xx": refusal,
        },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const outcome = await identity.setEmail(member, { email: request.body.email, ...visitOf(request) });
      if (!outcome.ok) return refuse(request, reply, outcome);
      return { success: true as const, message: EMAIL_SET[languageOf(request)], email: outcome.value.email };
    },
  );

  app.post(
    "/api/authenticate-and-merge",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Prove that another account is yours too, and make the two one",
        body: z.object({
          email: z.string().max(300).default(""),
          password: z.string().max(500).default(""),
          code: z.string().max(40).optional().describe("when the other account asks for a second step"),
          "g-recaptcha-response": z.string().max(4_000).optional(),
        }),
        response: { 200: loginData.extend({ message: z.string() }), "4xx": refusal },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const member = await requireMember(request, reply, memberOf);
      if (!member) return reply;
      const { email, password, code } = request.body;
      const outcome = await identity.authenticateAndMerge(member, {
        email,
        password,
        code: code?.trim() || null,
        captcha: request.body["g-recaptcha-response"] ?? null,
        ...visitOf(request),
      });
      if (!outcome.ok) return refuse(request, reply, outcome);
      return { ...answer(reply, outcome.value), message: MERGED[languageOf(request)] };
    },
  );
}

/** What providers send by themselves: without our cookies, each with its own proof. */
export function registerSocialHooks(app: Http, { identity }: { identity: Identity }) {
  app.post(
    "/auth/:provider/callback",
    { schema: { hide: true, params: z.object({ provider: z.string().max(40) }) }, bodyLimit: 32_768 },
    async (request, reply) => {
      const { provider } = request.params;
      const body = (typeof request.body === "object" ? (request.body ?? {}) : {}) as Record<string, unknown>;
      await identity.social.keepPost(provider, body);
      // A cross-site post brings no cookies. Answered by a redirect, the browser comes back with them.
      const state = encodeURIComponent(String(body.state ?? "").slice(0, 300));
      return reply
        .header("cache-control", "no-store")
        .redirect(withDebug(`/auth/${encodeURIComponent(provider)}/callback?state=${state}`, request.url), 303);
    },
  );

  app.post(
    "/hooks/apple",
    { schema: { hide: true, body: z.object({ payload: z.string().max(8_000) }) }, bodyLimit: 32_768 },
    async (request, reply) => {
      const outcome = await identity.social.keepAppleNotice(request.body.payload);
      return outcome.ok
        ? reply.code(200).send()
        : sendRefusal(request, reply, SOCIAL_REFUSALS, { ...outcome, code: outcome.code });
    },
  );

  app.post(
    "/hooks/facebook/data-deletion",
    { schema: { hide: true, body: z.object({ signed_request: z.string().max(8_000) }) }, bodyLimit: 32_768 },
    async (request, reply) => {
      const outcome = await identity.social.keepFacebookDeletion(request.body.signed_request);
      return outcome.ok ? outcome.value : sendRefusal(request, reply, SOCIAL_REFUSALS, outcome);
    },
  );
}
