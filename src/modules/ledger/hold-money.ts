/**
 * What is set aside, and how it ends: captured when it has left, released when it did not, given back when it came back. Coins
 * leave for what they were worth when they were set aside: they go back to where they were issued, and dollars leave the reserve.
 */
import type { Clock } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { type Unit, worthDown, worthUp } from "#platform/money";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { COIN_RESERVE, COINS_ISSUED, MEMBER_ACCOUNTS, UNCLAIMED } from "./accounts.ts";
import { availableLines, type CreditDeps, freeLines } from "./credit-member.ts";
import type { LedgerRefusal, Posted } from "./post-transfers.ts";
import { type AccountName, gather, type Line, openedBy, type Posting, transferId } from "./rules.ts";
import { closeHold, type HoldRow, insertHold, lockHold, readPosted } from "./store.ts";

type Data = NonNullable<Posting["data"]>;
type Ending = { hold_id: string; reason: string | null; data?: Data };
type HoldDeps = CreditDeps & { clock: Clock };

/** Coins and the dollars behind them, both toward the member's side when positive. */
const issue = (coins: bigint, worth: bigint): Line[] => [
  { account: { kind: COINS_ISSUED, owner: "house" }, amount: -coins },
  { account: { kind: COIN_RESERVE, owner: "house" }, amount: worth },
];
const unclaimed = (amount: bigint): Line => ({ account: { kind: UNCLAIMED, owner: "house" }, amount });

/** What a hold of coins leaves for: whole cents, or the reserve would lose what nobody was shown. */
function worthOf(unit: Unit, amount: bigint, perDollar: bigint): bigint | null {
  if (unit === "USD") return null;
  const worth = worthDown(amount, perDollar);
  assert(worth > 0n && worth === worthUp(amount, perDollar), `${amount} coins are not worth whole cents`);
  return worth;
}

/** Lines that lead from what was set aside to where it went. */
function linesOut(hold: HoldRow, to: AccountName): Line[] {
  if (hold.worth === null) return [{ account: to, amount: hold.amount }];
  return [...issue(-hold.amount, -hold.worth), { account: to, amount: hold.worth }];
}

export function createHolds(deps: HoldDeps) {
  const { poster, clock, lock, perDollar } = deps;

  const standingOf = async (tx: Tx, owner: string, unit: Unit) => {
    const standing = (await lock(tx, [owner], [unit])).get(owner)?.[unit];
    assert(standing, "the balances of a member are locked");
    return standing;
  };

  /** Where what was set aside goes when it stays: their debt first; when they have left, aside until they are found. */
  async function linesReleased(tx: Tx, { owner, unit, amount, worth }: HoldRow): Promise<Line[]> {
    const standing = await standingOf(tx, owner, unit);
    if (worth === null) return availableLines(owner, standing, amount, UNCLAIMED).lines;
    if (standing.closed) return [...issue(-amount, -worth), unclaimed(worth)];
    return freeLines(owner, unit, standing, amount).lines;
  }

  /** The opposite of `linesOut`: coins are issued anew against what came back for them. */
  async function linesBack(tx: Tx, hold: HoldRow, owner: string, from: AccountName): Promise<Line[]> {
    const { unit, amount, worth } = hold;
    const standing = await standingOf(tx, owner, unit);
    if (worth === null)
      return [{ account: from, amount: -amount }, ...availableLines(owner, standing, amount, UNCLAIMED).lines];
    const paid: Line = { account: from, amount: -worth };
    if (standing.closed) return [paid, unclaimed(worth)];
    return [paid, ...issue(amount, worth), ...freeLines(owner, unit, standing, amount).lines];
  }

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
    const held = { account: { kind: MEMBER_ACCOUNTS[hold.unit].held, owner: hold.owner }, amount: -hold.amount };
    const outcome = await poster.postAll(tx, [
      {
        kind: `hold.${state}`,
        cause,
        reason: input.reason,
        data: input.data ?? {},
        lines: gather([held, ...(await lines(hold))]),
      },
    ]);
    if (!outcome.ok) return outcome;
    await closeHold(tx, hold.hold_id, state, momentOf(tx, clock));
    return done(outcome.value[0] as Posted);
  }

  return {
    /** Sets money aside, in one step with its check: never more than is free. Coins by whole cents of their worth. */
    async hold(
      tx: Tx,
      input: { cause: string; owner: string; unit: Unit; amount: bigint; reason?: string | null; data?: Data },
    ): Promise<Outcome<{ hold_id: string }, LedgerRefusal>> {
      const { cause, owner, unit, amount } = input;
      const hold_id = derivedId("hold", `hold:${cause}`);
      const worth = worthOf(unit, amount, perDollar);
      const kinds = MEMBER_ACCOUNTS[unit];
      const outcome = await poster.postAll(tx, [
        {
          kind: "hold.opened",
          cause: openedBy(hold_id),
          reason: input.reason ?? null,
          data: input.data ?? {},
          lines: [
            { account: { kind: kinds.available, owner }, amount: -amount },
            { account: { kind: kinds.held, owner }, amount },
          ],
        },
      ]);
      if (!outcome.ok) return outcome;
      await insertHold(tx, { hold_id, cause, owner, unit, amount, worth, at: momentOf(tx, clock) });
      return done({ hold_id });
    },
    /** The money left: from what was set aside to where it went. */
    capture: (tx: Tx, input: Omit<Ending, "reason"> & { to: AccountName; reason?: string | null }) =>
      close(tx, "captured", { ...input, reason: input.reason ?? null }, async (hold) => linesOut(hold, input.to)),
    /** It did not leave: back to where it came from, with the reason. What the member owes is paid back of it first. */
    release: (tx: Tx, input: { hold_id: string; reason: string }) =>
      close(tx, "released", input, (hold) => linesReleased(tx, hold)),
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
        data?: Data;
      },
    ): Promise<Outcome<Posted, LedgerRefusal>> {
      const hold = await lockHold(tx, input.hold_id);
      if (!hold) return refused("hold_unknown");
      if (hold.state !== "captured") return refused("hold_closed");
      const known = await readPosted(tx, [transferId(input.cause)]);
      if (known.size > 0) return done({ transfer_id: transferId(input.cause), duplicate: true });
      const lines = gather(await linesBack(tx, hold, input.owner, input.from));
      const { cause, reason, data = {} } = input;
      const outcome = await poster.postAll(tx, [{ kind: "hold.returned", cause, reason, data, lines }]);
      return outcome.ok ? done(outcome.value[0] as Posted) : outcome;
    },
  };
}
