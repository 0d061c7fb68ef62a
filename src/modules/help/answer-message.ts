/** A person answers what somebody wrote: once, by a letter in the writer's language, with words of the closed list and their own. */
import type { Notifications } from "#notifications";
import { addDays, type Clock } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { type AnswerCode, ASKED_DAYS, isPurchaseAnswer, MESSAGE_TRANSITIONS } from "./answer-rules.ts";
import { insertAnswer, lockMessage, moveMessage } from "./answer-store.ts";
import { messageAnswered } from "./letters-of-answers.ts";
import { MAX_MESSAGE_CHARACTERS } from "./messages.ts";

export type AnswerRefusal =
  | "unknown_message"
  | "answered"
  | "code_invalid"
  | "words_missing"
  | "words_long"
  | "same_person";
export type Closure = { user_id: string; at: Date; by: string | null };
type Context = {
  database: DatabaseHandle;
  clock: Clock;
  /** Whom an answer to the letter goes to; absent: the brand's own address. */
  desk: string | undefined;
  notifications: Pick<Notifications, "queue">;
  closure(email: string, runner?: Database | Tx): Promise<Closure | null>;
};

export async function answerMessage(
  { database, clock, desk, notifications, closure }: Context,
  input: { message_id: string; code: string; words: string; by: string },
): Promise<Outcome<"asked" | "answered", AnswerRefusal>> {
  const words = input.words.trim();
  if (words.length > MAX_MESSAGE_CHARACTERS) return refused("words_long");
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, input.message_id);
    if (!message) return refused("unknown_message");
    const isPurchase = message.topic === "missing-purchase";
    if (isPurchase ? !isPurchaseAnswer(input.code) : input.code !== "words") return refused("code_invalid");
    // What was looked at is one of the list.
    const code = input.code as AnswerCode;
    if (code === "words" && words === "") return refused("words_missing");
    const to = code === "asked" ? ("asked" as const) : ("answered" as const);
    const may: readonly string[] = MESSAGE_TRANSITIONS[message.state];
    if (!message.email || !may.includes(to) || (message.state === "asked" && to === "asked"))
      return refused("answered");
    if (message.topic === "closed-account" && (await closure(message.email, tx))?.by === input.by)
      return refused("same_person");
    const at = clock.now();
    const due = to === "asked" ? addDays(at, ASKED_DAYS) : null;
    await moveMessage(tx, message.message_id, to, due);
    const answer_id = derivedId("answer", `${message.message_id}:${to}`);
    await insertAnswer(tx, { answer_id, message_id: message.message_id, code, words, by: input.by.slice(0, 100), at });
    const { user_id, email, name, language, partner } = message;
    await notifications.queue(tx, {
      cause: `help.answer:${answer_id}`,
      recipient: { user_id, email, name, language, partner },
      letter: messageAnswered({ number: message.number, topic: message.topic, code, words, due }),
      ...(desk && { replyTo: desk }),
    });
    return done(to);
  });
}
