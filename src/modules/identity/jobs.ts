/** Jobs of accounts: mails for lost passwords, the rotation of signing keys, and tidying up. */
import { defineJob, type Registry } from "#platform/jobs";
import type { Identity } from "./identity.server.ts";
import { type Move, SWEEP_MERGED } from "./merge-members.ts";
import { SEND_RESET } from "./reset-password.ts";
import { REVOKE_CONSENT } from "./social/linked-accounts.ts";
import type { ProviderName } from "./social/provider.types.ts";

export function registerIdentityJobs(registry: Registry, identity: Identity) {
  defineJob(registry, SEND_RESET, { handler: ({ email }: { email: string }) => identity.sendReset(email) });
  defineJob(registry, SWEEP_MERGED, { handler: (move: Move) => identity.sweepMerged(move) });
  defineJob(registry, REVOKE_CONSENT, {
    handler: (payload: { provider: ProviderName; sealed: string }) => identity.social.revokeConsent(payload),
    max_attempts: 12,
  });
  defineJob(registry, "identity.rotate_keys", { handler: () => identity.rotateKeys() });
  defineJob(registry, "identity.tidy", { handler: () => identity.tidy() });
  registry.schedules.push(
    { task: "identity.rotate_keys", cron: "17 4 * * *" },
    { task: "identity.tidy", cron: "37 4 * * *" },
  );
}
