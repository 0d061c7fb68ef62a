/** Seals small secrets at rest (gift card links): AES-256-GCM, key from SECRET_KEY. Tampering makes opening fail. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { sha256 } from "#platform/ids";

/**
 * The operator's secret, from which every seal and signature is derived, each with a word of its own before it. Beside
 * the sandbox it may be absent; without the sandbox the start refuses that.
 */
export const secretOf = (config: { SECRET_KEY?: string | undefined; DATA_DIR: string }): string =>
  config.SECRET_KEY ?? `only-beside-the-sandbox:${config.DATA_DIR}`;

export function createSeal(secret: string) {
  const key = sha256(`seal:${secret}`);
  return {
    close(text: string): Buffer {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open(sealed: Buffer): string {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString("utf8");
    },
  };
}
export type Seal = ReturnType<typeof createSeal>;
