/**
 * The door of the ledger: the only place where money moves. Amounts are whole minor units, credit-positive (see
 * `rules.ts`). Every verb takes the caller's transaction first, so that money moves with its cause or not at all.
 */
import type { Clock } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { Log } from "#platform/log";
import type { Unit } from "#platform/money";
import { done, type Outcome, refused } from "#platform/outcome";
import { moveMember } from "./move-member.ts";
import { createPoster, type LedgerRefusal, type Posted } from "./post-transfers.ts";
import { type AccountKind, type AccountName, accountId, gather, type Posting } from "./rules.ts";
import {
  chainHouse,
  closeHold,
  insertHold,
  lockHold,
  readBalances,
  readStatement,
  type StatementLine,
  sumHouse,
} from "./store.ts";
import { type VerificationReport, verifyLedger } from "./verify-ledger.ts";

export type { LedgerRefusal, Posted } from "./post-transfers.ts";
export type { AccountKind, AccountName, Line, Posting } from "./rules.ts";
export { CHART, gather } from "./rules.ts";
export type { StatementLine } from "./store.ts";
export type { VerificationReport } from "./verify-ledger.ts";

/** A member's money in US cents, and coins. `clawback` is what they owe, as a positive number. */
export type MemberBalances = { pending: bigint; available: bigint; held: bigint; clawback: bigint; coins: bigint };

const MEMBER_KINDS = ["member_pending", "member_available", "member_held", "member_clawback", "member_coins"] as const;
/** From where a hold takes and where it keeps, per unit. */
const HOLD_ACCOUNTS: Record<Unit, { from: AccountKind; held: AccountKind }> = {
  USD: { from: "member_available", held: "member_held" },
  COIN: { from: "member_coins", held: "member_coins_held" },
};

function arrange(userId: string, found: ReadonlyMap<string, bigint>): MemberBalances {
  const of = (kind: (typeof MEMBER_KINDS)[number]) => found.get(accountId({ kind, owner: userId })) ?? 0n;
  return {
    pending: of("member_pending"),
    available: of("member_available"),
    held: of("member_held"),
    clawback: -of("member_clawback"),
    coins: of("member_coins"),
  };
}

export function createLedger(deps: { database: DatabaseHandle; clock: Clock; log: Log }) {
  const poster = createPoster(deps.clock);

  async function post(tx: Tx, postings: readonly Posting[]): Promise<Outcome<Posted[], LedgerRefusal>> {
    return poster.postAll(tx, postings);
  }

  const namesOf = (userId: string) => MEMBER_KINDS.map((kind): AccountName => ({ kind, owner: userId }));

  async function balances(userId: string, runner: Database | Tx = deps.database.db): Promise<MemberBalances> {
    return arrange(userId, await readBalances(runner, namesOf(userId).map(accountId), false));
  }

  /** Balances of several members, locked until the transaction ends: what is computed from them stays true. */
  async function lockMembers(tx: Tx, userIds: readonly string[]): Promise<Map<string, MemberBalances>> {
    if (userIds.length === 0) return new Map();
    const ids = await poster.open(tx, userIds.flatMap(namesOf));
    const found = await readBalances(tx, ids, true);
    return new Map(userIds.map((userId) => [userId, arrange(userId, found)]));
  }

  /** Ends a hold one way or the other, once. A second call of the same kind answers as the first did. */
  async function close(
    tx: Tx,
    input: {
      hold_id: string;
      state: "captured" | "released";
      to: AccountName | null;
      reason: string | null;
      data?: NonNullable<Posting["data"]>;
    },
  ): Promise<Outcome<Posted, LedgerRefusal>> {
    const hold = await lockHold(tx, input.hold_id);
    if (!hold) return refused("hold_unknown");
    if (hold.state !== "open" && hold.state !== input.state) return refused("hold_closed");
    const accounts = HOLD_ACCOUNTS[hold.unit];
    const target = input.to ?? { kind: accounts.from, owner: hold.owner };
    const outcome = await post(tx, [
      {
        kind: `hold.${input.state}`,
        cause: `hold:${hold.hold_id}:${input.state}`,
        reason: input.reason,
        data: input.data ?? {},
        lines: [
          { account: { kind: accounts.held, owner: hold.owner }, amount: -hold.amount },
          { account: target, amount: hold.amount },
        ],
      },
    ]);
    if (!outcome.ok) return outcome;
    if (hold.state === "open") await closeHold(tx, hold.hold_id, input.state, deps.clock.now());
    return done(outcome.value[0] as Posted);
  }

  return {
    post,
    balances,
    lockMembers,
    /** Sets money aside, in one step with its check: never more than is free. */
    async hold(
      tx: Tx,
      input: {
        cause: string;
        owner: string;
        unit: Unit;
        amount: bigint;
        reason?: string | null;
        data?: NonNullable<Posting["data"]>;
      },
    ): Promise<Outcome<{ hold_id: string }, LedgerRefusal>> {
      const hold_id = derivedId("hold", `hold:${input.cause}`);
      const accounts = HOLD_ACCOUNTS[input.unit];
      const outcome = await post(tx, [
        {
          kind: "hold.opened",
          cause: `hold:${hold_id}:opened`,
          reason: input.reason ?? null,
          data: input.data ?? {},
          lines: [
            { account: { kind: accounts.from, owner: input.owner }, amount: -input.amount },
            { account: { kind: accounts.held, owner: input.owner }, amount: input.amount },
          ],
        },
      ]);
      if (!outcome.ok) return outcome;
      await insertHold(tx, {
        hold_id,
        cause: input.cause,
        owner: input.owner,
        unit: input.unit,
        amount: input.amount,
        at: deps.clock.now(),
      });
      return done({ hold_id });
    },
    /** The money left: from what was set aside to where it went. */
    capture: (
      tx: Tx,
      input: { hold_id: string; to: AccountName; reason?: string | null; data?: NonNullable<Posting["data"]> },
    ) => close(tx, { ...input, state: "captured", reason: input.reason ?? null }),
    /** It did not leave: back to where it came from, with the reason. */
    release: (tx: Tx, input: { hold_id: string; reason: string }) =>
      close(tx, { hold_id: input.hold_id, state: "released", to: null, reason: input.reason }),
    /** Two accounts of one person become one: all that the one has goes to the other. */
    moveMember: (tx: Tx, move: { from: string; to: string; round: number }) => moveMember(tx, poster, move),
    houseBalance: (kind: AccountKind, owner: string): Promise<bigint> =>
      sumHouse(deps.database.db, accountId({ kind, owner })),
    /** Newest first, of all of a member's accounts, and of those whose accounts went into theirs. */
    statement: (
      userId: string,
      limit = 1_000,
      former: readonly string[] = [],
      runner: Database | Tx = deps.database.db,
    ): Promise<StatementLine[]> =>
      readStatement(
        runner,
        [userId, ...former].flatMap((owner) =>
          [...MEMBER_KINDS, "member_coins_held" as const].map((kind) => accountId({ kind, owner })),
        ),
        limit,
      ),
    chainHouse: (most = 20_000): Promise<number> => chainHouse(deps.database.db, most),
    verify: (): Promise<VerificationReport> => verifyLedger(deps.database, deps.clock),
    gather,
  };
}

export type Ledger = ReturnType<typeof createLedger>;
