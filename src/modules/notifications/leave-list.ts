/** Signed links that leave a mailing list without a sign-in (RFC 8058). They open nothing else. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { LISTS, type List } from "./rules.ts";

const sign = (secret: string, text: string) =>
  createHmac("sha256", secret).update(`leave:${text}`).digest("base64url").slice(0, 32);

export function leaveUrl(publicUrl: string, secret: string, userId: string, list: List): string {
  const text = `${userId}.${list}`;
  return `${publicUrl}/un?t=${encodeURIComponent(`${text}.${sign(secret, text)}`)}`;
}

/** Whose list a token leaves; null for a token that we did not sign. */
export function readLeaveToken(secret: string, token: string): { user_id: string; list: List } | null {
  const [userId = "", list = "", signature = ""] = token.split(".");
  const expected = Buffer.from(sign(secret, `${userId}.${list}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return list in LISTS ? { user_id: userId, list: list as List } : null;
}
