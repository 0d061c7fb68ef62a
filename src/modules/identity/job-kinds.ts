/** Kinds of jobs and events of accounts. */
import { z } from "zod";
import { defineEvent, defineJob } from "#platform/job";

/** An operator closed an account: nobody signs in any more, and nothing more is charged. */
export const CLOSED = defineEvent("identity.closed", { user_id: z.string() });

export const SEND_RESET = defineJob("identity.send_reset", { email: z.string() });
export const SWEEP_MERGED = defineJob("identity.sweep_merged", {
  from: z.string(),
  to: z.string(),
  round: z.int().min(0),
});
/** Tells members, some at a time, that a legal text changes. `after`: the last who was told. */
export const TELL_LEGAL = defineJob(
  "identity.tell_legal",
  { edition: z.string(), what: z.enum(["comes", "stays"]), after: z.guid().nullable() },
  // A killed worker's batch is done once more: it does not begin a second row of batches.
  { key: ({ edition, what, after }) => `identity.tell_legal:${edition}:${what}:${after}` },
);
/** Acts on what a provider of sign-ins told on its own. */
export const TAKE_NOTICE = defineJob("identity.take_notice", { inbox_id: z.guid() });
export const REVOKE_CONSENT = defineJob(
  "identity.revoke_consent",
  { provider: z.enum(["google", "apple", "facebook"]), sealed: z.base64() },
  { max_attempts: 12 },
);
