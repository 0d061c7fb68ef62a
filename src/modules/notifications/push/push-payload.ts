/**
 * What a browser is sent: a declarative message, which Safari shows by itself and our worker shows elsewhere. Encrypted it is 103
 * bytes longer, and push services take 4,096.
 */

import { Buffer } from "node:buffer";
import type { Language } from "#platform/http";

export type Shown = {
  title: string;
  body: string;
  language: Language;
  /** Address that a press leads to. */
  navigate: string;
  /** The same push once more takes the place of itself. */
  tag: string;
  unread: number;
};

export const MAX_PAYLOAD_BYTES = 3_993;
const MAX_TITLE = 120;

export function writePayload(shown: Shown): string {
  const write = (words: Words) =>
    JSON.stringify({
      web_push: 8030,
      notification: {
        ...words,
        lang: shown.language,
        tag: shown.tag,
        navigate: shown.navigate,
        app_badge: String(shown.unread),
      },
    });
  return write(fitWords(shown, MAX_PAYLOAD_BYTES, write));
}

type Words = Pick<Shown, "title" | "body">;

/** Title and text, shortened until what is written of them is at most `most` bytes: a text may hold signs of many bytes. */
export function fitWords(shown: Words, most: number, write: (words: Words) => string): Words {
  const title = cut(shown.title, MAX_TITLE);
  let { body } = shown;
  while (body && Buffer.byteLength(write({ title, body })) > most) body = cut(body, Math.floor(body.length * 0.8));
  return { title, body };
}

/** Never in the middle of a sign. */
const cut = (text: string, most: number): string => {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, Math.max(0, most - 1)).join("")}…`;
};
