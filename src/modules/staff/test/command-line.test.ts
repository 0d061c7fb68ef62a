/** What is done by the command line stands in the same log, and leaves alone what somebody decided at the console. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { FROM, hireOperator } from "../../../../test/support/operators.ts";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { answer } from "../../../server/commands/desk.ts";
import { DEMO_OPERATORS, inviteDemoOperators } from "../../../server/demo/operators.ts";

let world: World;
const said: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
  vi.spyOn(console, "error").mockImplementation((text) => void said.push(String(text)));
});
afterAll(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await world.close();
});

async function park(row_key: string): Promise<string> {
  const row = { provider: "impact", source: "report" as const, row_key, payload: { Id: row_key, Amount: "many" } };
  await world.database.transaction((tx) => world.inbox.put(tx, [{ ...row, said_at: world.clock.now() }]));
  await world.work();
  const queue = world.operators.queues.find(({ name }) => name === "inbox");
  return (await queue?.list(10))?.find(({ line }) => line.includes(row_key))?.id ?? "";
}
const close = (id: string) =>
  answer(world, { act: { queue: "inbox", id, name: "close", by: "root", reason: "a test", values: {} } });
const logOf = async (object: string) =>
  (
    await world.base.handle.pool.query("select who, what, reason from staff.audit where object = $1 order by number", [
      object,
    ])
  ).rows;

it("keeps who did what, and why", async () => {
  const id = await park("DONE");
  await close(id);
  expect(said.at(-1)).toBe("Closed: nothing follows from it.");
  await close(id);
  expect(await logOf(id)).toEqual([
    { who: "root (command line)", what: "carried_out_done", reason: "a test" },
    { who: "root (command line)", what: "carried_out_refused", reason: "a test" },
  ]);
});

it("does not do what somebody at the console has decided on, and the console does it as decided", async () => {
  const id = await park("OPEN");
  const olga = await hireOperator(world, "Olga", ["owner"]);
  const asked = { place: "queue" as const, name: "inbox", item: id, act: "close", reason: "decided", values: {} };
  expect(await world.staff.decide(await olga.me(), asked, FROM)).toMatchObject({ ok: true });
  await close(id);
  expect(said.at(-1)).toMatch(/^Olga decided this at the console: close/);
  await world.advance({ minutes: 11 });
  await world.work();
  const { rows } = await world.base.handle.pool.query(
    "select state, reason from platform.inbox where row_key = 'OPEN'",
  );
  expect(rows).toEqual([{ state: "refused", reason: "decided" }]);
  expect((await logOf(id)).map(({ who, what }) => `${who}: ${what}`)).toEqual([
    "Olga: decided",
    "Olga: carried_out_done",
  ]);
});

it("invites one demo operator for each role, none of whom can sign in before a link was used", async () => {
  const link = await inviteDemoOperators(world.staff);
  const again = await inviteDemoOperators(world.staff);
  expect([link, again].every((one) => one?.includes("/console/enrol?link="))).toBe(true);
  expect(
    await world.staff.readLink(new URL(link ?? "").searchParams.get("link") ?? ""),
    "the newer link counts",
  ).toBeNull();
  const people = (await world.staff.people()).filter(({ email }) => email.endsWith("@ops.example"));
  expect(people.map(({ state, passkeys }) => `${state} ${passkeys}`)).toEqual(DEMO_OPERATORS.map(() => "invited 0"));
  expect(people.flatMap(({ roles }) => roles).toSorted()).toEqual(DEMO_OPERATORS.map(({ role }) => role).toSorted());
});
