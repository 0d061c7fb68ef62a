/** What is told to who runs the shop, when there is an address for it. */
import type { Notifications } from "#notifications";
import type { Config } from "#platform/config";
import type { DatabaseHandle } from "#platform/database";
import { listen, type Registry } from "#platform/jobs";

type Sealed = { number: string; at: string; accounts: number; lines: string; digest: string };

export function registerOwnerLetters(
  registry: Registry,
  deps: { config: Pick<Config, "LEDGER_SEALS_MAIL">; database: DatabaseHandle; notifications: Notifications },
) {
  const email = deps.config.LEDGER_SEALS_MAIL;
  if (!email) return;
  listen(registry, "ledger.sealed", "owners.tell_seal", (facts: Sealed) =>
    deps.database.transaction((tx) =>
      deps.notifications.queue(tx, {
        cause: `ledger.sealed:${facts.digest}`,
        recipient: { user_id: null, email, name: "", language: "en" },
        content: { template: "ledger_sealed", facts },
      }),
    ),
  );
}
