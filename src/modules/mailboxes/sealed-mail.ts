/** Mails that wait to be read: whoever reads the database alone reads nothing of them. */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createSeal } from "#platform/seal";
import { MAX_MAIL_BYTES } from "./limits.ts";

/** Whose rows of the inbox they are. */
export const PROVIDER = "mailbox";

export function createMailSeal(secret: string) {
  const seal = createSeal(`mailboxes:${secret}`);
  return {
    close: (raw: Buffer): string => seal.close(deflateRawSync(raw).toString("base64")).toString("base64"),
    open: (sealed: string): Buffer =>
      inflateRawSync(Buffer.from(seal.open(Buffer.from(sealed, "base64")), "base64"), {
        maxOutputLength: MAX_MAIL_BYTES + 1,
      }),
  };
}
export type MailSeal = ReturnType<typeof createMailSeal>;
