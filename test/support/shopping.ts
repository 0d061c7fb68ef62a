/** Orders in the outside world, placed through a member's click, and what the networks tell of them. */
import type { World } from "./world.ts";

export type Shopper = { user_id: string; plus_active: boolean };
export type Shopping = Awaited<ReturnType<typeof createShopping>>;

/** Everything that was to be told has been told, and every report read. */
export async function hear(world: World): Promise<void> {
  await world.control("/postbacks/idle", {});
  await world.work();
  await world.poll();
}

/** Places an order of so many dollars at a shop of the Impact network; returns the network's id of it. Nobody is made to hear of it. */
export async function placeOrder(
  world: World,
  member: Shopper,
  amount: number,
  more: { silent?: boolean } = {},
): Promise<string> {
  const gone = await world.cashback.go(member, { merchant: "marlow-finch" }, world.partners.home);
  if (!gone.ok) throw new Error(gone.code);
  const { order } = await world.control<{ order: { id: string } }>("/orders", {
    network: "impact",
    programId: gone.value.destination.network_programme_id,
    subId: gone.value.click_id,
    amount,
    ...more,
  });
  return order.id;
}

/** A shop of the Impact network, with its programmes in the catalogue. */
export async function createShopping(world: World) {
  if (!world.shops) await world.importProgrammes();
  return {
    /** Places an order of so many dollars; returns the network's id of it. `silent`: nobody hears of it before they ask. */
    async shop(member: Shopper, amount: number, { silent = false } = {}): Promise<string> {
      const order = await placeOrder(world, member, amount, { silent });
      if (!silent) await hear(world);
      return order;
    },
    /** What a person does at the sandbox's page: confirm, reverse, restate. */
    async act(order: string, action: string, body: object = {}): Promise<void> {
      await world.control(`/orders/impact/${encodeURIComponent(order)}/${action}`, body);
      await hear(world);
    },
  };
}
