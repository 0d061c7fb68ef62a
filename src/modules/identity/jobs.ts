/** Jobs of accounts: mails for lost passwords, the rotation of signing keys, and tidying up. */
import { type JobEntry, onSchedule, work } from "#platform/job";
import type { Identity } from "./identity.server.ts";
import { REVOKE_CONSENT, SEND_RESET, SWEEP_MERGED, TAKE_NOTICE } from "./job-kinds.ts";

export const identityJobs = (identity: Identity): readonly JobEntry[] => [
  work(SEND_RESET, ({ email }) => identity.sendReset(email)),
  work(SWEEP_MERGED, (move) => identity.sweepMerged(move)),
  work(TAKE_NOTICE, ({ inbox_id }) => identity.social.takeNotice(inbox_id)),
  work(REVOKE_CONSENT, (consent) => identity.social.revokeConsent(consent)),
  onSchedule("identity.rotate_keys", { cron: "17 4 * * *" }, () => identity.rotateKeys()),
  onSchedule("identity.tidy", { cron: "37 4 * * *" }, () => identity.tidy()),
];
