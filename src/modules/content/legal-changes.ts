/** How legal texts change: whom a change concerns, and what its edition must say before it is published. */
import { addDays, civilDate } from "#platform/clock";
import type { ContentFile } from "./read-content.ts";
import { fitting } from "./rules.ts";

/** Days between the telling of a change and its minute: the terms promise them. */
export const NOTICE_DAYS = 30;

type Place = { name: string; partner?: string | null | undefined; country?: string | null | undefined };
/** A member, or whoever reads a page. */
export type LegalReader = { partner: string; country: string | null };

const asVariant = ({ name, partner, country }: Place) => ({
  name,
  ...(partner ? { partner } : {}),
  ...(country ? { country } : {}),
});

/** Whether somebody reads a text: it is for them, and of the others of its name none is more their own. */
export function isRead(own: Place, others: readonly Place[], reader: LegalReader): boolean {
  const mine = asVariant(own);
  return fitting([...others.map(asVariant), mine], reader).includes(mine);
}

/** The page on which a text stands: its own, or that of the text it adds to. */
export const documentOf = ({ name, adds_to }: Pick<ContentFile, "name" | "adds_to">): string => adds_to ?? name;

/** What its date says and since when it stands are one; and who agreed to other words is told in time. Null when it may be. */
export function findLegalFault(asked: {
  says: string;
  live_at: Date;
  at: Date;
  is_agreed_to: boolean;
  /** Days on which other editions of the same text begin to stand. */
  taken_days: readonly string[];
}): { code: "text_wrong"; why: string } | { code: "from_too_soon" | "day_taken" } | null {
  const day = civilDate(asked.live_at);
  if (asked.says !== day)
    return { code: "text_wrong", why: `Its head says date: ${asked.says}, and it would be published from ${day}.` };
  if (asked.is_agreed_to && asked.live_at < addDays(asked.at, NOTICE_DAYS)) return { code: "from_too_soon" };
  // Its page is told by its day: of two of one day one would be announced and never be read.
  if (asked.is_agreed_to && asked.taken_days.includes(day)) return { code: "day_taken" };
  return null;
}
