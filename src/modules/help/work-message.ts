/** What operators do with a conversation beside answering: who looks after it, what colleagues should know, and that it is solved. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ChatEnder } from "./chat/end-chat.ts";
import { entryOfTold } from "./entry-ids.ts";
import type { EndTeller } from "./letters-of-ends.ts";
import { MAX_MESSAGE_CHARACTERS } from "./messages.ts";
import { mayBecome } from "./thread-rules.ts";
import { assignMessage, hasHouseEntry, insertEntry, lockMessage, moveMessage } from "./thread-store.ts";

export type WorkRefusal =
  | "unknown_message"
  | "answered"
  | "unknown_colleague"
  | "words_missing"
  | "words_long"
  | "answer_first";
export type Colleague = { id: string; name: string };
type Context = {
  database: DatabaseHandle;
  clock: Clock;
  /** Who may answer. */
  colleagues(): Promise<readonly Colleague[]>;
};

/** `to`: a colleague by id or name; empty for nobody. Whoever does it may always take it on. */
export async function assign(
  { database, colleagues }: Pick<Context, "database" | "colleagues">,
  input: { message_id: string; to: string; by: string },
): Promise<Outcome<string | null, WorkRefusal>> {
  const asked = input.to.trim();
  const known = await colleagues();
  const found = known.find(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase());
  const to = asked === "" ? null : (found?.id ?? (asked === input.by ? asked.slice(0, 100) : undefined));
  if (to === undefined) return refused("unknown_colleague");
  return (await assignMessage(database.db, input.message_id, to)) ? done(to) : refused("unknown_message");
}

export async function addNote(
  { database, clock }: Pick<Context, "database" | "clock">,
  input: { message_id: string; words: string; by: string; at: Date },
): Promise<Outcome<true, WorkRefusal>> {
  const words = input.words.trim();
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, input.message_id);
    if (!message) return refused("unknown_message");
    if (words === "") return refused("words_missing");
    if (words.length > MAX_MESSAGE_CHARACTERS) return refused("words_long");
    if (message.state === "erased") return refused("answered");
    const { message_id } = message;
    const entry_id = entryOfTold(message_id, "note", { ...input, words });
    const by = input.by.slice(0, 100);
    await insertEntry(tx, { entry_id, message_id, kind: "note", code: null, words, by, at: clock.now() });
    return done(true);
  });
}

/** What was never answered is not solved by us: its writer may say so. */
export async function resolveMessage(
  {
    database,
    clock,
    tellEnd,
    endChatOf,
  }: Pick<Context, "database" | "clock"> & {
    tellEnd: EndTeller;
    endChatOf: ChatEnder;
  },
  input: { message_id: string; by: string },
): Promise<Outcome<true, WorkRefusal>> {
  return database.transaction(async (tx) => {
    const message = await lockMessage(tx, input.message_id);
    if (!message) return refused("unknown_message");
    if (message.state === "resolved") return done(true);
    if (!mayBecome(message.state, "resolved")) return refused("answered");
    if (!(await hasHouseEntry(tx, message.message_id))) return refused("answer_first");
    const [move_id, at] = [newId("move"), clock.now()];
    await moveMessage(tx, message, { move_id, to: "resolved", due: null, by: input.by.slice(0, 100), at });
    await endChatOf(tx, { ...message, state: "resolved" }, { by: input.by.slice(0, 100), at });
    await tellEnd(tx, message, { move_id, at });
    return done(true);
  });
}
