/** What the ledger tells of itself to the server. */

import type { DatabaseHandle } from "#platform/database";
import type { Registry } from "#platform/jobs";
import type { Metrics } from "#platform/metrics";
import type { Module } from "#platform/module";
import { COIN_RESERVE, COINS_ISSUED, GIVEN_UP, MEMBER_ACCOUNTS, UNCLAIMED } from "./accounts.ts";
import { transferId } from "./ids.ts";
import { SEALED } from "./job-kinds.ts";
import { ledgerJobs } from "./jobs.ts";
import { compareAccountKinds, insertAccountKinds } from "./kind-store.ts";
import type { Ledger } from "./ledger.server.ts";
import { DIFFERENCES, VERIFIED_AT } from "./metrics.ts";
import { ledgerView } from "./operator.ts";
import { ledgerChecks } from "./operator-checks.ts";
import { HOLD_TRANSITIONS } from "./rules.ts";
import { ledgerFacts, ledgerSettings } from "./settings.ts";
import { shieldLedger } from "./store.ts";

type Doors = { ledger: Ledger; metrics: Metrics; database: DatabaseHandle; registry: Registry };

export const ledgerModule = {
  name: "ledger",
  migration_place: 0,
  accounts: [
    ...Object.values(MEMBER_ACCOUNTS.USD),
    ...Object.values(MEMBER_ACCOUNTS.COIN),
    COINS_ISSUED,
    COIN_RESERVE,
    GIVEN_UP,
    UNCLAIMED,
  ],
  keeper: { insert: insertAccountKinds, compare: compareAccountKinds, shield: shieldLedger },
  settings: ledgerSettings,
  facts: ledgerFacts,
  ids: [transferId],
  states: {
    "ledger.holds": HOLD_TRANSITIONS,
  },
  metrics: [DIFFERENCES, VERIFIED_AT],
  events: [SEALED],
  jobs: ledgerJobs,
  describers: [
    {
      kinds: ["account.merged"],
      told: "what moved over is told by the entries of both accounts",
      coins: () => ({
        title: { en: "Moved between your accounts", es: "Movidas entre tus cuentas" },
        note: { en: "Two accounts became one.", es: "Dos cuentas pasaron a ser una." },
        icon: "users",
      }),
    },
    { kinds: ["account.given_up"], told: "the letter that ends an account; nobody reads its passbook after it" },
  ],
  operators: ({ ledger }) => ({ ...ledgerView(ledger), checks: ledgerChecks(ledger) }),
  move: ({ ledger }) => ledger.moveMember,
} as const satisfies Module<Doors>;
