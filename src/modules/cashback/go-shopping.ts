/** Going shopping: a click that is on disk before anybody is sent away, and the address it leads to. */
import type { Destination, Shares } from "#catalog";
import type { Member } from "#identity";
import type { GroupWriter } from "#platform/group-writer";
import { newSecret } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ClickRow } from "./click-store.ts";
import type { CashbackContext } from "./context.ts";
import type { CashbackRefusal } from "./messages.ts";

/** Short enough for every network's sub-id, long enough (137 bits) that nobody guesses one. */
export const CLICK_CHARACTERS = 24;

export type ShoppingTarget = { merchant: string } | { offer_id: string } | { listing_id: string };
export type Departure = { url: string; click_id: string; destination: Destination };

/** Destinations change with imports only; they are asked for with every click. */
const REMEMBER_SECONDS = 30;
const MAX_REMEMBER = 20_000;

export function createGoShopping(context: CashbackContext, clicks: GroupWriter<ClickRow>) {
  const known = new Map<string, { destination: Destination; until: number }>();
  let forgotten = 0;

  async function find(target: ShoppingTarget, brand: Shares): Promise<Destination | null> {
    const what =
      "merchant" in target
        ? `m:${target.merchant}`
        : "offer_id" in target
          ? `o:${target.offer_id}`
          : `l:${target.listing_id}`;
    const key = `${brand.member_share_bps}/${brand.plus_share_bps}|${what}`;
    const now = context.clock.now().getTime();
    const found = known.get(key);
    if (found && found.until > now) return found.destination;
    const before = forgotten;
    const destination = await context.catalog.under(brand).destination(target);
    // What was read before a rate turned is of this one asker alone: who asks later is promised what counts then.
    if (!destination || before !== forgotten) return destination;
    if (known.size >= MAX_REMEMBER) known.clear();
    known.set(key, { destination, until: now + REMEMBER_SECONDS * 1_000 });
    return destination;
  }

  return {
    find,
    forget: () => {
      forgotten += 1;
      known.clear();
    },
    async go(
      member: Pick<Member, "user_id" | "plus_active">,
      target: ShoppingTarget,
      brand: Shares & { partner_name?: string | undefined },
    ): Promise<Outcome<Departure, CashbackRefusal>> {
      const destination = await find(target, brand);
      if (!destination) return refused("unknown_destination");
      const click_id = newSecret(CLICK_CHARACTERS);
      const plus = member.plus_active ? destination.plus_rate : null;
      await clicks.write([
        {
          click_id,
          user_id: member.user_id,
          network: destination.network,
          network_programme_id: destination.network_programme_id,
          merchant_id: destination.merchant_id,
          internal_name: destination.internal_name,
          merchant_name: destination.merchant_name,
          offer_id: destination.offer_id,
          listing_id: destination.listing_id,
          // The mark tells later that a membership made this rate.
          rate: plus ? { ...plus, plus: true } : destination.rate,
          // Rates "up to" pay by the share, so that it is that of the rate that was shown.
          share_bps: plus ? destination.plus_share_bps : destination.member_share_bps,
          counts_bps: destination.counts_bps,
          cash_back_allowed: destination.cash_back_allowed,
          locking_days: destination.locking_days,
          at: context.clock.now(),
          partner: brand.partner_name ?? null,
        },
      ]);
      return done({ url: destination.tracking_template.replaceAll("{click}", click_id), click_id, destination });
    },
  };
}
