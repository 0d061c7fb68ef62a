/** A person says what becomes of a mail that nobody vouched for. */
import { derivedId } from "#platform/ids";
import { done, type Outcome, refused } from "#platform/outcome";
import { insertEntry } from "../thread-store.ts";
import { decideHeld, lockHeld } from "./held-store.ts";
import { keepLetter, type LetterContext } from "./keep-letter.ts";

const LET_IN =
  "The words before this came by a mail that proves no sender, and were let in by hand: they may be anybody's.";

export type HeldRefusal = "unknown_letter" | "decided";

export async function decideLetter(
  context: LetterContext,
  input: { held_id: string; take: boolean; by: string },
): Promise<Outcome<true, HeldRefusal>> {
  return context.database.transaction(async (tx) => {
    const held = await lockHeld(tx, input.held_id);
    if (!held) return refused("unknown_letter");
    if (held.decided_at) return refused("decided");
    const { held_id, email, words, language, partner, message_id } = held;
    const [by, at] = [input.by.slice(0, 100), context.clock.now()];
    if (input.take) {
      const kept = await keepLetter(
        tx,
        context,
        { entry_id: held_id, email, words, language, partner, files: [] },
        // Of another's conversation it is a conversation of its own: nobody is answered about what they did not write.
        { thread: held.why === "unsigned" ? message_id : null, vouched: false },
      );
      // Whoever reads the conversation later would take the words for their writer's.
      const id = derivedId("entry", `let_in:${held_id}`);
      await insertEntry(tx, { entry_id: id, message_id: kept, kind: "note", code: null, words: LET_IN, by, at });
    }
    const decision = input.take ? "taken" : "dropped";
    await decideHeld(tx, held_id, { decision, by, at });
    return done(true);
  });
}
