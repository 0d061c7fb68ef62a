/**
 * The door of the ledger: the only place where money moves. Amounts are whole minor units, credit-positive (see
 * `rules.ts`). Every verb takes the caller's transaction first, so that money moves with its cause or not at all.
 */
import type { AccountKind } from "#platform/account-kind";
import type { Clock } from "#platform/clock";
import { type Database, type DatabaseHandle, momentOf, type Tx } from "#platform/database";
import type { Log } from "#platform/log";
import { type Unit, worthDown, worthUp } from "#platform/money";
import { assert, type Outcome } from "#platform/outcome";
import { readAccountSpans } from "./account-statement.ts";
import { COIN_RESERVE, COINS_ISSUED, GIVEN_UP, MEMBER_ACCOUNTS } from "./accounts.ts";
import { type ChainLine, readChains } from "./chain-store.ts";
import {
  type Credit,
  type CreditDeps,
  type Credited,
  creditMembers,
  type Standing,
  type Standings,
} from "./credit-member.ts";
import { createHolds } from "./hold-money.ts";
import { readJournal } from "./journal-store.ts";
import type { MemberBalances } from "./ledger.types.ts";
import { giveBackLimit, type LimitRefusal, type LimitUse, takeLimit } from "./limits.ts";
import { moveMember } from "./move-member.ts";
import { findTransfer, readDebts, readLimitUses, readLines, sumMembers, type TransferRow } from "./operator-store.ts";
import { createPoster, type LedgerRefusal, type Posted } from "./post-transfers.ts";
import { type AccountName, accountId, chartOf, gather, type Line, type Posting, UNITS } from "./rules.ts";
import { type Sealing, type SealPlace, sealLedger } from "./seal-ledger.ts";
import {
  type Balance,
  type CoinLine,
  chainHouse,
  closeAccount,
  type OpenedLine,
  readBalances,
  readLinesBefore,
  readLinesBeside,
  readOpenHolds,
  readStatement,
  type StatementLine,
  seeOneMoment,
  sumByKind,
  sumHouse,
} from "./store.ts";
import type { SubLedger } from "./sub-ledgers.ts";
import { type VerificationReport, verifyLedger } from "./verify-ledger.ts";
import { readLastVerification, wasBookedBefore } from "./verify-store.ts";

export type { AccountSpan } from "./account-statement.ts";
export * from "./accounts.ts";
export type { ChainLine } from "./chain-store.ts";
export { type Credit, type Credited, type Held, NOTHING } from "./credit-member.ts";
export { type CreditWords, describeCredits } from "./describe-credits.ts";
export { transferId } from "./ids.ts";
export { SEALED } from "./job-kinds.ts";
export type { JournalRow } from "./journal-store.ts";
export type * from "./ledger.types.ts";
export type { LimitRefusal, LimitUse, Window } from "./limits.ts";
export type { LedgerRefusal, Posted } from "./post-transfers.ts";
export type { AccountName, Line, Posting } from "./rules.ts";
export { gather } from "./rules.ts";
export type { Seal, Sealing, SealPlace } from "./seal-ledger.ts";
export type { CoinLine, StatementLine } from "./store.ts";
export type { SubLedger, SubLedgerRow } from "./sub-ledgers.ts";
export type { VerificationReport } from "./verify-ledger.ts";

const { USD, COIN } = MEMBER_ACCOUNTS;
const MEMBER_KINDS = UNITS.flatMap((unit) => Object.values(MEMBER_ACCOUNTS[unit]));
/** A coin is worth the same wherever it was earned; brand packs say how much, and this is what they say now. */
const COINS_PER_DOLLAR = 1_000;

const readerOf =
  (userId: string, found: ReadonlyMap<string, Balance>) =>
  (kind: AccountKind): Balance | undefined =>
    found.get(accountId({ kind, owner: userId }));

function arrange(userId: string, found: ReadonlyMap<string, Balance>): MemberBalances {
  const read = readerOf(userId, found);
  const of = (kind: AccountKind) => read(kind)?.balance ?? 0n;
  return {
    pending: of(USD.pending),
    available: of(USD.available),
    held: of(USD.held),
    clawback: -of(USD.clawback),
    coins: of(COIN.available),
    coins_pending: of(COIN.pending),
    coins_held: of(COIN.held),
    coins_owed: -of(COIN.clawback),
    closed: Boolean(read(USD.available)?.closed_at),
  };
}

export function createLedger(deps: {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  /** All kinds that modules declare: no other is posted to, and verification knows no other. */
  accounts: readonly AccountKind[];
  /** Where seals lie, outside of the database; null: none are made, and none compared with. */
  seals?: SealPlace | null;
  /** Coins that are worth a dollar, from the brand pack. */
  coins_per_dollar?: number;
}) {
  const chart = chartOf(deps.accounts);
  const memberKinds = deps.accounts.filter(({ house }) => !house);
  /** Members' accounts of which other modules know what becomes of them. */
  const otherKinds = memberKinds.filter((kind) => !MEMBER_KINDS.includes(kind));
  const poster = createPoster(deps.clock, chart);
  const perDollar = BigInt(deps.coins_per_dollar ?? COINS_PER_DOLLAR);
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

  async function refuseOthers(tx: Tx, owner: string): Promise<void> {
    if (otherKinds.length === 0) return;
    const ids = await poster.open(
      tx,
      otherKinds.map((kind) => ({ kind, owner })),
    );
    const found = await readBalances(tx, ids, true);
    for (const [place, kind] of otherKinds.entries())
      assert(
        (found.get(ids[place] ?? "")?.balance ?? 0n) === 0n,
        `${kind.name} is emptied by its module before an account ends`,
      );
  }

  /** Of the units that are asked for alone: whoever is credited dollars does not open eight accounts. */
  async function lockStandings(tx: Tx, owners: readonly string[], units: readonly Unit[]): Promise<Standings> {
    const kinds: AccountKind[] = [
      ...new Set<AccountKind>([USD.available, ...units.flatMap((unit) => Object.values(MEMBER_ACCOUNTS[unit]))]),
    ];
    const ids = await poster.open(
      tx,
      owners.flatMap((owner) => kinds.map((kind) => ({ kind, owner }))),
    );
    const found = await readBalances(tx, ids, true);
    return new Map(
      owners.map((owner, place) => {
        // By their places: making the names' ids again would cost more than all else here.
        const own = ids.slice(place * kinds.length, (place + 1) * kinds.length);
        const read = (kind: AccountKind): Balance | undefined => found.get(own[kinds.indexOf(kind)] ?? "");
        const closed = Boolean(read(USD.available)?.closed_at);
        const standingOf = (unit: Unit): Standing => ({
          available: read(MEMBER_ACCOUNTS[unit].available)?.balance ?? 0n,
          clawback: -(read(MEMBER_ACCOUNTS[unit].clawback)?.balance ?? 0n),
          closed,
        });
        return [owner, { USD: standingOf("USD"), COIN: standingOf("COIN") }];
      }),
    );
  }
  const creditDeps: CreditDeps = { poster, lock: lockStandings, perDollar };

  return {
    post,
    balances,
    lockMembers,
    ...createHolds({ ...creditDeps, clock: deps.clock }),
    /** The only way in: see `credit-member.ts`. */
    credit: (tx: Tx, credits: readonly Credit[]): Promise<Outcome<Credited[], LedgerRefusal>> =>
      creditMembers(tx, creditDeps, credits),
    /** What is set aside in dollars for so many confirmed coins of one credit: its `against` is the opposite of how this moves. */
    reserveOf: (coins: bigint): bigint => worthUp(coins, perDollar),
    /** What coins are worth to their member, in cents. */
    worthOf: (coins: bigint): bigint => worthDown(coins, perDollar),
    coinsPerDollar: perDollar,
    /**
     * A member leaves: what is free goes to the house, and from now on also what is confirmed later. What is set aside must
     * have arrived before. Returns what was given up, in cents and coins.
     */
    async closeMember(tx: Tx, owner: string): Promise<{ given_up: bigint; coins: bigint }> {
      const { available, held, coins, coins_held } = (await lockMembers(tx, [owner])).get(owner) as MemberBalances;
      assert(held === 0n && coins_held === 0n, "what is set aside has arrived before an account ends");
      await refuseOthers(tx, owner);
      const line = (kind: AccountKind, name: string, amount: bigint): Line => ({
        account: { kind, owner: name },
        amount,
      });
      // What had been paid for the coins is the house's from now on, whole cents at a time.
      const worth = worthUp(coins, perDollar);
      const postings: Posting[] = [
        {
          kind: "account.given_up",
          cause: `given_up:${owner}:USD`,
          lines: gather([line(USD.available, owner, -available), line(GIVEN_UP, "house", available)]),
        },
        {
          kind: "account.given_up",
          cause: `given_up:${owner}:COIN`,
          lines: gather([
            line(COIN.available, owner, -coins),
            line(COINS_ISSUED, "house", coins),
            line(COIN_RESERVE, "house", -worth),
            line(GIVEN_UP, "house", worth),
          ]),
        },
      ].filter((posting) => posting.lines.length > 0);
      if (postings.length > 0) {
        const posted = await post(tx, postings);
        assert(posted.ok, `what a member has can be given up whole (${posted.ok ? "" : posted.code})`);
      }
      await closeAccount(tx, accountId({ kind: USD.available, owner }), momentOf(tx, deps.clock));
      return { given_up: available, coins };
    },
    takeLimit: (tx: Tx, use: LimitUse): Promise<Outcome<{ left: bigint }, LimitRefusal>> =>
      takeLimit(tx, use, deps.clock.now()),
    giveBackLimit: (tx: Tx, use: Pick<LimitUse, "limit" | "subject" | "cause">): Promise<void> =>
      giveBackLimit(tx, use, deps.clock.now()),
    /** Two accounts of one person become one: all that the one has goes to the other. */
    moveMember: (tx: Tx, move: { from: string; to: string; round: number }) =>
      moveMember(tx, poster, memberKinds, move),
    houseBalance: (kind: AccountKind, owner: string, runner: Database | Tx = deps.database.db): Promise<bigint> =>
      sumHouse(runner, accountId({ kind, owner })),
    /** All accounts in dollars over a span of time: what the monthly statement is made of. */
    accountSpans: (tx: Tx, from: Date, to: Date) => readAccountSpans(tx, from, to),
    /** A month for accounting: every account by day and kind of transfer. */
    journal: (tx: Tx, from: Date, to: Date) => readJournal(tx, from, to),
    /** So many lines of a member's accounts, the newest first. */
    statement: (userId: string, limit: number): Promise<StatementLine[]> =>
      readStatement(
        deps.database.db,
        memberKinds.map((kind) => accountId({ kind, owner: userId })),
        limit,
      ),
    /**
     * What a passbook tells, of one moment: read one after the other, a payment between them would stand twice, or nowhere. `lines`: every
     * line of a member's dollars and of those whose accounts went into theirs, the newest first, but for kinds that make up most of a
     * long history and are told elsewhere: what is summed from lines is summed from all of them. `open`: what is set aside and has not
     * ended, as it was opened, the newest first.
     */
    book: (
      userId: string,
      asked: { kinds: readonly string[]; former: readonly string[] },
    ): Promise<{ balances: MemberBalances; lines: StatementLine[]; open: OpenedLine[] }> =>
      deps.database.transaction(async (tx) => {
        await seeOneMoment(tx);
        const owners = [userId, ...asked.former];
        const accounts = owners.flatMap((owner) => Object.values(USD).map((kind) => accountId({ kind, owner })));
        return {
          balances: await balances(userId, tx),
          lines: await readLinesBeside(tx, accounts, asked.kinds),
          open: await readOpenHolds(tx, userId),
        };
      }),
    /** Every line of their accounts, for a statement that proves itself: theirs, and of those that went into theirs. */
    chains: (userIds: readonly string[]): Promise<ChainLine[]> =>
      readChains(
        deps.database.db,
        userIds.flatMap((owner) => memberKinds.map((kind) => accountId({ kind, owner }))),
      ),
    /**
     * Lines of a member's coins that are theirs or may become theirs, the newest first, before a place; also of accounts that went
     * into theirs. What is set aside has its lines where it left the free ones.
     */
    coinLines: (
      userId: string,
      asked: { before: bigint | null; most: number; former?: readonly string[] },
    ): Promise<CoinLine[]> =>
      readLinesBefore(
        deps.database.db,
        [userId, ...(asked.former ?? [])].flatMap((owner) =>
          (["pending", "available", "clawback"] as const).map((part) => accountId({ kind: COIN[part], owner })),
        ),
        asked.before,
        asked.most,
      ),
    /** What came to a member's available balance (or left it) since an instant, by kind of transfer. */
    movedByKind: (userId: string, since: Date, runner: Database | Tx = deps.database.db) =>
      sumByKind(runner, [accountId({ kind: USD.available, owner: userId })], since),
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
      verifyLedger(deps, { subLedgers: [...subLedgers.values()], place: deps.seals ?? null, chart, perDollar }),
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
