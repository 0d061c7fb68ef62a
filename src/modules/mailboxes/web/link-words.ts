/** Words for the states of a linked mailbox, and why one could not be linked. */
import type { LinkState } from "#mailboxes";
import type { IconName } from "#ui/icon.tsx";

export type StateWords = { text: string; tone: "wait" | "good" | "bad" | "info"; icon: IconName; more?: string };
/** Of one that ended nothing is shown. */
export const LINK_WORDS: Readonly<Record<Exclude<LinkState, "revoked">, StateWords>> = {
  checking: {
    ...{ text: "Being checked", tone: "wait", icon: "hourglass" },
    more: "We are trying the app password. Reload the page in a minute.",
  },
  backfilling: {
    ...{ text: "First reading", tone: "wait", icon: "hourglass" },
    more: "We are reading the last 90 days. What we find shows up in your linked accounts.",
  },
  active: { text: "Linked", tone: "good", icon: "check" },
  paused: { text: "Paused", tone: "info", icon: "circle-pause", more: "Nothing is read until you resume." },
  throttled: {
    ...{ text: "Not answering", tone: "wait", icon: "cloud-off" },
    more: "The mailbox's server doesn't answer right now. We try again automatically.",
  },
  reauth_needed: {
    ...{ text: "Locked out", tone: "bad", icon: "key-round" },
    more: "The mailbox no longer takes the app password. Enter a new one, or unlink it.",
  },
};

/** The same of one that its provider's sign-in gave. */
export const GRANT_ENDED: StateWords = {
  ...{ text: "Locked out", tone: "bad", icon: "key-round" },
  more: "The mailbox no longer lets us in. Link it again, or unlink it.",
};

/** By the code with which a check ended. */
export const ENDED_WORDS: Readonly<Record<string, { text: string } | undefined>> = {
  password_refused: { text: "The mailbox refused the app password, so we kept nothing of it." },
  unreachable: { text: "The mailbox's server did not answer, so we kept nothing. Try again in a few minutes." },
  busy: { text: "The mailbox's server refused the connection, so we kept nothing. Try again in a few minutes." },
  no_inbox: { text: "The mailbox has no inbox that we could read." },
  check_ended: { text: "The check was interrupted, so we kept nothing. Try again." },
};
