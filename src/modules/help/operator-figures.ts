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
  ...([true, false] as const).map(
    (solved): OperatorFigure => ({
      name: solved ? "messages solved" : "messages not solved",
      what: `Conversations of which whoever wrote said last that it was ${solved ? "" : "not "}solved, by the day on which they said it`,
      permission: "figures.see",
      unit: "count",
      kind: "flow",
      read: (span) => desk.countVerdicts(span, solved),
    }),
  ),
];

export const helpTables = ({ desk, faq }: Pick<Help, "desk" | "faq">): OperatorTable[] => [
  {
    name: "solved_by_topic",
    what: "Whether conversations were solved, as those who wrote say, by what they were about",
    permission: "figures.see",
    columns: ["about", "solved", "not_solved"],
    read: async (span) => (await desk.verdicts(span)).map((row) => [row.topic, row.solved, row.unsolved]),
  },
  {
    name: "faq_votes",
    what: "Whether answers of the FAQ helped, by question and language; those that helped least first",
    permission: "figures.see",
    columns: ["question", "language", "yes", "no"],
    read: async (span) => (await faq.votes(span)).map((row) => [row.question, row.language, row.yes, row.no]),
  },
  {
    name: "faq_missing",
    what: "What people missed in answers of the FAQ, the newest hundred",
    permission: "members.help",
    columns: ["day", "question", "language", "words"],
    read: async (span) =>
      (await faq.missing(span, 100)).map((row) => [
        ...[row.at.toISOString().slice(0, 10), row.question, row.language, row.missing],
      ]),
  },
  {
    name: "faq_lost_searches",
    what: "What was searched for in the FAQ and found nothing, the most frequent hundred; kept for 90 days",
    permission: "figures.see",
    columns: ["searched", "language", "times"],
    read: async (span) => (await faq.lost(span, 100)).map((row) => [row.searched, row.language, row.times]),
  },
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
