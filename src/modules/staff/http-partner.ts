/** Calls of a partner's own page, and the one that its servers make for its numbers. */
import { z } from "zod";
import type { Partners } from "#partners";
import { errorReply, type Http } from "#platform/http";
import type { Limits } from "#platform/limits";
import { type Cell, writeCsv } from "#platform/write-csv";
import { type createConsoleCalls, OK, ok, refuse } from "./http-operator.ts";
import { LIMITS } from "./limits.ts";
import type { PartnerDesk, PartnerNumbers } from "./partner-desk.ts";

const MAX_DAYS = 400;
const partner = z.string().max(40).nullish().describe("whose; absent: of who is signed in");
const days = z.coerce.number().int().min(1).max(MAX_DAYS).default(30);

const cellOf = (unit: "count" | "USD", value: string): Cell => (unit === "USD" ? Number(value) / 100 : Number(value));
const sheetOf = ({ periods, rows }: PartnerNumbers): Cell[][] => [
  ["day", ...rows.map(({ name, unit }) => (unit === "USD" ? `${name} (USD)` : name))],
  ...periods.map((period, at) => [period, ...rows.map(({ unit, values }) => cellOf(unit, values[at] ?? "0"))]),
];

export function registerPartnerPage({ add }: ReturnType<typeof createConsoleCalls>, desk: PartnerDesk): void {
  add(
    {
      ...{ method: "POST", url: "/api/console/partner/keys", permission: "any", fresh: true },
      summary: "Make a key for a partner's servers; it is told once",
      body: z.object({ partner, name: z.string().max(200) }),
      reply: z.object({ success: z.literal(true), id: z.string(), key: z.string() }),
    },
    async ({ request, reply, operator, body, visit }) => {
      const made = await desk.makeKey(operator, { ...body, partner: body.partner ?? null }, visit);
      return made.ok ? { ...OK, ...made.value } : refuse(request, reply, made);
    },
  );
  add(
    {
      ...{ method: "POST", url: "/api/console/partner/keys/end", permission: "any", fresh: true },
      summary: "End a key: calls with it are refused from now on",
      body: z.object({ partner, id: z.string().max(60) }),
      reply: ok,
    },
    async ({ request, reply, operator, body, visit }) => {
      const ended = await desk.endKey(operator, { ...body, partner: body.partner ?? null }, visit);
      return ended.ok ? OK : refuse(request, reply, ended);
    },
  );
  const query = z.object({ partner, days });
  add(
    {
      ...{ method: "GET", url: "/api/console/partner/numbers.csv", permission: "any" },
      summary: "A partner's numbers by day, as a sheet",
      query,
      reply: z.string(),
    },
    async ({ request, reply, operator }) => {
      // Read by the schema above.
      const asked = request.query as z.infer<typeof query>;
      const whose = desk.partnerOf(operator, asked.partner ?? null);
      if (whose === null) return refuse(request, reply, { ok: false, code: "not_allowed" });
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${whose}-numbers.csv"`)
        .header("x-content-type-options", "nosniff")
        .send(writeCsv(sheetOf(await desk.numbers.byDay(whose, asked.days))));
    },
  );
}

const figures = z.object({
  partner: z.string(),
  days: z.array(z.string()).describe("of UTC, the oldest first"),
  figures: z.array(
    z.object({
      name: z.string(),
      what: z.string().describe("how it is counted"),
      unit: z.enum(["count", "USD"]).describe("USD: in cents"),
      values: z.array(z.string()).describe("one a day"),
    }),
  ),
});

/** `GET /api/partner/figures`, by a partner's key. */
export function registerPartnerFigures(
  app: Http,
  deps: { desk: PartnerDesk; partners: Pick<Partners, "keys">; limits: Limits },
): void {
  app.get(
    "/api/partner/figures",
    {
      schema: {
        tags: ["partners"],
        summary: "A partner's own numbers by day, by its key",
        querystring: z.object({ days }),
        response: { 200: figures, "4xx": errorReply },
      },
    },
    async (request, reply) => {
      reply.header("cache-control", "private, no-store");
      const caller = await deps.partners.keys.callerOf(request.headers.authorization);
      if (!caller) return refuse(request, reply, { ok: false, code: "key_wrong" });
      const wait = await deps.limits.take(LIMITS.partner_figures, caller.key);
      if (wait) return refuse(request, reply, { ok: false, code: "too_many", detail: wait });
      const { periods, rows } = await deps.desk.numbers.byDay(caller.partner, request.query.days);
      return {
        partner: caller.partner,
        days: [...periods],
        figures: rows.map((row) => ({ ...row, values: [...row.values] })),
      };
    },
  );
}
