/**
 * Tries at the console's door that did not open it, in the same log. Whoever tried is nobody: the account is what it was about, if
 * it is known, and of a stranger's address the neighbourhood is kept. Nothing that they sent is.
 */
import { neighbourhoodOf } from "#platform/network";
import { keep } from "./audit.ts";
import { operatorId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import type { StaffContext, Visit } from "./staff.types.ts";

export type Failure = {
  how: "passkey" | "password and code" | "one-time link";
  why:
    | "unknown passkey"
    | "passkey not confirmed"
    | "link used, over or made up"
    | "new passkey not confirmed"
    | "unknown address"
    | "wrong password"
    | "wrong code"
    | "switched off";
  /** Whose account it was about. */
  person_id: string | null;
};
const SOMEBODY = { person_id: null, name: "somebody" } as const;

/** Above the limit of all together nothing is added: whoever has many addresses would make the log unreadable, and large. */
export async function keepFailure(
  context: StaffContext,
  { how, why, person_id }: Failure,
  visit: Visit,
  what: "sign_in_failed" | "confirm_failed" = "sign_in_failed",
): Promise<void> {
  if (await context.limits.take(LIMITS.console_failures, "all")) return;
  await keep(
    context,
    SOMEBODY,
    { what, object: person_id ? operatorId.show(person_id) : "", facts: { how, why } },
    { address: neighbourhoodOf(visit.address), request_id: visit.request_id },
  );
}
