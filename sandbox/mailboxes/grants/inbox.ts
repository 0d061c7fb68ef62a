import { perWorld, type World } from "../../world.ts";
import { boxOf } from "../imap/mailbox.ts";

/** The one mailbox of this world, as providers' own interfaces show it: the same mails that IMAP has. */
export interface Mail {
  uid: number;
  at: number;
  raw: Buffer;
}

/** A mail never changes, and every question walks over all of them: its bytes are made once. */
const known = new WeakMap<object, Mail>();

export function mailsOf(world: World): Mail[] {
  const messages = boxOf(world).server?.getMailbox("INBOX").messages ?? [];
  return messages.map((message) => {
    const { uid, internaldate, raw } = message;
    const mail = known.get(message) ?? {
      ...{ uid, at: Date.parse(internaldate.trim().replace(/^(\d+)-(\w+)-(\d+)/, "$1 $2 $3")) },
      raw: Buffer.from(raw, "binary"),
    };
    known.set(message, mail);
    return mail;
  });
}
export const mailOf = (world: World, uid: number): Mail | undefined => mailsOf(world).find((one) => one.uid === uid);

export const headerOf = (mail: Mail, name: string): string => {
  const head = mail.raw.toString("latin1", 0, 16_384).split(/\r?\n\r?\n/)[0] ?? "";
  const unfolded = head.replaceAll(/\r?\n[ \t]+/g, " ");
  return new RegExp(`^${name}:\\s*(.*)$`, "im").exec(unfolded)?.[1]?.trim() ?? "";
};

/** Up to which mail, or how often, what happened is forgotten: who asks for what came since is told to begin anew. */
export const forgotten = perWorld(() => ({ gmail: 0, microsoft: 0 }));
export const lastUid = (world: World): number => mailsOf(world).at(-1)?.uid ?? 0;
