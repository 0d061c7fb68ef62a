/** What operators read of memberships over time: trials, those that stay, those that leave. */
import type { OperatorFigure, OperatorTable } from "#platform/operator";
import type { Membership } from "./membership.server.ts";

const COHORT_MONTHS = [1, 2, 3, 6, 12] as const;
const flow = { permission: "figures.see", unit: "count", kind: "flow" } as const;
const level = { permission: "figures.see", unit: "count", kind: "level" } as const;

export const membershipFigures = (membership: Membership): readonly OperatorFigure[] => [
  {
    name: "paying members",
    what: "People with a membership that runs and is no trial, whatever the plan",
    ...level,
    read: async () => (await membership.countRunning()).members,
  },
  {
    name: "trials running",
    what: "Trials that have not ended",
    ...level,
    read: async () => (await membership.countRunning()).trials,
  },
  {
    name: "trials begun",
    what: "Memberships that began with a trial, by the instant of joining",
    ...flow,
    read: async (span) => (await membership.movements(span)).trials,
  },
  {
    name: "trials converted",
    what: "Trials whose first month was paid, by the instant of that payment",
    ...flow,
    read: async (span) => (await membership.movements(span)).converted,
  },
  {
    name: "cancellations",
    what: "Memberships that were cancelled, by the instant of canceling; they run until their period ends",
    ...flow,
    read: async (span) => (await membership.movements(span)).cancelled,
  },
];

export const membershipTables = (membership: Membership): readonly OperatorTable[] => [
  {
    name: "cohorts",
    what: "Of those who joined the main membership in a month (UTC): how many were members so many months after joining. Empty where that is to come",
    permission: "figures.see",
    columns: ["Joined in", "Joined", ...COHORT_MONTHS.map((months) => `After ${months} mo.`)],
    read: async (span) =>
      (await membership.cohorts(span, COHORT_MONTHS)).map(({ month, joined, stayed }) => [
        month,
        joined,
        ...stayed.map((number) => number ?? ""),
      ]),
  },
];
