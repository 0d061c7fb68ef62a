/** Coins of the demo members: offers that are begun and done at partners of the sandbox. */
import type { Past } from "./past.ts";

type Earner = { user_id: string; plus_active: boolean };
/** Where a member set out to, and what that partner calls the start. */
export type Start = { partner: string; start: string };

/** Begins the best paid offer after so many others, as members do: by the link. */
export async function beginOffer(past: Past, member: Earner, after: number): Promise<Start> {
  const { coins, partners, control } = past;
  await coins.refreshOffers();
  const asked = { country: "US", type: null, platform: null, easy: false, least: null, page: 1, sort: "best" } as const;
  const { items } = await coins.offers(partners.home, asked);
  const offer = items[after];
  if (!offer) throw new Error("no offer pays coins");
  const startsNow = async (): Promise<Start[]> => {
    const all = coins.connected().map(async ({ name: partner }) => {
      const { starts } = await control<{ starts: { id: string }[] }>(`/coins/${partner}`);
      return starts.map(({ id }) => ({ partner, start: id }));
    });
    return (await Promise.all(all)).flat();
  };
  const before = new Set((await startsNow()).map(({ start }) => start));
  const platform = offer.platforms[0] ?? "desktop";
  const { offer_id } = offer;
  const begun = await coins.begin({ ...member, is_verified: true }, { offer_id, platform }, partners.home);
  if (!begun.ok) throw new Error(`an offer could not be begun: ${begun.code}`);
  // The partner writes the start down, and leads on to where an app is installed.
  await (await fetch(begun.value.url, { redirect: "manual" })).arrayBuffer();
  const found = (await startsNow()).find(({ start }) => !before.has(start));
  if (!found) throw new Error("no partner knows of the start");
  return found;
}

type Partner = { starts: { id: string; offer_id: string }[]; offers: { id: string; goals: { id: string }[] }[] };
/** Reaches the first steps that are left, so many of them. */
export async function reachSteps(past: Past, { partner, start }: Start, from: number, until: number): Promise<void> {
  const { starts, offers } = await past.control<Partner>(`/coins/${partner}`);
  const offer = offers.find(({ id }) => id === starts.find((one) => one.id === start)?.offer_id);
  for (const goal of offer?.goals.slice(from, until) ?? []) {
    await past.control(`/coins/${partner}/complete`, { start, goal: goal.id });
    await past.hear();
  }
}
