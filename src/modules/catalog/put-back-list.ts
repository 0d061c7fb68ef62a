/** A run of a list is as if it had not been: what it brought goes, what it changed or took away is as it was. */
import type { Tx } from "#platform/database";
import { applyKnownStores } from "./apply-known-stores.ts";
import type { ImportDeps } from "./import-catalog.types.ts";
import { moveAlong } from "./refresh-rates.ts";
import { applyDecisions } from "./store/decisions.ts";
import type { ListKind } from "./store/held-lists.ts";
import { type PutBack, putBackMerchants, putBackOffers, putBackProgrammes } from "./store/import-before.ts";
import { asTold } from "./store/store-decisions.ts";

type Run = { run_id: string; started_at: Date; kind: ListKind };

/** Also the programmes whose rates may have changed. */
export async function putBackList(
  tx: Tx,
  deps: ImportDeps,
  run: Run,
  now: Date,
): Promise<PutBack & { programmes: string[] }> {
  if (run.kind === "offers") return { ...(await putBackOffers(tx, run.run_id, now)), programmes: [] };
  const put = await putBackProgrammes(tx, run, now);
  await asTold(tx, () => putBackMerchants(tx, run.run_id));
  await moveAlong(tx, put.programmes, now);
  await applyKnownStores(tx, deps, { again: true });
  return { ...put, programmes: [...put.programmes, ...(await applyDecisions(tx)).rates] };
}
