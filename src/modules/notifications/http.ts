/** Calls by which a member says where and when they want to be told of what, and what they have read. */
import { z } from "zod";
import { errorReply, type Http, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Limits } from "#platform/limits";
import { LIMITS } from "./limits.ts";
import { REFUSALS } from "./messages.ts";
import type { Notifications } from "./notifications.server.ts";
import { CHANNELS, TOPICS } from "./rules.ts";

/** Who is signed in, as far as it matters here. */
export type MemberOfCalls = (request: Request) => Promise<{
  user_id: string;
  session_id: string;
  email: string | null;
  name: string;
  language: "en" | "es";
  partner: string;
} | null>;
export type NotificationCalls = { notifications: Notifications; limits: Limits; memberOf: MemberOfCalls };

const DONE = { 200: z.object({ success: z.literal(true) }), "4xx": errorReply };
const HOUR = z.int().min(0).max(23);

export function registerNotificationCalls(app: Http, deps: NotificationCalls) {
  const { notifications } = deps;
  app.post(
    "/api/account/mails/try-again",
    {
      schema: {
        tags: ["accounts"],
        summary: "Send mail to the member's address again, although it came back",
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const wait = await deps.limits.take(LIMITS.mail_again, member.user_id);
      if (wait) return sendRefusal(request, reply, REFUSALS, { code: "too_many", detail: wait });
      if (member.email) await notifications.tryAgain(member.email);
      return { success: true as const };
    },
  );

  app.put(
    "/api/account/notifications/:list/:channel",
    {
      schema: {
        tags: ["accounts"],
        summary: "Be told of a topic by mail, on our pages, by push or by text, or not",
        params: z.object({ list: z.enum(TOPICS), channel: z.enum(CHANNELS) }),
        body: z.object({ on: z.boolean() }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { list, channel } = request.params;
      const outcome = await notifications.setList(member.user_id, list, channel, request.body.on);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, REFUSALS, outcome);
    },
  );

  app.put(
    "/api/account/notifications/when",
    {
      schema: {
        tags: ["accounts"],
        summary: "When nothing may ring, how often mail comes, and what a locked screen shows",
        body: z.object({
          zone: z.string().max(60).nullable(),
          ...{ quiet: z.boolean(), quiet_from: HOUR, quiet_until: HOUR },
          digest: z.enum(["none", "daily", "weekly"]),
          shows_details: z.boolean(),
        }),
        response: DONE,
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const outcome = await notifications.setWhen(member.user_id, request.body);
      return outcome.ok ? { success: true as const } : sendRefusal(request, reply, REFUSALS, outcome);
    },
  );

  app.post(
    "/api/account/notifications/read",
    {
      schema: {
        tags: ["accounts"],
        summary: "Count as read what a member was told up to a moment",
        body: z.object({ until: z.iso.datetime() }),
        response: { 200: z.object({ unread: z.int() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { notices } = notifications;
      await notices.markRead(member.user_id, new Date(request.body.until));
      return { unread: await notices.unread(member.user_id) };
    },
  );
}
