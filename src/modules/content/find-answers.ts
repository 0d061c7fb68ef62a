/** Which questions of the FAQ a search means. Few texts that seldom change: an index by brand, language and open ways to coins. */

import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import MiniSearch from "minisearch";
import type { Page, Reader } from "./content.types.ts";

export type FoundAnswer = { question: string; begins: string; href: string };

type Text = { id: number; question: string; answer: string };
type AnswerIndex = { texts: MiniSearch<Text>; answers: readonly FoundAnswer[] };

/** Words that tell no question from another, in both languages. */
const SMALL = new Set(
  "a an and any are can do does for from get how i if in is it me my of on or the to us we what when where which who why will with you your al como con cual cuando cuanto cuantos de del donde el en es esta hay la las lo los me mi mis no para por puedo que se si son sus te tu tus un una y yo".split(
    " ",
  ),
);
const MAX_BEGINS = 160;
const MAX_WORDS = 8;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !SMALL.has(word));

const plain = (html: string): string =>
  html
    .replace(/<[^>]{0,300}>/g, "")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&amp;/g, "&")
    .replace(/\s{1,20}/g, " ")
    .trim();

/** The beginning of an answer, cut between words. */
function beginningOf(text: string): string {
  if (text.length <= MAX_BEGINS) return text;
  const cut = text.lastIndexOf(" ", MAX_BEGINS);
  return `${text.slice(0, cut > 0 ? cut : MAX_BEGINS).replace(/[,;:.]$/, "")} …`;
}

function makeIndex(topics: readonly Page[], language: Reader["language"]): AnswerIndex {
  const stem = language === "es" ? spanish : english;
  const parts = topics.flatMap((topic) => topic.parts);
  const texts = new MiniSearch<Text>({
    fields: ["question", "answer"],
    tokenize: wordsOf,
    processTerm: (term) => stem(term),
  });
  texts.addAll(parts.map(({ title, html }, id) => ({ id, question: title, answer: plain(html) })));
  const answers = parts.map(({ id, title, html }) => ({
    question: title,
    begins: beginningOf(plain(html)),
    href: `/faq#${id}`,
  }));
  return { texts, answers };
}

/**
 * Returns a function that finds questions, best first. All words that are said must stand in a question with its answer, and one
 * of them in the question itself: somebody who looks for shoes is asked nothing about shipping.
 */
export function createAnswers(faq: (reader: Reader) => Page[], version: () => number) {
  const made = new Map<string, AnswerIndex>();
  let madeOf = version();
  const indexOf = (reader: Reader): AnswerIndex => {
    if (madeOf !== version()) {
      made.clear();
      madeOf = version();
    }
    const { offers = true, surveys = true } = reader.open ?? {};
    const key = `${reader.brand.partner_name}|${reader.language}|${offers}|${surveys}`;
    const known = made.get(key) ?? makeIndex(faq(reader), reader.language);
    made.set(key, known);
    return known;
  };
  return (given: string, reader: Reader, most: number): FoundAnswer[] => {
    const words = wordsOf(given.slice(0, 100)).slice(0, MAX_WORDS);
    if (words.length === 0) return [];
    const { texts, answers } = indexOf(reader);
    const found = texts.search(words.join(" "), {
      combineWith: "AND",
      boost: { question: 3 },
      fuzzy: (term) => (term.length > 5 ? 1 : false),
    });
    return found
      .filter(({ match }) => Object.values(match).some((fields) => fields.includes("question")))
      .slice(0, most)
      .flatMap(({ id }) => answers[id] ?? []);
  };
}
