/** What operators see and do of health: alarms, groups of errors, backups, page speed. */
import type { OperatorView } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Health, IncidentRefusal } from "./health.server.ts";
import { alarmId, errorGroupId } from "./ids.ts";
import { POOR } from "./rules.ts";

const HOUR_MS = 3_600_000;
const QUIET_HOURS = 24;
/** Fewer visits say nothing about a page. */
const ENOUGH_VISITS = 50;

const alarmsQueue = (health: Health): NonNullable<OperatorView["queues"]>[number] => ({
  name: "alarms",
  what: "What does not work as it should",
  permission: "health.see",
  list: async (most) =>
    (await health.alarms(most))
      .filter((alarm) => alarm.state === "raised")
      .map((alarm) => ({
        id: alarmId.show(alarm.alarm_id),
        since: alarm.noticed_at,
        due: null,
        line: `${alarm.check_name}: ${alarm.line}`,
      }))
      .toSorted((one, other) => one.since.getTime() - other.since.getTime()),
  acts: [
    {
      name: "quiet",
      what: "Nobody is told of it again for 24 hours; it stays here until it is over.",
      permission: "alarms.set",
      reason: false,
      atOnce: true,
      run: async (id, { by }) =>
        (await health.quiet(id, QUIET_HOURS, by)) ? done("Quiet for 24 hours.") : refused("unknown"),
    },
  ],
});

const errorsQueue = (health: Health): NonNullable<OperatorView["queues"]>[number] => ({
  name: "errors",
  what: "Errors that nobody expected, one line for each kind",
  permission: "health.see",
  list: async (most) =>
    (await health.errorGroups(most))
      .map((row) => ({
        id: errorGroupId.show(row.group_id),
        since: row.first_at,
        due: null,
        line: `${row.errors} × ${row.message}`,
      }))
      .toSorted((one, other) => one.since.getTime() - other.since.getTime()),
  acts: [
    {
      name: "close",
      what: "It is mended: should it come again, it is here again.",
      permission: "alarms.set",
      reason: false,
      atOnce: true,
      run: async (id, { by }) =>
        (await health.closeErrorGroup(id, by)) ? done("Closed until it comes again.") : refused("unknown"),
    },
  ],
});

const objects = (health: Health): NonNullable<OperatorView["objects"]> => [
  {
    kind: "alarm",
    permission: "health.see",
    async show(id) {
      const alarm = await health.alarm(id);
      if (!alarm) return null;
      const moments: [Date | null, string, string][] = [
        [alarm.noticed_at, "noticed", "health"],
        [alarm.raised_at, "raised: two looks in a row were not fine", "health"],
        [alarm.cleared_at, "over", "health"],
      ];
      return {
        facts: {
          check: alarm.check_name,
          state: alarm.state,
          says: alarm.line,
          ...(alarm.queue ? { queue: alarm.queue } : {}),
          ...(alarm.quiet_until ? { "quiet until": `${alarm.quiet_until.toISOString()} by ${alarm.quiet_by}` } : {}),
        },
        timeline: moments.flatMap(([at, what, by]) => (at ? [{ at, what, by }] : [])),
      };
    },
  },
  {
    kind: "error",
    permission: "health.see",
    async show(id) {
      const found = await health.errorGroup(id);
      if (!found) return null;
      const { row, days } = found;
      return {
        facts: {
          message: row.message,
          ...(row.place ? { place: row.place } : {}),
          state: row.state,
          errors: String(row.errors),
          ...(row.last_request_id ? { "last request": row.last_request_id } : {}),
          ...Object.fromEntries(days.map(({ day, errors }) => [day, String(errors)])),
        },
        timeline: [
          { at: row.first_at, what: "first seen", by: "log" },
          { at: row.last_at, what: "last seen", by: "log" },
          ...(row.closed_at ? [{ at: row.closed_at, what: "closed", by: row.closed_by ?? "" }] : []),
        ],
      };
    },
  },
];

/** What visitors are told is told of the service as a whole: there is one, and its acts begin and end an incident. */
const SERVICE = "service";
const HOURS_ASKED = "for how many hours at most, 1 to 72";
const REFUSALS: Record<IncidentRefusal, string> = {
  text_missing: "Both languages need words.",
  text_long: "At most 300 characters in each language.",
  hours_invalid: "1 to 72 hours.",
  one_is_told: "Visitors are told of something already: end that first.",
};

const service = (health: Health): NonNullable<OperatorView["objects"]>[number] => ({
  kind: SERVICE,
  // Whoever may tell sees what is told, and that alone.
  permission: "visitors.tell",
  async show(id) {
    if (id !== SERVICE) return null;
    const incidents = await health.incidents.list(20);
    const now = incidents.find((one) => one.ended_at === null);
    return {
      facts: now
        ? { "visitors are told": now.text_en, "in Spanish": now.text_es, until: now.until.toISOString() }
        : { "visitors are told": "nothing" },
      timeline: incidents
        .flatMap((one) => [
          { at: one.begun_at, what: `told: ${one.text_en}`, by: one.begun_by },
          ...(one.ended_at ? [{ at: one.ended_at, what: "told no more", by: one.ended_by ?? "" }] : []),
        ])
        .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    };
  },
  acts: [
    {
      name: "tell visitors",
      what: "Every page shows these words on top until they are ended or their time is over.",
      permission: "visitors.tell",
      reason: false,
      atOnce: true,
      asks: [
        { name: "english", what: "what visitors read in English, at most 300 characters" },
        { name: "spanish", what: "the same in Spanish" },
        { name: "hours", what: HOURS_ASKED },
      ],
      async run(id, { by, values }) {
        if (id !== SERVICE) return refused("unknown");
        const { english = "", spanish = "", hours = "" } = values;
        const draft = { text_en: english, text_es: spanish, hours: Number(hours), by };
        const outcome = await health.incidents.begin(draft);
        return outcome.ok ? done("Visitors are told.") : refused("not_possible", { why: REFUSALS[outcome.code] });
      },
    },
    {
      name: "tell no more",
      what: "The words are gone from every page.",
      permission: "visitors.tell",
      reason: false,
      atOnce: true,
      async run(id, { by }) {
        if (id !== SERVICE) return refused("unknown");
        return (await health.incidents.endCurrent(by)) ? done("Visitors are told nothing.") : refused("not_possible");
      },
    },
  ],
});

const checks = (health: Health, sandbox: boolean): NonNullable<OperatorView["checks"]> => [
  {
    name: "errors",
    what: "Whether errors come that nobody has seen before",
    async look(now) {
      const { fresh, groups } = await health.countErrors(new Date(now.getTime() - HOUR_MS));
      if (fresh > 0) return { state: "bad", line: `${fresh} new kinds of errors in the last hour`, queue: "errors" };
      if (groups > 0) return { state: "warn", line: `${groups} kinds of errors in the last hour`, queue: "errors" };
      return { state: "fine", line: "No errors in the last hour" };
    },
  },
  {
    name: "page speed",
    what: "Whether three of four visits were faster than what visitors call slow, over seven days",
    async look() {
      const measured = (await health.pageSpeed()).filter(({ visits }) => visits >= ENOUGH_VISITS);
      if (measured.length === 0) return { state: "fine", line: "Too few visits were measured", unproven: true };
      const slow = measured.flatMap(({ page, vitals }) =>
        Object.entries(vitals).flatMap(([vital, { value }]) =>
          value > POOR[vital as keyof typeof POOR] ? [`${page}: ${vital} ${value}`] : [],
        ),
      );
      if (slow.length > 0) return { state: "warn", line: slow.join("; ") };
      return { state: "fine", line: "No kind of page is slow" };
    },
  },
  {
    name: "backups",
    what: "Whether the database was put away lately: noted backups, and PostgreSQL's own archive of its log",
    async look(now) {
      const { backed_up_at, archived_at, failed_at } = await health.backups();
      if (failed_at) return { state: "bad", line: `PostgreSQL could not archive its log (${failed_at.toISOString()})` };
      const last = [backed_up_at, archived_at].filter((at) => at !== null).toSorted((one, other) => +other - +one)[0];
      // Beside the sandbox there is nothing to lose.
      if (!last) return { state: sandbox ? "fine" : "bad", line: "No backup was ever noted", unproven: sandbox };
      const hours = Math.floor((now.getTime() - last.getTime()) / HOUR_MS);
      const late = hours >= health.backupMaxHours;
      return { state: late ? "bad" : "fine", line: `The last was ${hours} hours ago` };
    },
  },
];

export const healthView = (health: Health, sandbox: boolean): OperatorView => ({
  queues: [alarmsQueue(health), errorsQueue(health)],
  objects: [...objects(health), service(health)],
  checks: checks(health, sandbox),
});
