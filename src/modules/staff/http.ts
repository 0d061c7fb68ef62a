/** Calls of the console's door, of people, of the log; those of the desk stand in `http-desk.ts`. */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import type { Health } from "#health";
import type { Partners } from "#partners";
import type { Http } from "#platform/http";
import type { Limits } from "#platform/limits";
import { registerDeskCalls } from "./http-desk.ts";
import { registerFigureCalls } from "./http-figures.ts";
import { registerFileCalls } from "./http-files.ts";
import { registerLiveCalls } from "./http-live.ts";
import { createConsoleCalls, OK, ok, refuse, setSession } from "./http-operator.ts";
import { registerPartnerFigures, registerPartnerPage } from "./http-partner.ts";
import { registerPeopleCalls } from "./http-people.ts";
import { registerTakeAlong } from "./http-take-along.ts";
import type { Staff } from "./staff.server.ts";

export type StaffCalls = {
  staff: Staff;
  health: Pick<Health, "sheet">;
  partners: Pick<Partners, "keys">;
  limits: Limits;
};

/** What browsers send is read by the WebAuthn library; here only its size is limited. */
const credential = z
  .record(z.string().max(60), z.unknown())
  .refine((value) => JSON.stringify(value).length < 20_000, "is too large");
/** The library refuses whatever is no answer of a browser, so that its shape is not described here a second time. */
const readByLibrary = <Answer>(credential: Record<string, unknown>) => credential as unknown as Answer;
const options = z.object({ options: z.record(z.string(), z.unknown()) });
const keyName = z.string().max(60).default("");

export function registerStaffCalls(app: Http, { staff, health, partners, limits }: StaffCalls) {
  const calls = createConsoleCalls(app, staff);
  registerDoor(calls, staff);
  registerOwn(calls, staff);
  registerPeopleCalls(calls, staff);
  registerDeskCalls(calls, staff);
  registerFigureCalls(calls, health);
  registerFileCalls(app, staff);
  registerTakeAlong(calls, staff);
  registerLiveCalls(app, calls, staff);
  registerPartnerPage(calls, staff.partnerDesk);
  registerPartnerFigures(app, { desk: staff.partnerDesk, partners, limits });
}

type Calls = ReturnType<typeof createConsoleCalls>;

function registerDoor({ add }: Calls, staff: Staff): void {
  add(
    {
      ...{ method: "POST", url: "/api/console/sign-in/start", permission: "nobody" },
      summary: "What the browser needs to sign in with a passkey",
      body: z.object({}),
      reply: options,
    },
    async () => ({ options: await staff.askToSignIn() }),
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/sign-in", permission: "nobody" },
      summary: "Sign in with a passkey",
      body: z.object({ credential }),
      reply: ok,
    },
    async ({ request, reply, body, visit }) => {
      const outcome = await staff.signInWithKey(readByLibrary<AuthenticationResponseJSON>(body.credential), visit);
      if (!outcome.ok) return refuse(request, reply, outcome);
      setSession(staff, reply, outcome.value);
      return OK;
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/sign-in/password", permission: "nobody" },
      summary: "Sign in with a password and a code, where that is allowed",
      body: z.object({ email: z.string().max(320), password: z.string().max(500), code: z.string().max(20) }),
      reply: ok,
    },
    async ({ request, reply, body, visit }) => {
      const outcome = await staff.signInWithPassword(body, visit);
      if (!outcome.ok) return refuse(request, reply, outcome);
      setSession(staff, reply, outcome.value);
      return OK;
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/enrol/start", permission: "nobody" },
      summary: "What the browser needs to make the first passkey",
      body: z.object({ link: z.string().max(200) }),
      reply: options,
    },
    async ({ request, reply, body, visit }) => {
      const outcome = await staff.startEnrolment(body.link, visit);
      return outcome.ok ? { options: outcome.value } : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/enrol", permission: "nobody" },
      summary: "Keep the first passkey and sign in",
      body: z.object({ link: z.string().max(200), credential, name: keyName }),
      reply: ok,
    },
    async ({ request, reply, body, visit }) => {
      const response = readByLibrary<RegistrationResponseJSON>(body.credential);
      const outcome = await staff.enrol({ link: body.link, response, name: body.name }, visit);
      if (!outcome.ok) return refuse(request, reply, outcome);
      setSession(staff, reply, outcome.value);
      return OK;
    },
  );
}

function registerOwn({ add }: Calls, staff: Staff): void {
  add(
    {
      ...{ method: "POST", url: "/api/console/sign-out", permission: "any" },
      summary: "End this session",
      body: z.object({}),
      reply: ok,
    },
    async ({ reply, operator, visit }) => {
      await staff.endSession(operator, null, visit);
      setSession(staff, reply, "");
      return OK;
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/confirm/start", permission: "any" },
      summary: "What the browser needs for a fresh sign-in",
      body: z.object({}),
      reply: options,
    },
    async ({ operator }) => ({ options: await staff.askToConfirm(operator) }),
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/confirm", permission: "any" },
      summary: "A fresh sign-in: with a passkey",
      body: z.object({ credential }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const response = readByLibrary<AuthenticationResponseJSON>(body.credential);
      const outcome = await staff.confirm(operator, response, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/confirm/password", permission: "any" },
      summary: "A fresh sign-in: with password and code",
      body: z.object({ password: z.string().max(500), code: z.string().max(20) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.confirmWithCode(operator, body, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/passkeys/start", permission: "any", fresh: true },
      summary: "What the browser needs to make another passkey",
      body: z.object({}),
      reply: options,
    },
    async ({ operator }) => ({ options: await staff.startKey(operator) }),
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/passkeys", permission: "any", fresh: true },
      summary: "Keep another passkey",
      body: z.object({ credential, name: keyName }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const response = readByLibrary<RegistrationResponseJSON>(body.credential);
      const outcome = await staff.addKey(operator, { response, name: body.name }, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/passkeys/remove", permission: "any", fresh: true },
      summary: "Remove a passkey",
      body: z.object({ id: z.string().max(1_500) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.removeKey(operator, body.id, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/password/start", permission: "any", fresh: true },
      summary: "Choose a password and get the secret of an app",
      body: z.object({ password: z.string().max(500) }),
      reply: z.object({ secret: z.string(), address: z.string() }),
    },
    async ({ request, reply, operator, body }) => {
      const outcome = await staff.startPassword(operator, body.password);
      return outcome.ok ? outcome.value : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/password", permission: "any", fresh: true },
      summary: "The first code of the app: the password counts from now on",
      body: z.object({ code: z.string().max(20) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.confirmPassword(operator, body.code, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/password/remove", permission: "any", fresh: true },
      summary: "Sign in with passkeys alone",
      body: z.object({}),
      reply: ok,
    },
    async ({ request, reply, operator, visit }) => {
      const outcome = await staff.removePassword(operator, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/sessions/end", permission: "any" },
      summary: "End one of one's own sessions",
      body: z.object({ id: z.string().max(60) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.endSession(operator, body.id, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
}
