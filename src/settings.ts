/** All settings: the platform's and each module's own, in the modules' order. Modules know only theirs, handed in by the wiring. */
import {
  checkSettings,
  listSettings,
  type PlatformSettings,
  platformFacts,
  platformSettings,
  refuseProblems,
  SHARED,
  type Shape,
  type SharedSettings,
  tableOf,
  type ValuesOf,
} from "#platform/config";
import type { SettingProblem } from "#platform/going-live";
import { attributionFacts, attributionSettings } from "./modules/attribution/settings.ts";
import { benefitsSettings } from "./modules/benefits/settings.ts";
import { cashbackFacts, cashbackSettings } from "./modules/cashback/settings.ts";
import { catalogFacts, catalogSettings, networkSettings } from "./modules/catalog/settings.ts";
import { coinsFacts, coinsSettings } from "./modules/coins/settings.ts";
import { extensionFacts, extensionSettings } from "./modules/extension/settings.ts";
import { healthSettings } from "./modules/health/settings.ts";
import { helpSettings } from "./modules/help/settings.ts";
import { identityFacts, identitySettings } from "./modules/identity/settings.ts";
import { ledgerFacts, ledgerSettings } from "./modules/ledger/settings.ts";
import { mailboxesFacts, mailboxesSettings } from "./modules/mailboxes/settings.ts";
import { membershipFacts, membershipSettings } from "./modules/membership/settings.ts";
import { notificationsFacts, notificationsSettings } from "./modules/notifications/settings.ts";
import { partnersSettings } from "./modules/partners/settings.ts";
import { payoutsFacts, payoutsSettings } from "./modules/payouts/settings.ts";
import { protectionFacts, protectionSettings } from "./modules/protection/settings.ts";
import { receiptsSettings } from "./modules/receipts/settings.ts";
import { shipmentsFacts, shipmentsSettings } from "./modules/shipments/settings.ts";
import { staffSettings } from "./modules/staff/settings.ts";

/** Who declares which setting; `reads`: what is declared by somebody else. Modules without any work with what all share. */
export const OWNERS = {
  platform: { settings: platformSettings, facts: platformFacts },
  partners: { settings: partnersSettings },
  ledger: { settings: ledgerSettings, facts: ledgerFacts },
  notifications: { settings: notificationsSettings, facts: notificationsFacts },
  attribution: { settings: attributionSettings, facts: attributionFacts },
  identity: { settings: identitySettings, facts: identityFacts },
  catalog: { settings: catalogSettings, facts: catalogFacts },
  extension: { settings: extensionSettings, facts: extensionFacts },
  membership: { settings: membershipSettings, facts: membershipFacts },
  // The networks' reports are read with the keys by which the catalogue is.
  cashback: { settings: cashbackSettings, facts: cashbackFacts, reads: networkSettings },
  coins: { settings: coinsSettings, facts: coinsFacts },
  receipts: { settings: receiptsSettings },
  mailboxes: { settings: mailboxesSettings, facts: mailboxesFacts },
  benefits: { settings: benefitsSettings },
  shipments: { settings: shipmentsSettings, facts: shipmentsFacts },
  protection: { settings: protectionSettings, facts: protectionFacts },
  payouts: { settings: payoutsSettings, facts: payoutsFacts },
  landing: { settings: {} },
  rewards: { settings: {} },
  help: { settings: helpSettings },
  health: { settings: healthSettings },
  staff: { settings: staffSettings },
};

/** Of nothing declared nothing: Zod's own type of that allows no other setting beside it. */
type Declared<S extends Shape> = keyof S extends never ? object : ValuesOf<S>;
type Owned = { [O in keyof typeof OWNERS]: Declared<(typeof OWNERS)[O]["settings"]> };
export type Config = PlatformSettings & Intersection<Owned[keyof Owned]>;
/** Of a union all its members at once. */
type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;

const groups = Object.values(OWNERS);
export const SETTINGS = listSettings(groups);

/** The table of settings as the README shows it. */
export const settingsTable = (): string => tableOf(SETTINGS);

/** `problems`: what is wrong or, with SANDBOX=off, still the sandbox's; then the settings are defaults where they are named. */
export function checkConfig(environment: Record<string, string | undefined>): {
  config: Config;
  problems: SettingProblem[];
} {
  const { values, problems } = checkSettings(groups, environment);
  // The values were parsed by the very types from which `Config` is inferred.
  return { config: values as Config, problems };
}

/** Stops with all problems at once, one line each. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const { config, problems } = checkConfig(environment);
  refuseProblems(problems);
  return config;
}

type Handed<O> = SharedSettings &
  (O extends { settings: infer S extends Shape } ? Declared<S> : unknown) &
  (O extends { reads: infer R extends Shape } ? ValuesOf<R> : unknown);
type ModuleSettings = { [O in Exclude<keyof typeof OWNERS, "platform">]: Handed<(typeof OWNERS)[O]> };

/** What each module is handed: its own, what it reads of another's and what all share; every other is left out, also at run time. */
export function moduleSettings(config: Config): ModuleSettings {
  const { platform: _, ...modules } = OWNERS;
  const handed = Object.entries(modules).map(([name, owner]) => {
    const own: Shape = { ...owner.settings, ...("reads" in owner && owner.reads) };
    const kept = Object.entries(config).filter(([key]) => key in own || SHARED.some((shared) => shared === key));
    return [name, Object.freeze(Object.fromEntries(kept))];
  });
  // The names that are kept are those of the type.
  return Object.fromEntries(handed) as ModuleSettings;
}
