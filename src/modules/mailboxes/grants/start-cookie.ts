/** The cookie of a journey to a mailbox's own sign-in. */
import { createJourneyCookie } from "#platform/journey-cookie";

export const startCookie = createJourneyCookie("tp_mail_link");
