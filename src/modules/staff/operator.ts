/** How the desk keeps what was promised, as figures. */
import type { OperatorView } from "#platform/operator";
import type { Staff } from "./staff.server.ts";

const HOW =
  "The day is the one that was promised to a member, or else the house's own; what was undone, rejected or never agreed to is no answer";
const figure = { permission: "figures.see", unit: "count" } as const;

const shareOf = (kept: number, all: number): string => (all === 0 ? "" : `${((100 * kept) / all).toFixed(1)} %`);

export const staffView = ({ promises }: Pick<Staff, "promises">): OperatorView => ({
  figures: [
    {
      name: "desk answers in time",
      what: `Items of every queue that were decided by their promised day, by the instant of deciding. ${HOW}`,
      ...figure,
      kind: "flow",
      read: async (span) => (await promises.sums(span)).kept,
    },
    {
      name: "desk answers late",
      what: `Items of every queue that were decided after their promised day, by the instant of deciding. ${HOW}`,
      ...figure,
      kind: "flow",
      read: async (span) => (await promises.sums(span)).late,
    },
    {
      name: "desk items overdue",
      what: "Items of every queue that nobody has decided and whose promised day is over",
      ...figure,
      kind: "level",
      read: () => promises.overdue(),
    },
  ],
  tables: [
    {
      name: "promises kept",
      what: `Of each queue what was decided, and the share of it by the promised day. ${HOW}. What still waits is counted as overdue, not here`,
      permission: "figures.see",
      columns: ["Queue", "Decided", "In time", "Share"],
      read: async (span) =>
        (await promises.byQueue(span)).map(({ name, kept, late }) => [
          ...[name, kept + late, kept],
          shareOf(kept, kept + late),
        ]),
    },
  ],
});
