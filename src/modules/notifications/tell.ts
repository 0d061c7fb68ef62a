/** One event, told on each channel that its member chose: by mail, on our own pages, on their screens and to their phone. */
import type { Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import type { KnownLetters } from "./known-letters.ts";
import type { LetterDraft } from "./letter.ts";
import { readPreferences } from "./preference-store.ts";
import type { MailName, Recipient, WriteMail } from "./write-mail.ts";

export type Told = {
  cause: string;
  recipient: Recipient;
  letter: LetterDraft;
  replyTo?: string;
  name?: MailName;
};
/** Keeps what is told on one channel, once for each cause. */
export type Tell = (tx: Tx, told: Told & { user_id: string }) => Promise<void>;

/** Who has no account has no summary either. */
const NOBODYS = { digest: "none", zone: null } as const;

export const createTell =
  (deps: {
    letters: KnownLetters;
    writeMail: WriteMail;
    askForDigest(tx: Tx, member: { user_id: string; partner: string | null }): Promise<void>;
    channels: readonly Tell[];
  }) =>
  async (tx: Tx, told: Told): Promise<void> => {
    const { recipient, letter } = told;
    const { user_id, email } = recipient;
    // Operators would see it by its code, and find it by nothing.
    assert(deps.letters.knows(letter.template), `no module declares the letter ${letter.template}`);
    if (user_id) for (const tell of deps.channels) await tell(tx, { ...told, user_id });
    if (!email) return;
    const { digest, zone } = user_id === null ? NOBODYS : await readPreferences(tx, user_id);
    const waits = !letter.hurry && !letter.secret && letter.list !== "account";
    const gathered = waits && digest !== "none";
    await deps.writeMail(tx, { ...told, recipient: { ...recipient, email }, gathered, zone });
    if (gathered && user_id) await deps.askForDigest(tx, { user_id, partner: recipient.partner });
  };
