/** Figures and tables as sheets. */
import { z } from "zod";
import type { Health } from "#health";
import { type Cell, writeCsv } from "#platform/write-csv";
import { type createConsoleCalls, refuse } from "./http-operator.ts";

const MAX_DAYS = 400;
const query = z.object({
  name: z.string().max(60).optional().describe("one figure or table; absent: all figures"),
  days: z.coerce.number().int().min(1).max(MAX_DAYS).default(30),
});

export function registerFigureCalls(
  { add }: ReturnType<typeof createConsoleCalls>,
  health: Pick<Health, "sheet">,
): void {
  add(
    {
      ...{ method: "GET", url: "/api/console/figures.csv", permission: "figures.see" },
      summary: "Figures by day, or a table, as a sheet",
      query,
      reply: z.string(),
    },
    async ({ request, reply, operator }) => {
      // Read by the schema above.
      const { name, days } = request.query as z.infer<typeof query>;
      const rows: Cell[][] | null = await health.sheet(
        (permission) => operator.permissions.has(permission),
        days,
        name ?? null,
      );
      if (!rows) return refuse(request, reply, { ok: false, code: "unknown_item" });
      return reply
        .type("text/csv; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="${(name ?? "figures").replaceAll(/[^a-z0-9]+/g, "-")}.csv"`,
        )
        .header("x-content-type-options", "nosniff")
        .send(writeCsv(rows));
    },
  );
}
