/** Posts transfers in the caller's transaction. The same cause again returns what happened the first time. */
import type { Clock } from "#platform/clock";
import { momentOf, type Tx } from "#platform/database";
import { assert, done, type Outcome, refused } from "#platform/outcome";
import { createAccountIds } from "./account-ids.ts";
import { MEMBER_ACCOUNTS } from "./accounts.ts";
import { insertDebtors } from "./operator-store.ts";
import {
  type AccountName,
  type Chart,
  checkPosting,
  type Line,
  MAX_BATCH,
  type Posting,
  transferId,
  UNITS,
} from "./rules.ts";
import { type LinePlaces, openAccounts, post, postOne } from "./store.ts";

export type LedgerRefusal = "insufficient" | "conflict" | "hold_closed" | "hold_unknown";
export type Posted = { transfer_id: string; duplicate: boolean };

/** Accounts that this process has seen opened: asking again would cost a statement for every transfer. */
const MAX_SEEN = 200_000;

const CLAWBACKS: ReadonlySet<string> = new Set(UNITS.map((unit) => MEMBER_ACCOUNTS[unit].clawback.name));

const ACCOUNT_NOT_OPENED = "TP003";

/** Where members' and house lines stand, for a transfer that names each account once; null for any other. */
function placesOf(lines: readonly Line[], accounts: readonly string[]): LinePlaces | null {
  if (new Set(accounts).size < accounts.length) return null;
  const places: LinePlaces = { members: [], house: [] };
  for (const [index, { account }] of lines.entries()) places[account.kind.house ? "house" : "members"].push(index + 1);
  const idAt = (place: number) => accounts[place - 1] ?? "";
  places.members.sort((a, b) => (idAt(a) < idAt(b) ? -1 : 1));
  return places;
}

export function createPoster(clock: Clock, chart: Chart) {
  const seen = new Set<string>();
  /** Those that an open transaction has made: it may still be rolled back, and nobody else knows of them. */
  const made = new WeakMap<Tx, Set<string>>();
  const ids = createAccountIds(MAX_SEEN);

  async function open(tx: Tx, names: readonly AccountName[]): Promise<string[]> {
    const missing = new Map<string, AccountName>();
    const own = made.get(tx) ?? new Set<string>();
    const asked = names.map((name) => {
      // Of all: an account that is there already may be asked for by a double of its kind.
      assert(
        chart.get(name.kind.name) === name.kind,
        `accounts of the kind ${name.kind.name} are declared by a module`,
      );
      const id = ids.of(name);
      if (!seen.has(id) && !own.has(id)) missing.set(id, name);
      return id;
    });
    if (missing.size > 0) {
      const rows = [...missing].map(([account_id, name]) => {
        const { name: kind, unit, house, bound } = name.kind;
        return { account_id, kind, owner: name.owner, unit, house, bound };
      });
      const fresh = await openAccounts(tx, rows);
      if (seen.size > MAX_SEEN) seen.clear();
      for (const id of missing.keys()) (fresh.has(id) ? own : seen).add(id);
      made.set(tx, own);
    }
    return asked;
  }

  return {
    open,
    async postAll(tx: Tx, postings: readonly Posting[]): Promise<Outcome<Posted[], LedgerRefusal>> {
      assert(postings.length > 0 && postings.length <= MAX_BATCH, `1 to ${MAX_BATCH} transfers a batch`);
      for (const posting of postings) checkPosting(posting);
      const lines = postings.flatMap((posting, index) => posting.lines.map((line) => ({ ...line, of: index + 1 })));
      const accounts = await open(
        tx,
        lines.map((line) => line.account),
      );
      const rows = {
        ids: postings.map((posting) => transferId(posting.cause)),
        kinds: postings.map((posting) => posting.kind),
        causes: postings.map((posting) => posting.cause),
        reasons: postings.map((posting) => posting.reason ?? null),
        data: postings.map((posting) => JSON.stringify(posting.data ?? {})),
        at: momentOf(tx, clock),
        of: lines.map((line) => line.of),
        accounts,
        amounts: lines.map((line) => line.amount),
      };
      assert(new Set(rows.ids).size === rows.ids.length, "a batch tells each cause once");
      const places = rows.ids.length === 1 ? placesOf(lines, accounts) : null;
      const outcomes = await (places ? postOne(tx, rows, places) : post(tx, rows)).catch(
        (error: Error & { code?: string }) => {
          // An account that was remembered from a transaction rolled back: forget, and let the caller's transaction run again.
          if (error.code === ACCOUNT_NOT_OPENED) {
            seen.clear();
            error.code = "40001";
          }
          throw error;
        },
      );
      const fault = outcomes.find((row) => row.outcome === "conflict" || row.outcome === "insufficient");
      if (fault)
        return refused(fault.outcome as "conflict" | "insufficient", { cause: rows.causes[fault.place - 1] ?? "" });
      const owing = lines.filter(({ account, amount }) => CLAWBACKS.has(account.kind.name) && amount < 0n);
      if (owing.length > 0)
        await insertDebtors(tx, [...new Set(owing.map(({ account }) => account.owner))], momentOf(tx, clock));
      return done(
        outcomes.map((row) => ({ transfer_id: rows.ids[row.place - 1] ?? "", duplicate: row.outcome === "duplicate" })),
      );
    },
  };
}
export type Poster = ReturnType<typeof createPoster>;
