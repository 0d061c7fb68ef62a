/** Ed25519 signatures over texts that others check without us: whoever holds the public half takes nothing that we did not sign. */
import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { sha256 } from "#platform/ids";

/** What stands before a raw Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** `public_key`: the raw 32 bytes, base64url. Signatures are base64url. */
export type Signer = { readonly public_key: string; sign(text: string): string };

/** The key follows from the secret: the same secret signs alike on every server. */
export function createSigner(secret: string): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, sha256(secret)]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return {
    public_key: spki.subarray(-32).toString("base64url"),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64url"),
  };
}
