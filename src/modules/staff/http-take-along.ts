/** Files that operators take along: for whose roles may, freshly signed in where it says so, with a reason that the log keeps. */
import { z } from "zod";
import { type createConsoleCalls, OK, refuse } from "./http-operator.ts";
import type { Staff } from "./staff.server.ts";

export function registerTakeAlong({ add }: ReturnType<typeof createConsoleCalls>, staff: Staff): void {
  add(
    {
      ...{ method: "POST", url: "/api/console/files", permission: "house" },
      summary: "A file that operators take along: a month for accounting, evidence for a bank, a member's copy",
      body: z.object({ name: z.string().max(60), of: z.string().max(200), reason: z.string().max(500) }),
      reply: z.object({
        success: z.literal(true),
        file: z.object({ name: z.string(), type: z.string(), text: z.string() }),
      }),
    },
    async ({ request, reply, operator, body, visit }) => {
      const file = staff.view().files.find(({ name }) => name === body.name);
      if (!file) return refuse(request, reply, { ok: false, code: "unknown_item" });
      if (!operator.permissions.has(file.permission)) return refuse(request, reply, { ok: false, code: "not_allowed" });
      const reason = body.reason.trim();
      if (file.reason && reason === "")
        return refuse(request, reply, { ok: false, code: "told_wrong", detail: { text: "Say why.", field: "reason" } });
      if (file.freshSignIn && !staff.isFresh(operator))
        return refuse(request, reply, { ok: false, code: "confirm_first" });
      // Kept before it is read: what cannot be written down is not given out.
      await staff.keep(operator, { what: "file_taken", object: body.of, reason, facts: { file: file.name } }, visit);
      const taken = await file.read(body.of, { by: operator.id, reason, values: {} });
      return taken ? { ...OK, file: taken } : refuse(request, reply, { ok: false, code: "unknown_item" });
    },
  );
}
