/** Calls of the desk: to decide, to take back, to agree; and to see names and addresses. */
import { z } from "zod";
import { type createConsoleCalls, OK, ok, refuse } from "./http-operator.ts";
import type { Staff } from "./staff.server.ts";

/** Without what no id holds: the log would know one thing by many names. */
const item = z
  .string()
  .max(300)
  .transform((text) => text.replace(/\p{Cc}/gu, "").trim())
  .pipe(z.string().min(1).max(200));
const decision = z.object({ success: z.literal(true), decision: z.record(z.string(), z.unknown()) });
const besideRow = z.object({
  ...{ kind: z.string(), id: z.string(), line: z.string(), at: z.string(), amount: z.string(), state: z.string() },
  ...{ tone: z.enum(["good", "wait", "bad"]), opens: z.boolean() },
});

/** What each of these is for decides what it takes: the act's own permission, which the verb asks for. */
export function registerDeskCalls({ add }: ReturnType<typeof createConsoleCalls>, staff: Staff): void {
  add(
    {
      ...{ method: "POST", url: "/api/console/decisions", permission: "house" },
      summary: "Decide on what waits, or act on an object",
      body: z.object({
        place: z.enum(["queue", "object"]),
        name: z.string().max(60),
        item,
        act: z.string().max(60),
        reason: z.string().max(2_000).default(""),
        values: z.record(z.string().max(60), z.string().max(20_000)).default({}),
      }),
      reply: decision,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.decide(operator, body, visit);
      return outcome.ok ? { ...OK, decision: outcome.value } : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/decisions/undo", permission: "house" },
      summary: "Take a decision back before it is carried out",
      body: z.object({ id: z.string().max(60) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.undo(operator, body.id, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/decisions/second", permission: "house" },
      summary: "Agree to what somebody else proposed, or reject it",
      body: z.object({ id: z.string().max(60), agree: z.boolean(), hash: z.string().max(64) }),
      reply: decision,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.second(operator, body, visit);
      return outcome.ok ? { ...OK, decision: outcome.value } : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/personal", permission: "members.personal", fresh: true },
      summary: "Names and addresses of a thing; the look is kept",
      body: z.object({ kind: z.string().max(60), id: item }),
      reply: z.object({ success: z.literal(true), facts: z.record(z.string(), z.string()) }),
    },
    async ({ request, reply, operator, body, visit }) => {
      const facts = await staff.personal(operator, body.kind, body.id, visit);
      return facts ? { ...OK, facts } : refuse(request, reply, { ok: false, code: "unknown_item" });
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/beside", permission: "house" },
      summary: "What a section shows of the member beside what they wrote to us; the look is kept",
      body: z.object({ id: item, section: z.string().max(60) }),
      reply: z.object({ success: z.literal(true), facts: z.record(z.string(), z.string()), rows: z.array(besideRow) }),
    },
    async ({ request, reply, operator, body, visit }) => {
      const shown = await staff.lookBeside(operator, body, visit);
      return shown ? { ...OK, ...shown } : refuse(request, reply, { ok: false, code: "unknown_item" });
    },
  );
}
