/** How a member and a session read on the operators' pages. */
import { userId } from "#platform/ids";
import type { Facts, ObjectPage } from "#platform/operator";
import type { SessionOfMember } from "./desk/desk-store.ts";
import { sessionId } from "./ids.ts";
import type { listSafetyEvents } from "./link-store.ts";
import { deviceOf } from "./rules-devices.ts";
import type { SecondFactors } from "./second-factor/time-codes.ts";
import type { UserRow } from "./store.ts";

/** What is not known is left out. */
const known = (facts: Record<string, string | null | undefined>): Facts =>
  Object.fromEntries(Object.entries(facts).filter((entry): entry is [string, string] => Boolean(entry[1])));

function stateOf(user: UserRow): string {
  if (user.deleted_at) return `deleted ${user.deleted_at.toISOString()}`;
  if (user.merged_into) return `went into ${userId.show(user.merged_into)}`;
  return user.closed_at ? `closed ${user.closed_at.toISOString()}` : "open";
}

export function memberPage(found: {
  user: UserRow;
  events: Awaited<ReturnType<typeof listSafetyEvents>>;
  former: readonly string[];
  factors: SecondFactors;
}): ObjectPage {
  const { user, events, former, factors } = found;
  const plans = [user.plus_active && "Plus", user.standard_active && "Standard", user.shipping_active && "shipping"];
  return {
    facts: known({
      state: stateOf(user),
      joined: user.created_at.toISOString(),
      "address confirmed": user.email_verified_at?.toISOString() ?? "no",
      membership: plans.filter(Boolean).join(", ") || "none",
      language: user.language === "es" ? "Spanish" : "English",
      partner: user.partner,
      country: user.country_code,
      "came by": [user.sid, user.cid].filter(Boolean).join(" / "),
      "second step": factors.time_code ? `on, ${factors.recovery_codes_left} recovery codes left` : "off",
      passkeys: String(factors.passkeys.length),
      "may be looked at": user.looks_allowed_at ? `yes, since ${user.looks_allowed_at.toISOString()}` : "with a reason",
    }),
    personal: known({ name: user.name, address: user.email, "address asked for": user.pending_email }),
    timeline: events
      .map((event) => ({ at: event.at, what: event.kind.replaceAll("_", " "), by: "account" }))
      .toReversed(),
    links: [...former, ...(user.merged_into ? [user.merged_into] : [])].map((id) => ({
      kind: "member",
      id: userId.show(id),
      line: id === user.merged_into ? "went into this account" : "went into this one",
    })),
  };
}

export const sessionPage = (row: SessionOfMember): ObjectPage => ({
  facts: known({
    device: deviceOf(row.user_agent),
    began: row.issued_at.toISOString(),
    "last used": row.last_used_at.toISOString(),
    ends: row.expires_at.toISOString(),
    ended: row.ended_at && `${row.ended_at.toISOString()} (${row.end_reason})`,
  }),
  personal: known({ network: row.address, country: row.country }),
  timeline: [
    { at: row.issued_at, what: "signed in", by: "member" },
    ...(row.ended_at ? [{ at: row.ended_at, what: `ended: ${row.end_reason}`, by: "member" }] : []),
  ],
  links: [{ kind: "member", id: userId.show(row.user_id), line: "whose session it is" }],
});

export const sessionLine = (row: SessionOfMember) => ({
  kind: "session",
  id: sessionId.show(row.session_id),
  at: row.issued_at,
  line: `${deviceOf(row.user_agent)}, last used ${row.last_used_at.toISOString()}${row.ended_at ? `, ended: ${row.end_reason}` : ""}`,
});
