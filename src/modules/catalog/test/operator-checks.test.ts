import { expect, it } from "vitest";
import { feedChecks } from "../operator-checks.ts";

it("calls networks by their own names, in alarms as in the console", async () => {
  const late = { feeds: 2, late: 1, oldest: null };
  const [check] = feedChecks({
    feedAges: async () => [
      { network: "cj", kind: "programmes", ...late },
      { network: "impact", kind: "products", ...late },
      { network: "awin", kind: "offers", ...late, late: 0 },
    ],
  });
  expect(await check?.look(new Date("2026-03-10T12:00:00Z"))).toMatchObject({
    line: "CJ programs: 1 of 2 late; Impact products: 1 of 2 late",
  });
});
