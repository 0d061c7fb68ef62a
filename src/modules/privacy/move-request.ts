/** Brings a request to another state, with its row of history. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { RequestRow, RequestState } from "./privacy.types.ts";
import { isOpen, mayBecome } from "./rules.ts";
import { saveStep } from "./store.ts";

type Change = { state: RequestState; by: string; at: Date; note?: string; set?: Partial<RequestRow> };

/** `row` is locked. As it is now; what nobody has confirmed leaves no addresses and no words. */
export async function moveRequest(
  tx: Tx,
  row: RequestRow,
  { state, by, at, note = "", set }: Change,
): Promise<RequestRow> {
  assert(mayBecome(row.state, state), `a request that is ${row.state} can become ${state}`);
  const moved: RequestRow = {
    ...{ ...row, ...set, state, sequence: row.sequence + 1, ended_at: isOpen(state) ? null : at },
    ...(state === "expired" && { email: "", words: "", agent_name: "", agent_email: "", agent_number: "" }),
  };
  await saveStep(tx, moved, { at, by_whom: by, note });
  return moved;
}
