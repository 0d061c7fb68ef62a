/** What visitors think of an answer of the FAQ, and what they searched for there in vain. Nobody is named and nothing ties two votes together. */
import { addDays, type Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { countLostSearch, dropOldFaq, readLostSearches, readMissing, readVotes, upsertVote } from "./faq-store.ts";
import { LIMITS } from "./limits.ts";
import type { HelpRefusal } from "./messages.ts";

type Span = { from: Date; to: Date };
const MAX_MISSING = 300;
const MAX_SEARCHED = 60;
const MAX_NEW_TEXTS = 5_000;
const SEARCHES_KEEP_DAYS = 90;

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();

/** Null for what could tell a person: mail addresses, and figures as long as those of telephones and cards. */
export function searchedText(given: string): string | null {
  const text = oneLine(given).toLowerCase().slice(0, MAX_SEARCHED).trim();
  return text === "" || text.includes("@") || /\d{7}/.test(text.replace(/[\s().+-]/g, "")) ? null : text.toWellFormed();
}

export function createFaqVotes({
  database: { db },
  clock,
  limits,
  isQuestion,
}: {
  database: DatabaseHandle;
  clock: Clock;
  limits: Limits;
  /** Whether the FAQ has it. */
  isQuestion(id: string): boolean;
}) {
  return {
    /** `vote`: a word that the browser made up for this question; the same word again changes the vote. */
    async give(given: {
      vote: string;
      question: string;
      language: "en" | "es";
      helpful: boolean;
      missing: string;
      address: string;
    }): Promise<Outcome<true, HelpRefusal>> {
      if (!isQuestion(given.question)) return refused("unknown_question");
      const network = networkOf(given.address);
      const wait = await limits.takeAll([
        [LIMITS.help_vote, network],
        [LIMITS.help_vote_question, `${network}:${given.question}`],
      ]);
      if (wait) return refused("too_many", wait);
      await upsertVote(db, {
        vote_id: derivedId("vote", JSON.stringify(["faq", given.question, given.vote])),
        question: given.question,
        language: given.language,
        helpful: given.helpful,
        missing: given.helpful ? "" : oneLine(given.missing).slice(0, MAX_MISSING).toWellFormed(),
        at: clock.now(),
      });
      return done(true);
    },
    /** What was typed and found no question; what may tell a person, or comes too often, is not kept. */
    async keepLost(given: { q: string; language: "en" | "es"; address: string }): Promise<void> {
      const searched = searchedText(given.q);
      if (!searched || (await limits.take(LIMITS.help_lost_search, networkOf(given.address)))) return;
      const day = clock.now().toISOString().slice(0, 10);
      await countLostSearch(db, { day, language: given.language, searched }, MAX_NEW_TEXTS);
    },
    votes: (span: Span) => readVotes(db, span),
    missing: (span: Span, most: number) => readMissing(db, span, most),
    lost: (span: Span, most: number) => readLostSearches(db, span, most),
    dropOld: (votesBefore: Date) =>
      dropOldFaq(db, { votesBefore, searchesBefore: addDays(clock.now(), -SEARCHES_KEEP_DAYS) }),
  };
}
