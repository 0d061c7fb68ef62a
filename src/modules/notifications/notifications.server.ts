/** The door of notifications: letters to members, queued in the transaction that causes them, each once. */
import type { Clock } from "#platform/clock";
import type { Config } from "#platform/config";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { addJobs, type Registry } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import { secretOf } from "#platform/seal";
import { SEND_MAIL, SEND_TEXT } from "./job-kinds.ts";
import { leaveUrl, readLeaveToken } from "./leave-list.ts";
import { LEAVABLE, type LeavableList, LISTS, type List, type MailList } from "./rules.ts";
import { sendMail } from "./send-mail.ts";
import { createSmtp } from "./smtp/smtp.ts";
import { deleteRefusal, insertMail, insertRefusal, readRefusals } from "./store.ts";
import {
  accountDeleted,
  type ChangeFacts,
  codesWrong,
  type EmailChangeFacts,
  emailChange,
  emailChanged,
  type FactorFacts,
  factorChanged,
  type LinkFacts,
  newSignIn,
  passwordChanged,
  registeredAgain,
  resetPassword,
  setPassword,
  verifyEmail,
} from "./templates/account-letters.ts";
import { type DrawFacts, drawConfirm, drawWon } from "./templates/draw-letters.ts";
import { type Letter, renderHtml, renderPlain } from "./templates/layout.ts";
import { MEMBERSHIP_LETTERS, type MembershipFacts, type MembershipTemplate } from "./templates/membership-letters.ts";
import {
  type OrderFacts,
  orderConfirmed,
  orderReversed,
  orderTracked,
  type PayoutFacts,
  welcome,
  withdrawalFailed,
  withdrawalPaid,
  withdrawalRequested,
} from "./templates/money-letters.ts";
import { ledgerSealed, type SealFacts } from "./templates/owner-letters.ts";
import {
  FIRST_ORDER_LETTERS,
  type FirstOrderFacts,
  type FirstOrderTemplate,
  type ReferralFacts,
  referralEarned,
  referralJoined,
  referralReversed,
} from "./templates/reward-letters.ts";
import { sendText } from "./texts/send-text.ts";
import { insertText } from "./texts/text-store.ts";
import { createTwilio } from "./texts/twilio.ts";

/** Who came from another account may have no address yet: to nobody nothing is sent. */
export type { MailList } from "./rules.ts";
export type { MembershipFacts, MembershipTemplate } from "./templates/membership-letters.ts";
export type { OrderFacts, PayoutFacts } from "./templates/money-letters.ts";
export type { FirstOrderTemplate } from "./templates/reward-letters.ts";
export type Recipient = { user_id: string | null; email: string | null; name: string; language: "en" | "es" };
export type MailContent =
  | { template: MembershipTemplate; facts: MembershipFacts }
  | { template: "welcome"; facts: { name: string } }
  | { template: "verify_email"; facts: LinkFacts & { fresh: boolean } }
  | { template: "reset_password" | "set_password"; facts: LinkFacts }
  | { template: "registered_again"; facts: { name: string } }
  | { template: "password_changed" | "new_sign_in" | "codes_wrong"; facts: ChangeFacts }
  | { template: "email_change"; facts: EmailChangeFacts & { link: string } }
  | { template: "email_changed"; facts: EmailChangeFacts & { done: boolean } }
  | { template: "factor_changed"; facts: FactorFacts }
  | { template: "account_deleted"; facts: { name: string; given_up: string | null } }
  | { template: "order_tracked" | "order_confirmed" | "order_reversed"; facts: OrderFacts }
  | { template: "draw_confirm" | "draw_won"; facts: DrawFacts }
  | { template: "ledger_sealed"; facts: SealFacts }
  | { template: FirstOrderTemplate; facts: FirstOrderFacts }
  | { template: "referral_joined" | "referral_earned" | "referral_reversed"; facts: ReferralFacts }
  | { template: "withdrawal_requested" | "withdrawal_paid" | "withdrawal_failed"; facts: PayoutFacts };

/** Which list a mail belongs to; those of `account` are sent whatever a member left. */
const LIST_OF: Record<MailContent["template"], List> = {
  welcome: "account",
  verify_email: "account",
  reset_password: "account",
  set_password: "account",
  registered_again: "account",
  password_changed: "account",
  new_sign_in: "account",
  codes_wrong: "account",
  email_change: "account",
  email_changed: "account",
  factor_changed: "account",
  account_deleted: "account",
  draw_confirm: "account",
  draw_won: "account",
  ledger_sealed: "account",
  first_order_claimed: "money",
  first_order_earned: "money",
  first_order_reversed: "money",
  first_order_cash: "money",
  referral_joined: "money",
  referral_earned: "money",
  referral_reversed: "money",
  order_tracked: "money",
  order_confirmed: "money",
  order_reversed: "money",
  withdrawal_requested: "account",
  withdrawal_paid: "account",
  withdrawal_failed: "account",
  // What somebody pays, when, and how to stop is told whatever they left.
  membership_joined: "account",
  membership_reminder: "account",
  membership_receipt: "account",
  membership_declined: "account",
  membership_paused: "account",
  membership_cancelled: "account",
  membership_ended: "account",
  membership_resumed: "account",
  membership_price_change: "account",
  membership_yearly: "account",
  membership_plan_changed: "account",
  membership_refunded: "account",
};

const OWNER_REASON = {
  en: "You get this mail because this address was set for the seals of the ledger.",
  es: "Recibes este correo porque esta dirección se eligió para los sellos del libro mayor.",
};

export function createNotifications(deps: {
  database: DatabaseHandle;
  clock: Clock;
  config: Config;
  log: Log;
  registry: Registry;
  calls: ProviderCalls;
  brand: { name: string };
}) {
  const { config } = deps;
  const smtp = createSmtp(config.SMTP_URL, {}, (note) => deps.calls.health.note("smtp", note));
  const twilio = createTwilio(config, deps.calls);
  const secret = secretOf(config);
  const write = (content: MailContent, language: "en" | "es"): Letter => {
    const url = config.PUBLIC_URL;
    switch (content.template) {
      case "welcome":
        return welcome(content.facts, language, url);
      case "verify_email":
        return verifyEmail(content.facts, language);
      case "reset_password":
        return resetPassword(content.facts, language);
      case "set_password":
        return setPassword(content.facts, language);
      case "registered_again":
        return registeredAgain(content.facts, language, url);
      case "password_changed":
        return passwordChanged(content.facts, language, url);
      case "new_sign_in":
        return newSignIn(content.facts, language, url);
      case "codes_wrong":
        return codesWrong(content.facts, language, url);
      case "email_change":
        return emailChange(content.facts, language);
      case "email_changed":
        return emailChanged(content.facts, language);
      case "factor_changed":
        return factorChanged(content.facts, language, url);
      case "account_deleted":
        return accountDeleted(content.facts, language);
      case "draw_confirm":
        return drawConfirm(content.facts, language);
      case "draw_won":
        return drawWon(content.facts, language, url);
      case "ledger_sealed":
        return ledgerSealed(content.facts, language);
      case "first_order_claimed":
      case "first_order_earned":
      case "first_order_reversed":
      case "first_order_cash":
        return FIRST_ORDER_LETTERS[content.template](content.facts, language, url);
      case "referral_joined":
        return referralJoined(content.facts, language, url);
      case "referral_earned":
        return referralEarned(content.facts, language, url);
      case "referral_reversed":
        return referralReversed(content.facts, language, url);
      case "order_tracked":
        return orderTracked(content.facts, language, url);
      case "order_confirmed":
        return orderConfirmed(content.facts, language, url);
      case "order_reversed":
        return orderReversed(content.facts, language, url);
      case "withdrawal_requested":
        return withdrawalRequested(content.facts, language, url);
      case "withdrawal_paid":
        return withdrawalPaid(content.facts, language, url);
      case "withdrawal_failed":
        return withdrawalFailed(content.facts, language, url);
      default:
        return MEMBERSHIP_LETTERS[content.template](content.facts, language, url);
    }
  };
  async function queue(tx: Tx, input: { cause: string; recipient: Recipient; content: MailContent }): Promise<void> {
    const { recipient, content } = input;
    if (!recipient.email) return;
    const list = LIST_OF[content.template];
    const letter = write(content, recipient.language);
    const leaves = LISTS[list].leaves;
    const frame = {
      language: recipient.language,
      brand: deps.brand.name,
      publicUrl: config.PUBLIC_URL,
      postalAddress: config.MAIL_ADDRESS,
      reason:
        content.template === "ledger_sealed"
          ? OWNER_REASON[recipient.language]
          : !recipient.user_id
            ? recipient.language === "es"
              ? `Recibes este correo porque alguien escribió ${recipient.email} en nuestro sitio. Si no fuiste tú, no hagas nada.`
              : `You get this mail because somebody typed ${recipient.email} on our site. If that was not you, do nothing.`
            : recipient.language === "es"
              ? `Recibes este correo porque tienes una cuenta con ${recipient.email} (${LISTS[list].es}).`
              : `You get this mail because you have an account as ${recipient.email} (${LISTS[list].en}).`,
      leave:
        leaves && recipient.user_id
          ? {
              href: leaveUrl(config.PUBLIC_URL, secret, recipient.user_id, list),
              label: recipient.language === "es" ? "No quiero más de estos" : "No more of these",
            }
          : null,
    };
    const mail_id = derivedId("mail", `mail:${input.cause}`);
    const isNew = await insertMail(tx, {
      mail_id,
      cause: input.cause,
      user_id: recipient.user_id,
      template: content.template,
      language: recipient.language,
      recipient: recipient.email,
      subject: letter.subject,
      html: renderHtml(letter, frame),
      plain: renderPlain(letter, frame),
      list,
      at: deps.clock.now(),
    });
    if (isNew) await addJobs(tx, [SEND_MAIL.with({ mail_id })]);
  }
  return {
    /** Queues a mail with its cause. The same cause again queues nothing. */
    queue,
    /** Whether who runs the shop is told of each seal of the ledger. */
    tellsOwners: config.LEDGER_SEALS_MAIL !== undefined,
    async tellSeal(seal: SealFacts & { digest: string }): Promise<void> {
      const email = config.LEDGER_SEALS_MAIL;
      if (!email) return;
      await deps.database.transaction((tx) =>
        queue(tx, {
          cause: `ledger.sealed:${seal.digest}`,
          recipient: { user_id: null, email, name: "", language: "en" },
          content: { template: "ledger_sealed", facts: seal },
        }),
      );
    },
    send: (mailId: string) =>
      sendMail({ database: deps.database, clock: deps.clock, config, log: deps.log, smtp, secret }, mailId),
    /** Printed in every mail, and where people ask who runs this. */
    postalAddress: config.MAIL_ADDRESS,
    /** Whether texts can be sent here at all. */
    texts: twilio.there,
    /** Queues a text with its cause; `to` in E.164. The same cause again queues nothing. */
    async queueText(tx: Tx, input: { cause: string; to: string; body: string }): Promise<void> {
      const text_id = derivedId("text", `text:${input.cause}`);
      const isNew = await insertText(tx, {
        text_id,
        cause: input.cause,
        recipient: input.to,
        body: input.body,
        at: deps.clock.now(),
      });
      if (isNew) await addJobs(tx, [SEND_TEXT.with({ text_id })]);
    },
    sendText: (textId: string) =>
      sendText({ database: deps.database, clock: deps.clock, log: deps.log, twilio }, textId),
    /** Which list a signed link leaves, without leaving it; null for a link that is not ours. */
    readLeaveLink: (token: string): List | null => readLeaveToken(secret, token)?.list ?? null,
    /** Leaves the list that a signed link names; null for a link that is not ours. */
    async leave(token: string): Promise<List | null> {
      const read = readLeaveToken(secret, token);
      if (!read) return null;
      await insertRefusal(deps.database.db, read.user_id, read.list, deps.clock.now());
      return read.list;
    },
    /** The lists that a member may leave, and whether they are on them. */
    async lists(userId: string): Promise<MailList[]> {
      const left = new Set(await readRefusals(deps.database.db, userId));
      return LEAVABLE.map((list) => ({ list, en: LISTS[list].en, es: LISTS[list].es, on: !left.has(list) }));
    },
    async setList(userId: string, list: LeavableList, on: boolean): Promise<void> {
      if (on) await deleteRefusal(deps.database.db, userId, list);
      else await insertRefusal(deps.database.db, userId, list, deps.clock.now());
    },
    close: () => smtp.close(),
  };
}
export type Notifications = ReturnType<typeof createNotifications>;
/** What screens may ask of notifications. */
export type NotificationsService = Pick<
  Notifications,
  "leave" | "readLeaveLink" | "lists" | "setList" | "postalAddress"
>;
