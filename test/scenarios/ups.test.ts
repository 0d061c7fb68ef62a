/** Stories of parcels of UPS, which is asked itself: there is nobody beside it who could be. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { upsNumber } from "../support/ups-number.ts";
import { createWorld, type World } from "../support/world.ts";

const TYPED = { name: "", is_return: false, country: "US", zone: "America/New_York" };
let world: World;
beforeAll(async () => {
  world = await createWorld({
    at: "2027-03-10T17:00:00Z",
    environment: { UPS_CLIENT_ID: "sandbox-ups-client", EASYPOST_API_KEY: "off" },
    expectedErrors: /ups|500|502/i,
  });
});
afterAll(() => world.close());
async function add(number: string) {
  const { user_id } = await world.member(`Ups${number.slice(-4)}`);
  const added = await world.shipments.add({ ...TYPED, user_id, number });
  if (!added.ok) throw new Error(added.code);
  await world.work();
  return async () => {
    const { parcels, past } = await world.shipments.packages({ user_id, name: "Ann", language: "en" });
    return [...parcels, ...past][0];
  };
}
async function later(hours: number) {
  for (let hour = 0; hour < hours; hour += 2) {
    await world.advance({ hours: 2 });
    await world.shipments.sweep();
    await world.work();
  }
}

it("is asked by the number, again while it moves, and by a new token when the old one has ended", async () => {
  const number = upsNumber(1);
  await world.control(`/parcels/${number}`, { story: "plain" });
  const seen = await add(number);
  expect(await seen()).toMatchObject({ state: "moving", carrier_name: "UPS" });
  await later(36);
  expect(await seen()).toMatchObject({ state: "delivered" });
  expect((await seen())?.scans.map(({ status, place }) => [status, place])).toEqual([
    ["label", ""],
    ["moving", "Memphis, TN"],
    ["moving", "Columbus, OH"],
    ["out_for_delivery", "Dublin, OH"],
    ["delivered", "Dublin, OH"],
  ]);
});

it("does not know every number, and is asked again when it could not answer", async () => {
  const unknown = await add(upsNumber(2));
  expect(await unknown()).toMatchObject({ unfollowed: true });
  const number = upsNumber(3);
  await world.control(`/parcels/${number}`, { story: "plain" });
  await world.control("/fail", { target: "ups.track", mode: "500" });
  const seen = await add(number);
  expect(await seen()).toMatchObject({ scans: [] });
  await world.control("/fail", { target: "ups.track", mode: "off" });
  await later(4);
  expect(await seen()).toMatchObject({ state: "moving" });
});
