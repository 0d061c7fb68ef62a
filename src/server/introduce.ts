/**
 * What modules are told of each other once all of them are there: answers that a lower one asks for and a higher one has. The
 * lower one says what it asks for, so that it knows nobody above it.
 */
import type { Benefits } from "#benefits";
import type { Cashback } from "#cashback";
import type { Coins } from "#coins";
import type { Identity } from "#identity";
import type { Membership } from "#membership";
import type { Notifications } from "#notifications";
import type { Partners } from "#partners";
import type { Payables } from "#payables";
import type { DatabaseHandle } from "#platform/database";
import { assert } from "#platform/outcome";
import type { ProviderHealth } from "#platform/provider-health";
import type { Receipts } from "#receipts";
import type { Rewards } from "#rewards";

type Modules = {
  database: DatabaseHandle;
  providerHealth: ProviderHealth;
  payables: Payables;
  notifications: Notifications;
  identity: Identity;
  membership: Membership;
  cashback: Cashback;
  coins: Coins;
  receipts: Receipts;
  benefits: Benefits;
  rewards: Rewards;
};

export function introduce(modules: Modules): void {
  const { database, providerHealth, payables, notifications, identity, membership, cashback, coins, receipts } =
    modules;
  providerHealth.registerParked(() => payables.parked());
  providerHealth.registerParked(async () => new Map([["stripe", (await membership.personCases()).length]]));
  notifications.pushes.registerSessions(identity.liveSessions);
  notifications.consents.registerConfirmed(coins.isPhoneOf);
  coins.redrawBy(receipts.redraw);
  identity.registerTraceSource(async (one, other) => {
    const [cards, others] = await Promise.all([
      membership.cardKeys(database.db, one),
      membership.cardKeys(database.db, other),
    ]);
    return cards.some((card) => others.includes(card));
  });
  // With one of these a trial was used: its price stays (decision 0011).
  membership.registerUse(cashback.usedPlusRate);
  membership.registerUse(modules.rewards.usedFirstOrder);
  membership.registerUse(modules.benefits.usedBoost);
}

/** Packs may not claim what is ours: called before any pack is read. `consoleHost`: with its port or without. */
export function keepOurHosts(partners: Partners, publicUrl: string, consoleHost: string | undefined): void {
  const { hostname } = new URL(publicUrl);
  const ours = [hostname, `media.${hostname}`, consoleHost?.split(":")[0]];
  partners.registerCheck(({ hosts }) =>
    assert(
      !hosts.some((host) => ours.includes(host)),
      "our own host, that of pictures and the console's belong to no partner",
    ),
  );
}
