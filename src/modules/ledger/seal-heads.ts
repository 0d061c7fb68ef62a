/** What a seal holds of each account, how it goes on from day to day, and what is not any more as it was sealed. */
import { createHash } from "node:crypto";
import type { Tx } from "#platform/database";
import {
  type AccountEnd,
  type ChainPart,
  followIndexes,
  type Portion,
  readDefinitions,
  readEnds,
  readPortions,
} from "./seal-store.ts";
import type { Finding } from "./verify-store.ts";

/**
 * Where one account stands, in hexadecimal. `dates` is a digest of the dates of all its transfers; `before` the same without
 * the portion that the last line lies in, so that the next seal goes on from there. Seals of versions that read all of the
 * history each day have no `before`, and their dates are digested in another way.
 */
export type SealedHead = Omit<AccountEnd, "lines"> & { lines: bigint; dates: string | null; before: string | null };

const NOTHING = "";

/** Goes on from `before` by the portions that follow it. */
function fold(before: string, portions: readonly Portion[]): { before: string; dates: string | null } {
  let last: string | null = null;
  let whole = before;
  for (const portion of portions) {
    whole = last ?? whole;
    last = createHash("sha256").update(whole, "hex").update(portion.dates).digest("hex");
  }
  return { before: whole, dates: last };
}

async function portionsOf(runner: Tx, parts: readonly ChainPart[]): Promise<Map<string, Portion[]>> {
  const found = new Map<string, Portion[]>();
  for (const portion of parts.length > 0 ? await readPortions(runner, parts) : []) {
    const known = found.get(portion.account_id);
    if (known) known.push(portion);
    else found.set(portion.account_id, [portion]);
  }
  return found;
}

/** Accounts as they stood when their chains had so many lines: all of them is read. */
export async function headsUpTo(runner: Tx, sealed: readonly SealedHead[]): Promise<Map<string, SealedHead>> {
  const definitions = await readDefinitions(runner);
  const portions = await portionsOf(
    runner,
    sealed.map(({ account_id, lines }) => ({ account_id, from: 0n, most: lines })),
  );
  return new Map(
    sealed.flatMap(({ account_id }) => {
      const definition = definitions.get(account_id);
      if (definition === undefined) return [];
      return [[account_id, headOf(account_id, definition, NOTHING, portions.get(account_id) ?? [])] as const];
    }),
  );
}

function headOf(account_id: string, definition: string, before: string, portions: readonly Portion[]): SealedHead {
  const last = portions.at(-1);
  return {
    ...{ account_id, definition, lines: last?.lines ?? 0n },
    ...{ transfer_id: last?.transfer_id ?? null, hash: last?.hash ?? null },
    ...fold(before, portions),
  };
}

/** Where every account stands now, by what was sealed and what came since; and where a chain does not go on from its seal. */
export async function grow(
  tx: Tx,
  sealed: readonly SealedHead[],
): Promise<{ heads: SealedHead[]; findings: Finding[] }> {
  // The first of all seals reads everything once.
  if (sealed.some((head) => head.before !== null)) await followIndexes(tx);
  const ends = await readEnds(tx);
  const known = new Map(sealed.map((head) => [head.account_id, head]));
  // One that no seal knows, or that was digested in another way, is read from its beginning.
  const startOf = (head: SealedHead | undefined) => (head === undefined || head.before === null ? 0n : head.lines);
  const grown = ends.filter((end) => {
    const head = known.get(end.account_id);
    return head?.before === null || end.lines > (head?.lines ?? 0n);
  });
  const parts = grown.map(({ account_id, lines }) => ({
    ...{ account_id, from: startOf(known.get(account_id)), most: lines },
  }));
  const now = await portionsOf(tx, parts);
  const heads = ends.map(({ account_id, definition }) => {
    const head = known.get(account_id);
    const portions = now.get(account_id);
    return head && !portions ? head : headOf(account_id, definition, head?.before ?? NOTHING, portions ?? []);
  });
  return {
    heads,
    findings: await findChanges(tx, { sealed, ends, grown: new Set(grown.map((end) => end.account_id)) }),
  };
}

/** Of a chain that has grown only the portion is read again in which its sealed end lies. */
async function findChanges(
  tx: Tx,
  { sealed, ends, grown }: { sealed: readonly SealedHead[]; ends: readonly AccountEnd[]; grown: ReadonlySet<string> },
): Promise<Finding[]> {
  const again = sealed.filter((head) => grown.has(head.account_id));
  const parts = again.map(({ account_id, lines }) => ({ account_id, from: lines, most: lines }));
  const then = await portionsOf(tx, parts);
  const at = new Map(ends.map((end) => [end.account_id, end]));
  return sealed.flatMap((head) => {
    const end = at.get(head.account_id);
    if (!end) return changesSince(head, undefined);
    const portions = then.get(head.account_id) ?? [];
    return changesSince(
      head,
      grown.has(head.account_id)
        ? headOf(head.account_id, end.definition, head.before ?? NOTHING, portions)
        : { ...end, dates: head.dates, before: head.before },
    );
  });
}

export function changesSince(sealed: SealedHead, now: SealedHead | undefined): Finding[] {
  const detail = `${sealed.account_id}, sealed at ${sealed.lines}`;
  if (!now) return [{ kind: "a sealed account is gone", detail }];
  const findings: Finding[] = [];
  if (now.definition !== sealed.definition) findings.push({ kind: "a sealed account was defined anew", detail });
  if (now.lines !== sealed.lines)
    findings.push({ kind: "a sealed chain was cut off", detail: `${detail}, now ${now.lines}` });
  else if (now.hash !== sealed.hash || now.transfer_id !== sealed.transfer_id)
    findings.push({ kind: "a sealed chain was written anew", detail });
  else if (now.dates !== sealed.dates && sealed.before !== null)
    findings.push({ kind: "dates in a sealed chain were moved", detail });
  return findings;
}
