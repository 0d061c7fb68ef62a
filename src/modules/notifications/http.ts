/** Calls by which a member says where they want to be told of what, and what they have read. */
import { z } from "zod";
import { errorReply, type Http, type Request, requireMember, sendRefusal } from "#platform/http";
import type { Limits } from "#platform/limits";
import { LIMITS } from "./limits.ts";
import type { Notifications } from "./notifications.server.ts";
import { CHANNELS, LEAVABLE } from "./rules.ts";

const REFUSALS = {
  too_many: {
    status: 429,
    en: "You asked for this three times today. Try again tomorrow, or change your email.",
    es: "Hoy lo pediste tres veces. Inténtalo mañana o cambia tu correo.",
  },
} as const;

export function registerNotificationCalls(
  app: Http,
  deps: {
    notifications: Notifications;
    limits: Limits;
    memberOf(request: Request): Promise<{ user_id: string; email: string | null } | null>;
  },
) {
  app.post(
    "/api/account/mails/try-again",
    {
      schema: {
        tags: ["accounts"],
        summary: "Send mail to the member's address again, although it came back",
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const wait = await deps.limits.take(LIMITS.mail_again, member.user_id);
      if (wait) return sendRefusal(request, reply, REFUSALS, { code: "too_many", detail: wait });
      if (member.email) await deps.notifications.tryAgain(member.email);
      return { success: true as const };
    },
  );

  app.put(
    "/api/account/notifications/:list/:channel",
    {
      schema: {
        tags: ["accounts"],
        summary: "Be told of a list by mail or on our pages, or not",
        params: z.object({ list: z.enum(LEAVABLE), channel: z.enum(CHANNELS) }),
        body: z.object({ on: z.boolean() }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      const { list, channel } = request.params;
      await deps.notifications.setList(member.user_id, list, channel, request.body.on);
      return { success: true as const };
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
      const { notices } = deps.notifications;
      await notices.markRead(member.user_id, new Date(request.body.until));
      return { unread: await notices.unread(member.user_id) };
    },
  );
}
