/** Alarms, errors, page speed and incidents, on a real database. */
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { fixedClock } from "../../../platform/clock.ts";
import { createLimits } from "../../../platform/limits.ts";
import { createLog } from "../../../platform/log.ts";
import type { CheckState, OperatorFigure } from "../../../platform/operator.ts";
import { countDays } from "../count-days.ts";
import { createHealth, type Health } from "../health.server.ts";
import type { HealthContext } from "../health.types.ts";
import { alarmId, errorGroupId } from "../ids.ts";
import { LIMITS } from "../limits.ts";
import { healthView } from "../operator.ts";

/** What was asked for, and how much there is: a figure of days and one of the moment. */
const asked: string[] = [];
let level = 7n;
const FIGURES: OperatorFigure[] = [
  {
    name: "orders",
    what: "Orders",
    permission: "figures.see",
    unit: "count",
    kind: "flow",
    read: async ({ from, to }) => {
      asked.push(from.toISOString().slice(0, 10));
      return BigInt(Math.round((to.getTime() - from.getTime()) / 3_600_000));
    },
  },
  { name: "owed", what: "Owed", permission: "money.see", unit: "USD", kind: "level", read: async () => level },
];
/** Ten dollars went out on one day and came back on the next. */
const [OUT, BACK] = ["2027-03-02", "2027-03-03"];
const reads = { idle: 0, netted: 0 };
const sums: readonly OperatorFigure[] = (["idle", "netted"] as const).map((name) => {
  const has = ({ from, to }: { from: Date; to: Date }, day: string) =>
    name === "netted" && from <= new Date(`${day}T12:00:00Z`) && new Date(`${day}T12:00:00Z`) < to;
  return {
    ...{ name, what: name, permission: "figures.see", unit: "USD", kind: "flow" },
    async read(span) {
      reads[name] += 1;
      return (has(span, OUT) ? 1_000n : 0n) - (has(span, BACK) ? 1_000n : 0n);
    },
    ...(name === "netted" && { isIdle: async (span) => !has(span, OUT) && !has(span, BACK) }),
  };
});

let base: TestDatabase;
let health: Health;
const clock = fixedClock("2027-03-10T19:42:00Z");
const queued: { cause: string; to: string; subject: string }[] = [];
// Of a stream the log only writes.
const log = createLog({ level: "warn", stream: { write: () => true } as never });
const settings = {
  NODE_ENV: "test",
  PUBLIC_URL: "https://tuppence.example",
  SANDBOX: "on",
  RATE_LIMIT_FACTOR: 1,
  ALARM_MAIL: ["ops@example.com"],
  ALARM_WEBHOOK_SECRET: "sixteen letters at least",
  BACKUP_MAX_HOURS: 26,
  VITALS_SHARE: 1,
} as const;
let states: Record<string, CheckState> = {};
/** Of the check that looks at several; null: it fails itself. */
let away: string[] | null = [];
let hook: { url: string; heard: { body: string; signature: string }[]; close(): void };

beforeAll(async () => {
  base = await createTestDatabase();
  const heard: { body: string; signature: string }[] = [];
  const server = createServer((request, reply) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      heard.push({ body, signature: String(request.headers["x-tuppence-signature"]) });
      reply.end();
    });
  });
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  const address = server.address();
  hook = {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/alarms`,
    heard,
    close: () => server.close(),
  };
  health = createHealth({
    database: base.handle,
    clock,
    log,
    limits: createLimits({ db: base.handle.db, clock, factor: 1, rules: Object.values(LIMITS) }),
    settings: { ...settings, ALARM_MAIL: [...settings.ALARM_MAIL], ALARM_WEBHOOK_URL: hook.url },
    notifications: {
      queue: async (_tx, { cause, recipient, letter }) => {
        queued.push({ cause, to: recipient.email ?? "", subject: letter.write("en", "").subject });
      },
    },
  });
  const checks = ["feeds", "hangs"].map((name) => ({
    name,
    what: `Whether ${name} work`,
    look: async () => {
      const state = states[name] ?? "fine";
      if (name === "hangs" && state === "bad") throw new Error("its table is gone");
      return { state, line: `${name} are ${state}` };
    },
  }));
  const parties = {
    name: "parties",
    what: "Whether each answers",
    look: async () => {
      if (away === null) throw new Error("its table is gone");
      const each = away.map((name) => ({ name, line: `${name} is away` }));
      return { state: each.length > 0 ? ("bad" as const) : ("fine" as const), line: `${each.length} are away`, each };
    },
  };
  health.watch({ checks: [...checks, parties], figures: FIGURES, tables: [] });
});
afterAll(async () => {
  hook.close();
  await base.drop();
});

const raised = async () => (await health.alarms(10)).filter((alarm) => alarm.state === "raised");

it("raises an alarm at the second look, tells it once, and clears it at the second that is fine", async () => {
  states = { feeds: "warn" };
  await health.lookAndTell();
  expect(await raised()).toEqual([]);
  for (let look = 0; look < 3; look += 1) await health.lookAndTell();
  expect(await raised()).toMatchObject([{ check_name: "feeds", level: "warn", line: "feeds are warn" }]);
  expect(queued.map(({ subject }) => subject)).toEqual(["Alarm: feeds: feeds are warn"]);
  states = { feeds: "fine" };
  await health.lookAndTell();
  // One fine look between two that are not is no end.
  states = { feeds: "bad" };
  await health.lookAndTell();
  expect(await raised()).toMatchObject([{ level: "bad", fine_looks: 0 }]);
  states = {};
  await health.lookAndTell();
  await health.lookAndTell();
  expect(await raised()).toEqual([]);
  expect(queued.map(({ subject }) => subject)).toEqual(["Alarm: feeds: feeds are warn", "Over: feeds"]);
});

it("forgets what was not fine for one look, and tells nobody", async () => {
  const before = queued.length;
  const alarms = await health.alarms(10);
  states = { feeds: "bad" };
  await health.lookAndTell();
  states = {};
  await health.lookAndTell();
  expect(await raised()).toEqual([]);
  expect(queued).toHaveLength(before);
  expect(await health.alarms(10), "nor does it stand among those that are over").toEqual(alarms);
});

it("takes a check that fails for one that is not fine", async () => {
  states = { hangs: "bad" };
  await health.lookAndTell();
  await health.lookAndTell();
  const [alarm] = await raised();
  expect(alarm?.line).toMatch(/could not be looked at .*its table is gone/);
  states = {};
  await health.lookAndTell();
  await health.lookAndTell();
});

it("keeps quiet of an alarm for a day, and posts what it tells with a signature", async () => {
  states = { feeds: "bad" };
  await health.lookAndTell();
  await health.lookAndTell();
  const [alarm] = await raised();
  const id = alarmId.show(alarm?.alarm_id ?? "");
  await health.postAlarm(alarm?.alarm_id ?? "", "raised");
  expect(JSON.parse(hook.heard[0]?.body ?? "{}")).toMatchObject({
    text: "Alarm: feeds: feeds are bad",
    state: "raised",
  });
  expect(hook.heard[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  const before = queued.length;
  expect(await health.quiet(id, 24, "opr_1")).toBe(true);
  states = {};
  await health.lookAndTell();
  await health.lookAndTell();
  expect(queued).toHaveLength(before);
  expect(await health.quiet(id, 24, "opr_1")).toBe(false);
});

it("tells of the second party too while the first is away, and is quiet of one alone", async () => {
  queued.length = 0;
  const lookTwice = async (names: string[] | null) => {
    away = names;
    await health.lookAndTell();
    await health.lookAndTell();
    return (await raised()).map(({ check_name }) => check_name).toSorted();
  };
  const subjects = () => queued.splice(0).map(({ subject }) => subject);
  expect(await lookTwice(["awin"])).toEqual(["parties: awin"]);
  expect(subjects()).toEqual(["Alarm: parties: awin: awin is away"]);
  const [first] = await raised();
  await health.quiet(alarmId.show(first?.alarm_id ?? ""), 24, "opr_1");
  expect(await lookTwice(["awin", "stripe"])).toEqual(["parties: awin", "parties: stripe"]);
  expect(subjects()).toEqual(["Alarm: parties: stripe: stripe is away"]);
  // Nobody knows whether they are back while it cannot be looked at.
  expect(await lookTwice(null)).toEqual(["parties", "parties: awin", "parties: stripe"]);
  expect(subjects()).toHaveLength(1);
  expect(await lookTwice(["stripe"])).toEqual(["parties: stripe"]);
  expect(subjects()).toEqual(["Over: parties"]);
  expect(await lookTwice([])).toEqual([]);
  expect(subjects()).toEqual(["Over: parties: stripe"]);
  // What comes again after it was over is told again.
  expect(await lookTwice(["awin"])).toEqual(["parties: awin"]);
  expect(subjects()).toEqual(["Alarm: parties: awin: awin is away"]);
  await lookTwice([]);
});

it("looks at the same time from two processes without raising twice", async () => {
  states = { feeds: "bad" };
  await health.lookAndTell();
  const before = queued.length;
  await Promise.all([health.lookAndTell(), health.lookAndTell(), health.lookAndTell()]);
  expect(await raised()).toHaveLength(1);
  expect(queued).toHaveLength(before + 1);
  states = {};
  await health.lookAndTell();
  await health.lookAndTell();
});

it("counts errors that differ by values alone as one kind, which is closed until it comes again", async () => {
  const fail = (order: number) =>
    log
      .child({ request_id: `req-${order}` })
      .error({ err: new Error(`order ${order} of "Ida" failed`) }, "a page failed");
  for (let order = 1; order <= 40; order += 1) fail(order);
  log.error({ err: new TypeError("cannot read x") }, "a job failed");
  await health.flushErrors();
  const groups = await health.errorGroups(10);
  expect(groups.map(({ message, errors }) => [message, errors]).toSorted()).toEqual([
    ["a job failed · TypeError: cannot read x", 1n],
    ["a page failed · Error: order # of … failed", 40n],
  ]);
  const group = groups.find(({ errors }) => errors === 40n);
  expect(group?.last_request_id).toBe("req-40");
  const id = errorGroupId.show(group?.group_id ?? "");
  expect(await health.closeErrorGroup(id, "opr_1")).toBe(true);
  expect(await health.closeErrorGroup(id, "opr_1")).toBe(false);
  expect(await health.errorGroups(10)).toHaveLength(1);
  fail(41);
  await health.flushErrors();
  expect(await health.errorGroups(10)).toHaveLength(2);
  expect((await health.errorGroup(id))?.days).toEqual([{ day: "2027-03-10", errors: 41n }]);
});

it("keeps of a visit the kind of page and a step, and tells three of four", async () => {
  for (let visit = 1; visit <= 100; visit += 1)
    await health.noteVitals({
      path: `/acme-${visit}-coupons`,
      values: { LCP: visit * 20, CLS: 0 },
      address: `10.${visit}.0.1`,
    });
  const [speed] = await health.pageSpeed();
  expect(speed).toMatchObject({ page: "store", visits: 100, vitals: { LCP: { good: true }, CLS: { good: true } } });
  // 1,500 ms, right to a twentieth.
  expect(Math.abs((speed?.vitals.LCP?.value ?? 0) - 1_500)).toBeLessThan(150);
  const { rows } = await base.handle.pool.query("select distinct page from health.vitals");
  expect(rows).toEqual([{ page: "store" }]);
});

it("takes no more from one neighbourhood than a person would tell", async () => {
  for (let visit = 0; visit < 150; visit += 1)
    await health.noteVitals({ path: "/stores", values: { TTFB: 10 }, address: "10.250.0.1" });
  const stores = (await health.pageSpeed()).find(({ page }) => page === "stores");
  expect(stores?.visits).toBe(120);
});

it("tells one incident at a time, in both languages, until its end", async () => {
  const draft = { text_en: "Payouts are slow today.", text_es: "Hoy los retiros tardan.", hours: 2, by: "opr_1" };
  expect(await health.incidents.current()).toBeNull();
  expect(await health.incidents.begin({ ...draft, text_es: " " })).toMatchObject({ code: "text_missing" });
  expect(await health.incidents.begin({ ...draft, hours: 0 })).toMatchObject({ code: "hours_invalid" });
  const begun = await health.incidents.begin(draft);
  expect(begun.ok).toBe(true);
  expect(await health.incidents.begin(draft)).toMatchObject({ code: "one_is_told" });
  expect(await health.incidents.current()).toEqual({ en: draft.text_en, es: draft.text_es });
  if (begun.ok) expect(await health.incidents.end(begun.value, "opr_2")).toBe(true);
  expect(await health.incidents.current()).toBeNull();
  expect((await health.incidents.begin(draft)).ok).toBe(true);
  clock.advance({ hours: 3 });
  expect(await health.incidents.current()).toBeNull();
  expect((await health.incidents.begin(draft)).ok, "one whose time is over is in nobody's way").toBe(true);
});

it("says when the last backup was too long ago", async () => {
  const check = healthView(health, false).checks?.find(({ name }) => name === "backups");
  expect(await check?.look(clock.now())).toMatchObject({ state: "bad" });
  await health.noteBackup("nightly");
  expect(await check?.look(clock.now())).toMatchObject({ state: "fine" });
  clock.advance({ hours: 30 });
  expect(await check?.look(clock.now())).toEqual({ state: "bad", line: "The last was 30 hours ago" });
});

it("asks once for a long gap without anything, and finds what went out and came back in one", async () => {
  // Of all that health works with these two are asked here.
  const context = { database: base.handle, clock } as Partial<HealthContext> as HealthContext;
  clock.set("2027-03-10T19:42:00Z");
  while (!(await countDays(context, sums)));
  // Instead of 400 times.
  expect(reads.idle).toBeLessThan(20);
  expect(reads.netted).toBeLessThan(150);
  const { rows } = await base.handle.pool.query(
    "select name, day::text, value from health.figure_days where name in ('idle', 'netted') order by 1, 2",
  );
  expect(rows).toHaveLength(800);
  expect(rows.filter(({ value }) => value !== 0n)).toEqual([
    { name: "netted", day: OUT, value: 1_000n },
    { name: "netted", day: BACK, value: -1_000n },
  ]);
});

it("counts each day once it is over, once more when late reports have come, and of the past no levels", async () => {
  clock.set("2027-06-10T12:00:00Z");
  asked.length = 0;
  let looks = 1;
  while (!(await health.countDays())) looks += 1;
  // Sixty days at each look, of the 400 that are kept.
  expect(looks).toBe(7);
  const { courses } = await health.courses(() => true, 30);
  const [orders, owed] = courses;
  expect(orders?.days).toHaveLength(30);
  expect(orders?.days.every(({ value }) => value === 24n)).toBe(true);
  expect(orders?.today).toBe(12n);
  expect(owed).toMatchObject({ days: [{ day: "2027-06-09", value: 7n }], today: 7n });
  // What a level was is kept, whatever it is now.
  level = 9n;
  asked.length = 0;
  clock.set("2027-06-11T13:00:00Z");
  await health.countDays();
  expect([...new Set(asked)].toSorted()).toEqual(["2027-06-09", "2027-06-10"]);
  const [, later] = (await health.courses(() => true, 30)).courses;
  expect(later?.days).toEqual([
    { day: "2027-06-09", value: 7n },
    { day: "2027-06-10", value: 9n },
  ]);
  expect(later?.today).toBe(9n);
  expect((await health.courses(({ permission }) => permission === "money.see", 30)).courses).toHaveLength(1);
  expect((await health.sheet(() => true, 30, null))?.slice(-2)).toEqual([
    ["2027-06-09", 24n, "0.07"],
    ["2027-06-10", 24n, "0.09"],
  ]);
  expect(await health.sheet(({ length }) => length < 0, 30, "owed")).toBeNull();
});
