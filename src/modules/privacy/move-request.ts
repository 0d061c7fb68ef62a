/** Brings a request to another state, with its row of history. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { RequestRow, RequestState } from "./privacy.types.ts";
import { isOpen, mayBecome } from "./rules.ts";
import { saveStep } from "./store.ts";

type Change = { state: RequestState; by: string; at: Date; note?: string; set?: Partial<RequestRow> };

/** `row` is locked. What has ended says no more than the record of it needs. */
export async function moveRequest(tx: Tx, row: RequestRow, { state, by, at, note = "", set }: Change): Promise<void> {
  assert(mayBecome(row.state, state), `a request that is ${row.state} can become ${state}`);
  const next = { ...row, ...set, state, sequence: row.sequence + 1, ended_at: isOpen(state) ? null : at };
  await saveStep(tx, state === "expired" ? { ...next, email: "", words: "" } : next, { at, by_whom: by, note });
}
