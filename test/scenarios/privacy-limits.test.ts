/** How often somebody may ask, so that nobody is shut out by what others ask in their name. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createPrivacyStory } from "../support/privacy-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: ReturnType<typeof createPrivacyStory>;
beforeAll(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z", environment: { RATE_LIMIT_FACTOR: "1" } });
  story = createPrivacyStory(world);
});
afterAll(() => world.close());

it("is not shut out by what one network asks in somebody's name", async () => {
  const attacker = { address: "198.51.100.70" };
  const owner = { address: "198.51.100.71" };
  for (let n = 0; n < 30; n += 1) {
    await story.ask("know", "hana@example.com", attacker);
    await story.ask("delete", `hana+${n}@example.com`, attacker);
    await story.ask("opt_out", "hana@example.com", attacker);
    if (n % 5 === 4) await world.advance({ minutes: 60 });
  }
  expect(await story.ask("correct", "hana@example.com", { ...owner, words: "I am Hannah." })).toMatchObject({
    ok: true,
  });
  expect(await story.ask("opt_out", "hana@example.com", owner)).toMatchObject({ ok: true });
});

it("never refuses an opt-out for what was asked of its mailbox, and fills no mailbox with its letters", async () => {
  const from = (n: number) => ({ address: `198.51.101.${n}` });
  for (let n = 0; n < 20; n += 1) {
    await story.ask("know", "iris@example.com", from(n));
    expect(await story.ask("opt_out", `iris+${n}@example.com`, from(n)), `try ${n}`).toMatchObject({ ok: true });
  }
  expect(await story.rows("email like 'iris+%' and right_asked = 'opt_out' and state = 'answered'")).toHaveLength(20);
  const sent = await world.base.handle.pool.query(
    "select 1 from notifications.mails where recipient like 'iris+%' and template = 'privacy_opted_out'",
  );
  expect(sent.rows).toHaveLength(4);
});

it("counts what a member asks by their account, and no wrong password", async () => {
  const jo = await story.confirmed("Jo");
  for (let n = 0; n < 20; n += 1) await story.ask("know", jo.email, { address: `198.51.102.${n}` });
  for (let n = 0; n < 9; n += 1)
    expect(await story.asMember(jo, "delete", { password: "wrong" })).toMatchObject({ code: "password_wrong" });
  for (let n = 0; n < 10; n += 1)
    expect(await story.asMember(jo, "delete", { password: n ? "" : jo.password }), `try ${n}`).toMatchObject({
      ok: true,
    });
  expect(await story.asMember(jo, "delete")).toMatchObject({ code: "too_many" });
  // Others behind the same address are not in their way.
  const kay = await story.confirmed("Kay");
  expect(await story.asMember(kay, "delete")).toMatchObject({ ok: true });
  expect(await story.asMember(jo, "opt_out")).toMatchObject({ ok: true });
});
