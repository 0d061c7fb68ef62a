/** What is signed of a bundle. The extension holds the public half and takes nothing that the private half did not sign. */
import { createSigner, type Signer } from "#platform/signer";

/** Beside the sandbox: known to everybody, and refused when people are real. */
const PRACTICE_KEY = "the sandbox's key of the extension, no secret";

export const createBundleSigner = (setting: string | undefined): Signer => createSigner(setting ?? PRACTICE_KEY);

/** The exact text that is signed: whose bundle it is, which one, from when, and what is in it. */
export const signedText = (bundle: { brand: string; version: number; made_at: string; hash: string }): string =>
  ["tuppence-bundle-1", bundle.brand, bundle.version, bundle.made_at, bundle.hash].join("\n");

/** Signed apart from the bundle, so that saying it makes no new one. */
export const oldestText = (oldest: { brand: string; version: string; from: string }): string =>
  ["tuppence-oldest-1", oldest.brand, oldest.version, oldest.from].join("\n");
