import type { Network, Provider, World } from "../world.ts";

export type NetworkParty = Provider & { network: Network };

export const networks = (world: Pick<World, "providers">): NetworkParty[] =>
  world.providers.filter((one): one is NetworkParty => one.network !== undefined);

export function findNetwork(world: World, name: string): NetworkParty | undefined {
  return networks(world).find((one) => one.name === name);
}

/** The network that an order or a programme names. */
export function networkOf(world: World, name: string): NetworkParty {
  const found = findNetwork(world, name);
  if (!found) throw new Error(`there is no network ${name}`);
  return found;
}
