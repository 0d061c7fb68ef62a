/** Jobs of accounts: mails for lost passwords, the rotation of signing keys, and tidying up. */
import { LEGAL_CHANGES } from "#content";
import { type JobEntry, onEvent, onSchedule, work } from "#platform/job";
import type { Identity } from "./identity.server.ts";
import { REVOKE_CONSENT, SEND_RESET, SWEEP_MERGED, TAKE_NOTICE, TELL_LEGAL } from "./job-kinds.ts";

export const identityJobs = (identity: Identity): readonly JobEntry[] => [
  work(SEND_RESET, ({ email }) => identity.sendReset(email)),
  work(SWEEP_MERGED, (move) => identity.sweepMerged(move)),
  work(TAKE_NOTICE, ({ inbox_id }) => identity.social.takeNotice(inbox_id)),
  work(REVOKE_CONSENT, (consent) => identity.social.revokeConsent(consent)),
  onEvent(LEGAL_CHANGES, "identity.begin_telling", (change) => identity.tellLegal({ ...change, after: null })),
  work(TELL_LEGAL, (change) => identity.tellLegal(change)),
  onSchedule("identity.rotate_keys", { cron: "17 4 * * *" }, () => identity.rotateKeys()),
  onSchedule("identity.tidy", { cron: "37 4 * * *" }, () => identity.tidy()),
];
