/** What modules tell each other: who listens has a job of their own, and nothing is told that nobody declares. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { defineEvent, onEvent } from "#platform/job";
import { createRegistry, emit, registerJobs, runDueJobs } from "#platform/jobs";
import { createLog } from "#platform/log";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.drop());

const declared = defineEvent("test.told", { n: z.number() });
const undeclared = defineEvent("test.untold", { n: z.number() });

it("tells each listener by a job of its own, and refuses an event that nobody declares", async () => {
  const registry = createRegistry([declared]);
  const heard: string[] = [];
  const listener = (name: string, event = declared) =>
    onEvent(event, `test.${name}`, async ({ n }) => void heard.push(`${name} ${n}`));
  registerJobs(registry, [listener("one"), listener("other")]);
  const lost = "no module declares the event test.untold";
  expect(() => registerJobs(registry, [listener("lost", undeclared)])).toThrow(lost);
  const tell = (event: typeof declared) => base.handle.transaction((tx) => emit(tx, registry, event, { n: 7 }));
  await tell(declared);
  await expect(tell(undeclared)).rejects.toThrow(lost);
  await runDueJobs(base.handle, registry, createLog({ level: "silent" }), new Date());
  expect(heard.toSorted()).toEqual(["one 7", "other 7"]);
});

it("knows each event by a name of its own", () => {
  expect(() => createRegistry([declared, { ...undeclared, name: "test.told" }])).toThrow("two events have one name");
});
