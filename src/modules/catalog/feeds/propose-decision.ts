/**
 * What a programme's terms propose: whether cash back is allowed, and in which words. No network has a field for it; it
 * stands in texts, so that this is a proposal for a person and never a decision. Pure.
 */
import { cleanText } from "../clean-text.ts";
import type { Proposal } from "./feed.types.ts";

const MAX_TEXT = 20_000;
const MAX_WORDS = 300;
/** How those who send shoppers for a reward are called. */
const INCENTIVE = /\b(?:cash ?-?back|loyalty|incenti[a-z]{1,8}|reward[a-z]{0,3}|rebate[a-z]{0,2}|points)\b/i;
const NO =
  /\b(?:not|no|never|without|prohibit[a-z]{0,3}|forbid[a-z]{0,5}|forbidden|exclud[a-z]{1,3}|disallow[a-z]{0,3}|ban|banned|restricted|declin[a-z]{1,3}|unless)\b|n['’]t\b/i;
const YES =
  /\b(?:welcom[a-z]{1,3}|allow[a-z]{0,3}|permit[a-z]{0,4}|accept[a-z]{0,4}|approved|encourag[a-z]{1,4}|may)\b/i;

/** Sentences of a text, markup gone. Cut at signs that end one. */
const sentencesOf = (text: string): string[] =>
  cleanText(text, MAX_TEXT)
    .split(/(?<=[.!?;])\s/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Whether a sentence is about partners such as us, not about what a shopper buys. */
export const isAboutPartners = (sentence: string): boolean =>
  INCENTIVE.test(sentence) && /\b(?:partner|publisher|affiliate|traffic|site|promot)[a-z]{0,4}\b/i.test(sentence);

/** One sentence that says no outweighs all that say yes. */
export function proposeFrom(texts: readonly string[], lockingDays: number | null): Proposal {
  const about = texts.flatMap(sentencesOf).filter((sentence) => INCENTIVE.test(sentence));
  const no = about.find((sentence) => NO.test(sentence));
  const yes = about.find((sentence) => YES.test(sentence));
  const words = no ?? yes ?? about[0] ?? null;
  return {
    decision: no ? "denied" : yes ? "allowed" : "undecided",
    words: words === null ? null : words.slice(0, MAX_WORDS),
    locking_days: lockingDays !== null && lockingDays >= 0 && lockingDays <= 730 ? lockingDays : null,
  };
}

/** A programme's description without what it says to partners, which is nothing for shoppers. */
export const withoutTerms = (text: string): string =>
  sentencesOf(text)
    .filter((sentence) => !isAboutPartners(sentence))
    .join(" ");
