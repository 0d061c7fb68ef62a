/** A link as it begins, before anything of it is known. */
import { CONSENT_VERSION, consentHash } from "./consent.ts";
import type { LinkRow } from "./link-store.ts";
import { BACK_DAYS } from "./rules.ts";

export const MAX_LINKS = 5;

export const firstRow = (told: { link_id: string; user_id: string; address: string; at: Date }): LinkRow => ({
  ...{ link_id: told.link_id, user_id: told.user_id, state: "checking", address: told.address },
  ...{ host: "", secret_sealed: null, consent_version: CONSENT_VERSION, consent_hash: consentHash("en") },
  ...{ consent_language: "en", consented_at: told.at, since: new Date(told.at.getTime() - BACK_DAYS * 86_400_000) },
  ...{ provider: "imap", cursor: null, caught_up_at: null, last_sync_at: null, next_sync_at: null, failures: 0 },
  ...{ last_error: null, failed_at: null, looked_at: 0n, too_large: 0n, reauth_since: null, reminded_at: null },
  ...{ sequence: 1, created_at: told.at, changed_at: told.at },
});
