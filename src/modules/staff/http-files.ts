/** The call by which a file is handed in that an act asks for; the act itself is decided by the id that this answers. */
import multipart from "@fastify/multipart";
import { z } from "zod";
import type { Http } from "#platform/http";
import { createConsoleCalls, OK, refuse } from "./http-operator.ts";
import type { Staff } from "./staff.server.ts";

/** No take bears more; each says its own bound. */
const MAX_BYTES = 8 * 1_048_576;
const handed = z.object({ success: z.literal(true), id: z.string(), line: z.string() });
const query = z.object({ take: z.string().max(60) });

export function registerFileCalls(app: Http, staff: Staff): void {
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: { files: 1, fields: 0, fileSize: MAX_BYTES + 1 } });
    // A scope is the same server, but its type has lost how ours reads schemas.
    createConsoleCalls(scope as unknown as Http, staff).add(
      {
        ...{ method: "POST", url: "/api/console/hand-in", permission: "any", most_bytes: MAX_BYTES + 64 * 1_024 },
        summary: "Hand in a file that an act asks for; who handed it in is kept",
        query,
        reply: handed,
      },
      async ({ request, reply, operator, visit }) => {
        const { take } = request.query as z.infer<typeof query>;
        const part = request.isMultipart() ? await request.file() : undefined;
        const outcome = await staff.takeFile(
          operator,
          {
            name: take,
            async read(most) {
              const bytes = part ? await part.toBuffer().catch(() => null) : Buffer.alloc(0);
              return bytes && bytes.length <= most ? bytes : null;
            },
          },
          visit,
        );
        // What was refused unread is read past: its connection would otherwise hang on it for a minute.
        part?.file.resume();
        return outcome.ok ? { ...OK, ...outcome.value } : refuse(request, reply, outcome);
      },
    );
  });
}
