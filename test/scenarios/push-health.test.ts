/** Stories of what operators are told of push services: no address that a member made up darkens them, and what fails for many does. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { letter } from "../support/told.ts";
import { createWorld, type World } from "../support/world.ts";

/** Afternoon in New York, where who has not said otherwise lives. */
const DAY = "2027-03-10T19:42:00Z";
/** As often as a provider that counts as ill has failed. */
const FAULTS = 3;
type Mood = "takes" | "away" | "forgotten";
type Browser = { token: string; endpoint: string; keys: { p256dh: string; auth: string } };

let world: World;
beforeEach(async () => {
  world = await createWorld({ at: DAY, expectedErrors: /^$/ });
});
afterEach(() => world.close());

async function memberWith(name: string, mood: Mood) {
  const member = await world.member(name);
  const browser = await world.control<Browser>("/push/browsers", {});
  await world.control(`/push/browsers/${browser.token}`, { mood });
  const { rows } = await world.base.handle.pool.query("select session_id from identity.sessions where user_id = $1", [
    member.user_id,
  ]);
  await world.notifications.pushes.bind(
    { user_id: member.user_id, session_id: rows[0].session_id },
    { endpoint: browser.endpoint, ...browser.keys, user_agent: "Browser", zone: null },
  );
  return { ...member, browser };
}
type Member = Awaited<ReturnType<typeof memberWith>>;
async function tell({ user_id, email }: Member, cause: string): Promise<void> {
  await world.database.transaction((tx) =>
    world.notifications.queue(tx, {
      cause,
      recipient: { user_id, email, name: "N", language: "en", partner: null },
      letter,
    }),
  );
  await world.work();
}
async function tellOften(member: Member): Promise<void> {
  for (let n = 0; n < FAULTS; n += 1) await tell(member, `${member.user_id}-${n}`);
}
const line = async () => (await world.providerHealth.read()).find(({ provider }) => provider === "push");

it("addresses at which nobody answers are their members' own fault, and one that was told before is the service's", async () => {
  const told = await memberWith("Ann", "takes");
  await tell(told, "ann-told");
  for (const name of ["Bob", "Bea"]) await tellOften(await memberWith(name, "away"));
  expect(await line()).toMatchObject({ faults: 0, ill: false });

  await world.control(`/push/browsers/${told.browser.token}`, { mood: "away" });
  for (const cause of ["ann-1", "ann-2"]) await tell(told, cause);
  await tell(await memberWith("Bill", "forgotten"), "bill");
  await tell(told, "ann-3");
  expect(await line()).toMatchObject({ ill: true, fault: expect.stringContaining("503") });
});

it("where no browser was ever told, one member raises no alarm and several do", async () => {
  await tellOften(await memberWith("Cy", "away"));
  expect((await line())?.faults ?? 0).toBe(0);
  await tellOften(await memberWith("Dee", "away"));
  expect(await line()).toMatchObject({ ill: true });
});
