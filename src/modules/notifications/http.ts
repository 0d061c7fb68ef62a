/** The call by which a member joins or leaves a mailing list. */
import { z } from "zod";
import { errorReply, type Http, type Request, requireMember } from "#platform/http";
import type { Notifications } from "./notifications.server.ts";
import { LEAVABLE } from "./rules.ts";

export function registerNotificationCalls(
  app: Http,
  deps: { notifications: Notifications; memberOf(request: Request): Promise<{ user_id: string } | null> },
) {
  app.put(
    "/api/account/mails/:list",
    {
      schema: {
        tags: ["accounts"],
        summary: "Join or leave a list of mails",
        params: z.object({ list: z.enum(LEAVABLE) }),
        body: z.object({ on: z.boolean() }),
        response: { 200: z.object({ success: z.literal(true) }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const member = await requireMember(request, reply, deps.memberOf);
      if (!member) return reply;
      await deps.notifications.setList(member.user_id, request.params.list, request.body.on);
      return { success: true as const };
    },
  );
}
