/** Calls of an account's safety (SPEC §7): confirming the address, passwords, sessions, the profile. */

import { z } from "zod";
import { withDebug } from "#platform/debug-mode";
import { errorReply, type Http, languageOf } from "#platform/http";
import { networkOf } from "#platform/network";
import { createMemberOf, createSignInAnswer, goOn, loginData, visitOf } from "./http.ts";
import { createWithMember, refuse } from "./http-member.ts";
import type { Identity } from "./identity.server.ts";
import { sessionId } from "./ids.ts";
import {
  CHECK_MAILBOX,
  EMAIL_CHANGE_SENT,
  PASSWORD_CHANGED,
  RESET_SENT,
  SECOND_STEP_PATH,
  VERIFIED,
} from "./messages.ts";

const said = z.object({ success: z.literal(true), message: z.string() });
const session = z.object({
  session_id: z.string(),
  device: z.string(),
  kind: z.enum(["phone", "tablet", "computer"]),
  address: z.string(),
  country: z.string().nullable(),
  signed_in_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});
const password = z.string().max(500);

export function registerAccountCalls(app: Http, deps: { identity: Identity; product: string; signInLimit: number }) {
  const { identity } = deps;
  const answer = createSignInAnswer(deps);
  const limited = { config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } } };
  const withMember = createWithMember(identity);
  const memberOf = createMemberOf(identity);

  app.post(
    "/api/verify",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Confirm an address by the link's token",
        body: z.object({
          token: z.string().max(300),
          password: password
            .optional()
            .describe("of the account, where nobody is signed in; without it a first address is claimed"),
        }),
        response: {
          200: said.extend({ email: z.string(), already: z.boolean(), set_password_path: z.string().nullable() }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await memberOf(request);
      const outcome = await identity.verifyEmail(request.body.token, {
        address: networkOf(request.ip),
        member_id: member?.user_id ?? null,
        password: request.body.password || null,
        claim: true,
      });
      if (!outcome.ok) return refuse(request, reply, outcome);
      const { email, already, set_password_path } = outcome.value;
      return { success: true as const, message: VERIFIED[languageOf(request)], email, already, set_password_path };
    },
  );

  app.post(
    "/api/verify/resend",
    {
      ...limited,
      schema: { tags: ["accounts"], summary: "Send the link again", response: { 200: said, "4xx": errorReply } },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.sendVerification(member.user_id);
        if (!outcome.ok) return refuse(request, reply, outcome);
        return { success: true as const, message: CHECK_MAILBOX[languageOf(request)] };
      }),
  );

  app.post(
    "/api/password/reset",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Without a token: send the link. With it: set the password and sign in",
        body: z.object({
          email: z.string().max(300).optional(),
          email_encoded: z.string().max(500).optional().describe("the address in base64url, as links may carry it"),
          password: password.optional(),
          password_confirmation: password.optional(),
          token: z.string().max(300).optional(),
        }),
        response: { 200: z.union([loginData, goOn, said]), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const email = body.email ?? (body.email_encoded ? decoded(body.email_encoded) : null);
      reply.header("cache-control", "no-store");
      if (body.token === undefined) {
        const asked = await identity.requestReset({ email: email ?? "", ...visitOf(request) });
        if (!asked.ok) return refuse(request, reply, asked);
        return { success: true as const, message: RESET_SENT[languageOf(request)] };
      }
      const outcome = await identity.resetPassword({
        token: body.token,
        email,
        password: body.password ?? "",
        password_confirmation: body.password_confirmation ?? "",
        ...visitOf(request),
      });
      if (!outcome.ok && outcome.code === "second_step") {
        reply.header("set-cookie", identity.stepLine(outcome.detail?.ticket ?? null));
        return { success: true as const, redirect: withDebug(SECOND_STEP_PATH, request.url) };
      }
      return outcome.ok ? answer(reply, outcome.value) : refuse(request, reply, outcome);
    },
  );

  app.post(
    "/api/account/password",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Change the password; every other session ends",
        body: z.object({
          current_password: password.nullish(),
          password,
          password_confirmation: password,
        }),
        response: { 200: said.extend({ ended: z.number() }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.changePassword(member, {
          ...request.body,
          current_password: request.body.current_password ?? null,
          ...visitOf(request),
        });
        if (!outcome.ok) return refuse(request, reply, outcome);
        return { success: true as const, message: PASSWORD_CHANGED[languageOf(request)], ended: outcome.value.ended };
      }),
  );

  app.post(
    "/api/account/email",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "Ask for another address; its owner confirms it",
        body: z.object({ email: z.string().max(300), password: password.nullish() }),
        response: { 200: said, "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const { email } = request.body;
        const outcome = await identity.requestEmailChange(member, {
          email,
          password: request.body.password ?? null,
          ...visitOf(request),
        });
        if (!outcome.ok) return refuse(request, reply, outcome);
        return { success: true as const, message: EMAIL_CHANGE_SENT[languageOf(request)] };
      }),
  );

  app.put(
    "/api/account/profile",
    {
      schema: {
        tags: ["accounts"],
        summary: "Name and language",
        body: z.object({ name: z.string().max(200), language: z.enum(["en", "es"]) }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.rename(member, request.body.name);
        if (!outcome.ok) return refuse(request, reply, outcome);
        await identity.setLanguage(member.user_id, request.body.language);
        return { success: true as const };
      }),
  );

  app.put(
    "/api/account/looks",
    {
      schema: {
        tags: ["accounts"],
        summary: "Whether those who help may see this member's pages as they see them",
        body: z.object({ on: z.boolean() }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        await identity.setLooksAllowed(member.user_id, request.body.on);
        return { success: true as const };
      }),
  );

  app.get(
    "/api/account/sessions",
    {
      schema: {
        tags: ["accounts"],
        summary: "Where this member is signed in",
        response: { 200: z.object({ success: z.literal(true), sessions: z.array(session) }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => ({
        success: true as const,
        sessions: (await identity.sessions(member)).map((each) => ({
          ...each,
          device: each.device[languageOf(request)],
        })),
      })),
  );

  app.delete(
    "/api/account/sessions/:session_id",
    {
      schema: {
        tags: ["accounts"],
        summary: "End one session, or `others`: all but this one",
        params: z.object({ session_id: z.string().max(60) }),
        response: { 200: z.object({ success: z.literal(true), ended: z.number() }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const asked = request.params.session_id;
        const which = asked === "others" ? asked : sessionId.read(asked);
        const outcome = which
          ? await identity.endSessions(member, which)
          : ({ ok: false, code: "session_unknown" } as const);
        return outcome.ok ? { success: true as const, ended: outcome.value.ended } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/account/export",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary:
          "Everything that is known of this member, as one JSON document; by the password or soon after a sign-in",
        body: z.object({ password: password.nullish() }).nullish(),
        response: { 200: z.record(z.string(), z.unknown()), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.exportData(member, {
          password: request.body?.password || null,
          ...visitOf(request),
        });
        if (!outcome.ok) return refuse(request, reply, outcome);
        reply.header("content-disposition", 'attachment; filename="my-data.json"');
        // Amounts are bigint, which JSON lacks: they travel as text, as in every other call.
        return JSON.parse(
          JSON.stringify(outcome.value, (_, value) => (typeof value === "bigint" ? value.toString() : value)),
        ) as Record<string, unknown>;
      }),
  );

  app.post(
    "/api/account/delete",
    {
      ...limited,
      schema: {
        tags: ["accounts"],
        summary: "End the account. Money is withdrawn first, or given up in so many words",
        body: z.object({ password: password.nullish(), give_up: z.boolean().optional() }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.deleteAccount(member, {
          password: request.body.password ?? null,
          give_up: request.body.give_up ?? false,
          ...visitOf(request),
        });
        if (!outcome.ok) return refuse(request, reply, outcome);
        for (const line of identity.clearLines()) reply.header("set-cookie", line);
        return { success: true as const };
      }),
  );

  app.get(
    "/api/web/captcha",
    {
      schema: {
        tags: ["accounts"],
        summary: "What the browser needs to ask whether a person is there; null when nothing is configured",
        response: {
          200: z.object({ captcha: z.object({ site_key: z.string(), script_url: z.string() }).nullable() }),
        },
      },
    },
    async () => ({ captcha: identity.captchaOffer() }),
  );

  app.get(
    "/api/web/email-hint",
    {
      schema: {
        tags: ["accounts"],
        summary: "A probable typing error or a throw-away address; never a refusal",
        querystring: z.object({ email: z.string().max(300) }),
        response: {
          200: z.object({
            hint: z.object({ kind: z.enum(["typo", "disposable"]), suggestion: z.string().optional() }).nullable(),
          }),
        },
      },
    },
    async (request) => ({ hint: identity.hintAt(request.query.email) }),
  );
}

/** Links may carry the address in base64url; anything else decodes to something that is no address. */
const decoded = (text: string): string => Buffer.from(text, "base64url").toString("utf8").slice(0, 300);
