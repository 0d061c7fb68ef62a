/** Letters that answer what somebody wrote. They hold no word of the writer's: the address may be nobody's. */

import { defineLetter, type Letter, pick, showDay } from "#notifications";
import type { Language } from "#platform/http";
import type { AnswerCode } from "./answer-rules.ts";
import { ANSWER_WORDS } from "./answer-words.ts";
import { TOPIC_WORDS, threadButton } from "./letters.ts";
import { verdictLink } from "./letters-of-ends.ts";
import type { Topic } from "./messages.ts";

type Facts = {
  number: string;
  topic: Topic;
  code: AnswerCode;
  words: string;
  due: Date | null;
  /** The conversation's public id, when its writer has an account to read it in. */
  thread: string | null;
  /** Of the one question, when this settles it. */
  token: string | null;
};

function writeAnswer(
  { number, topic, code, words, due, thread, token }: Facts,
  language: Language,
  publicUrl: string,
): Letter {
  const known =
    code === "words"
      ? { headline: pick(language, "Our answer", "Nuestra respuesta"), lead: words }
      : ANSWER_WORDS[code][language];
  return {
    subject: `${known.headline} (${number})`,
    headline: known.headline,
    lead: known.lead,
    slip: {
      title: number,
      rows: [
        { term: pick(language, "About", "Sobre"), value: TOPIC_WORDS[topic][language] },
        ...(due
          ? [
              {
                term: pick(language, "You'll hear from us by", "Te respondemos a más tardar el"),
                value: showDay(due.toISOString().slice(0, 10), language),
              },
            ]
          : []),
      ],
    },
    ...threadButton(thread, language, publicUrl),
    ...(token && { also: [verdictLink(token, language, publicUrl)] }),
    after: [
      code === "words" ? "" : words,
      thread
        ? pick(
            language,
            "Still need something? Write back in the conversation, or reply to this email.",
            "¿Queda algo pendiente? Escríbenos en la conversación o responde a este correo.",
          )
        : pick(
            language,
            "Still need something? Reply to this email.",
            "¿Queda algo pendiente? Responde a este correo.",
          ),
    ]
      .filter(Boolean)
      .join("\n\n"),
  };
}

export const messageAnswered = defineLetter(
  "help_answered",
  { en: "Message answered", es: "Mensaje respondido" },
  "account",
  writeAnswer,
);
