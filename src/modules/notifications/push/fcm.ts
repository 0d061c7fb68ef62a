/**
 * Firebase Cloud Messaging, HTTP v1 (https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages): alerts of our app on
 * Android. An address is a registration token, which the phone hands to the app; the message is read by Google, who delivers it.
 */
import { z } from "zod";
import type { Clock } from "#platform/clock";
import { OutgoingError, send, waitTold } from "#platform/outgoing";
import type { ProviderHealth } from "#platform/provider-health";
import type { Topic } from "../rules.ts";
import type { NotificationsSettings } from "../settings.ts";
import { createGoogleAccess } from "./google-access.ts";
import { fitWords, type Shown } from "./push-payload.ts";
import type { PushAnswer, PushMessage } from "./push-service.ts";
import { readServiceAccount } from "./service-account.ts";

export type PhoneMessage = Pick<PushMessage, "ttl_seconds" | "urgency"> & { shown: Shown; list: Topic };

const SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
const TIMEOUT_MS = 10_000;
/** What Google asks of who is told "too many" and not until when. */
const BUSY_SECONDS = 60;
/** FCM takes 4,096, keys and values together. */
export const MAX_MESSAGE_BYTES = 4_000;
/** Letters that registration tokens are made of; how long they are Google does not promise. */
const ADDRESS = /^[\w:%.-]{20,2000}$/;

/** Apple's addresses are hexadecimal alone, which Firebase's never are: one that was told for the other is not taken. */
const APPLES = /^[0-9a-f]+$/i;

export const isPhoneAddress = (address: string): boolean => ADDRESS.test(address) && !APPLES.test(address);

const FCM_ERROR = "type.googleapis.com/google.firebase.fcm.v1.FcmError";
const BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest";
const refusal = z.object({
  error: z.object({
    message: z.string().default(""),
    status: z.string().default(""),
    details: z
      .array(
        z.object({
          "@type": z.string(),
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().default("") })).optional(),
        }),
      )
      .default([]),
  }),
});

export function createFcm(deps: {
  settings: Pick<NotificationsSettings, "FCM_API_URL" | "FCM_TOKEN_URL" | "FCM_SERVICE_ACCOUNT">;
  clock: Clock;
  health: Pick<ProviderHealth, "note">;
}) {
  const { settings, clock, health } = deps;
  const account = readServiceAccount(settings.FCM_SERVICE_ACCOUNT);
  if (account === null || account === "off") return null;
  const access = createGoogleAccess({ account, url: settings.FCM_TOKEN_URL, scope: SCOPE, clock });
  const url = `${settings.FCM_API_URL}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`;

  async function ask(body: string, again: boolean): Promise<PushAnswer> {
    let pass: string;
    try {
      pass = await access.pass();
    } catch (error) {
      return readAccessRefusal(error);
    }
    try {
      const answer = await send({
        url,
        method: "POST",
        headers: { authorization: `Bearer ${pass}`, "content-type": "application/json" },
        body,
        timeout_ms: TIMEOUT_MS,
      });
      await answer.body?.cancel();
      return { state: "taken" };
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      if (error.status !== 401) return readRefusal(error);
      access.forget(pass);
      // A pass may have been taken back before its time: what is wrong with our account a new one tells too.
      return again ? ask(body, false) : readRefusal(error);
    }
  }

  return {
    async post(address: string, message: PhoneMessage): Promise<PushAnswer> {
      const answer = await ask(writeMessage(address, message), true);
      const faulty = answer.state === "key" || answer.state === "again";
      await health.note("fcm", faulty ? { fault: answer.reason } : { ok: true });
      return answer;
    },
  };
}
export type Fcm = NonNullable<ReturnType<typeof createFcm>>;

/** The JSON of one message. */
export function writeMessage(address: string, { shown, list, ttl_seconds, urgency }: PhoneMessage): string {
  const data = { navigate: shown.navigate };
  const notification = fitWords(shown, MAX_MESSAGE_BYTES, (words) => JSON.stringify({ notification: words, data }));
  return JSON.stringify({
    message: {
      token: address,
      notification,
      data,
      android: {
        // A phone that is not reached is kept the newest of each; FCM keeps four such keys, as many as there are matters.
        collapse_key: list,
        priority: urgency === "high" ? "HIGH" : "NORMAL",
        ttl: `${ttl_seconds}s`,
        // On the screen only the same event takes the place of itself.
        notification: { tag: shown.tag },
      },
    },
  });
}

/** By https://firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode and .../docs/cloud-messaging/error-codes. */
function readRefusal(error: OutgoingError): PushAnswer {
  const { status } = error;
  const { code, fields, said } = readError(error.body);
  const reason = `FCM: ${said || error.message}`.replaceAll(/\p{Cc}/gu, " ").slice(0, 250);
  // Whatever answers 404 may be a project or an address of ours that is wrong: only FCM's own word forgets a phone.
  if (code === "UNREGISTERED" || code === "SENDER_ID_MISMATCH") return { state: "gone" };
  if (code === "INVALID_ARGUMENT" && fields.every((field) => field === "message.token")) return { state: "gone" };
  if (status === 429) return { state: "wait", seconds: Math.ceil(waitTold(error.headers) ?? BUSY_SECONDS) };
  if (status === 401 || status === 403 || status === 404) return { state: "key", reason };
  if (status === null || status >= 500) {
    const seconds = waitTold(error.headers);
    return status === 503 && seconds !== null
      ? { state: "wait", seconds: Math.ceil(seconds) }
      : { state: "again", reason };
  }
  return { state: "refused", reason };
}

/** Of where passes are given out: a refusal is about our account, never about a phone. */
function readAccessRefusal(error: unknown): PushAnswer {
  if (!(error instanceof OutgoingError)) {
    if (error instanceof z.ZodError) return { state: "again", reason: "FCM: the answer to our key is no pass" };
    throw error;
  }
  const { status } = error;
  if (status === 429) return { state: "wait", seconds: Math.ceil(waitTold(error.headers) ?? BUSY_SECONDS) };
  const reason = `FCM: ${error.message}: ${error.body}`.replaceAll(/\p{Cc}/gu, " ").slice(0, 250);
  const isOurs = status !== null && status >= 400 && status < 500;
  return { state: isOurs ? "key" : "again", reason };
}

function readError(body: string): { code: string | null; fields: readonly string[]; said: string } {
  const { data } = refusal.safeParse(parse(body));
  if (!data) return { code: null, fields: [], said: "" };
  const { message, status, details } = data.error;
  return {
    code: details.find((one) => one["@type"] === FCM_ERROR)?.errorCode ?? null,
    fields: details
      .filter((one) => one["@type"] === BAD_REQUEST)
      .flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field)),
    said: `${status} ${message}`.trim(),
  };
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
