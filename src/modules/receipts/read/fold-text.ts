/** Text as it is compared: without accents and capitals, and with what readers mistake for each other made one. */
import { distance } from "fastest-levenshtein";

export const fold = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Letters and figures alone. */
export const compact = (text: string): string => fold(text).replaceAll(/[^a-z0-9]+/g, "");

/** Figures that were read where letters stand. */
export const asLetters = (word: string): string =>
  word.replaceAll("0", "o").replaceAll(/[1|!]/g, "l").replaceAll("5", "s").replaceAll("8", "b");

/** Words of a line; one with a letter in it is read as letters. */
export const wordsOf = (text: string): string[] =>
  fold(text)
    .split(/[^a-z0-9|!]+/)
    .filter(Boolean)
    .map((word) => (/[a-z]/.test(word) ? asLetters(word) : word));

/** The same word, with one letter read wrong in a long one. */
export const isWord = (read: string, wanted: string): boolean =>
  read === wanted || (wanted.length >= 5 && Math.abs(read.length - wanted.length) <= 1 && distance(read, wanted) <= 1);

/** Whether these words follow each other in the line. */
export function hasPhrase(words: readonly string[], phrase: string): boolean {
  const wanted = phrase.split(" ");
  return words.some((_word, at) => wanted.every((each, step) => isWord(words[at + step] ?? "", each)));
}
