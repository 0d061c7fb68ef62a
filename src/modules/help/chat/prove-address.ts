/** That a visitor's address is theirs: a code goes there, and is typed in the chat. Until then no word of the chat goes to it. */
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import { LOOK_AT_CHAT } from "../job-kinds.ts";
import type { HelpRefusal } from "../messages.ts";
import { type KeptMessage, lockMessage } from "../thread-store.ts";
import { type ChatContext, type ChatWriter, isWriter } from "./chat-context.ts";
import { MAX_PROOF_ROUNDS, MAX_PROOF_TRIES } from "./chat-rules.ts";
import { type ChatRow, readChat, setProof } from "./chat-store.ts";
import { chatCode } from "./letters-of-chats.ts";
import { isSameCode, type VisitorKeys } from "./visitor-key.ts";

export function createAddressProver(context: ChatContext & { keys: VisitorKeys }) {
  const { database, clock, notifications, keys } = context;

  /** Mails another code; nothing once three were. `answered`: because there is an answer that was not seen. */
  async function ask(tx: Tx, message: KeptMessage, chat: ChatRow, answered: boolean): Promise<boolean> {
    const { message_id, number, user_id, email, name, language, partner } = message;
    if (!email || chat.is_proven || chat.proof_round >= MAX_PROOF_ROUNDS) return false;
    const proof_round = chat.proof_round + 1;
    await setProof(tx, message_id, { proof_round, proof_tries: 0 });
    await notifications.queue(tx, {
      cause: `help.chat_code:${message_id}:${proof_round}`,
      recipient: { user_id, email, name, language, partner },
      letter: chatCode({ number, code: keys.codeOf(message_id, proof_round), answered }),
    });
    return true;
  }

  const locked = async <T>(
    who: ChatWriter,
    message_id: string,
    act: (tx: Tx, message: KeptMessage, chat: ChatRow) => Promise<Outcome<T, HelpRefusal>>,
  ): Promise<Outcome<T, HelpRefusal>> =>
    database.transaction(async (tx) => {
      const message = await lockMessage(tx, message_id);
      const chat = message && (await readChat(tx, message_id));
      if (!chat || !isWriter(message, who)) return refused("unknown_thread");
      return act(tx, message, chat);
    });

  return {
    ask,
    again: (who: ChatWriter, message_id: string) =>
      locked<true>(who, message_id, async (tx, message, chat) =>
        chat.is_proven || (await ask(tx, message, chat, false)) ? done(true) : refused("codes_used"),
      ),
    give: (who: ChatWriter, message_id: string, code: string) =>
      locked<true>(who, message_id, async (tx, _message, chat) => {
        if (chat.is_proven) return done(true);
        if (chat.proof_round === 0 || chat.proof_tries >= MAX_PROOF_TRIES) return refused("codes_used");
        if (!isSameCode(keys.codeOf(message_id, chat.proof_round), code)) {
          await setProof(tx, message_id, { proof_tries: chat.proof_tries + 1 });
          return refused(chat.proof_tries + 1 >= MAX_PROOF_TRIES ? "codes_used" : "code_wrong");
        }
        await setProof(tx, message_id, { is_proven: true });
        // What waits for a proven address is looked at anew.
        await addJobs(tx, [LOOK_AT_CHAT.with({ message_id }, { run_at: clock.now() })]);
        return done(true);
      }),
  };
}
export type AddressProver = ReturnType<typeof createAddressProver>;
