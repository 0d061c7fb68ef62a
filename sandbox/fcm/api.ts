import { createPublicKey, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { jwtVerify } from "jose";
import { perWorld, type World } from "../world.ts";
import { ACCOUNT, PUBLIC_KEY } from "./credentials.ts";

/**
 * Firebase Cloud Messaging, HTTP v1, and where Google gives out passes for it
 * (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send, https://developers.google.com/identity/protocols/oauth2/service-account).
 * Only what its documents name is taken; the phones behind it answer each its own way.
 */
export const MOODS = ["takes", "unregistered", "elsewhere", "busy", "away", "broken"] as const;
export type Mood = (typeof MOODS)[number];
export interface Phone {
  token: string;
  mood: Mood;
}

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const HOUR_SECONDS = 3_600;
const PASS_SECONDS = 3_599;
const MAX_BYTES = 4_096;
const BUSY_SECONDS = 90;
const AWAY_SECONDS = 120;

const shelfOf = perWorld(() => ({ passes: new Map<string, number>(), accountThere: true }));

/** Every pass ends before its time; an account that was deleted gets no other. */
export function setAccount(world: World, there: boolean): void {
  shelfOf(world).passes.clear();
  shelfOf(world).accountThere = there;
}

export const findPhone = (world: World, token: string): Phone | undefined =>
  world.db.get<Phone>("select token, mood from fcm_phones where token = ?", token);

/** Which error it is stands in the details, beside the status that all of Google's interfaces share. */
function refuse(reply: FastifyReply, code: number, status: string, message: string, details: object[] = []) {
  return reply.code(code).send({ error: { code, message, status, ...(details.length > 0 ? { details } : {}) } });
}
const fcmError = (errorCode: string) => ({ "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", errorCode });
const violation = (field: string, description: string) => ({
  "@type": "type.googleapis.com/google.rpc.BadRequest",
  fieldViolations: [{ field, description }],
});

export function registerFcm(app: FastifyInstance, world: World): void {
  app.post<{ Body: { grant_type?: string; assertion?: string } | null }>(
    "/fcm/token",
    { config: { target: "fcm.token" } },
    async (request, reply) => {
      const { grant_type, assertion } = request.body ?? {};
      const no = (error: string, error_description: string) => reply.code(400).send({ error, error_description });
      if (grant_type !== GRANT) return no("unsupported_grant_type", "Invalid grant_type");
      if (!shelfOf(world).accountThere) return no("invalid_grant", "Invalid grant: account not found");
      try {
        const key = createPublicKey({ key: Buffer.from(PUBLIC_KEY, "base64"), format: "der", type: "spki" });
        const { payload, protectedHeader } = await jwtVerify(assertion ?? "", key, {
          algorithms: ["RS256"],
          issuer: ACCOUNT.email,
          audience: `${world.origin()}/fcm/token`,
          currentDate: new Date(world.clock.now()),
          requiredClaims: ["iat", "exp"],
        });
        if (protectedHeader.kid !== ACCOUNT.key) return no("invalid_grant", "Invalid JWT Signature.");
        if ((payload.exp ?? 0) - (payload.iat ?? 0) > HOUR_SECONDS)
          return no("invalid_grant", "Invalid JWT: Token must be a short-lived token (60 minutes)");
        if (payload.scope !== SCOPE) return no("invalid_scope", "Empty or missing scope not allowed.");
      } catch {
        return no("invalid_grant", "Invalid JWT Signature.");
      }
      const access_token = `ya29.${randomBytes(24).toString("base64url")}`;
      shelfOf(world).passes.set(access_token, world.clock.now() + PASS_SECONDS * 1_000);
      return { access_token, expires_in: PASS_SECONDS, token_type: "Bearer" };
    },
  );

  app.post<{ Params: { project: string; call: string }; Body: unknown }>(
    "/fcm/v1/projects/:project/:call",
    { config: { target: "fcm.send" } },
    (request, reply) => {
      const pass = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
      if ((shelfOf(world).passes.get(pass) ?? 0) <= world.clock.now())
        return refuse(reply, 401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
      if (request.params.call !== "messages:send") return refuse(reply, 404, "NOT_FOUND", "Method not found.");
      if (request.params.project !== ACCOUNT.project)
        return refuse(reply, 403, "PERMISSION_DENIED", "Permission 'cloudmessaging.messages.create' denied.");
      const wrong = findFault(request.body);
      if (wrong) return refuse(reply, 400, "INVALID_ARGUMENT", wrong.said, [violation(wrong.field, wrong.said)]);
      // The form was looked at above.
      const { message } = request.body as { message: { token: string } };
      const phone = findPhone(world, message.token);
      if (!phone)
        return refuse(reply, 400, "INVALID_ARGUMENT", "The registration token is not a valid FCM registration token", [
          fcmError("INVALID_ARGUMENT"),
        ]);
      if (phone.mood === "unregistered")
        return refuse(reply, 404, "NOT_FOUND", "Requested entity was not found.", [fcmError("UNREGISTERED")]);
      if (phone.mood === "elsewhere")
        return refuse(reply, 403, "PERMISSION_DENIED", "SenderId mismatch", [fcmError("SENDER_ID_MISMATCH")]);
      if (phone.mood === "busy") {
        reply.header("retry-after", String(BUSY_SECONDS));
        return refuse(reply, 429, "RESOURCE_EXHAUSTED", "Quota exceeded.", [fcmError("QUOTA_EXCEEDED")]);
      }
      if (phone.mood === "away") {
        reply.header("retry-after", String(AWAY_SECONDS));
        return refuse(reply, 503, "UNAVAILABLE", "The service is currently unavailable.", [fcmError("UNAVAILABLE")]);
      }
      if (phone.mood === "broken")
        return refuse(reply, 500, "INTERNAL", "Internal error encountered.", [fcmError("INTERNAL")]);
      world.db.run(
        "insert into fcm_messages (token, message, at) values (?, ?, ?)",
        phone.token,
        JSON.stringify(message),
        world.clock.now(),
      );
      return { name: `projects/${ACCOUNT.project}/messages/0:${Date.now()}%${randomBytes(8).toString("hex")}` };
    },
  );
}

type Form = "text" | "texts" | readonly string[] | { readonly [field: string]: Form };
/** What of a message is played, as its documents name it. */
const MESSAGE: Form = {
  token: "text",
  data: "texts",
  notification: { title: "text", body: "text", image: "text" },
  android: {
    collapse_key: "text",
    priority: ["NORMAL", "HIGH"],
    ttl: "text",
    notification: { tag: "text", channel_id: "text", icon: "text", color: "text", sound: "text", click_action: "text" },
  },
};
type Fault = { field: string; said: string };
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function findFault(body: unknown): Fault | null {
  if (!isObject(body) || !isObject(body.message)) return { field: "message", said: "Message is missing" };
  const { message } = body;
  const form = findFormFault("message", message, MESSAGE);
  if (form) return form;
  if (typeof message.token !== "string")
    return { field: "message", said: "Recipient of the message is not set or is ambiguous." };
  for (const key of Object.keys(isObject(message.data) ? message.data : {}))
    if (/^(from|message_type)$|^google\.|^gcm\.notification\./.test(key))
      return { field: `message.data[${key}]`, said: `Invalid data payload key: ${key}` };
  const ttl = isObject(message.android) ? message.android.ttl : undefined;
  if (typeof ttl === "string" && (!/^\d+(\.\d{1,9})?s$/.test(ttl) || Number.parseFloat(ttl) > 2_419_200))
    return { field: "message.android.ttl", said: "Invalid TTL" };
  const size = Buffer.byteLength(JSON.stringify({ notification: message.notification, data: message.data }));
  return size > MAX_BYTES ? { field: "message", said: "Android message is too big" } : null;
}

function findFormFault(path: string, value: unknown, form: Form): Fault | null {
  const no = (said: string): Fault => ({ field: path, said });
  if (form === "text") return typeof value === "string" ? null : no(`Invalid value at '${path}' (TYPE_STRING)`);
  if (Array.isArray(form)) return form.includes(value) ? null : no(`Invalid value at '${path}' (TYPE_ENUM)`);
  if (!isObject(value)) return no(`Invalid value at '${path}'`);
  for (const [key, one] of Object.entries(value)) {
    const wanted = form === "texts" ? "text" : (form as { [field: string]: Form })[key];
    if (wanted === undefined)
      return no(`Invalid JSON payload received. Unknown name "${key}" at '${path}': Cannot find field.`);
    const found = findFormFault(`${path}.${key}`, one, wanted);
    if (found) return found;
  }
  return null;
}
