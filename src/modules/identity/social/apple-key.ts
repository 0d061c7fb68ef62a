/** The key by which Apple knows us, as an operator may write it: the `.p8` file's text, on one line or several, or what stands between its two lines. */
import { createPrivateKey } from "node:crypto";

export function pemOf(key: string): string {
  const body = key.replace(/-----[A-Z ]+-----/g, "").replace(/\s|\\n/g, "");
  return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
}

export function isAppleKey(key: string): boolean {
  try {
    return createPrivateKey(pemOf(key)).asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}
