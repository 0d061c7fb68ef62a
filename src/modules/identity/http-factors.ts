/** Calls of passkeys and time codes: adding, removing, and the second step of a sign-in. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { errorReply, type Http, readCookie } from "#platform/http";
import { createSignInAnswer, loginData, visitOf } from "./http.ts";
import { createWithMember, refuse } from "./http-member.ts";
import type { Identity } from "./identity.server.ts";
import { STEP_COOKIE } from "./session-cookies.ts";

const password = z.string().max(500).nullish();
/** What browsers send is read by the WebAuthn library; here only its size is limited. */
const credential = z
  .record(z.string().max(60), z.unknown())
  .refine((value) => JSON.stringify(value).length < 20_000, "is too large");
const options = z.record(z.string(), z.unknown());
const ok = z.object({ success: z.literal(true) });

export function registerFactorCalls(app: Http, deps: { identity: Identity; product: string; signInLimit: number }) {
  const { identity } = deps;
  const answer = createSignInAnswer(deps);
  const limited = { config: { rateLimit: { max: deps.signInLimit, timeWindow: "1 minute" } } };
  const withMember = createWithMember(identity);
  const schema = (summary: string, body: z.ZodType, reply: z.ZodType) => ({
    ...limited,
    schema: { tags: ["accounts"], summary, body, response: { 200: reply, "4xx": errorReply } },
  });

  app.post(
    "/api/account/passkeys/start",
    schema("What the browser needs to make a passkey", z.object({ password }), z.object({ options })),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.startPasskey(
          member,
          (request.body as { password?: string }).password ?? null,
          request.headers.origin,
        );
        return outcome.ok ? { options: outcome.value } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/account/passkeys",
    schema("Add the passkey that the browser made", z.object({ credential }), ok),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const { credential: made } = request.body as { credential: unknown };
        const outcome = await identity.addPasskey(
          member,
          made as RegistrationResponseJSON,
          visitOf(request),
          request.headers.origin,
        );
        return outcome.ok ? { success: true as const } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/account/passkeys/remove",
    schema("Remove a passkey", z.object({ id: z.string().max(1_500), password }), ok),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const { id, password: typed } = request.body as { id: string; password?: string };
        const outcome = await identity.removePasskey(member, id, typed ?? null, visitOf(request));
        return outcome.ok ? { success: true as const } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/web/passkey/start",
    schema("What the browser needs to sign in with a passkey", z.object({}).nullish(), z.object({ options })),
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      // Handed to the browser as the library made it: the schema only knows an object.
      return { options: (await identity.askForPasskey(request.headers.origin)) as unknown as Record<string, unknown> };
    },
  );

  app.post(
    "/api/web/passkey",
    schema("Sign in with a passkey", z.object({ credential }), loginData),
    async (request, reply) => {
      const { credential: given } = request.body as { credential: unknown };
      const outcome = await identity.signInWithPasskey(
        given as AuthenticationResponseJSON,
        visitOf(request),
        request.headers.origin,
      );
      return outcome.ok ? answer(reply, outcome.value) : refuse(request, reply, outcome);
    },
  );

  app.post(
    "/api/account/time-code/start",
    schema(
      "A secret for an authenticator app",
      z.object({ password }),
      z.object({ secret: z.string(), address: z.string() }),
    ),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const outcome = await identity.startTimeCodes(member, (request.body as { password?: string }).password ?? null);
        return outcome.ok ? outcome.value : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/account/time-code",
    schema(
      "Switch time codes on with the first code; hands out recovery codes once",
      z.object({ code: z.string().max(20) }),
      z.object({ success: z.literal(true), recovery_codes: z.array(z.string()) }),
    ),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const { code } = request.body as { code: string };
        const outcome = await identity.confirmTimeCodes(member, code, visitOf(request));
        return outcome.ok ? { success: true as const, ...outcome.value } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/account/time-code/remove",
    schema("Switch time codes off", z.object({ password }), ok),
    (request, reply) =>
      withMember(request, reply, async (member) => {
        const typed = (request.body as { password?: string }).password ?? null;
        const outcome = await identity.removeTimeCodes(member, typed, visitOf(request));
        return outcome.ok ? { success: true as const } : refuse(request, reply, outcome);
      }),
  );

  app.post(
    "/api/web/login/code",
    schema(
      "The second step of a sign-in; the ticket stands in a cookie",
      z.object({ code: z.string().max(20) }),
      loginData,
    ),
    async (request, reply) => {
      const { code } = request.body as { code: string };
      const ticket = readCookie(request.headers.cookie, STEP_COOKIE) ?? "";
      const outcome = await identity.signInWithCode(ticket, code, visitOf(request));
      if (!outcome.ok) return refuse(request, reply, outcome);
      reply.header("set-cookie", identity.stepLine(null));
      return answer(reply, outcome.value);
    },
  );
}
