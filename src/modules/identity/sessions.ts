/** A member's sessions: where they are signed in, and ending any of them. */

import { done, type Outcome, refused } from "#platform/outcome";
import type { IdentityContext } from "./context.ts";
import { dropCodesOnTheWay } from "./extension-store.ts";
import type { Member } from "./identity.types.ts";
import { sessionId } from "./ids.ts";
import { insertSafetyEvent } from "./link-store.ts";
import type { IdentityRefusal } from "./messages.ts";
import { type DeviceKind, deviceKindOf, deviceOf, extensionIn } from "./rules-devices.ts";
import { endSessionsOf, findSessionsOf, type SessionListRow } from "./store.ts";

export type SessionView = {
  session_id: string;
  device: { en: string; es: string };
  kind: DeviceKind;
  address: string;
  country: string | null;
  signed_in_at: string;
  last_used_at: string;
  current: boolean;
};

const named = ({ opened_by, user_agent }: Pick<SessionListRow, "opened_by" | "user_agent">) => {
  const name = opened_by === "extension" ? extensionIn : deviceOf;
  return { en: name(user_agent), es: name(user_agent, "es") };
};

export async function listSessions(context: IdentityContext, member: Member): Promise<SessionView[]> {
  const rows = await findSessionsOf(context.database.db, member.user_id, context.clock.now());
  return rows
    .map((row) => ({
      session_id: sessionId.show(row.session_id),
      device: named(row),
      kind: deviceKindOf(row.user_agent),
      address: row.address,
      country: row.country,
      signed_in_at: row.issued_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      current: row.session_id === member.session_id,
    }))
    .sort((a, b) => Number(b.current) - Number(a.current));
}

/** Ends one of the member's own sessions, or all but this one. Somebody else's id is as unknown as a made-up one. */
export async function endSessions(
  context: IdentityContext,
  member: Member,
  which: string | "others",
): Promise<Outcome<{ ended: number }, IdentityRefusal>> {
  const now = context.clock.now();
  const ended = await context.database.transaction(async (tx) => {
    if (which === "others") await dropCodesOnTheWay(tx, member.user_id, now);
    const count =
      which === "others"
        ? await endSessionsOf(tx, member.user_id, member.session_id, "signed_out_elsewhere", now)
        : await endSessionsOf(tx, member.user_id, null, "signed_out_elsewhere", now, which);
    if (count > 0)
      await insertSafetyEvent(tx, {
        user_id: member.user_id,
        kind: "signed_out_elsewhere",
        detail: String(count),
        at: now,
      });
    return count;
  });
  context.forgetUser(member.user_id);
  return ended === 0 && which !== "others" ? refused("session_unknown") : done({ ended });
}
