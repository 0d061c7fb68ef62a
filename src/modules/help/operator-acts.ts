/** What operators do with a conversation, on its queue and on its own page. */
import type { OperatorAct, OperatorAsk, Permission, Told } from "#platform/operator";
import { done, type Outcome, refused } from "#platform/outcome";
import type { AnswerRefusal } from "./answer-message.ts";
import { PURCHASE_ANSWERS } from "./answer-rules.ts";
import type { AskedWay, FileRefusal } from "./ask-by-interface.ts";
import type { Help } from "./help.server.ts";
import { messageId } from "./ids.ts";
import type { WorkRefusal } from "./work-message.ts";

type Desk = Help["desk"];

const WHY: Record<Exclude<AnswerRefusal | WorkRefusal | FileRefusal, "unknown_message">, string> = {
  answered: "It was answered already, is settled, or its writer is gone.",
  code_invalid: "A missing purchase is answered on its queue, by one of the list; everything else in words.",
  words_missing: "It needs words.",
  words_long: "At most 4,000 characters.",
  same_person: "Somebody else than who closed the account looks a second time.",
  canned_unknown: "There is no such canned answer, or it is retired.",
  canned_store: "This canned answer names a store, and the message names none.",
  unknown_colleague: "Nobody who may answer is called that.",
  in_passbook: "The order is in their passbook already: answer that it was found.",
  of_another:
    "An order of this number pays another member already. Find it by its order number before you answer; the network is not asked.",
  asked_before:
    "This order was asked about before, for another message or another member. Find it by its order number.",
  unknown_visit: "They made no such visit in the thirty days before the order.",
  being_asked: "The network is being asked already, or was asked: it is asked once.",
  no_purchase: "It is about no missing purchase.",
  no_visit:
    "They made no visit to a store of that name in the thirty days before the order. Name another, or ask by mail.",
  no_interface: "Its network has no interface for this, or it is switched off: ask by mail.",
  odd_number: "Its order number has letters or signs that no store prints. Read it closely, and ask by mail.",
  visitor: "Whoever wrote has no account, so that there is no visit: ask by mail.",
  answer_first: "Nobody has answered it yet: its writer would hear nothing.",
};

/** Told twice, an act of one decision is done once. */
function outcomeOf<Value>(outcome: Outcome<Value, AnswerRefusal | WorkRefusal | FileRefusal>, said: string) {
  if (outcome.ok) return done(said);
  if (outcome.code === "unknown_message") return refused("unknown" as const);
  return refused("not_possible" as const, { why: WHY[outcome.code] });
}

const act = (
  one: Omit<OperatorAct, "run" | "reason"> & Partial<OperatorAct>,
  run: (message_id: string, told: Told) => ReturnType<OperatorAct["run"]>,
): OperatorAct => ({
  reason: false,
  ...one,
  async run(shown, told) {
    const id = messageId.read(shown);
    return id ? run(id, told) : refused("unknown");
  },
});

/** `waiting`: on the queue, where what was answered is gone; on its own page whoever is waited for may be told more. */
type Where = { purchases: boolean; waiting: boolean };

const NOT_BY_INTERFACE: Record<Extract<AskedWay, { filing: false }>["why"], string> = {
  visitor: "whoever wrote has no account",
  no_visit: "they made no visit to a store of that name in the thirty days before",
  no_interface: "its network has no interface for this, or it is switched off",
  odd_number: "its order number has letters or signs that no store prints, so read it closely",
  failed: "its interface did not take it",
};
/** Which way it goes, so that nobody asks twice and nobody forgets to ask. */
const askedWords = (way: AskedWay): string =>
  way.filing
    ? "It goes to the network by its interface. They hear so once it is there."
    : `They hear that the network was asked. Ask it by mail or by hand: ${NOT_BY_INTERFACE[way.why]}.`;

const fileAct = (desk: Desk): OperatorAct =>
  act(
    {
      ...{ name: "file", permission: "purchases.decide" },
      what: "The network is asked by its own interface, again where that failed: order number, day, amount and our link leave, nothing about the member.",
      asks: [
        { name: "visit", what: "number of the visit, where it is not the last one to that store", optional: true },
      ],
    },
    async (message_id, { by, values, decidedAt }) => {
      const told = { message_id, click_id: (values.visit ?? "").trim(), by, at: decidedAt ?? desk.now() };
      return outcomeOf(await desk.file(told), "It goes to the network. They hear so once it is there.");
    },
  );

const cannedAsk = (desk: Desk): OperatorAsk => ({
  name: "canned",
  what: "an answer that is written once, filled in in the writer's language; your words follow it",
  optional: true,
  choices: async () =>
    (await desk.canned.list())
      .filter(({ retired_at }) => !retired_at)
      .map(({ code, en }) => ({ code, what: `${code}: ${en.slice(0, 60)}` })),
});

const answerAct = (desk: Desk, permission: Permission, { purchases, waiting }: Where): OperatorAct =>
  act(
    {
      name: "answer",
      what: purchases
        ? "They get a letter with what was found, in their language. “Asked” has the network asked by its own interface where it has one, and keeps it here for thirty days."
        : "They get a letter with these words, and may write back.",
      permission,
      reason: purchases,
      ...(purchases ? { reasons: Object.entries(PURCHASE_ANSWERS).map(([code, what]) => ({ code, what })) } : {}),
      asks: [
        cannedAsk(desk),
        {
          name: "words",
          what: "in the language of whoever wrote; it goes into the letter",
          optional: true,
          long: true,
        },
      ],
    },
    async (message_id, { by, reason, values, decidedAt }) => {
      const code = purchases ? reason : "words";
      const told = { message_id, code, words: values.words ?? "", canned: values.canned ?? "", waiting };
      const outcome = await desk.answer({ ...told, by, at: decidedAt ?? desk.now() });
      return outcomeOf(
        outcome,
        outcome.ok && outcome.value.way ? askedWords(outcome.value.way) : "The answer is on its way.",
      );
    },
  );

export const messageActs = (desk: Desk, permission: Permission, where: Where): OperatorAct[] => [
  answerAct(desk, permission, where),
  ...(where.purchases ? [fileAct(desk)] : []),
  act(
    { name: "take", what: "You look after it; everybody sees that.", permission, atOnce: true, aside: true },
    async (message_id, { by }) => outcomeOf(await desk.assign({ message_id, to: by, by }), "You look after it."),
  ),
  act(
    {
      ...{ name: "assign", what: "Somebody else looks after it, or nobody.", permission, atOnce: true, aside: true },
      asks: [
        {
          ...{ name: "to", what: "a colleague; nobody when it is left open", optional: true },
          choices: async () => (await desk.colleagues()).map(({ id, name }) => ({ code: id, what: name })),
        },
      ],
    },
    async (message_id, { by, values }) =>
      outcomeOf(
        await desk.assign({ message_id, to: values.to ?? "", by }),
        values.to ? "They look after it." : "Nobody looks after it now.",
      ),
  ),
  act(
    {
      ...{ name: "note", permission, atOnce: true, aside: true },
      what: "What colleagues should know of it. Its writer reads it in no letter and on no page, only in the copy of their data.",
      asks: [{ name: "words", what: "for colleagues", long: true }],
    },
    async (message_id, { by, values, decidedAt }) =>
      outcomeOf(
        await desk.note({ message_id, words: values.words ?? "", by, at: decidedAt ?? desk.now() }),
        "Written down.",
      ),
  ),
  act(
    {
      ...{ name: "resolve", permission },
      what: "It counts as solved. A reply within seven days opens it again.",
    },
    async (message_id, { by }) => outcomeOf(await desk.resolve({ message_id, by }), "It counts as solved."),
  ),
];

/** In a chat: seen at once by who is there, and mailed to who is not. */
export const sayAct = (desk: Desk): OperatorAct =>
  act(
    {
      ...{ name: "say", permission: "members.help", atOnce: true },
      what: "Your words stand in their chat at once; who has left gets them by mail in two minutes.",
      asks: [cannedAsk(desk), { name: "words", what: "in the language of whoever wrote", optional: true, long: true }],
    },
    async (message_id, { by, values, decidedAt }) => {
      const told = { message_id, words: values.words ?? "", canned: values.canned ?? "" };
      const outcome = await desk.say({ ...told, by, at: decidedAt ?? desk.now() });
      if (!outcome.ok && outcome.code === "unknown_message")
        return refused("not_possible" as const, { why: "Nobody chats here: answer it by a letter." });
      return outcomeOf(outcome, "Said.");
    },
  );
