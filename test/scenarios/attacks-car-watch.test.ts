/** Attacks on the watching of rental cars: what its member, a clock or another process does while the provider answers. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { lookAtTrips, type TravelContext } from "../../src/modules/protection/watch-trips.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const dayFrom = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
let drivers = 0;
async function driver() {
  drivers += 1;
  const member = await world.member(`Racer${drivers}`);
  const added = await world.protection.addTrip({
    ...{
      user_id: member.user_id,
      request_key: "form-number-one",
      kind: "car" as const,
      name: "Cobalt",
      city: "Denver Airport",
    },
    ...{ country: "US", reservation_number: "QB-771", begins: `${dayFrom(30)}T09:00`, ends: `${dayFrom(33)}T10:00` },
    ...{ what: "Compact, Toyota Corolla or similar", board: "", adults: 1, currency: "USD", total_minor: "42000" },
    ...{ pick_up_code: "den", cancel_free_until: `${dayFrom(28)}T09:00` },
  });
  if (!added.ok) throw new Error(added.code);
  return { member, trip_id: world.protection.tripId(added.value) ?? added.value };
}
type Racer = Awaited<ReturnType<typeof driver>>;

/** A look in which something happens after the provider was asked and before it has answered. */
function lookWhile(happens: () => Promise<unknown>) {
  const found = {
    ...{ company: "Cobalt", location_id: "DEN1", given_back: "DEN1", times: "", token: "t", price: "200", url: null },
    class: { size: "C", body: "C", automatic: true, all_wheels: false, fuel: "usual" },
    ...{ currency: "USD", total_minor: 20_000n, free_until: new Date(`${dayFrom(29)}T09:00:00Z`), limited: false },
    words: { company: "Cobalt", car: "Compact", at: "Denver", prepaid: false },
  };
  const cars = {
    enabled: true,
    async cars() {
      await happens();
      return { kind: "cars", cars: [found], currencies: ["USD"], companies: ["Cobalt"] };
    },
    confirm: async () => found,
  };
  // The rest of the context has no part in this.
  const context = { ...world, cars, priced: { stay: false, car: true } };
  return lookAtTrips(context as unknown as TravelContext);
}
const letters = async ({ member }: Racer) => {
  await world.work();
  return (await world.mails(member.email)).filter((subject) => /less now/.test(subject));
};
const nothing = async () => {};
const ready = async () => {
  const racer = await driver();
  await lookWhile(nothing);
  await world.advance({ hours: 1 });
  return racer;
};

it("tells of a price that nobody touches, so that what follows proves something", async () => {
  const racer = await ready();
  await lookWhile(nothing);
  expect(await letters(racer)).toHaveLength(1);
});

it.each<[string, (racer: Racer) => Promise<unknown>]>([
  ["is let go", ({ member, trip_id }) => world.protection.withdrawTrip({ user_id: member.user_id, trip_id })],
  [
    "is erased with its account",
    ({ member }) =>
      world.identity.deleteAccount(member, {
        ...{ password: member.password, give_up: true, user_agent: "", address: "" },
      }),
  ],
  ["has its last free day", () => world.advance({ days: 28 })],
])("a booking that %s while the provider answers is told of by nobody", async (_what, happens) => {
  const racer = await ready();
  await lookWhile(() => happens(racer));
  expect(await letters(racer)).toEqual([]);
});

it("two looks at once tell once", async () => {
  const racer = await ready();
  await Promise.all([lookWhile(nothing), lookWhile(nothing)]);
  expect(await letters(racer)).toHaveLength(1);
});
