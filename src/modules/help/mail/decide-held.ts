/** A person says what becomes of a mail that nobody vouched for. */
import { done, type Outcome, refused } from "#platform/outcome";
import { decideHeld, lockHeld } from "./held-store.ts";
import { keepLetter, type LetterContext } from "./keep-letter.ts";

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
    if (input.take)
      await keepLetter(
        tx,
        context,
        { entry_id: held_id, email, words, language, partner, files: [] },
        // Of another's conversation it is a conversation of its own: nobody is answered about what they did not write.
        { thread: held.why === "unsigned" ? message_id : null, vouched: false },
      );
    const decision = input.take ? "taken" : "dropped";
    await decideHeld(tx, held_id, { decision, by: input.by.slice(0, 100), at: context.clock.now() });
    return done(true);
  });
}
