import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { fixedClock } from "../clock.ts";
import { createInbox, type Foreign, nameOf } from "../inbox.ts";
import { defineJob } from "../job.ts";
import { createRegistry, registerJobs, runDueJobs } from "../jobs.ts";
import { createLog } from "../log.ts";

const TAKE = defineJob("test.take", { inbox_id: z.string() }, { key: ({ inbox_id }) => `test-take:${inbox_id}` });
const KEEP_DAYS = 180;
let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  base.handle.pool.query<Row>(text, values).then((result) => result.rows);

/** A provider of signed messages; what becomes of one is the test's to say. */
function stage() {
  const clock = fixedClock("2027-03-10T12:00:00Z");
  const inbox = createInbox({ database: base.handle, clock, keepDays: KEEP_DAYS });
  const taken: string[] = [];
  inbox.register({
    providers: ["post"],
    source: "webhook",
    first_look_minutes: 10,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE.with({ inbox_id })),
    again: ({ inbox_id }) => TAKE.with({ inbox_id }, { if_there: "keep" }),
  });
  const registry = createRegistry();
  registerJobs(registry, [
    { job: TAKE, handler: async (payload) => taken.push((payload as { inbox_id: string }).inbox_id) },
  ]);
  const message = (key: string, more: Partial<Foreign> = {}): Foreign => ({
    provider: "post",
    source: "webhook",
    row_key: key,
    payload: { letter: "A", raw: { to: "ann@example.com" } },
    said_at: clock.now(),
    ...more,
  });
  const put = (...rows: Foreign[]) => base.handle.transaction((tx) => inbox.put(tx, rows));
  const work = () => runDueJobs(base.handle, registry, createLog({ level: "silent" }), clock.now());
  const settle = (inbox_id: string, state: "applied" | "parked" | "refused", reason: string | null = null) =>
    base.handle.transaction((tx) => inbox.settle(tx, [{ inbox_id, state, reason }]));
  const one = async (key: string) => {
    const [row] = await put(message(key));
    if (!row) throw new Error(`${key} is new`);
    return row.inbox_id;
  };
  return { clock, inbox, taken, message, put, work, settle, one };
}
const stateOf = async (id: string) =>
  (
    await query<{ state: string; reason: string | null; payload: object; looks: number }>(
      "select state, reason, payload, looks from platform.inbox where inbox_id = $1",
      [id],
    )
  )[0];

beforeEach(async () => {
  await query("delete from platform.inbox");
  await query("delete from graphile_worker._private_jobs");
});

describe("what others tell", () => {
  it("is stored whole with its one job, and told again is neither stored nor worked again", async () => {
    const { put, message, work, taken } = stage();
    const [first] = await put(message("m1"), message("m1"));
    expect(await put(message("m1", { payload: { letter: "B" } }))).toEqual([]);
    await work();
    expect(taken).toEqual([first?.inbox_id]);
    expect(await stateOf(first?.inbox_id ?? "")).toMatchObject({
      state: "new",
      payload: { letter: "A", raw: { to: "ann@example.com" } },
    });
  });

  it("comes with no job when the transaction that stored it fails", async () => {
    const { inbox, message, work, taken } = stage();
    await base.handle
      .transaction(async (tx) => {
        await inbox.put(tx, [message("m1")]);
        throw new Error("the power went");
      })
      .catch(() => undefined);
    await work();
    expect(taken).toEqual([]);
    expect(await query("select 1 from platform.inbox")).toEqual([]);
  });

  it("has a reader, or is a programmer's error; and no two", async () => {
    const { inbox, put, message } = stage();
    await expect(put(message("m1", { provider: "stranger" }))).rejects.toThrow(/somebody reads/);
    const again = { providers: ["post"], source: "webhook" as const, first_look_minutes: 1, jobs: () => [] };
    expect(() => inbox.register({ ...again, again: () => TAKE.with({ inbox_id: "" }) })).toThrow(/one reader/);
  });

  it("names nobody once it was acted on, and is kept whole while a person has it", async () => {
    const { one, settle } = stage();
    const [done, parked, refused] = [await one("m1"), await one("m2"), await one("m3")];
    await settle(done, "applied");
    await settle(parked, "parked", "unknown_payment");
    await settle(refused, "refused", "nobody");
    expect(await stateOf(done)).toMatchObject({ payload: { letter: "A" } });
    expect(JSON.stringify([await stateOf(done), await stateOf(refused)])).not.toContain("ann@example.com");
    expect(JSON.stringify(await stateOf(parked))).toContain("ann@example.com");
  });

  it("is named by its bytes when it brings no name", () => {
    expect(nameOf("WH-1", Buffer.from("a"))).toBe("WH-1");
    expect(nameOf(undefined, Buffer.from("a"))).toMatch(/^[0-9a-f]{64}$/);
    expect(nameOf("", Buffer.from("a"))).not.toBe(nameOf("", Buffer.from("b")));
  });

  it("stays itself when its name is too long for an index, or holds what no column keeps", async () => {
    const { put, message, inbox } = stage();
    const long = randomBytes(5_000).toString("hex");
    const names = [long, `${long}2`, long.toUpperCase(), ` ${long}`, "a\0b", "a\0c", "\ud800"];
    expect(await put(message("n\0"), message("n\ufffd")), "one name, as it is kept").toHaveLength(1);
    expect(await put(...names.map((name) => message(name)))).toHaveLength(names.length);
    expect(await put(...names.map((name) => message(name)))).toEqual([]);
    const { rows } = await base.handle.pool.query("select row_key from platform.inbox");
    expect(new Set(rows.map(({ row_key }) => row_key)).size).toBe(rows.length);
    for (const { row_key } of rows) expect(await inbox.find("post", row_key)).toMatchObject({ row_key });
    const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));
    expect(await put(message("deep", { payload: deep }), message("beside"))).toHaveLength(2);
  });
});

describe("a row whose job was lost", () => {
  it("gets another after its first look, then ever later ones, and one job at a time", async () => {
    const { one, inbox, clock, work, taken } = stage();
    const id = await one("m1");
    await query("delete from graphile_worker._private_jobs");
    clock.advance({ minutes: 9 });
    expect(await inbox.sweep()).toBe(0);
    clock.advance({ minutes: 1 });
    expect(await inbox.sweep()).toBe(1);
    expect(await inbox.sweep(), "put off by ten minutes").toBe(0);
    clock.advance({ minutes: 10 });
    expect(await inbox.sweep()).toBe(1);
    clock.advance({ minutes: 19 });
    expect(await inbox.sweep(), "put off by twenty").toBe(0);
    await work();
    expect(taken).toEqual([id]);
  });

  it("is shown to a person after about a day, with a reason", async () => {
    const { one, inbox, clock } = stage();
    await one("m1");
    for (let n = 0; n < 11; n += 1) {
      clock.advance({ minutes: 120 });
      expect(await inbox.sweep()).toBe(1);
    }
    expect(await inbox.parked()).toEqual([]);
    clock.advance({ minutes: 120 });
    await inbox.sweep();
    expect(await inbox.parked()).toMatchObject([
      { provider: "post", source: "webhook", reason: "not settled by its job", rows: 1 },
    ]);
  });

  it("is kept, and harms nobody, when this version has no reader for it", async () => {
    const { inbox, clock, one } = stage();
    const id = await one("m1");
    await query("update platform.inbox set provider = 'former' where inbox_id = $1", [id]);
    clock.advance({ minutes: 10 });
    expect(await inbox.sweep()).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: "new", looks: 1 });
  });
});

describe("what a person has", () => {
  it("is counted by reason, acted on once more, or closed with a word", async () => {
    const { one, settle, inbox, work, taken } = stage();
    const [a, b, c] = [await one("a"), await one("b"), await one("c")];
    await work();
    taken.length = 0;
    await settle(a, "parked", "unknown_payment");
    await settle(b, "parked", "unknown_payment");
    await settle(c, "parked", "unreadable");
    expect(await inbox.parked()).toMatchObject([
      { provider: "post", reason: "unknown_payment", rows: 2 },
      { provider: "post", reason: "unreadable", rows: 1 },
    ]);
    expect(await inbox.countParked()).toEqual(new Map([["post", 3]]));
    expect(await inbox.retry(a)).toBe(true);
    expect(await inbox.retry(a), "it waits no more").toBe(false);
    await work();
    expect(taken).toEqual([a]);
    expect(await stateOf(a)).toMatchObject({ state: "new", reason: null });
    expect(await inbox.close(b, "sent by hand")).toBe(true);
    expect(await inbox.close(b, "again")).toBe(false);
    expect(await stateOf(b)).toMatchObject({ state: "refused", reason: "sent by hand" });
    expect((await inbox.listParked()).map((row) => row.row_key)).toEqual(["c"]);
  });

  it("is never dropped: not even when it is told again while the dropping looks", async () => {
    const { put, message, settle, inbox, clock } = stage();
    inbox.register({
      providers: ["post"],
      source: "report",
      first_look_minutes: 10,
      jobs: () => [],
      again: ({ inbox_id }) => TAKE.with({ inbox_id }),
    });
    // An order of 40 becomes 80, and long after 40 again.
    const told = (content: string) => message("order", { source: "report", content, said_at: clock.now() });
    const [forty] = await put(told("40"));
    clock.advance({ minutes: 1 });
    const [eighty] = await put(told("80"));
    await settle(forty?.inbox_id ?? "", "applied");
    await settle(eighty?.inbox_id ?? "", "applied");
    clock.advance({ days: KEEP_DAYS + 1 });
    const [stored, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const telling = base.handle.transaction(async (tx) => {
      expect(await inbox.put(tx, [told("40")])).toMatchObject([{ inbox_id: forty?.inbox_id }]);
      stored.resolve();
      await end.promise;
    });
    await stored.promise;
    const dropping = inbox.dropOld();
    await pause(300);
    end.resolve();
    await telling;
    expect(await dropping, "the other one alone").toBe(1);
    expect(await stateOf(forty?.inbox_id ?? "")).toMatchObject({ state: "new" });
  });

  it("is kept for as long as it waits; what was settled goes when the setting says", async () => {
    const { one, settle, inbox, clock } = stage();
    const [done, parked, waiting] = [await one("a"), await one("b"), await one("c")];
    await settle(done, "applied");
    await settle(parked, "parked", "unreadable");
    clock.advance({ days: KEEP_DAYS - 1 });
    expect(await inbox.dropOld()).toBe(0);
    clock.advance({ days: 2 });
    expect(await inbox.dropOld()).toBe(1);
    expect(await stateOf(done)).toBeUndefined();
    expect([await stateOf(parked), await stateOf(waiting)]).toMatchObject([{ state: "parked" }, { state: "new" }]);
  });
});
