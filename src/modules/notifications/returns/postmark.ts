/**
 * Postmark's webhooks of bounces and spam complaints (postmarkapp.com/developer/webhooks). They are not signed: the address
 * that they are sent to holds a name and a password, which come as basic authentication.
 */
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { sha256 } from "#platform/ids";
import type { ReturnMessage } from "./returns.types.ts";

/** Of its twenty types those that say that there is no such mailbox; the rest are passing, or about one mail. */
const HARD = new Set(["HardBounce", "BadEmailAddress"]);

const message = z.object({
  RecordType: z.enum(["Bounce", "SpamComplaint"]),
  ID: z.number(),
  Type: z.string(),
  Email: z.string().max(320),
  Description: z.string().optional(),
  Details: z.string().optional(),
});

export function isPostmark(authorization: string | undefined, secret: string): boolean {
  const given = Buffer.from(authorization?.replace(/^Basic /i, "") ?? "", "base64").toString("utf8");
  // The name before the colon is the operator's choice.
  const password = given.slice(given.indexOf(":") + 1);
  return timingSafeEqual(sha256(password), sha256(secret));
}

/** Null when it is no message of theirs; without returns when nothing follows from it. */
export function readPostmark(body: unknown): ReturnMessage | null {
  const read = message.safeParse(body);
  if (!read.success) return null;
  const { RecordType, ID, Type, Email, Description, Details } = read.data;
  const detail = [Type, Description, Details].filter(Boolean).join(": ").slice(0, 300);
  const reason = RecordType === "SpamComplaint" ? ("complaint" as const) : ("bounce" as const);
  const counts = reason === "complaint" || HARD.has(Type);
  return { message_id: `${RecordType}:${ID}`, returns: counts ? [{ address: Email, reason, detail }] : [] };
}
