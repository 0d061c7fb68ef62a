/**
 * Whose money a receiver takes. One account at PayPal or Venmo serves one member: many accounts of one person end at one
 * receiver, and that is where they show. A shared one is confirmed by a person, with their name.
 */
import { mailboxOf } from "#identity";
import type { Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { PayoutContext } from "./context.ts";
import type { HeldState } from "./held-rules.ts";
import { readHeldFor } from "./held-store.ts";
import {
  deleteReceiver,
  findReceivers,
  insertReceiver,
  lockReceiver,
  markShared,
  type ReceiverRow,
  readSentTo,
} from "./receiver-store.ts";
import { type Method, reachedNobody } from "./rules.ts";

/** Providers take addresses in any case, and a mailbox by other spellings too: those count as one. */
export function receiverHash(method: Method, destination: string): Buffer {
  const plain = destination.trim().toLowerCase();
  return sha256(`receiver:${method}:${plain.includes("@") ? mailboxOf(plain) : plain}`);
}

/** Notes that a member is paid here. False when the receiver is another's. A gift card stays in the member's account. */
export async function claimReceiver(
  tx: Tx,
  context: PayoutContext,
  userId: string,
  method: Method,
  receiver: { destination: string; label: string },
): Promise<boolean> {
  if (method === "gift_card") return true;
  const hash = receiverHash(method, receiver.destination);
  await lockReceiver(tx, hash);
  const all = await findReceivers(tx, hash);
  if (isServed(all, userId)) return true;
  const known = isDecided((await readHeldFor(tx, userId, hash))?.state ?? null)
    ? all
    : await dropUnreached(tx, hash, method, all, userId);
  if (isServed(known, userId)) return true;
  if (known.length > 0) return false;
  await insertReceiver(tx, { hash, user_id: userId, method, label: receiver.label, at: context.clock.now() });
  return true;
}

/** What a person said of this place, or looks at once more, stays so when others are gone from it. */
const isDecided = (state: HeldState | null): boolean =>
  state === "refused" || state === "upheld" || state === "appealed";

/** Among several, whoever was there first stays served until a person has looked. */
function isServed(known: readonly ReceiverRow[], userId: string): boolean {
  const own = known.find((row) => row.user_id === userId);
  return own !== undefined && (own.shared_at !== null || own === known[0]);
}

/**
 * Others whose payments here all came to nobody have mistyped somebody's address: they do not stand in that one's way. Under the
 * receiver's lock, so that none of them asks for another meanwhile.
 */
async function dropUnreached(
  tx: Tx,
  hash: Buffer,
  method: Method,
  known: readonly ReceiverRow[],
  userId: string,
): Promise<ReceiverRow[]> {
  const left: ReceiverRow[] = [];
  for (const row of known) {
    const sent = row.user_id === userId || row.shared_at ? [] : await readSentTo(tx, row.user_id, method);
    const here = sent.filter(({ destination }) => receiverHash(method, destination).equals(hash));
    if (here.length > 0 && here.every(reachedNobody)) await deleteReceiver(tx, hash, row.user_id);
    else left.push(row);
  }
  return left;
}

/** A person confirms that a member shares a receiver with others; `by` is their name. */
export async function shareHash(
  tx: Tx,
  shared: { hash: Buffer; user_id: string; method: Method; label: string; by: string; at: Date },
): Promise<void> {
  const { hash, user_id, by, at } = shared;
  await lockReceiver(tx, hash);
  await insertReceiver(tx, shared);
  await markShared(tx, hash, user_id, by, at);
}

export async function shareReceiver(
  context: PayoutContext,
  input: { user_id: string; method: "paypal" | "venmo"; destination: string; label: string; by: string },
): Promise<Outcome<null, "not_needed">> {
  const hash = receiverHash(input.method, input.destination);
  return context.database.transaction(async (tx) => {
    await lockReceiver(tx, hash);
    if ((await findReceivers(tx, hash)).every((row) => row.user_id === input.user_id)) return refused("not_needed");
    const { user_id, method, label, by } = input;
    await shareHash(tx, { hash, user_id, method, label, by, at: context.clock.now() });
    return done(null);
  });
}
