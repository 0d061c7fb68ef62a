/** An outage is said when it begins, and not with each try: a log that fills by itself is read by nobody. */
import { expect, it, vi } from "vitest";
import { runSchedules } from "#platform/job-schedules";
import { sayOnce } from "#platform/log";
import { createPageLimits } from "../page-limits.ts";

const AWAY = new Error("the database is away");

it("is said again only once it has worked", () => {
  const warn = vi.fn();
  const { worked, failed } = sayOnce({ warn }, "nothing is heard");
  for (const tell of [worked, failed, failed, worked, failed]) tell(AWAY);
  expect(warn.mock.calls).toEqual(Array(2).fill([{ err: AWAY }, "nothing is heard"]));
});

it("is one line of schedules, which are looked at several times a second", async () => {
  vi.useFakeTimers();
  try {
    const warn = vi.fn();
    const transaction = vi.fn(async () => Promise.reject(AWAY));
    const schedules = runSchedules({ transaction } as never, [{ task: "inbox.look", every_seconds: 1 }], {
      warn,
    } as never);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(transaction.mock.calls.length).toBeGreaterThan(50);
    expect(warn).toHaveBeenCalledTimes(1);
    await schedules.stop();
  } finally {
    vi.useRealTimers();
  }
});

it("is one line of pages, each of which is counted alone meanwhile", async () => {
  const warn = vi.fn();
  const query = vi.fn(async () => Promise.reject(AWAY));
  const limits = createPageLimits(1, { database: { pool: { query } }, log: { warn } } as never);
  for (let n = 0; n < 20; n += 1) {
    expect(await limits.take("public", `203.0.${n}.9`)).toBeNull();
    expect(await limits.take("own", `203.0.${n}.9`)).toBeNull();
  }
  expect(query.mock.calls.length).toBeGreaterThan(20);
  expect(warn).toHaveBeenCalledTimes(1);
});
