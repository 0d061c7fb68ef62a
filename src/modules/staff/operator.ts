/** How the desk keeps what was promised, as figures. */
import type { ObjectAddition, OperatorView } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Staff } from "./staff.server.ts";

const HOW =
  "The day is the one that was promised to a member, or else the house's own; what was undone, rejected or never agreed to is no answer";
const figure = { permission: "figures.see", unit: "count" } as const;

const shareOf = (kept: number, all: number): string => (all === 0 ? "" : `${((100 * kept) / all).toFixed(1)}%`);

/** A letter in one's own mailbox, where it shows how it reads there. */
const mailCopies = ({ sendCopy }: Pick<Staff, "sendCopy">): ObjectAddition => ({
  kind: "mail",
  permission: "members.personal",
  acts: [
    {
      name: "send me a copy",
      what: "The same mail goes to your own address, as it was sent.",
      permission: "members.personal",
      reason: false,
      atOnce: true,
      freshSignIn: true,
      async run(id, { by, decidedAt }) {
        const outcome = await sendCopy({ mail: id, by, at: decidedAt });
        if (outcome.ok) return done("It is on its way to you.");
        if (outcome.code === "unknown") return refused("unknown");
        const why = "Its text is not kept: it opened something, or its reader has left.";
        return refused("not_possible", { why });
      },
    },
  ],
});

export const staffView = ({ promises, sendCopy }: Pick<Staff, "promises" | "sendCopy">): OperatorView => ({
  adds: [mailCopies({ sendCopy })],
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
