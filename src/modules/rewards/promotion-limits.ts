/** Promotions and invitations are once a person: by account, mailbox, device and card, held by the ledger's limits. */
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import type { RewardsContext } from "./context.ts";

/** What a person may have once: a promotion's credit · being brought by a friend. */
export type OnceLimit = "rewards.promotion" | "rewards.invited";

export const personKey = (kind: "account" | "mailbox" | "card", value: string): string =>
  sha256(`promotion:${kind}:${value}`).toString("hex");

/**
 * Uses every key once for one cause, in the order of their names, so that two requests never wait for each other in a
 * circle. False when one of them belongs to another cause; then none is used.
 */
export async function takeOnce(
  tx: Tx,
  context: RewardsContext,
  { limit, cause }: { limit: OnceLimit; cause: string },
  keys: readonly string[],
): Promise<boolean> {
  const taken: string[] = [];
  for (const subject of [...new Set(keys)].sort()) {
    const used = await context.ledger.takeLimit(tx, {
      limit,
      subject,
      window: "ever",
      most: 1n,
      amount: 1n,
      cause,
    });
    if (!used.ok) {
      for (const other of taken) await context.ledger.giveBackLimit(tx, { limit, subject: other, cause });
      return false;
    }
    taken.push(subject);
  }
  return true;
}

export const creditOnce = (creditId: string) => ({ limit: "rewards.promotion", cause: `credit:${creditId}` }) as const;
export const invitedOnce = (referralId: string) =>
  ({ limit: "rewards.invited", cause: `referral:${referralId}` }) as const;
