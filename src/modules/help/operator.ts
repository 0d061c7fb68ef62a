/** What operators see of what people wrote to us. */
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorQueue, OperatorView, Told } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { done, refused } from "#platform/outcome";
import type { AnswerRefusal } from "./answer-message.ts";
import { PURCHASE_ANSWERS } from "./answer-rules.ts";
import type { Help } from "./help.server.ts";
import { messageId } from "./ids.ts";
import type { Entry, KeptMessage } from "./thread-store.ts";

const linkOf = (row: KeptMessage): ObjectLink => ({
  kind: "message",
  id: messageId.show(row.message_id),
  line: `${row.number} ${row.topic}: ${row.body.slice(0, 80)}`,
});

const whatOf = ({ kind, code, words }: Entry): string => {
  if (kind === "house") return [`answered: ${code}`, words].filter(Boolean).join("; ");
  return words ? `${kind === "note" ? "note" : "written"}: ${words}` : "written";
};

const WHY: Record<Exclude<AnswerRefusal, "unknown_message">, string> = {
  answered: "It was answered already, is settled, or its writer is gone.",
  code_invalid: "The answer is one of the list.",
  words_missing: "The answer needs words.",
  same_person: "Somebody else than who closed the account looks a second time.",
  words_long: "At most 4,000 characters.",
};
const WORDS = "in the language of whoever wrote; it goes into the letter";

/** `purchases` are answered from a closed list, everything else in a person's own words. */
function queueFor({ desk }: Pick<Help, "desk">, name: "purchases" | "messages"): OperatorQueue {
  const purchases = name === "purchases";
  const permission = purchases ? "purchases.decide" : "members.help";
  const run = async (shown: string, code: string, words: string, { by, decidedAt }: Told) => {
    const message_id = messageId.read(shown);
    if (!message_id) return refused("unknown" as const);
    const outcome = await desk.answer({ message_id, code, words, by, at: decidedAt ?? desk.now() });
    if (outcome.ok)
      return done(code === "asked" ? "They hear that the network was asked." : "The answer is on its way.");
    if (outcome.code === "unknown_message") return refused("unknown" as const);
    return refused("not_possible" as const, { why: WHY[outcome.code] });
  };
  return {
    name,
    what: purchases
      ? "Purchases that members miss in their passbook: look for the order, ask the network, say what was found"
      : "What people wrote to us and nobody has answered",
    permission,
    list: async (most) =>
      (await desk.waiting(purchases, most)).map((row) => ({
        id: messageId.show(row.message_id),
        since: row.created_at,
        due: row.due_at,
        line: row.purchase
          ? `${row.purchase.store}, ${row.purchase.ordered_on}, ${showUsd(BigInt(row.purchase.amount_minor))}${row.state === "open" ? "" : " (again)"}`
          : `${row.topic}: ${row.body.slice(0, 100)}`,
      })),
    acts: [
      {
        name: "answer",
        what: purchases
          ? "They get a letter with what was found, in their language. “Asked” keeps it here for thirty days."
          : "They get a letter with these words.",
        permission,
        reason: purchases,
        ...(purchases ? { reasons: Object.entries(PURCHASE_ANSWERS).map(([code, what]) => ({ code, what })) } : {}),
        asks: [{ name: "words", what: WORDS, ...(purchases ? { optional: true } : {}) }],
        run: (id, told) => run(id, purchases ? told.reason : "words", told.values.words ?? "", told),
      },
    ],
  };
}

export const messageView = ({ desk }: Pick<Help, "desk">): OperatorView => ({
  queues: [queueFor({ desk }, "purchases"), queueFor({ desk }, "messages")],
  tables: [
    {
      name: "uninstall_reasons",
      what: "Why people took the extension away: how often each reason was given; one person may give several",
      permission: "members.help",
      columns: ["reason", "times"],
      read: async (span) => (await desk.uninstalls(span)).map(({ reason, n }) => [reason, n]),
    },
    {
      name: "uninstall_words",
      what: "What people wrote when they took the extension away, the newest hundred",
      permission: "members.help",
      columns: ["day", "language", "words"],
      read: async (span) =>
        (await desk.uninstallWords(span, 100)).map((row) => [
          row.at.toISOString().slice(0, 10),
          row.language,
          row.words,
        ]),
    },
  ],
  objects: [
    {
      kind: "message",
      permission: "members.personal",
      async search(text, most) {
        const id = messageId.read(text);
        const number = text.toUpperCase();
        return (await desk.find({ id, number, email: text.toLowerCase() }, most)).map(linkOf);
      },
      async show(shown) {
        const id = messageId.read(shown);
        const [row] = id ? await desk.find({ id, number: "", email: "" }, 1) : [];
        if (!row) return null;
        const files = await desk.files(row.message_id);
        return {
          facts: known({
            number: row.number,
            about: row.topic,
            state: row.state,
            language: row.language,
            partner: row.partner,
            ...(row.due_at ? { "promised by": row.due_at.toISOString() } : {}),
            message: row.body,
            ...Object.fromEntries(files.map(({ file_id, name }) => [name, desk.hrefOf(file_id)])),
            purchase:
              row.purchase &&
              Object.entries(row.purchase)
                .map(([name, value]) => `${name}: ${value}`)
                .join(", "),
          }),
          personal: known({ name: row.name, address: row.email }),
          timeline: [
            ...(await desk.entries(row.message_id)).map((entry) => ({
              at: entry.at,
              what: whatOf(entry),
              by: entry.by ?? (row.user_id ? "member" : "visitor"),
            })),
            ...(await desk.moves(row.message_id)).map(({ at, from_state, to_state, by }) => ({
              at,
              what: `${from_state} → ${to_state}`,
              by,
            })),
          ].toSorted((one, other) => +one.at - +other.at),
          links: row.user_id ? [{ kind: "member", id: userId.show(row.user_id), line: "who wrote it" }] : [],
        };
      },
    },
  ],
  members: [
    {
      name: "messages",
      what: "What they wrote to us",
      permission: "members.personal",
      list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.created_at })),
    },
  ],
});
