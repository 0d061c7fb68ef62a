/** A hotel that is booked is watched for the same bed at a lower price, told of once, and booked anew by its member alone. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Trip } from "#protection";
import { handInMail } from "../support/order-mail.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let user: string;
let email: string;
beforeEach(async () => {
  world = await createWorld();
  const member = await world.member("Traveler");
  [user, email] = [member.user_id, member.email];
});
afterEach(() => world.close());

const DAY_MS = 86_400_000;
const dayFrom = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
/** Casa Alameda in Madrid. */
const HOTEL = 100302;
const price = (wish: { total?: number | null; sold_out?: boolean; free_days?: number | null }) =>
  world.control(`/booking/${HOTEL}`, { free_days: 2, ...wish });
const asked = (more: object = {}) => ({
  ...{ user_id: user, request_key: "form-number-one", kind: "stay" as const, name: "Casa Alameda", city: "Madrid" },
  ...{ country: "ES", reservation_number: "CA-4410", begins: dayFrom(30), ends: dayFrom(33), what: "Twin room" },
  ...{
    board: "breakfast",
    adults: 2,
    currency: "EUR",
    total_minor: "42000",
    cancel_free_until: `${dayFrom(25)}T18:00`,
  },
  ...more,
});
const add = async (more: object = {}) => {
  const added = await world.protection.addTrip(asked(more));
  if (!added.ok) throw new Error(added.code);
  return added.value;
};
const mine = async (kind: "stay" | "car" = "stay"): Promise<Trip> => {
  const [trip] = (await world.protection.trips(user, kind)).trips;
  if (!trip) throw new Error("no booking");
  return trip;
};
const look = async (minutes: number) => {
  world.clock.set(new Date(world.clock.now().getTime() + minutes * 60_000));
  await world.protection.lookAtTrips();
};
const letters = async () => {
  await world.work();
  return (await world.mails(email)).filter((subject) => /less now|two bookings|cancel for free/.test(subject));
};

it("tells once of a lower price that was read twice, and follows the new booking until the old one is canceled", async () => {
  const trip_id = await add();
  await price({ total: 500 });
  await look(0);
  expect(await mine()).toMatchObject({ state: "watching", match: "found", offer: null, now_minor: null });

  // 300 dollars are 276 euros, in the money of the booking.
  await price({ total: 300 });
  await look(721);
  expect(await mine()).toMatchObject({ state: "drop_found", offer: null, now_minor: "27600" });
  await look(10);
  expect(await mine(), "too soon to count as read twice").toMatchObject({ state: "drop_found" });
  await look(31);
  expect(await mine()).toMatchObject({
    state: "re_checked",
    offer: { total_minor: "27600", saves_minor: "14400" },
    may: { rebook: true, cancel: false },
  });
  expect((await mine()).offer?.url).toContain(`/booking/hotel/${HOTEL}`);
  await look(721);
  expect(await letters()).toEqual([expect.stringMatching(/€144.00 less now: Casa Alameda/)]);
  expect((await world.protection.countDrops(user)).hotel).toBe(1);

  const rebook = (reservation_number: string, total_minor: string) =>
    world.protection.rebookTrip({ user_id: user, trip_id, reservation_number, total_minor });
  expect(await rebook("CA-4410", "27600")).toMatchObject({ ok: false, code: "same_reservation" });
  expect(await rebook("BK-9", "42000")).toMatchObject({ ok: false, code: "not_less" });
  const pressed = await Promise.all([rebook("BK-99", "27600"), rebook("BK-99", "27600")]);
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await mine()).toMatchObject({ state: "rebooked", rebooked: { saves_minor: "14400" }, may: { cancel: true } });
  expect((await world.protection.trips(user, "stay")).figures.saved, "until the old one is canceled").toEqual([]);

  world.clock.set(new Date(`${(await mine()).cancel_free_until?.slice(0, 10)}T12:00:00Z`));
  world.clock.set(new Date(world.clock.now().getTime() - 2 * DAY_MS));
  await world.protection.remindOfTrips();
  await world.protection.remindOfTrips();
  expect((await letters()).filter((subject) => /two bookings/.test(subject))).toHaveLength(1);
  await world.protection.cancelTrip({ user_id: user, trip_id });
  expect(await mine()).toMatchObject({ state: "canceled", is_over: true });
  expect((await world.protection.trips(user, "stay")).figures.saved).toEqual([{ currency: "EUR", minor: "14400" }]);
  expect((await mine()).timeline.map(({ state }) => state)).toEqual([
    ...["watching", "drop_found", "re_checked", "rebooked", "canceled"],
  ]);
});

describe("what is no better offer", () => {
  it.each([
    ["can't be canceled any more", { total: 200, free_days: null }],
    ["is sold out", { sold_out: true }],
    ["saves less than five", { total: 455 }],
  ])("is one that %s", async (_, wish) => {
    await add();
    await price(wish);
    await look(0);
    await look(31);
    expect(await mine()).toMatchObject({ state: "watching", match: "found", offer: null });
  });

  it("is one that is gone again before it was read twice", async () => {
    await add();
    await price({ total: 200 });
    await look(0);
    expect((await mine()).state).toBe("drop_found");
    await price({ total: 200, sold_out: true });
    await look(31);
    expect(await mine()).toMatchObject({ state: "watching", now_minor: null });
    expect(await letters()).toEqual([]);
  });
});

describe("a booking that is not found", () => {
  it.each([
    ["no_country", { country: "" }],
    ["no_city", { city: "Nowhere upon Sea" }],
    ["no_hotel", { name: "Casa Almeda Deluxe" }],
    ["no_unit", { what: "Penthouse with terrace" }],
    ["no_board", { board: "" }],
  ])("says %s, is asked about no more, and is found once it is corrected", async (match, more) => {
    const trip_id = await add(more);
    await price({ total: 200 });
    await look(0);
    expect(await mine()).toMatchObject({ state: "watching", match });
    await look(721);
    const { request_key: _, ...right } = asked();
    expect((await world.protection.correctTrip({ ...right, trip_id })).ok).toBe(true);
    await look(0);
    expect(await mine()).toMatchObject({ state: "drop_found", match: "found" });
  });

  it("takes the one city of two with the same name that has the hotel", async () => {
    await add({ country: "US", city: "Portland", name: "The Copper Beech Inn", currency: "USD" });
    await look(0);
    expect((await mine()).match).toBe("found");
  });
});

it("reads lists once, goes on with others when the provider fails for one, and asks again later", async () => {
  await add();
  await add({ request_key: "form-number-two", reservation_number: "X-2", name: "Hotel Aurora", begins: dayFrom(31) });
  await world.control("/fail", { target: "booking.availability", mode: "500", times: 20 });
  await look(0);
  const states = async () => (await world.protection.trips(user, "stay")).trips.map(({ match }) => match);
  expect(await states()).toEqual(["due", "due"]);
  await world.control("/fail", { target: "booking.availability", mode: "off" });
  await look(121);
  expect(await states()).toEqual(["found", "found"]);
});

it("takes a mail's booking, keeps what its member added, and lets no other member touch it", async () => {
  await world.catalog.importAll();
  let sent: Awaited<ReturnType<typeof handInMail>> | null = null;
  for (let seed = 1; seed < 30 && !sent; seed += 1) {
    const tried = await handInMail(world, user, { seed, kind: "stay" });
    const content = tried.facts[0]?.content;
    if (content?.kind === "stay" && content.cancel_free_until) sent = tried;
  }
  expect(sent, "a mail of a stay that can be canceled").not.toBeNull();
  const trips = (await world.protection.trips(user, "stay")).trips;
  const trip = trips.find(({ can_cancel }) => can_cancel);
  if (!trip) throw new Error("no booking of the mail");
  expect(trip).toMatchObject({ source: "mail", state: "watching" });
  const other = await world.member("Other");
  const trip_id = world.protection.tripId(trip.trip_id) ?? "";
  const theirs = { user_id: other.user_id, trip_id };
  expect(await world.protection.withdrawTrip(theirs)).toMatchObject({ ok: false, code: "unknown_watch" });
  expect(await world.protection.cancelTrip(theirs)).toMatchObject({ ok: false, code: "unknown_watch" });
  const { request_key: _, ...right } = asked();
  expect(await world.protection.correctTrip({ ...right, ...theirs })).toMatchObject({ ok: false });
  expect((await world.protection.withdrawTrip({ user_id: user, trip_id })).ok).toBe(true);
  expect((await world.protection.trips(user, "stay")).trips.map(({ trip_id: id }) => id)).not.toContain(trip.trip_id);
});

it("refuses what is no booking, with the field that is wrong", async () => {
  const codes = await Promise.all(
    [
      { name: " " },
      { reservation_number: "" },
      { begins: "2020-01-01" },
      { begins: "2026-02-31" },
      { ends: dayFrom(30) },
      { cancel_free_until: `${dayFrom(31)}T10:00` },
      { total_minor: "12.50" },
      { currency: "euro" },
      { adults: 0 },
      { country: "Spain" },
    ].map(async (more, at) => {
      const refused = await world.protection.addTrip(asked({ ...more, request_key: `form-refused-${at}` }));
      return refused.ok ? "added" : refused.code;
    }),
  );
  expect(codes).toEqual([
    ...["trip_name_missing", "reservation_missing", "begin_invalid", "begin_invalid", "end_invalid"],
    ...["free_until_invalid", "total_invalid", "currency_invalid", "adults_invalid", "country_invalid"],
  ]);
  const ids = await Promise.all([add(), add(), add()]);
  expect(new Set(ids).size, "one form is one booking").toBe(1);
});

it("ends when the last free day comes, also for a rental car, and opens again when a new day is told", async () => {
  const trip_id = await add({ kind: "car", begins: `${dayFrom(30)}T09:00`, ends: `${dayFrom(33)}T10:00` });
  await look(0);
  expect(await mine("car")).toMatchObject({ match: "no_place", state: "watching" });
  world.clock.set(new Date(world.clock.now().getTime() + 26 * DAY_MS));
  await world.protection.lookAtTrips();
  expect(await mine("car")).toMatchObject({ state: "deadline_passed", can_cancel: false, may: { rebook: false } });
  const { request_key: _, ...right } = asked({
    ...{
      kind: "car",
      begins: `${dayFrom(4)}T09:00`,
      ends: `${dayFrom(7)}T10:00`,
      cancel_free_until: `${dayFrom(3)}T09:00`,
    },
  });
  expect((await world.protection.correctTrip({ ...right, trip_id })).ok).toBe(true);
  expect(await mine("car")).toMatchObject({ state: "watching", can_cancel: true });
});
