/** Verifies the whole ledger. Runs daily, at the end of every story test, and as `npm run ledger:verify`. */
import { type Clock, stopwatch } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import type { Chart } from "./rules.ts";
import { chooseSeal, type SealPlace } from "./seal-ledger.ts";
import { chainHouse } from "./store.ts";
import { findSubLedgerDifferences, type SubLedger } from "./sub-ledgers.ts";
import {
  countAll,
  enterMoment,
  exportMoment,
  type Finding,
  findBrokenChains,
  findBrokenHouseChains,
  findChangedContent,
  findDebtBesideMoney,
  findGhostHolds,
  findStrangeAccounts,
  findStrangeUnits,
  findUnbalanced,
  findUnchained,
  findUnfundedCoins,
  findWrongEnds,
  findWrongHeads,
  findWrongHolds,
  insertVerification,
  prepareToRead,
} from "./verify-store.ts";

export type VerificationReport = {
  accounts: bigint;
  transfers: bigint;
  lines: bigint;
  findings: Finding[];
  ms: number;
};

const MAX_CHAIN = 20_000;

type Law = (runner: Tx) => Promise<Finding[]>;
/** The longest first, so that those who look at once end at about the same time. */
const LAWS: readonly Law[] = [
  findBrokenHouseChains,
  ...findChangedContent,
  findBrokenChains,
  findWrongHeads,
  findUnbalanced,
  findUnchained,
  findWrongEnds,
  findStrangeUnits,
  findWrongHolds,
  findDebtBesideMoney,
  findGhostHolds,
];

/** Works through the laws that are left. Several do so at once, each on a connection of its own. */
async function look(tx: Tx, left: Law[]): Promise<Finding[]> {
  await prepareToRead(tx);
  const findings: Finding[] = [];
  for (let law = left.shift(); law; law = left.shift()) findings.push(...(await law(tx)));
  return findings;
}

export async function verifyLedger(
  { database, clock }: { database: DatabaseHandle; clock: Clock },
  against: { chart: Chart; subLedgers: readonly SubLedger[]; place: SealPlace | null; perDollar: bigint },
): Promise<VerificationReport> {
  const { chart, subLedgers, place, perDollar } = against;
  const began = stopwatch();
  while ((await chainHouse(database.db, MAX_CHAIN)) === MAX_CHAIN);
  const laws: readonly Law[] = [
    ...(place ? [await chooseSeal(place)] : []),
    (runner) => findSubLedgerDifferences(runner, subLedgers),
    (runner) => findUnfundedCoins(runner, perDollar),
    ...LAWS,
    (runner) => findStrangeAccounts(runner, chart.values()),
  ];
  // One moment for all laws: transfers that arrive meanwhile must not look like differences.
  const report = await database.momentary(async (tx) => {
    const left = [...laws];
    const moment = await exportMoment(tx);
    let joined = false;
    const helper = database.momentary(async (second) => {
      // Whoever gets a connection only now finds the work done, and its moment perhaps gone.
      if (left.length === 0) return [];
      joined = true;
      await enterMoment(second, moment);
      return look(second, left);
    });
    // Where every connection is taken nobody waits for one: then all is looked at here.
    helper.catch(() => {});
    const findings = await look(tx, left);
    if (joined) findings.push(...(await helper));
    return { ...(await countAll(tx)), findings };
  });
  const ms = Math.round(stopwatch() - began);
  await insertVerification(database.db, { ...report, at: clock.now(), ms });
  return { ...report, ms };
}
