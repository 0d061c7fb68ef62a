/** What operators see of what people wrote to us. */
import { type InquiryView, orderId } from "#cashback";
import { userId } from "#platform/ids";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorList, OperatorQueue, OperatorView } from "#platform/operator";
import { known, placeAfter, readPlace } from "#platform/operator-parts";
import type { ChatState } from "./chat/chat-rules.ts";
import type { Help } from "./help.server.ts";
import { messageId } from "./ids.ts";
import { BACK_AT_DESK, inquiryFacts, inquiryLine } from "./inquiry-lines.ts";
import { messageActs, sayAct } from "./operator-acts.ts";
import { ALL_CANNED, cannedObjects } from "./operator-canned.ts";
import { helpFigures, helpTables } from "./operator-figures.ts";
import { letterObject, lettersQueue } from "./operator-letters.ts";
import type { Entry, KeptMessage } from "./thread-store.ts";

const linkOf = (row: KeptMessage): ObjectLink => ({
  kind: "message",
  id: messageId.show(row.message_id),
  line: `${row.number} ${row.topic}: ${row.body.slice(0, 80)}`,
});

/** Nobody's where a visitor wrote, and once its writer is gone. */
const ownerOf = ({ user_id, state }: KeptMessage): { member?: string } =>
  user_id && state !== "erased" ? { member: userId.show(user_id) } : {};

const whatOf = ({ kind, code, words }: Entry): string => {
  if (kind === "house") return [`answered: ${code}`, words].filter(Boolean).join("; ");
  return words ? `${kind === "note" ? "note" : "written"}: ${words}` : "written";
};

/** `purchases` are answered from a closed list, everything else in a person's own words. */
function queueFor({ desk, chats }: Pick<Help, "desk" | "chats">, name: "purchases" | "messages"): OperatorQueue {
  const purchases = name === "purchases";
  const permission = purchases ? "purchases.decide" : "members.help";
  const lineOf = (row: KeptMessage, chat: ChatState | undefined, inquiry: InquiryView | undefined): string =>
    [
      chat === "waiting" || chat === "open" ? "Chat now: " : chat ? "Chat: " : "",
      row.purchase
        ? `${row.purchase.store}, ${row.purchase.ordered_on}, ${showUsd(BigInt(row.purchase.amount_minor))}`
        : `${row.topic}: ${row.body.slice(0, 100)}`,
      row.state === "open" ? "" : " (again)",
      inquiry ? ` · ${inquiryLine(inquiry)}` : "",
      row.assigned_to ? ` · with ${row.assigned_to}` : "",
    ].join("");
  return {
    name,
    what: purchases
      ? "Purchases that members miss in their passbook: look for the order, ask the network, say what was found"
      : "What people wrote to us and waits for an answer",
    permission,
    async list(most) {
      const rows = await desk.waiting(purchases, most);
      const ids = rows.map(({ message_id }) => message_id);
      const [states, inquiries] = await Promise.all([
        chats.desk.states(ids),
        purchases ? desk.inquiries(ids) : new Map<string, InquiryView>(),
      ]);
      return rows.map((row) => ({
        id: messageId.show(row.message_id),
        since: row.created_at,
        due: row.due_at,
        line: lineOf(row, states.get(row.message_id), inquiries.get(row.message_id)),
        ...ownerOf(row),
      }));
    },
    acts: messageActs(desk, permission, { purchases, waiting: true }),
  };
}

/** "me" is whoever looks. */
const messageList = ({ desk }: Pick<Help, "desk">): OperatorList => ({
  name: "messages",
  what: "Every conversation, the newest first",
  permission: "members.personal",
  filters: [
    { name: "state", values: ["waiting", "settled", "all"] },
    { name: "assigned", values: ["anybody", "me", "nobody"] },
  ],
  async read({ filters, after, most, by = "" }) {
    const state = filters.state === "settled" || filters.state === "all" ? filters.state : "waiting";
    const assigned =
      filters.assigned === "me"
        ? { of: by }
        : filters.assigned === "nobody"
          ? ("nobody" as const)
          : ("anybody" as const);
    const rows = await desk.list({ state, assigned }, readPlace(after, messageId), most);
    return {
      rows: rows.map((row) => ({
        ...linkOf(row),
        personal: row.name || row.email || "a visitor",
        facts: known({
          written: row.created_at,
          about: row.topic,
          state: row.state,
          "assigned to": row.assigned_to,
          "promised by": row.due_at,
          words: row.body.slice(0, 80),
        }),
      })),
      after: placeAfter(rows, most, (row) => ({ at: row.created_at, shown: messageId.show(row.message_id) })),
    };
  },
});

export const messageView = (help: Pick<Help, "desk" | "faq" | "chats" | "letters">): OperatorView => {
  const { desk, chats } = help;
  return {
    queues: [queueFor(help, "purchases"), queueFor(help, "messages"), lettersQueue(help)],
    figures: helpFigures(help),
    tables: helpTables(help),
    lists: [messageList(help)],
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
          const [files, verdict, states, inquiries] = await Promise.all([
            desk.files(row.message_id),
            desk.verdict(row.message_id),
            chats.desk.states([row.message_id]),
            desk.inquiries([row.message_id]),
          ]);
          const inquiry = inquiries.get(row.message_id);
          return {
            facts: known({
              number: row.number,
              about: row.topic,
              state: row.state,
              chat: states.get(row.message_id),
              "assigned to": row.assigned_to,
              "solved, they say": verdict && (verdict.solved ? "yes" : "no"),
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
              ...(inquiry && inquiryFacts(inquiry)),
            }),
            personal: known({ name: row.name, address: row.email }),
            ...ownerOf(row),
            timeline: [
              ...(await desk.entries(row.message_id)).map((entry) => ({
                at: entry.at,
                what: whatOf(entry),
                by: entry.by ?? (row.user_id ? "member" : "visitor"),
              })),
              // What came back to the desk is a note already.
              ...(inquiry ? await desk.inquiryMoves(inquiry.inquiry_id) : [])
                .filter(({ to_state }) => !BACK_AT_DESK.has(to_state))
                .map(({ at, to_state, by }) => ({ at, what: `question to the network: ${to_state}`, by })),
              ...(await desk.moves(row.message_id)).map(({ at, from_state, to_state, by }) => ({
                at,
                what: `${from_state} → ${to_state}`,
                by,
              })),
            ].toSorted((one, other) => +one.at - +other.at),
            links: [
              ...(row.user_id
                ? [{ kind: "member", id: userId.show(row.user_id), line: "who wrote it, with their passbook" }]
                : []),
              ...(inquiry
                ? [
                    { kind: "click", id: inquiry.click_id, line: "the visit that it was asked with" },
                    ...(inquiry.order_id
                      ? [{ kind: "order", id: orderId.show(inquiry.order_id), line: "the order that came" }]
                      : []),
                  ]
                : []),
              ALL_CANNED,
            ],
          };
        },
        acts: [...messageActs(desk, "members.help", { purchases: false, waiting: false }), sayAct(desk)],
        talk: chats.desk.talk,
      },
      letterObject(help),
      ...cannedObjects(desk.canned),
    ],
    members: [
      {
        name: "messages",
        what: "What they wrote to us",
        permission: "members.personal",
        list: async (user, most) => (await desk.of(user, most)).map((row) => ({ ...linkOf(row), at: row.created_at })),
      },
    ],
  };
};
