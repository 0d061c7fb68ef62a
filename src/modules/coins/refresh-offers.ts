/** Reads a provider's whole catalogue and brings ours to it. An empty answer is a fault there, and takes nothing down. */
import type { CoinsContext } from "./context.ts";
import { noteCatalogue, replaceOffers } from "./offer-store.ts";
import type { CoinProvider, ProviderOffer } from "./provider.types.ts";

/** Words that others wrote are kept up to here. */
const MAX_NAME = 120;
const MAX_TEXT = 2_000;
const MAX_OFFERS = 20_000;

/** What cannot be shown or paid is left out: no name, no goal, no pay, goals that pay more than the whole. */
function sane(offers: readonly ProviderOffer[]): ProviderOffer[] {
  const seen = new Set<string>();
  return offers.slice(0, MAX_OFFERS).flatMap((offer) => {
    const name = offer.name.trim().slice(0, MAX_NAME);
    const goals = offer.goals.filter((goal) => goal.payout_micros >= 0n && goal.name.trim() !== "");
    const sum = goals.reduce((total, goal) => total + goal.payout_micros, 0n);
    if (!name || goals.length === 0 || offer.payout_micros <= 0n || sum > offer.payout_micros) return [];
    if (offer.platforms.length === 0 || seen.has(offer.provider_offer_id)) return [];
    if (!/^https?:\/\//.test(offer.click_url)) return [];
    seen.add(offer.provider_offer_id);
    const image_url = offer.image_url && /^https?:\/\//.test(offer.image_url) ? offer.image_url : null;
    const text = {
      description: offer.description.slice(0, MAX_TEXT),
      requirements: offer.requirements.slice(0, MAX_TEXT),
    };
    return [{ ...offer, name, goals, image_url, ...text }];
  });
}

async function refreshOne(context: CoinsContext, provider: CoinProvider): Promise<number> {
  const at = context.clock.now();
  try {
    const offers = sane((await provider.fetchOffers?.()) ?? []);
    if (offers.length === 0) throw new Error("the list was empty");
    await context.database.transaction(async (tx) => {
      await replaceOffers(tx, provider.name, offers, at);
      await noteCatalogue(tx, { provider: provider.name, at, offers: offers.length });
    });
    return offers.length;
  } catch (error) {
    const fault = error instanceof Error ? error.message.slice(0, 200) : "unknown";
    context.log.warn({ err: error, provider: provider.name }, "a catalogue of offers could not be read");
    await noteCatalogue(context.database.db, { provider: provider.name, at, fault });
    return 0;
  }
}

/** Offers of a provider that is connected no more cannot be begun, so that they are shown nowhere. */
const takeDown = ({ database, clock }: CoinsContext, { name }: CoinProvider) =>
  database.transaction((tx) => replaceOffers(tx, name, [], clock.now()));

/** All connected providers of offers, one after the other; how many offers each has now. */
export async function refreshOffers(context: CoinsContext): Promise<Map<string, number>> {
  const read = new Map<string, number>();
  const all = [...context.providers.values()];
  for (const provider of all)
    if (provider.enabled && provider.fetchOffers) read.set(provider.name, await refreshOne(context, provider));
  for (const provider of all) if (!provider.enabled) await takeDown(context, provider);
  return read;
}
