/** What operators see of mails that nobody vouches for. */
import type { OperatorAct, OperatorObject, OperatorQueue } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { Help } from "./help.server.ts";
import { heldId, messageId } from "./ids.ts";

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

type Letters = Pick<Help, "letters">;
const actsOf = (help: Letters): readonly OperatorAct[] => [
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
];

export const lettersQueue = (help: Letters): OperatorQueue => ({
  name: "held letters",
  what: "Mails to us whose sender is not proven: they may say that they are anybody",
  permission: "members.help",
  list: async (most) =>
    (await help.letters.held(most)).map(({ held_id, at, email, subject, words, why, files_left }) => ({
      ...{ id: heldId.show(held_id), since: at, due: null },
      line: `${email}, ${WHY[why]}: ${subject} · ${words.slice(0, 200)}${files_left > 0 ? ` · ${files_left === 1 ? "1 file" : `${files_left} files`} left out` : ""}`,
    })),
  acts: actsOf(help),
});

const DECIDED = { taken: "let in", dropped: "dropped" } as const;

/** All of its words, and the conversation that it names. */
export const letterObject = (help: Letters): OperatorObject => ({
  kind: "held letter",
  permission: "members.help",
  async search(text) {
    const id = heldId.read(text);
    const row = id && (await help.letters.one(id));
    return row ? [{ kind: "held letter", id: heldId.show(row.held_id), line: row.subject, personal: row.email }] : [];
  },
  async show(shown) {
    const id = heldId.read(shown);
    const row = id && (await help.letters.one(id));
    if (!row) return null;
    return {
      facts: known({
        ...{ subject: row.subject, "held because": WHY[row.why], words: row.words, language: row.language },
        ...{ partner: row.partner, "files left out": row.files_left > 0 && String(row.files_left) },
        state: row.decision ? DECIDED[row.decision] : "waits for a person",
      }),
      personal: known({ "says it is from": row.email }),
      timeline: [
        { at: row.at, what: "came, and nobody vouched for it", by: "mail" },
        ...(row.decision && row.decided_at
          ? [{ at: row.decided_at, what: DECIDED[row.decision], by: row.decided_by ?? "" }]
          : []),
      ],
      links: row.message_id
        ? [{ kind: "message", id: messageId.show(row.message_id), line: "the conversation that it names" }]
        : [],
    };
  },
  acts: actsOf(help),
});
