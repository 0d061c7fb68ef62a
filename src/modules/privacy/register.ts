/** The register that the law asks for (11 CCR § 7101): of each request its day, kind, answer and reason, without who it was. */
import type { Database } from "#platform/database";
import { writeCsv } from "#platform/write-csv";
import { lawDay } from "./rules.ts";
import { requestsBetween } from "./store.ts";

const HEAD = [
  "number",
  "came on",
  "asked for",
  "by",
  "answered by law until",
  "state",
  "ended on",
  "late",
  "reason",
  "agent",
];

/** Null for what is no year. */
export async function writeRegister(db: Database, year: string): Promise<string | null> {
  if (!/^20\d\d$/.test(year)) return null;
  // The year as it was in California, by both ends of its day.
  const rows = await requestsBetween(
    db,
    new Date(`${year}-01-01T00:00:00Z`),
    new Date(`${Number(year) + 1}-01-02T00:00:00Z`),
  );
  return writeCsv([
    HEAD,
    ...rows
      .filter(({ asked_at }) => lawDay(asked_at).startsWith(year))
      .map((row) => {
        const ended = row.ended_at && lawDay(row.ended_at);
        return [
          ...[row.number, lawDay(row.asked_at), row.right_asked, row.user_id ? "a member" : "an address"],
          ...[
            row.due_on,
            row.state,
            ended ?? "",
            ended && ended > row.due_on ? "late" : "",
            row.reason ?? "",
            row.permission ?? "",
          ],
        ];
      }),
  ]);
}
