/** Letters about chats: the code that proves an address, and what was said. */

import { defineLetter, type Letter, pick } from "#notifications";
import type { Language } from "#platform/http";
import { threadButton } from "../letters.ts";
import { verdictLink } from "../letters-of-ends.ts";

type CodeFacts = { number: string; code: string; answered: boolean };

/** Holds no word of the chat: until the code is typed, the address may be anybody's. */
function writeCode({ number, code, answered }: CodeFacts, language: Language): Letter {
  return {
    subject: pick(language, `${code} is your chat code`, `${code} es tu código del chat`),
    headline: answered
      ? pick(language, "There's an answer in your chat", "Hay una respuesta en tu chat")
      : pick(language, "Your chat code", "Tu código del chat"),
    lead: pick(
      language,
      "Type this code in the chat window. Then our answers reach you at this address too, if you leave before they come.",
      "Escribe este código en la ventana del chat. Así nuestras respuestas también te llegan a esta dirección, si te vas antes.",
    ),
    slip: {
      title: number,
      rows: [{ term: pick(language, "Code", "Código"), value: code }],
    },
    after: pick(
      language,
      "You didn't start a chat? Do nothing: without the code we send nothing of it here.",
      "¿No empezaste ningún chat? No hagas nada: sin el código no enviamos nada de él a esta dirección.",
    ),
  };
}

export type TranscriptLine = { from: "writer" | "house"; words: string; at: Date };
type TranscriptFacts = {
  number: string;
  brand: string;
  zone: string;
  lines: readonly TranscriptLine[];
  thread: string | null;
  /** Of the one question, once it is settled. */
  token: string | null;
};

const minuteIn = (zone: string, language: Language, at: Date): string =>
  new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", {
    ...{ timeZone: zone, month: "short", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" },
  }).format(at);

function writeTranscript(facts: TranscriptFacts, language: Language, publicUrl: string): Letter {
  const { number, brand, zone, lines, thread, token } = facts;
  const nameOf = (from: TranscriptLine["from"]) => (from === "house" ? brand : pick(language, "You", "Tú"));
  return {
    subject: pick(language, `Your chat ${number}`, `Tu chat ${number}`),
    headline: pick(language, "Your chat, to keep", "Tu chat, para guardar"),
    lead: pick(
      language,
      "This is what was said. Still need something? Reply to this email.",
      "Esto fue lo que se dijo. ¿Queda algo pendiente? Responde a este correo.",
    ),
    ...threadButton(thread, language, publicUrl),
    ...(token && { also: [verdictLink(token, language, publicUrl)] }),
    after: lines
      .map(({ from, words, at }) => `${nameOf(from)}, ${minuteIn(zone, language, at)}\n${words}`)
      .join("\n\n"),
  };
}

export const chatCode = defineLetter(
  "help_chat_code",
  { en: "Chat code", es: "Código del chat" },
  "account",
  writeCode,
  { secret: true },
);
export const chatTranscript = defineLetter(
  "help_chat_transcript",
  { en: "Chat to keep", es: "Chat para guardar" },
  "account",
  writeTranscript,
);

export const LETTERS_OF_CHATS = [chatCode, chatTranscript];
