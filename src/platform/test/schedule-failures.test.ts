/** What the log says of schedules that fail again and again: enough for whoever comes later, and not a line each time. */
import { beforeEach, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { OutgoingError } from "../outgoing.ts";
import { createScheduleFailures } from "../schedule-failures.ts";

const MINUTE = 60_000;
const lines: { level: number; msg: string; reason?: string }[] = [];
const log = createLog({ level: "info", stream: { write: (line: string) => lines.push(JSON.parse(line)) } as never });
let now = 0;
const failures = () => createScheduleFailures(() => now);
const away = new OutgoingError("network.example answered 503", { status: 503, unknown: true });
const told = () => lines.splice(0).map(({ level, msg }) => `${level} ${msg}`);
beforeEach(() => {
  now = 0;
  lines.length = 0;
});

it("is told again each half hour: another process may have done it meanwhile, and the first line is gone with its day", () => {
  const process = failures();
  for (now = 0; now <= 65 * MINUTE; now += MINUTE) process.failed("poll", away, log);
  expect(told()).toEqual(["40 scheduled job fails", "40 scheduled job fails", "40 scheduled job fails"]);
  process.worked("poll", log);
  process.failed("poll", away, log);
  expect(told()).toEqual(["30 scheduled job works again", "40 scheduled job fails"]);
});

it("takes a fault of our own that lasts for an error, which the check of errors finds until it is mended", () => {
  const process = failures();
  for (now = 0; now <= 65 * MINUTE; now += MINUTE) process.failed("refresh", new TypeError("x is undefined"), log);
  expect(told()).toEqual(["40 scheduled job fails", "50 scheduled job fails", "50 scheduled job fails"]);
});
