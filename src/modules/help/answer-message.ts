/** A person answers what somebody wrote, by a letter in the writer's language, with words of the closed list and their own. */
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { type AnswerCode, afterAnswer, isPurchaseAnswer } from "./answer-rules.ts";
import { type AskContext, type AskedWay, type AskingRefusal, askByInterface } from "./ask-by-interface.ts";
import { fillCanned } from "./canned-rules.ts";
import { readCannedAnswer } from "./canned-store.ts";
import { entryOfTold } from "./entry-ids.ts";
import { type AnswerContext, giveAnswer } from "./give-answer.ts";
import { MAX_MESSAGE_CHARACTERS } from "./messages.ts";
import { type MessageState, mayBecome } from "./thread-rules.ts";
import { hasAnswer, hasEntry, type KeptMessage, lockMessage } from "./thread-store.ts";

export type AnswerRefusal =
  | "unknown_message"
  | "answered"
  | "code_invalid"
  | "words_missing"
  | "words_long"
  | "same_person"
  | "canned_unknown"
  | "canned_store"
  | AskingRefusal;
export type Closure = { user_id: string; at: Date; by: string | null };
type Context = AnswerContext &
  AskContext & {
    database: DatabaseHandle;
    closure(email: string, runner?: Database | Tx): Promise<Closure | null>;
  };

/** The words of one that is written once, in the writer's language; none for no code. */
async function fillFor(tx: Tx, code: string, message: KeptMessage): Promise<Outcome<string, AnswerRefusal>> {
  if (code === "") return done("");
  const found = await readCannedAnswer(tx, code);
  if (!found || found.retired_at) return refused("canned_unknown");
  const { language, name, number, purchase } = message;
  const filled = fillCanned(found, { language, name, number, store: purchase?.store ?? null });
  return filled === null ? refused("canned_store") : done(filled);
}

/**
 * `waiting`: only what waits for us is answered, as from the queue, so that of colleagues who press at once one is heard.
 * `canned`: the code of an answer that is written once; a person's own words follow it. `at`: when it was decided. The same deed asked
 * anew has the same, and is done once.
 */
export async function answerMessage(
  context: Context,
  input: { message_id: string; code: string; words: string; canned: string; waiting: boolean; by: string; at: Date },
): Promise<Outcome<{ state: MessageState; way: AskedWay | null }, AnswerRefusal>> {
  const { database, closure } = context;
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, input.message_id);
    if (!message) return refused("unknown_message");
    const isPurchase = message.topic === "missing-purchase";
    if (isPurchase ? !isPurchaseAnswer(input.code) : input.code !== "words") return refused("code_invalid");
    const canned = await fillFor(tx, input.canned, message);
    if (!canned.ok) return canned;
    const words = [canned.value, input.words.trim()].filter(Boolean).join("\n\n");
    if (words.length > MAX_MESSAGE_CHARACTERS) return refused("words_long");
    // What was looked at is one of the list.
    const code = input.code as AnswerCode;
    if (code === "words" && words === "") return refused("words_missing");
    const to = afterAnswer(code);
    const { state, message_id } = message;
    const entry_id = entryOfTold(message_id, "house", { ...input, words: `${code}:${words}` });
    if (await hasEntry(tx, entry_id)) return done({ state: to, way: null });
    if (input.waiting && state !== "open" && state !== "pending_house") return refused("answered");
    const stays = state === to;
    if (!message.email || !(stays || mayBecome(state, to)) || state === "resolved") return refused("answered");
    // A network is asked once; whoever is waited for may be told more.
    if (code === "asked" && (await hasAnswer(tx, message_id, code))) return refused("answered");
    if (message.topic === "closed-account" && (await closure(message.email, tx))?.by === input.by)
      return refused("same_person");
    const by = input.by.slice(0, 100);
    const told = { words, by, at: input.at };
    const way = code === "asked" ? await askByInterface(tx, context, message, { ...told, click_id: "" }) : done(null);
    if (!way.ok) return way;
    // They hear that the network was asked once it was.
    if (way.value?.filing) return done({ state, way: way.value });
    await giveAnswer(tx, context, message, { entry_id, code, words, by });
    return done({ state: to, way: way.value });
  });
}
