/** Seals what may not lie open at rest (links of gift cards, small pictures): AES-256-GCM, key from SECRET_KEY. Tampering makes opening fail. */
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
  function closeBytes(bytes: Buffer): Buffer {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }
  function openBytes(sealed: Buffer): Buffer {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
  }
  return {
    closeBytes,
    openBytes,
    close: (text: string): Buffer => closeBytes(Buffer.from(text, "utf8")),
    open: (sealed: Buffer): string => openBytes(sealed).toString("utf8"),
  };
}
export type Seal = ReturnType<typeof createSeal>;
