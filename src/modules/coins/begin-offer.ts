/**
 * Setting out for an offer: what is promised is kept as it stands at this moment, under a hash, before anybody leaves. Begun
 * again it is the same start, by the same terms.
 */
import type { Member } from "#identity";
import type { Tx } from "#platform/database";
import { newId, newSecret, sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { CoinsContext } from "./context.ts";
import { LIMITS } from "./limits.ts";
import type { CoinRefusal } from "./messages.ts";
import { isShown, type OfferRow, readOffer } from "./offer-store.ts";
import type { Platform } from "./provider.types.ts";
import { type CoinShares, coinsOf, sharesOf } from "./rules.ts";
import {
  findStart,
  insertRef,
  insertStart,
  lockMember,
  othersOf,
  readRef,
  type Terms,
  touchStart,
} from "./start-store.ts";

/** Long enough (147 bits) that nobody guesses whose it is. */
const REF_CHARACTERS = 26;
/** Terms of a start hold so long when it is begun again; later it is a new one. */
const SAME_DAYS = 120;
/** Of those who began the same offer so many are compared with whoever begins it now. */
const COMPARED = 20;

export type Beginning = { url: string; start_id: string };

/** The reference by which a provider knows this member, made at the first start. */
export async function refOf(tx: Tx, context: CoinsContext, userId: string, provider: string): Promise<string> {
  const known = await readRef(tx, userId, provider);
  if (known) return known;
  const user_ref = newSecret(REF_CHARACTERS);
  await insertRef(tx, { user_ref, provider, user_id: userId, made_at: context.clock.now() });
  return user_ref;
}

export function termsOf(offer: OfferRow, brand: CoinShares, plus: boolean): Terms {
  const shares = sharesOf(brand, offer.pay_share_bps);
  const goals = offer.goals.map((goal) => ({
    ...goal,
    coins: String(coinsOf(BigInt(goal.payout_micros), shares, plus)),
  }));
  return {
    name: offer.name,
    description: offer.description,
    requirements: offer.requirements,
    type: offer.type,
    image_url: offer.image_url,
    plus,
    share_bps: plus ? shares.coin_plus_share_bps : shares.coin_share_bps,
    pay_share_bps: offer.pay_share_bps,
    coins: String(goals.reduce((sum, goal) => sum + BigInt(goal.coins), 0n)),
    goals,
  };
}

/** Somebody who began this offer and has a device or mailbox in common with the member; found before the transaction. */
async function findSharer(context: CoinsContext, offerId: string, userId: string): Promise<string | null> {
  for (const other of await othersOf(context.database.db, offerId, userId, COMPARED)) {
    const traces = await context.identity.sharedTraces(userId, other);
    if (traces.device || traces.mailbox) return other;
  }
  return null;
}

export async function beginOffer(
  context: CoinsContext,
  member: Pick<Member, "user_id" | "is_verified" | "plus_active">,
  asked: { offer_id: string; platform: Platform },
  brand: CoinShares,
): Promise<Outcome<Beginning, CoinRefusal>> {
  const { db } = context.database;
  const offer = await readOffer(db, asked.offer_id);
  if (!offer || !(await isShown(db, asked.offer_id))) return refused("unknown_offer");
  const provider = context.providers.get(offer.provider);
  if (!provider?.enabled || !provider.link) return refused("unknown_offer");
  if (!member.is_verified) return refused("not_verified");
  if (!offer.platforms.includes(asked.platform)) return refused("other_device");
  if (await context.limits.take(LIMITS.begin, member.user_id)) return refused("too_many_starts");
  const shared_with = await findSharer(context, offer.offer_id, member.user_id);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    await lockMember(tx, member.user_id);
    const before = await findStart(tx, member.user_id, offer.offer_id);
    const user_ref = before?.user_ref ?? (await refOf(tx, context, member.user_id, offer.provider));
    let start_id = before?.start_id ?? "";
    if (before && now.getTime() - before.started_at.getTime() < SAME_DAYS * 86_400_000) {
      await touchStart(tx, before.start_id, now);
    } else {
      const terms = termsOf(offer, brand, member.plus_active);
      start_id = newId("offer_start");
      await insertStart(tx, {
        ...{ start_id, user_id: member.user_id, offer_id: offer.offer_id, provider: offer.provider },
        ...{ provider_offer_id: offer.provider_offer_id, user_ref, platform: asked.platform, terms, shared_with },
        terms_hash: sha256(JSON.stringify(terms)),
        started_at: now,
      });
    }
    const url = provider.link?.(offer, { user_ref, start: start_id.replaceAll("-", "") }) ?? "";
    return done({ url, start_id });
  });
}
