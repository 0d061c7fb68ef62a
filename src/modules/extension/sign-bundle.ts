/** Ed25519 over what a manifest says. The extension holds the public half and takes nothing that the private half did not sign. */
import { createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { sha256 } from "#platform/ids";

/** What stands before a raw Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
/** Beside the sandbox: known to everybody, and refused when people are real. */
const PRACTICE_KEY = "the sandbox's key of the extension, no secret";

export type Signer = { readonly public_key: string; sign(text: string): string };

export function createSigner(setting: string | undefined): Signer {
  const key = keyOf(setting ?? PRACTICE_KEY);
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  return {
    public_key: spki.subarray(-32).toString("base64url"),
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64url"),
  };
}

const keyOf = (setting: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, sha256(setting)]), format: "der", type: "pkcs8" });

/** The exact text that is signed: whose bundle it is, which one, from when, and what is in it. */
export const signedText = (bundle: { brand: string; version: number; made_at: string; hash: string }): string =>
  ["tuppence-bundle-1", bundle.brand, bundle.version, bundle.made_at, bundle.hash].join("\n");
