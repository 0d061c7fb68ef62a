/** What the settings page shows of an account, in one call. */

import type { IdentityContext } from "./context.ts";
import type { Member } from "./identity.types.ts";
import { listSafetyEvents, type SafetyKind } from "./link-store.ts";
import { leftOver } from "./member-data.ts";
import { deviceOf } from "./rules-devices.ts";
import { readSecondFactors } from "./second-factor/time-codes.ts";
import { listSessions } from "./sessions.ts";
import { findUser } from "./store.ts";

const LINES_SHOWN = 20;

export async function readSettings(context: IdentityContext, member: Member, language: "en" | "es") {
  const [user, sessions, events, left, factors] = await Promise.all([
    findUser(context.database.db, member.user_id),
    listSessions(context, member),
    listSafetyEvents(context.database.db, member.user_id, LINES_SHOWN),
    leftOver(context.ledger, member.user_id),
    readSecondFactors(context, member.user_id),
  ]);
  return {
    looks_allowed: Boolean(user?.looks_allowed_at),
    factors,
    sessions,
    log: events.map((event) => ({
      id: event.event_id,
      kind: event.kind as SafetyKind,
      device: event.user_agent ? deviceOf(event.user_agent, language) : "",
      address: event.address,
      at: event.at.toISOString(),
    })),
    left: {
      available: left.available.toString(),
      pending: left.pending.toString(),
      held: left.held.toString(),
      coins: left.coins.toString(),
    },
  };
}
