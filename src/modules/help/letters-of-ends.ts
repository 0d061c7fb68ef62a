/** The letter that a conversation counts as solved, with its one question. */

import { defineLetter, type Letter, type Notifications, pick, showDay } from "#notifications";
import type { Tx } from "#platform/database";
import type { Language } from "#platform/http";
import { messageId } from "./ids.ts";
import { TOPIC_WORDS, threadButton } from "./letters.ts";
import type { MailNames } from "./mail/mail-names.ts";
import type { Topic } from "./messages.ts";
import { reopenUntil } from "./thread-rules.ts";
import type { KeptMessage } from "./thread-store.ts";
import type { VerdictLinks } from "./verdict-links.ts";

/** A page asks, and a press there counts: programs that only look at links say nothing for anybody. */
export const verdictLink = (token: string, language: Language, publicUrl: string) => ({
  label: pick(language, "Was it solved? Tell us in one press", "¿Quedó resuelto? Cuéntanos con un clic"),
  href: `${publicUrl}/review?message=${encodeURIComponent(token)}`,
});

type Facts = {
  number: string;
  topic: Topic;
  thread: string | null;
  token: string;
  /** Civil day. */
  until: string;
};

function writeSolved({ number, topic, thread, token, until }: Facts, language: Language, publicUrl: string): Letter {
  return {
    subject: pick(language, `We take it as solved (${number})`, `Lo damos por resuelto (${number})`),
    headline: pick(language, "We take it as solved", "Lo damos por resuelto"),
    lead: thread
      ? pick(
          language,
          `Still need something? A reply in the conversation opens it again until ${showDay(until, "en")}.`,
          `¿Queda algo pendiente? Si respondes en la conversación a más tardar el ${showDay(until, "es")}, se reabre.`,
        )
      : pick(
          language,
          "Still need something? Reply to this email, and a person reads it.",
          "¿Queda algo pendiente? Responde a este correo y lo lee una persona.",
        ),
    slip: {
      title: number,
      rows: [{ term: pick(language, "About", "Sobre"), value: TOPIC_WORDS[topic][language] }],
    },
    ...threadButton(thread, language, publicUrl),
    also: [verdictLink(token, language, publicUrl)],
  };
}

export const messageSolved = defineLetter(
  "help_solved",
  { en: "Message counts as solved", es: "El mensaje se da por resuelto" },
  "account",
  writeSolved,
);

export type EndTeller = (tx: Tx, message: KeptMessage, move: { move_id: string; at: Date }) => Promise<void>;

/** Tells whoever wrote that it counts as solved; nobody whose words are gone. */
export const createEndTeller =
  ({
    notifications,
    links,
    names,
  }: {
    notifications: Pick<Notifications, "queue">;
    links: VerdictLinks;
    names: MailNames;
  }): EndTeller =>
  async (tx, { message_id, number, topic, user_id, email, name, language, partner }, { move_id, at }) => {
    if (!email) return;
    await notifications.queue(tx, {
      cause: `help.solved:${move_id}`,
      recipient: { user_id, email, name, language, partner },
      letter: messageSolved({
        ...{ number, topic, thread: user_id && messageId.show(message_id), token: links.tokenOf(message_id) },
        until: (reopenUntil("resolved", at) ?? at).toISOString().slice(0, 10),
      }),
      ...names.wayOf(message_id, `solved:${move_id}`, true),
    });
  };
