/** A rental car that is booked is watched for the same class at the same company, told of once, and booked anew by its member alone. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Trip } from "#protection";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let user: string;
let email: string;
let drivers = 0;
const open = async (environment: Record<string, string> = {}) => {
  world = await createWorld({ environment });
};
/** Stories share a world and its clock, each with a member of its own, and leave nothing that is watched. */
beforeEach(async () => {
  drivers += 1;
  const member = await world.member(`Driver${drivers}`);
  [user, email] = [member.user_id, member.email];
  for (const counter of ["DEN", "CUN", "MAD", "AUSC005", "AUSC009"]) await price({}, counter);
});
afterEach(async () => {
  await world.control("/fail", { target: "expedia", mode: "off" });
  await world.control("/fail", { target: "expedia.details", mode: "off" });
  for (const { trip_id } of (await world.protection.trips(user, "car")).trips)
    await world.protection.withdrawTrip({ user_id: user, trip_id: world.protection.tripId(trip_id) ?? "" });
});

const DAY_MS = 86_400_000;
const dayFrom = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const price = (wish: object, counter = "DEN") => world.control(`/expedia/${counter}`, wish);
const asked = (more: object = {}) => ({
  ...{ user_id: user, request_key: "form-number-one", kind: "car" as const, name: "Cobalt", city: "Denver Airport" },
  ...{ country: "US", reservation_number: "QB-771", begins: `${dayFrom(30)}T09:00`, ends: `${dayFrom(33)}T10:00` },
  ...{ what: "Compact, Toyota Corolla or similar", board: "", adults: 1, currency: "USD", total_minor: "42000" },
  ...{ pick_up_code: "den", cancel_free_until: `${dayFrom(28)}T09:00` },
  ...more,
});
/** Of the form, with times so many days from now. */
const inDays = (days: number) => ({
  ...{ begins: `${dayFrom(days)}T09:00`, ends: `${dayFrom(days + 3)}T10:00` },
  cancel_free_until: `${dayFrom(days - 2)}T09:00`,
});
const add = async (more: object = {}) => {
  const added = await world.protection.addTrip(asked(more));
  if (!added.ok) throw new Error(added.code);
  return added.value;
};
const mine = async (): Promise<Trip> => {
  const [trip] = (await world.protection.trips(user, "car")).trips;
  if (!trip) throw new Error("no booking");
  return trip;
};
const look = async (minutes: number) => {
  await world.advance({ minutes });
  await world.protection.lookAtTrips();
};
const letters = async () => {
  await world.work();
  return (await world.mails(email)).filter((subject) => /less now|two bookings|cancel for free/.test(subject));
};

describe("where an operator has a contract", () => {
  beforeAll(() => open());
  afterAll(() => world.close());

  it("tells once of a lower price that was read twice, and follows the new booking until the old one is canceled", async () => {
    const trip_id = await add();
    await price({ total: 500 });
    await look(0);
    expect(await mine()).toMatchObject({ state: "watching", match: "found", offer: null, now_minor: null });
    expect((await world.protection.trips(user, "car")).provider).toBe("Expedia");

    await price({ total: 300 });
    await look(721);
    expect(await mine()).toMatchObject({ state: "drop_found", offer: null, now_minor: "30000" });
    await look(10);
    expect(await mine(), "too soon to count as read twice").toMatchObject({ state: "drop_found", offer: null });
    expect(await letters()).toEqual([]);
    await look(31);
    expect(await mine()).toMatchObject({
      state: "re_checked",
      offer: {
        ...{ total_minor: "30000", saves_minor: "12000" },
        of: {
          company: "Cobalt Rent A Car",
          car: "Compact 2/4Door Car, Toyota Corolla",
          prepaid: false,
          driver_age: 30,
        },
      },
      may: { rebook: true, cancel: false },
    });
    expect((await mine()).offer?.of?.at).toContain("8500 Pena Blvd");
    expect((await mine()).offer?.url).toContain("/expedia/offer/");
    await look(721);
    expect(await letters()).toEqual([expect.stringMatching(/\$120\.00 less now: Cobalt/)]);
    const { mails } = await world.control<{ mails: { subject: string; text: string }[] }>(`/mails?to=${email}`);
    const letter = mails.find(({ subject }) => subject.includes("less now"))?.text ?? "";
    for (const words of [
      "same class of car at the same company",
      "Expedia",
      "/account/protection/carrental",
      "$300.00",
    ])
      expect(letter).toContain(words);
    expect((await world.protection.countDrops(user)).car).toBe(1);
    expect((await mine()).timeline.map(({ words }) => words.es)).toContain("Costaba $300.00 en Expedia.");

    const rebook = (reservation_number: string, total_minor: string) =>
      world.protection.rebookTrip({ user_id: user, trip_id, reservation_number, total_minor });
    const pressed = await Promise.all([rebook("EX-99", "30000"), rebook("EX-99", "30000")]);
    expect(pressed.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await mine()).toMatchObject({
      state: "rebooked",
      rebooked: { saves_minor: "12000" },
      may: { cancel: true },
    });
    await world.protection.cancelTrip({ user_id: user, trip_id });
    expect((await world.protection.trips(user, "car")).figures.saved).toEqual([{ currency: "USD", minor: "12000" }]);
  });

  describe("what is no better offer", () => {
    it.each([
      ["can't be canceled any more", { total: 200, free_days: null }],
      ["stops being free to cancel within a day", { total: 200, free_days: 29.5 }],
      ["is sold out", { sold_out: true, total: 200 }],
      ["saves less than five", { total: 416 }],
      ["does not say its taxes", { total: 200, taxes: false }],
      ["has kilometers that end", { total: 200, free_km: 100 }],
      ["costs more in its details", { total: 200, details_total: 430 }],
    ])("is one that %s", async (_, wish) => {
      await add();
      await price(wish);
      await look(0);
      await look(31);
      expect(await mine()).toMatchObject({ state: "watching", offer: null });
      expect(await letters()).toEqual([]);
    });

    it("is a prepaid one, a manual one, another class or another company, however cheap", async () => {
      await price({ total: 200 });
      await add({ total_minor: "19000" });
      await look(0);
      // A manual of the class costs less than this, and so does what can't be canceled.
      expect(await mine()).toMatchObject({ match: "found", now_minor: null });
      for (const [at, more] of [{ what: "Luxury" }, { what: "Compact SUV" }, { name: "Cobble Cars" }].entries()) {
        const { request_key: _, ...right } = asked(more);
        const [trip] = (await world.protection.trips(user, "car")).trips;
        await world.protection.correctTrip({ ...right, trip_id: world.protection.tripId(trip?.trip_id ?? "") ?? "" });
        await look(at);
        expect(await mine(), JSON.stringify(more)).toMatchObject({ state: "watching", now_minor: null });
      }
      expect((await mine()).match).toBe("no_company");
    });

    it("is one that is gone again before it was read twice", async () => {
      await add();
      await price({ total: 200 });
      await look(0);
      expect((await mine()).state).toBe("drop_found");
      await price({ total: 500 });
      await look(31);
      expect(await mine()).toMatchObject({ state: "watching", now_minor: null });
      expect(await letters()).toEqual([]);
    });

    it("is one in other money: nothing is compared, and nobody asks again until it is corrected", async () => {
      await add({ currency: "MXN", total_minor: "900000" });
      await price({ total: 200 });
      await look(0);
      expect(await mine()).toMatchObject({ state: "watching", match: "no_currency", now_minor: null });
      await price({ total: 2_000, currency: "MXN" });
      await look(721);
      expect((await mine()).match).toBe("no_currency");
    });
  });

  it("looks at what was added while nobody told prices", async () => {
    await add();
    await world.base.handle.pool.query(
      "update protection.trips set match = 'off', next_look_at = null where user_id = $1",
      [user],
    );
    await price({ total: 300 });
    await look(0);
    expect(await mine()).toMatchObject({ state: "drop_found", match: "found" });
  });

  it("counts what a young driver has to pay", async () => {
    await add({ driver_age: "21", total_minor: "45000" });
    await price({ total: 300 });
    await look(0);
    // Four days of 29 dollars beside the 300.
    expect(await mine()).toMatchObject({ state: "drop_found", now_minor: "41600" });
  });

  it("waits with the price of a manual car until its member says that it is one", async () => {
    await add({ what: "Compact, manual" });
    await price({ total: 300 });
    await look(0);
    expect(await mine()).toMatchObject({ state: "drop_found", now_minor: "30000" });
  });

  describe("places and clocks", () => {
    it.each(["CUN", "MAD"] as const)(
      "of %s are its own, to the hour from which canceling costs something",
      async (code) => {
        await add({ pick_up_code: code, city: "Airport", country: "" });
        await price({ total: 300, free_days: 1.25 }, code);
        await look(0);
        await look(31);
        const zone = { CUN: "-05:00", MAD: "+01:00" }[code];
        const free = Date.parse(`${dayFrom(30)}T09:00:00${zone}`) - 1.25 * DAY_MS;
        expect((await mine()).offer?.free_until).toBe(new Date(free).toISOString());
        await price({ total: 300, free_days: 1.25, zoned: false }, code);
        await look(721);
        // Without its zone, the time has passed when it has passed where days begin first.
        const shift = { CUN: 19, MAD: 13 }[code];
        expect((await mine()).offer?.free_until).toBe(new Date(free - shift * 3_600_000).toISOString());
      },
    );

    it("may be two, and a street instead of an airport is the counter that is there", async () => {
      await add({ drop_off_place: "301 Congress Ave, Austin, TX" });
      await price({ total: 300 });
      await look(0);
      expect(await mine()).toMatchObject({
        match: "found",
        now_minor: "30000",
        drop_off_place: "301 Congress Ave, Austin, TX",
      });
      const { request_key: _, ...right } = asked({ city: "301 Congress Ave, Austin, TX", pick_up_code: "" });
      await price({ total: 250 }, "AUSC005");
      // Six kilometers from there stands another, which is cheaper.
      await price({ total: 90 }, "AUSC009");
      const trip_id = world.protection.tripId((await mine()).trip_id) ?? "";
      expect((await world.protection.correctTrip({ ...right, trip_id })).ok).toBe(true);
      await look(0);
      expect(await mine()).toMatchObject({ match: "found", now_minor: "25000" });
    });

    it.each([
      ["no_place", { pick_up_code: "" }],
      ["no_place", { drop_off_place: "Somewhere downtown" }],
      ["place_unclear", { pick_up_code: "", city: "12 Main St, Portland" }],
      ["no_class", { what: "A car" }],
      ["no_company", { name: "Nobody's Cars" }],
      ["no_times", { in_days: 400 }],
    ])("that are not known say %s, until they are corrected", async (match, more) => {
      const trip_id = await add("in_days" in more ? inDays(more.in_days) : more);
      await price({ total: 200 });
      await look(0);
      expect(await mine()).toMatchObject({ state: "watching", match, now_minor: null });
      const { request_key: _, ...right } = asked();
      expect((await world.protection.correctTrip({ ...right, trip_id })).ok).toBe(true);
      await look(0);
      expect(await mine()).toMatchObject({ state: "drop_found", match: "found" });
    });

    it("come near by themselves, and are compared from then on", async () => {
      await add(inDays(355));
      await price({ total: 200 });
      await look(0);
      expect((await mine()).match).toBe("no_times");
      await look(60 * 24 * 40);
      expect(await mine()).toMatchObject({ match: "found", state: "drop_found" });
    });
  });

  describe("a provider that stumbles", () => {
    const drops = async () => {
      await add();
      await price({ total: 300 });
      await look(0);
      await look(31);
      expect((await mine()).state).toBe("re_checked");
    };
    it.each(["malformed", "cut-reply", "500"] as const)(
      "with %s takes no price away and is asked again",
      async (mode) => {
        await drops();
        await world.control("/fail", { target: "expedia", mode, times: 20 });
        await look(721);
        expect(await mine()).toMatchObject({ state: "re_checked", offer: { total_minor: "30000" } });
        await world.control("/fail", { target: "expedia", mode: "off" });
        await price({ total: 500 });
        await look(121);
        expect(await mine()).toMatchObject({ state: "watching", offer: null });
      },
    );

    it("for long has no price of now any more", async () => {
      await drops();
      await world.control("/fail", { target: "expedia", mode: "malformed" });
      await look(60 * 37);
      expect(await mine(), "it was read yesterday").toMatchObject({ state: "re_checked", offer: null });
    });

    it("with its details alone offers nothing", async () => {
      await add();
      await price({ total: 300 });
      await world.control("/fail", { target: "expedia.details", mode: "malformed" });
      await look(0);
      expect(await mine()).toMatchObject({ state: "watching", match: "due", now_minor: null });
    });
  });

  it("leads to Expedia's own page alone", async () => {
    await add();
    await price({ total: 300, page: "https://expedia.com.evil.example/cars" });
    await look(0);
    await look(31);
    expect(await mine()).toMatchObject({ state: "re_checked", offer: { total_minor: "30000", url: null } });
    await price({ total: 300, page: "https://www.expedia.com/carsearch?pickup=DEN" });
    await look(721);
    expect((await mine()).offer?.url).toBe("https://www.expedia.com/carsearch?pickup=DEN");
  });

  it("refuses what is no rental, with the field that is wrong", async () => {
    const codes = await Promise.all(
      [
        { ends: `${dayFrom(30)}T10:30` },
        { pick_up_code: "DENV" },
        { drop_off_code: "D1" },
        { driver_age: "17" },
        { driver_age: "old" },
      ].map(async (more, at) => {
        const refused = await world.protection.addTrip(asked({ ...more, request_key: `form-refused-${at}` }));
        return refused.ok ? "added" : refused.code;
      }),
    );
    expect(codes).toEqual([
      ...[
        "rental_too_short",
        "pick_up_code_invalid",
        "drop_off_code_invalid",
        "driver_age_invalid",
        "driver_age_invalid",
      ],
    ]);
  });

  it("told to ask less for an hour asks nobody, takes nothing away, and looks again later", async () => {
    await add();
    await price({ total: 300 });
    const block = (until: string) =>
      world.base.handle.pool.query(
        `insert into platform.provider_budgets (provider, tokens, filled_at, blocked_until) values ('expedia', 12, now(), now() + interval '${until}')
       on conflict (provider) do update set blocked_until = excluded.blocked_until`,
      );
    await block("1 hour");
    await look(0);
    expect(await mine()).toMatchObject({ state: "watching", match: "due" });
    await block("-1 second");
    await look(60);
    expect((await mine()).match, "not before its turn").toBe("due");
    await look(61);
    expect(await mine()).toMatchObject({ state: "drop_found", match: "found" });
  });
});

describe("where an operator has no contract", () => {
  beforeAll(() => open({ EXPEDIA_XAP_KEY: "off" }));
  afterAll(() => world.close());

  it("asks nobody and goes on reminding", async () => {
    await add({ pick_up_code: "" });
    await look(0);
    expect(await mine()).toMatchObject({ state: "watching", match: "off", offer: null });
    expect((await world.protection.trips(user, "car")).provider).toBeNull();
    await world.advance({ days: 26 });
    await world.protection.remindOfTrips();
    expect(await letters()).toEqual([expect.stringMatching(/cancel for free: Cobalt/)]);
  });

  it("offers nothing that was read while there was one", async () => {
    await add();
    const now = world.clock.now().toISOString();
    await world.base.handle.pool.query(
      `update protection.trips set state = 're_checked', match = 'found', checked_minor = 30000, first_minor = 30000, first_read_at = $1,
         checked_at = $1, last_minor = 30000, last_read_at = $1, next_look_at = $1, offer_until = $2
       where user_id = $3`,
      [now, `${dayFrom(20)}T09:00:00.000Z`, user],
    );
    await look(0);
    expect(await mine()).toMatchObject({ state: "re_checked", offer: null });
    expect((await world.protection.countDrops(user)).car).toBe(0);
  });
});
