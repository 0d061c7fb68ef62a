/** A booking's mail becomes a line with its last free day, and one letter before that ends. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { handInMail } from "../support/order-mail.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
// Each has a world of its own, because each goes weeks ahead.
beforeEach(async () => {
  world = await createWorld();
  await world.catalog.importAll();
});
afterEach(() => world.close());

const DAY_MS = 86_400_000;
const dayBefore = (day: string, days: number) => new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS);
const told = async (email: string) =>
  (await world.mails(email)).filter((subject) => /cancel for free|cancelar gratis/.test(subject));

it.each(["stay", "car"] as const)(
  "a %s is shown, and its member reminded once before it stops being free",
  async (kind) => {
    const member = await world.member(`Trip${kind}`, "es");
    let found: Awaited<ReturnType<typeof handInMail>> | null = null;
    // The sandbox draws whether a booking can be canceled for free.
    for (let seed = 1; seed < 12 && !found; seed += 1) {
      const { facts, ...sent } = await handInMail(world, member.user_id, { seed, kind });
      const content = facts[0]?.content as { cancel_free_until?: string | null } | undefined;
      if (content?.cancel_free_until) found = { facts, ...sent };
    }
    const content = found?.facts[0]?.content;
    if (content?.kind !== kind || !content.cancel_free_until) throw new Error("no booking could be canceled");
    const until = content.cancel_free_until;
    const mine = async () =>
      (await world.protection.trips(member.user_id, kind)).trips.filter(
        ({ reservation_number }) => reservation_number === content.reservation_number,
      );
    expect(await mine()).toMatchObject([
      { name: content.name, total_minor: content.total_minor.toString(), cancel_free_until: until, is_over: false },
    ]);
    expect((await world.protection.trips(member.user_id, kind === "stay" ? "car" : "stay")).trips).toEqual([]);

    world.clock.set(dayBefore(until.slice(0, 10), 3));
    await world.protection.remindOfTrips();
    await world.work();
    const early = (await told(member.email)).length;
    world.clock.set(dayBefore(until.slice(0, 10), 2));
    expect(await mine()).toMatchObject([{ can_cancel: true }]);
    for (let times = 0; times < 3; times += 1) await world.protection.remindOfTrips();
    await world.work();
    expect((await told(member.email)).length - early).toBe(1);

    world.clock.set(dayBefore(until.slice(0, 10), 0));
    expect(await mine(), "on the last day it may be over there already").toMatchObject([{ can_cancel: false }]);
    const other = await world.member(`Other${kind}`);
    expect((await world.protection.trips(other.user_id, kind)).trips).toEqual([]);
  },
);
