/**
 * A member's own copy of everything that is known of them, and the end of an account. Money comes first: it is paid out,
 * or given up in so many words; never lost on the way.
 */
import type { Ledger } from "#ledger";
import { type PublicId, userId } from "#platform/ids";
import type { DataKeeper } from "#platform/member-parts";
import { showUsd } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { confirmFresh, confirmMember } from "./confirm-member.ts";
import type { IdentityContext } from "./context.ts";
import type { Member, Visit } from "./identity.types.ts";
import { linkId, sessionId } from "./ids.ts";
import { accountDeleted } from "./letters.ts";
import { insertSafetyEvent, listSafetyEvents, type SafetyEvent } from "./link-store.ts";
import { readOwnAccount, scrubUser } from "./member-store.ts";
import { gatherFormer } from "./merge-members.ts";
import { findFormer, lockUsers } from "./merge-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { type PartOfCopy, showIds } from "./show-ids.ts";
import { dropAllLinks } from "./social/linked-accounts.ts";
import { endSessionsOf, findSessionsOf } from "./store.ts";

const MAX_STATEMENT = 100_000;
const OWN_IDS = [userId, sessionId, linkId];

/** Who keeps what of a member, and every kind of id that leaves the house. */
export type Kept = { keepers: readonly DataKeeper[]; ids: readonly PublicId[] };

/**
 * Machine-readable and complete: one object for each part of the service. Amounts are whole numbers, of cents; in the lines of the ledger
 * of the line's `unit`, cents or coins.
 */
export async function exportMember(
  context: IdentityContext,
  { keepers, ids }: Kept,
  member: Member,
  { password, ...visit }: { password: string | null } & Visit,
): Promise<Outcome<Record<string, unknown>, IdentityRefusal>> {
  const confirmed = await confirmFresh(context, member, password);
  if (!confirmed.ok) return confirmed;
  return done(await copyOf(context, { keepers, ids }, member, { kind: "data_exported", ...visit }));
}

/** Who may have it was asked before. That it was taken stands in the account's activity. */
export async function copyOf(
  context: IdentityContext,
  { keepers, ids }: Kept,
  member: Pick<Member, "user_id" | "partner">,
  event: Pick<SafetyEvent, "kind" | "user_agent" | "address">,
): Promise<Record<string, unknown>> {
  const { db } = context.database;
  const now = context.clock.now();
  const { kind, user_agent = "", address = "" } = event;
  await insertSafetyEvent(db, { user_id: member.user_id, kind, user_agent, address, at: now });
  const sessions = await findSessionsOf(db, member.user_id, now);
  // What accounts that went into this one kept under their own ids is this member's as well.
  const former = await findFormer(db, member.user_id);
  const all = [member.user_id, ...former];
  const each = async <T>(ask: (id: string) => Promise<T>): Promise<T[]> => {
    const answers: T[] = [];
    for (const id of all) answers.push(await ask(id));
    return answers;
  };
  const statement = (await each((id) => context.ledger.statement(id, MAX_STATEMENT))).flat();
  const [account, ...formerAccounts] = await each((id) => readOwnAccount(db, id));
  const own = {
    about: { service: context.partners.named(member.partner).name, exported_at: now.toISOString(), format: 1 },
    account,
    former_accounts: formerAccounts,
    sessions: sessions.map(({ bind_hash: _secret, user_id: _own, ...row }) => row),
    safety_events: (await each((id) => listSafetyEvents(db, id, 10_000))).flat(),
    balances: await context.ledger.balances(member.user_id),
    // What made it once is of use to the ledger alone; the signed statement tells each line under the names that its hashes cover.
    ledger: statement.map(({ hash, content_hash, cause: _ours, ...line }) => ({
      ...line,
      hash: hash.toString("hex"),
      content_hash: content_hash.toString("hex"),
    })),
  };
  const parts: Record<string, PartOfCopy> = {};
  for (const [name, value] of Object.entries(own)) parts[name] = { value, own: OWN_IDS };
  for (const keeper of keepers)
    parts[keeper.name] = { value: joinParts(await each((id) => keeper.read(db, id))), own: keeper.ids ?? [] };
  return showIds(parts, [...OWN_IDS, ...ids]);
}

/** Lists of several accounts become one list; of what each has once, the account's own that goes on, where it has it. */
function joinParts(parts: readonly Record<string, unknown>[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) {
      const before = joined[name];
      joined[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : (before ?? value);
    }
  return joined;
}

/** What is left in a passbook. `held` is on its way out, as cash or as coins at their worth, and must arrive first. */
export type LeftOver = { available: bigint; pending: bigint; held: bigint; coins: bigint };

export async function leftOver(ledger: Ledger, userId: string): Promise<LeftOver> {
  const { available, pending, held, coins, coins_pending, coins_held } = await ledger.balances(userId);
  return { available, pending, held: held + ledger.worthOf(coins_held), coins: coins + coins_pending };
}

export async function deleteMember(
  context: IdentityContext,
  keepers: readonly DataKeeper[],
  member: Member,
  input: { password: string | null; give_up: boolean } & Visit,
): Promise<Outcome<null, IdentityRefusal>> {
  const confirmed = await confirmMember(context, member, input.password);
  return confirmed.ok ? endAccount(context, keepers, member.user_id, input.give_up) : confirmed;
}

/** Who may end it was asked before. */
export async function endAccount(
  context: IdentityContext,
  keepers: readonly DataKeeper[],
  user_id: string,
  giveUp: boolean,
): Promise<Outcome<null, IdentityRefusal>> {
  const now = context.clock.now();
  const outcome = await context.database.transaction(async (tx): Promise<Outcome<null, IdentityRefusal>> => {
    // The person first, as a merge does it: what became another's, or ended before, does not end here. Twice,
    // because a merge that was waited for has brought a former account that the first look could not see.
    await lockUsers(tx, [user_id]);
    const users = await lockUsers(tx, [user_id]);
    const user = users.get(user_id);
    if (!user || user.deleted_at || user.merged_at) return refused("no_session");
    const former = [...users.keys()].filter((id) => id !== user_id);
    await gatherFormer(tx, context, { to: user_id, former, now });
    const money = (await context.ledger.lockMembers(tx, [user_id])).get(user_id);
    if (money && (money.held > 0n || money.coins_held > 0n)) return refused("payout_in_progress");
    const left = money ? money.available + money.pending : 0n;
    const coins = money ? money.coins + money.coins_pending : 0n;
    if ((left > 0n || coins > 0n) && !giveUp)
      return refused("balance_remaining", { amount: showUsd(left), coins: coins.toLocaleString("en-US") });
    if (user.email)
      await context.notifications.queue(tx, {
        cause: `account_deleted:${user_id}`,
        recipient: user,
        letter: accountDeleted({ name: user.name, given_up: left > 0n ? showUsd(left) : null }),
      });
    // What was never another's to move, as an agreement that was proven under the old id, is erased where it lies.
    for (const keeper of keepers) for (const id of [user_id, ...former]) await keeper.erase(tx, id);
    // Behind the modules, which empty accounts of their own first. What is pending ends with its order: confirmed later, it goes to the house.
    for (const id of [user_id, ...former]) await context.ledger.closeMember(tx, id);
    await endSessionsOf(tx, user_id, null, "account_deleted", now);
    await dropAllLinks(tx, user_id);
    await scrubUser(tx, user_id, former, now);
    await insertSafetyEvent(tx, { user_id, kind: "account_deleted", at: now });
    return done(null);
  });
  if (outcome.ok) context.forgetUser(user_id);
  return outcome;
}
