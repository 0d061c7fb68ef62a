/**
 * The door of the ledger: the only place where money moves. Amounts are whole minor units, credit-positive (see
 * `rules.ts`). Every verb takes the caller's transaction first, so that money moves with its cause or not at all.
 */
import type { Clock } from "#platform/clock";
import { type Database, type DatabaseHandle, momentOf, type Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { Log } from "#platform/log";
import type { Unit } from "#platform/money";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { readAccountSpans } from "./account-statement.ts";
import { availableLines, type Credit, type Credited, creditMembers, type Standing } from "./credit-member.ts";
import { readJournal } from "./journal-store.ts";
import { giveBackLimit, type LimitRefusal, type LimitUse, takeLimit } from "./limits.ts";
import { moveMember } from "./move-member.ts";
import { findTransfer, readDebts, readLimitUses, readLines, sumMembers, type TransferRow } from "./operator-store.ts";
import { createPoster, type LedgerRefusal, type Posted } from "./post-transfers.ts";
import { type AccountKind, type AccountName, accountId, gather, type Line, type Posting, transferId } from "./rules.ts";
import { type Sealing, type SealPlace, sealLedger } from "./seal-ledger.ts";
import {
  type Balance,
  chainHouse,
  closeAccount,
  closeHold,
  type HoldRow,
  insertHold,
  lockHold,
  readBalances,
  readPosted,
  readStatement,
  type StatementLine,
  sumByKind,
  sumHouse,
} from "./store.ts";
import type { SubLedger } from "./sub-ledgers.ts";
import { type VerificationReport, verifyLedger } from "./verify-ledger.ts";
import { readLastVerification, wasBookedBefore } from "./verify-store.ts";

export type { AccountSpan } from "./account-statement.ts";
export { type Credit, type Credited, type Held, NOTHING } from "./credit-member.ts";
export { type CreditWords, describeCredits } from "./describe-credits.ts";
export { transferId } from "./ids.ts";
export { SEALED } from "./job-kinds.ts";
export type { JournalRow } from "./journal-store.ts";
export type { LimitRefusal, LimitUse, Window } from "./limits.ts";
export type { LedgerRefusal, Posted } from "./post-transfers.ts";
export type { AccountKind, AccountName, Line, Posting } from "./rules.ts";
export { CHART, gather } from "./rules.ts";
export type { Seal, Sealing, SealPlace } from "./seal-ledger.ts";
export type { StatementLine } from "./store.ts";
export { shieldLedger } from "./store.ts";
export type { SubLedger, SubLedgerRow } from "./sub-ledgers.ts";
export type { VerificationReport } from "./verify-ledger.ts";

/** A member's money in US cents, and coins. `clawback` is what they owe, as a positive number. */
export type MemberBalances = {
  pending: bigint;
  available: bigint;
  held: bigint;
  clawback: bigint;
  coins: bigint;
  /** Their account has ended: what still comes in goes to the house. */
  closed: boolean;
};

const MEMBER_KINDS = ["member_pending", "member_available", "member_held", "member_clawback", "member_coins"] as const;
/** From where a hold takes and where it keeps, per unit. */
const HOLD_ACCOUNTS: Record<Unit, { from: AccountKind; held: AccountKind }> = {
  USD: { from: "member_available", held: "member_held" },
  COIN: { from: "member_coins", held: "member_coins_held" },
};

function arrange(userId: string, found: ReadonlyMap<string, Balance>): MemberBalances {
  const of = (kind: (typeof MEMBER_KINDS)[number]) => found.get(accountId({ kind, owner: userId }))?.balance ?? 0n;
  return {
    pending: of("member_pending"),
    available: of("member_available"),
    held: of("member_held"),
    clawback: -of("member_clawback"),
    coins: of("member_coins"),
    closed: Boolean(found.get(accountId({ kind: "member_available", owner: userId }))?.closed_at),
  };
}

export function createLedger(deps: {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  /** Where seals lie, outside of the database; null: none are made, and none compared with. */
  seals?: SealPlace | null;
}) {
  const poster = createPoster(deps.clock);
  const subLedgers = new Map<string, SubLedger>();

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

  const lockStandings = (tx: Tx, owners: readonly string[]): Promise<Map<string, Standing>> => lockMembers(tx, owners);

  type Ending = { hold_id: string; reason: string | null; data?: NonNullable<Posting["data"]> };

  /**
   * Ends a hold one way or the other, once. A second call of the same kind answers as the first did, and posts nothing: what
   * a release pays of the member's debt follows from the balances of its moment.
   */
  async function close(
    tx: Tx,
    state: "captured" | "released",
    input: Ending,
    lines: (hold: HoldRow) => Promise<Line[]>,
  ): Promise<Outcome<Posted, LedgerRefusal>> {
    const hold = await lockHold(tx, input.hold_id);
    if (!hold) return refused("hold_unknown");
    if (hold.state !== "open" && hold.state !== state) return refused("hold_closed");
    const cause = `hold:${hold.hold_id}:${state}`;
    if (hold.state === state) return done({ transfer_id: transferId(cause), duplicate: true });
    const held = { account: { kind: HOLD_ACCOUNTS[hold.unit].held, owner: hold.owner }, amount: -hold.amount };
    const outcome = await post(tx, [
      {
        kind: `hold.${state}`,
        cause,
        reason: input.reason,
        data: input.data ?? {},
        lines: gather([held, ...(await lines(hold))]),
      },
    ]);
    if (!outcome.ok) return outcome;
    await closeHold(tx, hold.hold_id, state, momentOf(tx, deps.clock));
    return done(outcome.value[0] as Posted);
  }

  /** Where money that comes back to a member goes: their debt first; when they have left, aside until they are found. */
  async function linesBack(tx: Tx, owner: string, unit: Unit, amount: bigint): Promise<Line[]> {
    if (unit === "COIN") return [{ account: { kind: "member_coins", owner }, amount }];
    const standing = (await lockStandings(tx, [owner])).get(owner);
    assert(standing, "the balances of a member are locked");
    return availableLines(owner, standing, amount, "unclaimed").lines;
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
        at: momentOf(tx, deps.clock),
      });
      return done({ hold_id });
    },
    /** The money left: from what was set aside to where it went. */
    capture: (tx: Tx, input: Omit<Ending, "reason"> & { to: AccountName; reason?: string | null }) =>
      close(tx, "captured", { ...input, reason: input.reason ?? null }, async (hold) => [
        { account: input.to, amount: hold.amount },
      ]),
    /** It did not leave: back to where it came from, with the reason. What the member owes is paid back of it first. */
    release: (tx: Tx, input: { hold_id: string; reason: string }) =>
      close(tx, "released", input, (hold) => linesBack(tx, hold.owner, hold.unit, hold.amount)),
    /** It had left and came back: the opposite of what capturing its hold posted, once for each cause. */
    async giveBack(
      tx: Tx,
      input: {
        cause: string;
        hold_id: string;
        /** Whose it is by now: accounts may have become one since it left. */
        owner: string;
        from: AccountName;
        reason: string;
        data?: NonNullable<Posting["data"]>;
      },
    ): Promise<Outcome<Posted, LedgerRefusal>> {
      const hold = await lockHold(tx, input.hold_id);
      if (!hold) return refused("hold_unknown");
      if (hold.state !== "captured") return refused("hold_closed");
      const known = await readPosted(tx, [transferId(input.cause)]);
      if (known.size > 0) return done({ transfer_id: transferId(input.cause), duplicate: true });
      const outcome = await post(tx, [
        {
          kind: "hold.returned",
          cause: input.cause,
          reason: input.reason,
          data: input.data ?? {},
          lines: gather([
            { account: input.from, amount: -hold.amount },
            ...(await linesBack(tx, input.owner, hold.unit, hold.amount)),
          ]),
        },
      ]);
      return outcome.ok ? done(outcome.value[0] as Posted) : outcome;
    },
    /** The only way in: see `credit-member.ts`. */
    credit: (tx: Tx, credits: readonly Credit[]): Promise<Outcome<Credited[], LedgerRefusal>> =>
      creditMembers(tx, poster, lockStandings, credits),
    /**
     * A member leaves: what is free goes to the house, and from now on also what is confirmed later. What is set aside must
     * have arrived before. Returns what was given up, in cents and coins.
     */
    async closeMember(tx: Tx, owner: string): Promise<{ given_up: bigint; coins: bigint }> {
      const { available, held, coins } = (await lockMembers(tx, [owner])).get(owner) as MemberBalances;
      assert(held === 0n, "what is set aside has arrived before an account ends");
      const line = (kind: AccountKind, name: string, amount: bigint): Line => ({
        account: { kind, owner: name },
        amount,
      });
      const postings: Posting[] = [
        {
          kind: "account.given_up",
          cause: `given_up:${owner}:USD`,
          lines: gather([line("member_available", owner, -available), line("given_up", "house", available)]),
        },
        {
          kind: "account.given_up",
          cause: `given_up:${owner}:COIN`,
          lines: gather([line("member_coins", owner, -coins), line("coins_issued", "house", coins)]),
        },
      ].filter((posting) => posting.lines.length > 0);
      if (postings.length > 0) {
        const posted = await post(tx, postings);
        assert(posted.ok, `what a member has can be given up whole (${posted.ok ? "" : posted.code})`);
      }
      await closeAccount(tx, accountId({ kind: "member_available", owner }), momentOf(tx, deps.clock));
      return { given_up: available, coins };
    },
    takeLimit: (tx: Tx, use: LimitUse): Promise<Outcome<{ left: bigint }, LimitRefusal>> =>
      takeLimit(tx, use, deps.clock.now()),
    giveBackLimit: (tx: Tx, use: Pick<LimitUse, "limit" | "subject" | "cause">): Promise<void> =>
      giveBackLimit(tx, use, deps.clock.now()),
    /** Two accounts of one person become one: all that the one has goes to the other. */
    moveMember: (tx: Tx, move: { from: string; to: string; round: number }) => moveMember(tx, poster, move),
    houseBalance: (kind: AccountKind, owner: string, runner: Database | Tx = deps.database.db): Promise<bigint> =>
      sumHouse(runner, accountId({ kind, owner })),
    /** All accounts in dollars over a span of time: what the monthly statement is made of. */
    accountSpans: (tx: Tx, from: Date, to: Date) => readAccountSpans(tx, from, to),
    /** A month for accounting: every account by day and kind of transfer. */
    journal: (tx: Tx, from: Date, to: Date) => readJournal(tx, from, to),
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
    /** What came to a member's available balance (or left it) since an instant, by kind of transfer. */
    movedByKind: (userId: string, since: Date, runner: Database | Tx = deps.database.db) =>
      sumByKind(runner, [accountId({ kind: "member_available", owner: userId })], since),
    /** What operators look up. */
    desk: {
      find: (asked: Parameters<typeof findTransfer>[1]) => findTransfer(deps.database.db, asked),
      lines: (transfer: TransferRow) => readLines(deps.database.db, transfer),
      debts: (after: string | null, most: number) => readDebts(deps.database.db, after, most),
      sums: () => sumMembers(deps.database.db),
      limits: (subject: string, most: number) => readLimitUses(deps.database.db, subject, most),
    },
    chainHouse: (most = 20_000): Promise<number> => chainHouse(deps.database.db, most),
    /** Rows above the ledger that say what members have: verification compares them, member by member. One of each name. */
    registerSubLedger: (subLedger: SubLedger): void => void subLedgers.set(subLedger.name, subLedger),
    /** When everything was last verified, and how many findings there were. */
    lastVerification: () => readLastVerification(deps.database.db),
    wasBookedBefore: (at: Date) => wasBookedBefore(deps.database.db, at),
    verify: (): Promise<VerificationReport> =>
      verifyLedger(deps.database, deps.clock, [...subLedgers.values()], deps.seals ?? null),
    /**
     * Where every chain stands now, signed and outside of the database. For a ledger that was just verified, or which a
     * person begins to seal `anew` as it is.
     */
    async seal({ anew = false } = {}): Promise<Sealing> {
      if (!deps.seals) return { seal: null, findings: [] };
      while ((await chainHouse(deps.database.db, 20_000)) === 20_000);
      return sealLedger(deps.database, deps.seals, deps.clock.now(), anew);
    },
    gather,
  };
}

export type Ledger = ReturnType<typeof createLedger>;
