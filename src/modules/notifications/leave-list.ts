/** Signed links that leave a mailing list without a sign-in (RFC 8058). They open nothing else. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { userId as publicId, readEither } from "#platform/ids";
import { LISTS, type List } from "./rules.ts";

const sign = (secret: string, text: string) =>
  createHmac("sha256", secret).update(`leave:${text}`).digest("base64url").slice(0, 32);

export function leaveUrl(publicUrl: string, secret: string, userId: string, list: List): string {
  const text = `${publicId.show(userId)}.${list}`;
  return `${publicUrl}/un?t=${encodeURIComponent(`${text}.${sign(secret, text)}`)}`;
}

/** Whose list a token leaves; null for a token that we did not sign. */
export function readLeaveToken(secret: string, token: string): { user_id: string; list: List } | null {
  const [shown = "", list = "", signature = ""] = token.split(".");
  const user_id = readEither(publicId, shown);
  const expected = Buffer.from(sign(secret, `${shown}.${list}`));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return user_id && list in LISTS ? { user_id, list: list as List } : null;
}
