/**
 * What two members have in common, for the honesty of rewards. What a browser says of itself is changed in a moment, so
 * that more is looked at: the device's own cookie, the network, the mailbox, and what higher modules know (a card).
 */
import type { Database } from "#platform/database";
import { networkOf } from "#platform/network";
import { mailboxOf } from "./rules.ts";
import { readTraces, shareDevice } from "./trace-store.ts";

export type SharedTraces = {
  /** One device signed in to both, or the same browser on the same network. */
  device: boolean;
  /** Signed in from one network; a household shares one too. */
  network: boolean;
  /** One mailbox, however its address is written. */
  mailbox: boolean;
  /** One card paid for both, as far as somebody who knows cards was asked. */
  card: boolean;
};

/** Whether two members share something that a higher module knows, such as a card's fingerprint. */
export type TraceSource = (one: string, other: string) => Promise<boolean>;

export async function compareMembers(
  db: Database,
  cards: readonly TraceSource[],
  one: string,
  other: string,
): Promise<SharedTraces> {
  const [a, b, same, ...shared] = await Promise.all([
    readTraces(db, one),
    readTraces(db, other),
    shareDevice(db, one, other),
    ...cards.map((source) => source(one, other)),
  ]);
  const card = shared.includes(true);
  if (!a || !b) return { device: false, network: false, mailbox: false, card };
  const networks = (row: typeof a) =>
    new Set(row.seen.filter(({ address }) => address).map(({ address }) => networkOf(address)));
  const browsers = (row: typeof a) =>
    new Set(
      row.seen
        .filter(({ address, user_agent }) => address && user_agent)
        .map(({ address, user_agent }) => `${networkOf(address)}|${user_agent}`),
    );
  return {
    device: same || meet(browsers(a), browsers(b)),
    network: meet(networks(a), networks(b)),
    mailbox: a.email !== null && b.email !== null && mailboxOf(a.email) === mailboxOf(b.email),
    card,
  };
}

const meet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((item) => other.has(item));
