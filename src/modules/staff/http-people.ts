/** Calls for owners: people and the log. */
import { z } from "zod";
import { type createConsoleCalls, OK, ok, refuse } from "./http-operator.ts";
import type { Staff } from "./staff.server.ts";

const id = z.object({ id: z.string().max(60) });
const roles = z.array(z.string().max(40)).max(20);
const manage = { method: "POST", permission: "staff.manage", fresh: true } as const;
const filter = z.string().max(200).nullish();
/** Of the log: who, what, on which object, and between which days. */
export const auditQuery = z.object({
  by: filter,
  what: filter,
  object: filter,
  from: filter,
  to: filter,
  before: filter,
});
export const filtersOf = (query: Partial<Record<keyof z.infer<typeof auditQuery>, string | null | undefined>>) => ({
  by: query.by ?? null,
  what: query.what ?? null,
  object: query.object ?? null,
  from: query.from ?? null,
  to: query.to ?? null,
  before: query.before ?? null,
});

export function registerPeopleCalls({ add }: ReturnType<typeof createConsoleCalls>, staff: Staff): void {
  add(
    {
      ...{ ...manage, url: "/api/console/people" },
      summary: "Invite somebody by mail",
      body: z.object({
        email: z.email().max(320),
        name: z.string().trim().min(1).max(120),
        roles,
        partner: z.string().max(40).nullish(),
      }),
      reply: z.object({ success: z.literal(true), id: z.string() }),
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.invite(operator, { ...body, partner: body.partner ?? null }, visit);
      return outcome.ok ? { ...OK, id: outcome.value.id } : refuse(request, reply, outcome);
    },
  );
  add(
    {
      ...{ ...manage, url: "/api/console/people/roles" },
      summary: "Give somebody other roles",
      body: id.extend({ roles }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const outcome = await staff.setRoles(operator, body, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    },
  );
  for (const [url, summary, verb] of [
    ["/api/console/people/link", "Mail somebody a new link; their passkeys and sessions end", staff.renewLink],
    ["/api/console/people/off", "Switch somebody off, with all sessions", staff.switchOff],
    ["/api/console/people/on", "Invite somebody again who was switched off", staff.switchOn],
  ] as const)
    add({ ...manage, url, summary, body: id, reply: ok }, async ({ request, reply, operator, body, visit }) => {
      const outcome = await verb(operator, body.id, visit);
      return outcome.ok ? OK : refuse(request, reply, outcome);
    });
  add(
    {
      ...{ method: "GET", url: "/api/console/audit.csv", permission: "audit.see", fresh: true },
      summary: "The log as a sheet",
      query: auditQuery,
      reply: z.string(),
    },
    async ({ request, reply, operator, visit }) => {
      // Read by the schema above.
      const filters = filtersOf(request.query as z.infer<typeof auditQuery>);
      const text = await staff.exportAudit(operator, filters, visit);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="operators-log.csv"')
        .header("x-content-type-options", "nosniff")
        .send(text);
    },
  );
}
