/** Offers and surveys in the outside world, done through a member's own start. */
import type { CoinProviderName } from "#coins";
import { WHOLE_OFFER } from "../../src/modules/coins/provider.types.ts";
import type { World } from "./world.ts";

export type Earner = { user_id: string; plus_active: boolean };
type SandboxStart = { id: string; offer_id: string; user_ref: string };
type Listed = {
  offers: { id: string; goals: { id: string; payout: number }[] }[];
  surveys: { id: string }[];
  starts: SandboxStart[];
  conversions: { id: string; tx: string }[];
};

const OFF: Readonly<Record<CoinProviderName, string>> = {
  ayet: "AYET_API_KEY",
  adgem: "ADGEM_REFRESH_TOKEN",
  torox: "TOROX_SECRET_KEY",
  lootably: "LOOTABLY_API_KEY",
  generic: "GENERIC_WALL_API_KEY",
  cpx: "CPX_SECURE_HASH",
  bitlabs: "BITLABS_APP_TOKEN",
  theoremreach: "THEOREMREACH_API_KEY",
  pollfish: "POLLFISH_API_KEY",
};
/** Settings under which these vendors alone are connected. */
export const only = (...vendors: CoinProviderName[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(OFF)
      .filter(([name]) => !vendors.some((vendor) => vendor === name))
      .map(([, setting]) => [setting, "off"]),
  );

/** Everything that vendors had to tell has been told and acted on. */
export async function hearVendors(world: World): Promise<void> {
  await world.control("/postbacks/idle", {});
  await world.work();
}

export async function createEarning(world: World, vendor: CoinProviderName) {
  await world.coins.refreshOffers();
  const { home } = world.partners;
  const control = <T>(act: string, wish: object = {}) => world.control<T>(`/coins/${vendor}/${act}`, wish);
  return {
    control,
    listed: (user = "") => world.control<Listed>(`/coins/${vendor}?user=${encodeURIComponent(user)}`),
    /** The offers that are open, with what each pays a member who is not plus. */
    async offers() {
      const filter = { country: "US", type: null, platform: null, easy: false, least: null } as const;
      return (await world.coins.offers(home, { ...filter, page: 1, sort: "best" })).items;
    },
    /** Sets out as the member does, by the link; the vendor's own name of the start. */
    async begin(member: Earner, offerId: string): Promise<{ start: string; start_id: string }> {
      const offer = await world.coins.offer(home, offerId);
      const platform = offer?.platforms[0] ?? "desktop";
      const begun = await world.coins.begin({ ...member, is_verified: true }, { offer_id: offerId, platform }, home);
      if (!begun.ok) throw new Error(begun.code);
      const landed = await fetch(begun.value.url);
      if (!landed.ok) throw new Error(`the vendor answered ${landed.status}`);
      const { starts } = await world.control<Listed>(`/coins/${vendor}`);
      const [newest] = starts;
      if (!newest) throw new Error("the vendor knows of no start");
      return { start: newest.id, start_id: begun.value.start_id };
    },
    /** Reaches a goal there, and tells us. */
    async reach(start: string, goal_id?: string, wish: object = {}): Promise<string> {
      // An offer that is one step has no name for it.
      const goal = goal_id === WHOLE_OFFER ? undefined : goal_id;
      const { conversion } = await control<{ conversion: { tx: string } }>("complete", { start, goal, ...wish });
      await hearVendors(world);
      return conversion.tx;
    },
    async tell(act: "again" | "reverse" | "forge", tx: string, wish: object = {}) {
      const said = await control<{ said?: { status: number } }>(act, { tx, ...wish });
      await hearVendors(world);
      return said;
    },
  };
}
