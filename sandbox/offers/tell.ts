import { hookUrl, type Provider, perWorld, type World } from "../world.ts";
import type { CoinEvent, CoinVendor } from "./vendor.ts";

export type CoinParty = Provider & { coins: CoinVendor };

export const coinParties = (world: Pick<World, "providers">): CoinParty[] =>
  world.providers.filter((one): one is CoinParty => one.coins !== undefined);

export const findCoinParty = (world: World, name: string): CoinParty | undefined =>
  coinParties(world).find((one) => one.name === name);

export function coinPartyOf(world: World, name: string): CoinParty {
  const found = findCoinParty(world, name);
  if (!found) throw new Error(`there is no vendor ${name}`);
  return found;
}

const posting = perWorld(() => new Set<string>());
/** Which version of its callbacks a vendor sends that has two. */
export function setPosting(world: World, name: string, on: boolean): void {
  if (on) posting(world).add(name);
  else posting(world).delete(name);
}

/** Sends one event; `signed` and `key` differ from what is right in forgeries alone. */
export function tell(
  world: World,
  name: string,
  says: CoinEvent,
  how: { signed?: CoinEvent; key?: "right" | "wrong"; held?: boolean; event?: string } = {},
): void {
  const party = coinPartyOf(world, name);
  const forged = how.signed !== undefined || how.key === "wrong";
  const base = hookUrl(world.settings, party);
  const posted = posting(world).has(name) ? party.coins.posted?.(says) : undefined;
  const url = posted ? base : party.coins.callback(base, says, how.signed ?? says, how.key ?? "right").url;
  world.outbox.send({
    channel: name,
    subject: says.tx,
    event: how.event ?? says.kind,
    contentType: posted?.contentType ?? "",
    body: posted?.body ?? "",
    url,
    forged,
    held: how.held ?? false,
  });
}
