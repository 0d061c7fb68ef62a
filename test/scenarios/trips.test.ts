/** A booking's mail becomes a line with its last free day, and one letter before that ends. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { handInMail } from "../support/order-mail.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
// Each has a world of its own, because each goes weeks ahead.
beforeEach(async () => {
  world = await createWorld({ shops: "everything" });
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

it("a car's mail says its airports, and what its member said beside it stays when another mail of it comes", async () => {
  const { user_id } = await world.member("Renter");
  const codes = /\((DEN|CUN)\)/;
  const send = async (seed: number, language: "en" | "es" = "en") => {
    const [fact] = (await handInMail(world, user_id, { seed, kind: "car", language })).facts;
    return fact?.content.kind === "car" ? fact.content : null;
  };
  let content: Awaited<ReturnType<typeof send>> = null;
  let seed = 0;
  // The sandbox draws where a car is handed over, and whether it can be canceled for free.
  while (content === null && seed < 60) {
    seed += 1;
    const told = await send(seed);
    const isThere =
      told && codes.test(told.place) && codes.test(told.drop_off_place) && told.place !== told.drop_off_place;
    if (isThere && told.cancel_free_until && told.car_class !== "") content = told;
  }
  if (!content) throw new Error("no mail of a car from one airport to another");
  const { reservation_number, cancel_free_until, total_minor, name } = content;
  const [pick_up_code = "", drop_off_code = ""] = [content.place, content.drop_off_place].map(
    (place) => codes.exec(place)?.[1] ?? "",
  );
  const mine = async () => {
    const { trips } = await world.protection.trips(user_id, "car");
    const trip = trips.find((one) => one.reservation_number === reservation_number);
    if (!trip) throw new Error("no booking");
    return trip;
  };
  expect(await mine()).toMatchObject({ source: "mail", match: "due", pick_up_code, drop_off_code });
  const asIs = { total: Number(total_minor) / 100 - 20, company: name, currency: content.currency };
  await world.control(`/expedia/${pick_up_code}`, asIs);
  await world.protection.lookAtTrips();
  expect(await mine()).toMatchObject({ state: "drop_found", now_minor: String(total_minor - 2_000n) });

  const trip_id = world.protection.tripId((await mine()).trip_id) ?? "";
  const { begins, ends, what, drop_off_place, currency } = await mine();
  const corrected = await world.protection.correctTrip({
    ...{
      user_id,
      trip_id,
      kind: "car",
      name: "Cobalt",
      city: content.place,
      country: content.country ?? "",
      reservation_number,
    },
    ...{
      begins,
      ends,
      what,
      board: "",
      adults: 1,
      currency,
      total_minor: String(total_minor),
      cancel_free_until: cancel_free_until ?? "",
    },
    ...{ pick_up_code, drop_off_code, drop_off_place, driver_age: "71" },
  });
  expect(corrected.ok).toBe(true);
  await world.protection.lookAtTrips();
  expect(await mine()).toMatchObject({ match: "found", name: "Cobalt" });
  await world.advance({ minutes: 5 });
  const again = await send(seed, "es");
  expect(again?.reservation_number).toBe(reservation_number);
  // That one says another place: what was added to the first does not stay with it.
  expect(again?.place).not.toBe(content.place);
  expect(await mine()).toMatchObject({
    name: "Cobalt",
    source: "mail",
    driver_age: 71,
    place: again?.place,
    city: "",
    pick_up_code: null,
  });
});
