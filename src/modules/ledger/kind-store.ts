/** SQL of the kinds of accounts, as databases keep them. None is ever changed or deleted: accounts are of them. Schema `ledger` only. */
import type { AccountKind } from "#platform/account-kind";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;
type Row = Pick<AccountKind, "class" | "unit" | "house" | "bound"> & { kind: string };

/** Those that are not there yet, for the owner of the tables; whoever is there stays as it is. */
export async function insertAccountKinds(owner: Runner, kinds: readonly AccountKind[]): Promise<void> {
  await sql`
    insert into ledger.account_kinds (kind, class, unit, house, bound)
    select name, class, unit, house, bound from jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb)
      as k(name text, class text, unit text, house boolean, bound text) on conflict (kind) do nothing`.execute(owner);
}

const wordsOf = (row: Omit<Row, "kind">): string =>
  `${row.class} in ${row.unit} of ${row.house ? "the house" : "members"}, ${row.bound === "none" ? "without a bound" : `with a ${row.bound}`}`;

/** `missing`: declared and not there. `faults`: what no work may begin with, one sentence each. */
export async function compareAccountKinds(
  runner: Runner,
  kinds: readonly AccountKind[],
): Promise<{ missing: string[]; faults: string[] }> {
  const { rows } = await sql<Row & { used: boolean }>`
    select kind, class, unit, house, bound, exists (select 1 from ledger.accounts a where a.kind = k.kind) as used
    from ledger.account_kinds k order by kind`.execute(runner);
  const stored = new Map(rows.map((row) => [row.kind, row]));
  const declared = new Set(kinds.map(({ name }) => name));
  const missing = kinds.filter(({ name }) => !stored.has(name)).map(({ name }) => name);
  const changed = kinds.flatMap((kind) => {
    const row = stored.get(kind.name);
    const [was, is] = [row && wordsOf(row), wordsOf(kind)];
    return was && was !== is ? [`accounts of the kind ${kind.name} are ${was}, and this version says ${is}`] : [];
  });
  // One that no account is of may be there: whoever takes a version back that brought it finds it so.
  const unknown = rows
    .filter(({ kind, used }) => used && !declared.has(kind))
    .map(({ kind }) => `there are accounts of the kind ${kind}, which this version does not know`);
  return { missing, faults: [...changed, ...unknown] };
}
