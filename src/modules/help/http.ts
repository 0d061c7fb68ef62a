/** Files that go with a message: handed in before it, opened by whoever has the link of the desk's mail. */
import multipart from "@fastify/multipart";
import { z } from "zod";
import { errorReply, type Http, sendRefusal } from "#platform/http";
import { type ChatCalls, registerChatCalls } from "./http-chat.ts";
import { registerFaqCalls } from "./http-faq.ts";
import { HELP_REFUSALS, MAX_FILE_BYTES } from "./messages.ts";

export type HelpCalls = ChatCalls;

export function registerHelpCalls(app: Http, deps: HelpCalls) {
  const { help } = deps;
  registerFaqCalls(app, { help });
  registerChatCalls(app, deps);
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 2, fileSize: MAX_FILE_BYTES + 1 } });
    scope.post(
      "/api/help/files",
      {
        bodyLimit: MAX_FILE_BYTES + 64 * 1024,
        schema: {
          tags: ["help"],
          summary: "A receipt or picture for a message that is being written",
          response: { 200: z.object({ success: z.literal(true), file: z.string() }), "4xx": errorReply },
        },
      },
      async (request, reply) => {
        const part = request.isMultipart() ? await request.file() : undefined;
        if (!part) return sendRefusal(request, reply, HELP_REFUSALS, { code: "file_invalid" });
        const outcome = await help.takeFile({
          name: part.filename,
          address: request.ip,
          read: () => part.toBuffer().catch(() => null),
        });
        // What was refused unread is read past: its connection would otherwise hang on it for a minute.
        part.file.resume();
        if (!outcome.ok) return sendRefusal(request, reply, HELP_REFUSALS, outcome);
        return { success: true as const, file: outcome.value };
      },
    );
  });

  app.get(
    "/api/help/files/:file",
    {
      schema: {
        tags: ["help"],
        summary: "A file of a message, by the signed link of the desk's mail",
        params: z.object({ file: z.string().max(60) }),
        querystring: z.object({ key: z.string().max(100) }),
      },
    },
    async (request, reply) => {
      const file = await help.openFile(request.params.file, request.query.key);
      if (!file) return reply.callNotFound();
      return reply
        .type(file.type)
        .header("cache-control", "private, no-store")
        .header("content-disposition", `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("x-content-type-options", "nosniff")
        .send(file.bytes);
    },
  );
}
