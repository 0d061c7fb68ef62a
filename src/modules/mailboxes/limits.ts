/** How much mail is taken in: each costs a reading. */
import { defineLimits } from "#platform/limits";

export const LIMITS = defineLimits({
  mail_member: { tries: 400, minutes: 1_440 },
  mail_network: { tries: 2_000, minutes: 60 },
  /** Who tries addresses finds none: there are more than could be tried. */
  unknown_recipients: { tries: 100, minutes: 60 },
  mailgun_forged: { tries: 30, minutes: 60 },
  address_renewed: { tries: 10, minutes: 1_440 },
  /** Each is a sign-in at a provider, which locks accounts and blocks us when many fail. */
  link_member: { tries: 10, minutes: 60 },
  mailbox_network: { tries: 30, minutes: 60 },
  link_mailbox: { tries: 10, minutes: 60 },
});

/** Order mails with an invoice beside them have a few megabytes at most. */
export const MAX_MAIL_BYTES = 6 * 1_024 * 1_024;
/** Mails of which nothing was read are named to their member for so many days. */
export const KEPT_EMPTY_DAYS = 30;
