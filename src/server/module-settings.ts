/** Which settings each module is handed: its own and what all share, and nothing of anybody else's. */
import { type Config, settingsFor } from "#settings";
import { attributionSettings } from "../modules/attribution/settings.ts";
import { benefitsSettings } from "../modules/benefits/settings.ts";
import { cashbackSettings } from "../modules/cashback/settings.ts";
import { catalogSettings, networkSettings } from "../modules/catalog/settings.ts";
import { coinsSettings } from "../modules/coins/settings.ts";
import { extensionSettings } from "../modules/extension/settings.ts";
import { healthSettings } from "../modules/health/settings.ts";
import { helpSettings } from "../modules/help/settings.ts";
import { identitySettings } from "../modules/identity/settings.ts";
import { ledgerSettings } from "../modules/ledger/settings.ts";
import { mailboxesSettings } from "../modules/mailboxes/settings.ts";
import { membershipSettings } from "../modules/membership/settings.ts";
import { notificationsSettings } from "../modules/notifications/settings.ts";
import { partnersSettings } from "../modules/partners/settings.ts";
import { payoutsSettings } from "../modules/payouts/settings.ts";
import { protectionSettings } from "../modules/protection/settings.ts";
import { receiptsSettings } from "../modules/receipts/settings.ts";
import { shipmentsSettings } from "../modules/shipments/settings.ts";
import { staffSettings } from "../modules/staff/settings.ts";

export const moduleSettings = (config: Config) => ({
  partners: settingsFor(config, partnersSettings),
  ledger: settingsFor(config, ledgerSettings),
  notifications: settingsFor(config, notificationsSettings),
  attribution: settingsFor(config, attributionSettings),
  identity: settingsFor(config, identitySettings),
  catalog: settingsFor(config, catalogSettings),
  extension: settingsFor(config, extensionSettings),
  membership: settingsFor(config, membershipSettings),
  // The networks' reports are read with the keys by which the catalogue is.
  cashback: settingsFor(config, networkSettings, cashbackSettings),
  coins: settingsFor(config, coinsSettings),
  receipts: settingsFor(config, receiptsSettings),
  mailboxes: settingsFor(config, mailboxesSettings),
  benefits: settingsFor(config, benefitsSettings),
  shipments: settingsFor(config, shipmentsSettings),
  protection: settingsFor(config, protectionSettings),
  payouts: settingsFor(config, payoutsSettings),
  landing: settingsFor(config),
  rewards: settingsFor(config),
  help: settingsFor(config, helpSettings),
  health: settingsFor(config, healthSettings),
  staff: settingsFor(config, staffSettings),
});
