/** Calls of a member's browsers and phones and of their consent to texts, and where a press on a push leads. */
import { z } from "zod";
import { errorReply, type Http, requireMember, sendRefusal } from "#platform/http";
import type { NotificationCalls } from "./http.ts";
import { LIMITS } from "./limits.ts";
import { REFUSALS } from "./messages.ts";
import { PHONE_SERVICES } from "./push/pushes.ts";

const DONE = { 200: z.object({ success: z.literal(true) }), "4xx": errorReply };
const ENDPOINT = z.string().min(10).max(2_000);
/** `service`: `fcm` on Android, `apns` on iPhones. `address`: the registration token, or the device token. */
const PHONE = { service: z.enum(PHONE_SERVICES), address: ENDPOINT };

export function registerPushCalls(app: Http, deps: NotificationCalls) {
  const { pushes, consents } = deps.notifications;
  app.get(
    "/api/account/push",
    {
      schema: {
        tags: ["accounts"],
        summary:
          "The key that browsers subscribe by, whether the app is told on Android and on iPhones, and how many devices of the member are",
        response: {
          200: z.object({ key: z.string().nullable(), phones: z.boolean(), iphones: z.boolean(), devices: z.int() }),
          "4xx": errorReply,
        },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { key, phones, iphones } = pushes;
      return { key, phones, iphones, devices: await pushes.devices(member.user_id) };
    },
  );

  app.post(
    "/api/account/push",
    {
      schema: {
        tags: ["accounts"],
        summary: "Tell this browser from now on, as a browser of who is signed in; as its PushSubscription says",
        body: z.object({
          endpoint: ENDPOINT,
          expirationTime: z.number().nullable().optional(),
          keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(40) }),
          zone: z.string().max(60).nullable().default(null),
        }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { endpoint, keys, zone } = request.body;
      const user_agent = request.headers["user-agent"] ?? "";
      const outcome = await pushes.bind(member, { endpoint, ...keys, user_agent, zone });
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, REFUSALS, outcome);
    },
  );

  app.post(
    "/api/account/push/drop",
    {
      schema: {
        tags: ["accounts"],
        summary: "Tell this browser nothing any more",
        body: z.object({ endpoint: ENDPOINT }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      await pushes.drop(member.user_id, request.body.endpoint);
      return { success: true as const };
    },
  );

  app.post(
    "/api/account/push/phone",
    {
      schema: {
        tags: ["accounts"],
        summary: "Tell the app on this phone from now on, as a phone of who is signed in there",
        body: z.object({ ...PHONE, zone: z.string().max(60).nullable().default(null) }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const user_agent = request.headers["user-agent"] ?? "";
      const outcome = await pushes.bindPhone(member, { ...request.body, user_agent });
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, REFUSALS, outcome);
    },
  );

  app.post(
    "/api/account/push/phone/drop",
    {
      schema: {
        tags: ["accounts"],
        summary: "Tell the app on this phone nothing any more",
        body: z.object(PHONE),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      await pushes.dropPhone(member.user_id, request.body);
      return { success: true as const };
    },
  );

  app.get(
    "/n/:push",
    { schema: { hide: true, params: z.object({ push: z.string().max(60) }) } },
    async (request, reply) => {
      const reader = await deps.memberOf(request);
      // Scanners of mail and previewers ask with HEAD where a link leads: nobody has pressed it.
      const lead = request.method === "HEAD" ? pushes.pathOf : pushes.clicked;
      const to = await lead(request.params.push, reader?.user_id ?? null);
      return reply.header("cache-control", "no-store").redirect(to, 303);
    },
  );

  app.post(
    "/api/account/texts",
    {
      schema: {
        tags: ["accounts"],
        summary: "Agree to texts, to the number that was confirmed, by the words that stand beside the box",
        body: z.object({ phone: z.string().max(40), agreed: z.literal(true) }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const wait = await deps.limits.take(LIMITS.text_consent, member.user_id);
      if (wait) return sendRefusal(request, reply, REFUSALS, { code: "too_many", detail: wait });
      const outcome = await consents.agree(member, request.body.phone);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, REFUSALS, outcome);
    },
  );

  app.delete(
    "/api/account/texts",
    { schema: { tags: ["accounts"], summary: "End the consent to texts", response: DONE } },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      await consents.endByPage(member.user_id);
      return { success: true as const };
    },
  );
}
