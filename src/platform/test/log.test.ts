/** What of an error reaches the log. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLog } from "#platform/log";
import { OutgoingError } from "#platform/outgoing";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

function said(error: unknown, how: "warn" | "error" = "warn"): string {
  const lines: string[] = [];
  const log = createLog({
    level: "warn",
    // The logger writes lines, and needs no other part of a stream.
    stream: { write: (line: string) => Boolean(lines.push(line)) } as never,
  });
  log.child({ request_id: "req-1" })[how]({ err: error }, "it failed");
  return lines.join("");
}
const failing = async (text: string, values: unknown[]) =>
  base.handle.pool.query(text, values).then(
    () => new Error("it did not fail"),
    (error: unknown) => error,
  );

it("names a failure of the database by code, words and place, without statement, values or connection", async () => {
  const secret = "a-session-key-of-somebody";
  const errors = [
    await failing("select $1::int as the_statement", [secret]),
    await failing("select $1::uuid as the_statement", [secret]),
    await failing("insert into notifications.mails as the_statement (user_id) values ($1)", [
      "018f0000-0000-7000-8000-000000000000",
    ]),
  ];
  // The pool hangs the connection on what it tells of, with its keys for cancelling and all that waits on it.
  const client = await base.handle.pool.connect();
  const lost = Object.assign(new Error("Connection terminated unexpectedly"), {
    client,
    query: "select the_statement",
    parameters: [secret],
  });
  const lines = [...errors, lost].map((error) => said(error));
  client.release();
  for (const line of lines) {
    expect(line).not.toContain("the_statement");
    expect(line).not.toContain(secret);
    expect(line).not.toMatch(/secretKey|processID|connectionParameters|_events/);
    expect(JSON.parse(line)).toMatchObject({ request_id: "req-1", msg: "it failed" });
    expect(line.length).toBeLessThan(4_000);
  }
  expect(JSON.parse(lines[0] ?? "").err).toMatchObject({
    code: "22P02",
    message: expect.stringMatching(/invalid input/),
  });
  expect(JSON.parse(lines[2] ?? "").err).toMatchObject({ code: "23502" });
});

it("follows causes and parts, and what is no error at all", () => {
  const cause = Object.assign(new Error("connect refused"), { code: "ECONNREFUSED", secret: "x-secret" });
  const outgoing = new OutgoingError("no answer", { status: null, unknown: true, body: "the-body", cause });
  const line = said(new AggregateError([outgoing], "both failed"), "error");
  expect(JSON.parse(line).err).toMatchObject({
    type: "AggregateError",
    errors: [{ message: "no answer", cause: { code: "ECONNREFUSED" } }],
  });
  expect(line).not.toMatch(/x-secret|the-body/);
  expect(JSON.parse(said("just words")).err).toMatchObject({ message: "just words" });
});
