/** Writes one mail with its frame: whose it is, why its reader gets it, and how they leave. Queued, or gathered for a summary. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { SEND_MAIL } from "./job-kinds.ts";
import { leaveUrl } from "./leave-list.ts";
import { type LetterDraft, leadTo } from "./letter.ts";
import { LISTS, type List } from "./rules.ts";
import type { NotificationsSettings } from "./settings.ts";
import { insertMail } from "./store.ts";
import { type Frame, renderHtml, renderPlain } from "./templates/layout.ts";
import { pick } from "./templates/words.ts";

/** Who came from another account may have no address yet: to nobody nothing is sent. */
export type Recipient = {
  user_id: string | null;
  email: string | null;
  name: string;
  language: "en" | "es";
  /** Under whose name they know us; null: the home brand's. */
  partner: string | null;
};
/** By what an answer to it names it (RFC 5322), with what else stands at its head. */
export type MailName = { message_id: string; headers: Readonly<Record<string, string>> };
export type MailInput = {
  cause: string;
  recipient: Recipient & { email: string };
  letter: LetterDraft;
  /** Whom an answer goes to. */
  replyTo?: string;
  name?: MailName;
  /** Under which list it goes, when it is not the letter's own. */
  list?: List;
  /** Waits for its reader's summary. */
  gathered?: boolean;
  /** Of its reader, where they told it. */
  zone?: string | null;
};
export type WriteMail = (tx: Tx, input: MailInput) => Promise<string>;

/** The mail's id, whether it is new or was there. */
export const createWriteMail =
  (deps: {
    clock: Clock;
    settings: NotificationsSettings;
    secret: string;
    partners: Pick<Partners, "named" | "originOf">;
  }): WriteMail =>
  async (tx, input) => {
    const { settings } = deps;
    const { recipient, letter: draft, gathered = false } = input;
    const list = input.list ?? draft.list;
    const publicUrl = deps.partners.originOf(recipient.partner, settings.PUBLIC_URL);
    const letter = leadTo(publicUrl, settings.PUBLIC_URL, draft.write(recipient.language, publicUrl, input.zone));
    const frame: Frame = {
      language: recipient.language,
      brand: deps.partners.named(recipient.partner).name,
      publicUrl,
      postalAddress: settings.MAIL_ADDRESS,
      reason: reasonOf(recipient, draft, list),
      leave:
        LISTS[list].leaves && recipient.user_id
          ? {
              href: leaveUrl(publicUrl, deps.secret, recipient.user_id, list),
              label: pick(recipient.language, "Unsubscribe", "Cancelar la suscripción"),
            }
          : null,
    };
    const mail_id = derivedId("mail", `mail:${input.cause}`);
    const isNew = await insertMail(tx, {
      mail_id,
      cause: input.cause,
      user_id: recipient.user_id,
      template: draft.template,
      secret: draft.secret,
      language: recipient.language,
      recipient: recipient.email,
      reply_to: input.replyTo ?? null,
      message_id: input.name?.message_id ?? null,
      headers: input.name?.headers ?? {},
      subject: letter.subject,
      html: renderHtml(letter, frame),
      plain: renderPlain(letter, frame),
      list,
      partner: recipient.partner,
      state: gathered ? "gathered" : "queued",
      brief: gathered
        ? { title: letter.headline, text: letter.lead, ...(letter.button && { link: letter.button }) }
        : null,
      at: deps.clock.now(),
    });
    if (isNew && !gathered) await addJobs(tx, [SEND_MAIL.with({ mail_id })]);
    return mail_id;
  };

function reasonOf({ user_id, email, language }: MailInput["recipient"], draft: LetterDraft, list: List): string {
  if (draft.because) return draft.because[language];
  if (!user_id)
    return pick(
      language,
      `You're getting this email because somebody typed ${email} on our site. If that was not you, do nothing.`,
      `Recibes este correo porque alguien escribió ${email} en nuestro sitio. Si no fuiste tú, no hagas nada.`,
    );
  return pick(
    language,
    `You're getting this email because you have an account as ${email} (${LISTS[list].en}).`,
    `Recibes este correo porque tienes una cuenta con ${email} (${LISTS[list].es}).`,
  );
}
