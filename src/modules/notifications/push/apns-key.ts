/** Who asks Apple in our name: a key for tokens, the text of the `.p8` file that Apple hands out once. */
import { createPrivateKey } from "node:crypto";

/** Made for the sandbox alone, which knows the public half; it opens nothing anywhere else. */
const SANDBOX_KEY =
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAdxtKgDsi7CyjWh22oetjfAmaiLJykWM/U6hV08NaZyhRANCAAQpDkhcESG0Z2j1mpn6mBSXb1opXT1/o+c5marw9Bh71gGtIvHC6+XBKoPWeBEDG+Eby/r7W/h5+2pXive5R5f1";

const toPem = (body: string): string => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`;

/** PEM, PKCS #8, of the curve P-256. `off` is nobody, `sandbox` who the sandbox knows; null for a text that is no such key. */
export function readApnsKey(text: string): string | null {
  if (text === "off") return "off";
  // Where settings are lines of a file, line breaks inside of one are written as two characters.
  const pem = text === "sandbox" ? toPem(SANDBOX_KEY) : text.replaceAll("\\n", "\n");
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === "prime256v1" ? pem : null;
  } catch {
    return null;
  }
}
