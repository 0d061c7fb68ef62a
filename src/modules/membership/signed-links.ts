/**
 * Links of mails that work signed out: they cancel, lead to a new card, or stop retries, each for one membership and for
 * a year, and open nothing else.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { addDays, type Clock } from "#platform/clock";
import { membershipId, readMembershipId } from "./ids.ts";

export const LINK_DAYS = 365;
export type LinkPurpose = "cancel" | "card" | "no-retry";
const PATHS: Record<LinkPurpose, string> = {
  cancel: "/cancel-subscription?t=",
  card: "/updatepay_method?type=card&t=",
  "no-retry": "/spoptout?t=",
};

export function createLinks(options: { secret: string; publicUrl: string; clock: Clock }) {
  const sign = (text: string) =>
    createHmac("sha256", options.secret).update(`membership:${text}`).digest("base64url").slice(0, 43);
  return {
    make(purpose: LinkPurpose, id: string): string {
      const until = Math.floor(addDays(options.clock.now(), LINK_DAYS).getTime() / 1_000);
      const text = `${purpose}.${membershipId.show(id)}.${until}`;
      return `${options.publicUrl}${PATHS[purpose]}${encodeURIComponent(`${text}.${sign(text)}`)}`;
    },
    /** The membership that a token names; null for one that is forged, for something else, or too old. */
    read(purpose: LinkPurpose, token: string): string | null {
      const parts = token.length > 300 ? [] : token.split(".");
      const [named = "", shown = "", until = "", signature = ""] = parts;
      const id = readMembershipId(shown);
      if (parts.length !== 4 || named !== purpose || !id) return null;
      const expected = Buffer.from(sign(`${named}.${shown}.${until}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      return Number(until) * 1_000 > options.clock.now().getTime() ? id : null;
    },
  };
}
export type Links = ReturnType<typeof createLinks>;
