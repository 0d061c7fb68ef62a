/** A mail once more, as it was sent, to an operator who looks at how it reads in a mailbox. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { derivedId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { DeclaredLetter } from "#platform/module";
import { done, type Outcome, refused } from "#platform/outcome";
import { mailId } from "./ids.ts";
import { SEND_MAIL } from "./job-kinds.ts";
import { readMail } from "./operator-store.ts";
import { insertMail } from "./store.ts";

export const COPY: DeclaredLetter = {
  template: "copy_for_operator",
  title: { en: "Copy for an operator", es: "Copia para un operador" },
};

/** `mail`: its public id. The same `cause` again sends nothing. What holds a link that opens something, or was erased, is not sent. */
export async function copyMail(
  { database, clock }: { database: DatabaseHandle; clock: Clock },
  { mail: shown, to, cause }: { mail: string; to: string; cause: string },
): Promise<Outcome<null, "unknown" | "not_kept">> {
  const id = mailId.read(shown);
  const mail = id && (await readMail(database.db, id));
  if (!mail) return refused("unknown");
  if (mail.secret || mail.html === "") return refused("not_kept");
  // Erased here once it is sent: what its reader's leaving erases must not live on in a copy that is nobody's.
  await database.transaction(async (tx) => {
    const copy = derivedId("mail", `mail:${cause}`);
    const isNew = await insertMail(tx, {
      ...{ mail_id: copy, cause, user_id: null, recipient: to, reply_to: null, message_id: null, headers: {} },
      ...{ template: COPY.template, language: mail.language, subject: mail.subject, html: mail.html },
      ...{ plain: mail.plain, list: "account", secret: true, partner: mail.partner, brief: null, state: "queued" },
      at: clock.now(),
    });
    if (isNew) await addJobs(tx, [SEND_MAIL.with({ mail_id: copy })]);
  });
  return done(null);
}
