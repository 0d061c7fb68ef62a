/** What operators see of mails that nobody vouches for. */
import type { OperatorAct, OperatorQueue } from "#platform/operator";
import { done, refused } from "#platform/outcome";
import type { Help } from "./help.server.ts";
import { heldId } from "./ids.ts";

const WHY = {
  unsigned: "nobody signed it",
  not_the_writer: "it names a conversation that somebody else began",
} as const;

const decide =
  (help: Pick<Help, "letters">, take: boolean): OperatorAct["run"] =>
  async (shown, { by }) => {
    const held_id = heldId.read(shown);
    const outcome = held_id ? await help.letters.decide({ held_id, take, by }) : refused("unknown_letter" as const);
    if (outcome.ok) return done(take ? "It is a message now." : "Nothing follows from it.");
    return outcome.code === "decided"
      ? refused("not_possible" as const, { why: "It was decided already." })
      : refused("unknown" as const);
  };

export const lettersQueue = (help: Pick<Help, "letters">): OperatorQueue => ({
  name: "held letters",
  what: "Mails to us whose sender is not proven: they may say that they are anybody",
  permission: "members.help",
  list: async (most) =>
    (await help.letters.held(most)).map(({ held_id, at, email, subject, words, why, files_left }) => ({
      ...{ id: heldId.show(held_id), since: at, due: null },
      line: `${email}, ${WHY[why]}: ${subject} · ${words.slice(0, 200)}${files_left > 0 ? ` · ${files_left} files left out` : ""}`,
    })),
  acts: [
    {
      ...{ name: "let in", permission: "members.help", reason: false },
      what: "It is read as from the address that it names: a reply where that began the conversation, else a new message. Its files are not kept.",
      run: decide(help, true),
    },
    {
      ...{ name: "drop", permission: "members.help", reason: false },
      what: "Nothing follows from it, and nobody hears of it.",
      run: decide(help, false),
    },
  ],
});
