/** Figures of help: how much is written, how soon it is answered, why the extension goes. */
import type { OperatorFigure, OperatorTable } from "#platform/operator";
import type { Help } from "./help.server.ts";

export const helpFigures = ({ desk }: Pick<Help, "desk">): OperatorFigure[] => [
  {
    name: "messages written",
    what: "Messages that people wrote to us, each conversation once, by the day of their beginning",
    permission: "figures.see",
    unit: "count",
    kind: "flow",
    read: desk.written,
  },
  {
    name: "messages first answered",
    what: "Messages that a person answered for the first time, by the day of that answer",
    permission: "figures.see",
    unit: "count",
    kind: "flow",
    read: desk.firstAnswered,
  },
];

export const helpTables = ({ desk }: Pick<Help, "desk">): OperatorTable[] => [
  {
    name: "first_answers",
    what: "First answers by day: how many, and after how many minutes the middle one and the slowest tenth came, nights and weekends counted",
    permission: "figures.see",
    columns: ["day", "answers", "median_minutes", "slowest_tenth_minutes"],
    read: async (span) =>
      (await desk.firstAnswers(span)).map((row) => [row.day, row.answers, row.median_minutes, row.slow_minutes]),
  },
  {
    name: "uninstall_reasons",
    what: "Why people took the extension away: how often each reason was given; one person may give several",
    permission: "members.help",
    columns: ["reason", "times"],
    read: async (span) => (await desk.uninstalls(span)).map(({ reason, n }) => [reason, n]),
  },
  {
    name: "uninstall_words",
    what: "What people wrote when they took the extension away, the newest hundred",
    permission: "members.help",
    columns: ["day", "language", "words"],
    read: async (span) =>
      (await desk.uninstallWords(span, 100)).map((row) => [row.at.toISOString().slice(0, 10), row.language, row.words]),
  },
];
