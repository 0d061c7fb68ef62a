/** What operators see of the landing flow: how far visits come, by partner and way in. */
import type { OperatorView } from "#platform/operator";
import type { Landing } from "./landing.server.ts";

/** In the order of the flow (`visit_events`). */
const STEPS = ["entered", "spun", "answered", "checked", "registered", "joined"] as const;
const WAYS: Readonly<Record<string, string>> = { spt: "wheel", splandamz: "gift card", spinv: "invitation" };

export const landingView = (landing: Landing): OperatorView => ({
  tables: [
    {
      name: "landing flow",
      what: "Of the visits that began in the span: how many came as far as each step, by partner and way in",
      permission: "figures.see",
      columns: ["Partner", "Way in", "Entered", "Spun", "Answered", "Checked", "Registered", "Joined"],
      async read(span) {
        const rows = await landing.funnel(span);
        const ways = [...new Set(rows.map((row) => `${row.partner} ${row.entered_by}`))].sort();
        return ways.map((way) => {
          const [partner = "", entered_by = ""] = way.split(" ");
          const own = rows.filter((row) => row.partner === partner && row.entered_by === entered_by);
          const visits = STEPS.map((step) => own.find(({ event }) => event === step)?.visits ?? 0);
          return [partner, WAYS[entered_by] ?? entered_by, ...visits];
        });
      },
    },
  ],
});
