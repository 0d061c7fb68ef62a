/** What a member sees of their invitations: the own link, who came, what was earned and when the rest comes. */

import { encode } from "uqr";
import { newSecret } from "#platform/ids";
import type { RewardsContext } from "./context.ts";
import { referralId } from "./ids.ts";
import { REFERRAL_REASONS } from "./messages.ts";
import { readCredits } from "./promotion-store.ts";
import { type ReferralState, readCode, shortName } from "./rules.ts";
import { findCode, findCodeOf, findReferralOf, insertCode, readInvited, sumInvited } from "./store.ts";

const MAX_SHOWN = 100;
const CODE_CHARACTERS = 8;

type Words = { en: string; es: string };
export type InvitedEntry = {
  id: string;
  name: string;
  /** `lapsed` is a friend who joined and made no order in time. */
  state: ReferralState | "lapsed";
  joined_at: string;
  until: string;
  expected_at: string | null;
  earned_at: string | null;
  amount_minor: string;
  reason: Words | null;
};
export type ReferralTerms = {
  inviter_minor: number;
  friend_minor: number;
  min_order_minor: number;
  window_days: number;
  max_per_year: number;
};
export type ReferralPage = {
  code: string;
  link: string;
  /** The link as a QR code: the side in modules and an SVG path of the dark ones. */
  qr: { size: number; path: string };
  terms: ReferralTerms;
  sums: { friends: number; earned_minor: string; pending_minor: string };
  invited: InvitedEntry[];
  /** When the member came by an invitation. */
  own: (InvitedEntry & { min_order_minor: string }) | null;
  credit: { amount_minor: string; state: "pending" | "earned" | "reversed"; at: string } | null;
};

/** The member's code, made at the first time of asking. Two at once get the same one. */
export async function codeOf(context: RewardsContext, userId: string): Promise<string> {
  const { database, clock } = context;
  for (;;) {
    const found = await findCodeOf(database.db, userId);
    if (found) return found;
    const code = newSecret(CODE_CHARACTERS).toUpperCase();
    await database.transaction((tx) => insertCode(tx, code, userId, clock.now()));
  }
}

export async function readReferralPage(context: RewardsContext, userId: string): Promise<ReferralPage> {
  const { db } = context.database;
  const code = await codeOf(context, userId);
  const [rows, sums, own, [credit]] = await Promise.all([
    readInvited(db, userId, MAX_SHOWN),
    sumInvited(db, userId),
    findReferralOf(db, userId),
    readCredits(db, userId),
  ]);
  const contact = await context.identity.contact(userId);
  const people = new Map<string, string>();
  for (const id of new Set([...rows.map((row) => row.friend_id), ...(own ? [own.inviter_id] : [])]))
    people.set(id, shortName((await context.identity.contact(id))?.name ?? ""));
  const now = context.clock.now();
  const entryOf = (row: (typeof rows)[number], side: "inviter" | "friend"): InvitedEntry => ({
    id: referralId.show(row.referral_id),
    name: people.get(side === "inviter" ? row.friend_id : row.inviter_id) ?? "",
    state: row.state === "joined" && row.window_ends_at < now ? "lapsed" : row.state,
    joined_at: row.joined_at.toISOString(),
    until: row.window_ends_at.toISOString(),
    expected_at: row.expected_at?.toISOString() ?? null,
    earned_at: row.earned_at?.toISOString() ?? null,
    amount_minor: (side === "inviter" ? row.inviter_minor : row.friend_minor).toString(),
    reason: row.reason_code ? REFERRAL_REASONS[row.reason_code] : null,
  });
  const link = `${context.settings.PUBLIC_URL}/refer?code=${code}`;
  return {
    code,
    link,
    qr: drawQr(link),
    terms: context.partners.named(contact?.partner ?? null).referral,
    sums: {
      friends: Number(sums.friends),
      earned_minor: sums.earned.toString(),
      pending_minor: sums.pending.toString(),
    },
    invited: rows.map((row) => entryOf(row, "inviter")),
    own: own && { ...entryOf(own, "friend"), min_order_minor: own.min_order_minor.toString() },
    credit: credit
      ? { amount_minor: credit.amount_minor.toString(), state: credit.state, at: credit.claimed_at.toISOString() }
      : null,
  };
}

export type Invitation = { code: string; user_id: string; name: string };

/** Whose code this is, by first name only; null for a code that nobody has. */
export async function readInvitation(context: RewardsContext, text: string | null): Promise<Invitation | null> {
  const code = readCode(text);
  const found = code ? await findCode(context.database.db, code) : null;
  const owner = found ? await context.identity.contact(found.user_id) : null;
  return found && owner
    ? { code: found.code, user_id: found.user_id, name: owner.name.trim().split(/\s+/)[0] ?? "" }
    : null;
}

/** One path of all dark modules: a QR code as text of two kilobytes instead of hundreds of elements. */
function drawQr(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 2 });
  let path = "";
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      let to = x;
      while (to < size && row[to]) to += 1;
      path += `M${x} ${y}h${to - x}v1h${x - to}z`;
      x = to;
    }
  return { size, path };
}
