/** Ids of accounts by their names: deriving one costs more than all else that is done for a line. */
import { type AccountName, accountId } from "./rules.ts";

/** Remembers at most so many, of all kinds together: each member has eight, and a process would keep those of all of them. */
export function createAccountIds(most: number) {
  const known = new Map<string, Map<string, string>>();
  let size = 0;
  return {
    size: (): number => size,
    of({ kind, owner }: AccountName): string {
      const found = known.get(kind.name)?.get(owner);
      if (found) return found;
      if (size >= most) {
        known.clear();
        size = 0;
      }
      const id = accountId({ kind, owner });
      const ids = known.get(kind.name) ?? new Map<string, string>();
      known.set(kind.name, ids.set(owner, id));
      size += 1;
      return id;
    },
  };
}
