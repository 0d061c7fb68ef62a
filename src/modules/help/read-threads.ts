/** What a member reads of what they wrote and what we answered. */
import type { Cashback } from "#cashback";
import type { Database } from "#platform/database";
import { ANSWER_WORDS } from "./answer-words.ts";
import { readAskings } from "./asking-store.ts";
import { messageId } from "./ids.ts";
import type { Topic } from "./messages.ts";
import type { Purchase } from "./rules.ts";
import { readFileNames } from "./store.ts";
import { type MessageState, mayBecome, mayReply, reopenUntil } from "./thread-rules.ts";
import { type Entry, readEntries, readOwn, readThreads } from "./thread-store.ts";
import { readVerdict } from "./verdict-store.ts";

const MAX_THREADS = 50;

export type ShownState = Exclude<MessageState, "erased"> | "asked";
export type ThreadLine = {
  id: string;
  number: string;
  topic: Topic;
  state: ShownState;
  at: string;
  /** By when an answer was promised. */
  due: string | null;
};
export type ThreadEntry = {
  id: string;
  from: "member" | "house";
  /** Of an answer from the closed list. */
  title: string | null;
  words: string;
  at: string;
  files: { name: string; href: string }[];
};
export type Thread = ThreadLine & {
  purchase: Purchase | null;
  entries: ThreadEntry[];
  may_reply: boolean;
  may_settle: boolean;
  /** Until when a reply opens it again. */
  reopen_until: string | null;
  /** Whether it was solved, as they said; null for nothing said, `asked` whether we ask. */
  verdict: { asked: boolean; solved: boolean | null };
};

type Inquiries = Pick<Cashback["inquiries"], "read" | "told">;

/** A network that was asked is more than that we owe an answer, until it has said its part. */
const shownState = (state: MessageState, lastCode: string | null, isBack: boolean): ShownState | null => {
  if (state === "erased") return null;
  return state === "pending_house" && lastCode === "asked" && !isBack ? "asked" : state;
};

/** A question that failed may be asked by mail, and counts as asked. */
const ANSWERED: ReadonlySet<string> = new Set(["declined", "incomplete"]);

/** Which of these came back from their network to a person, as their writers read. */
async function cameBack(db: Database, inquiries: Inquiries, messageIds: readonly string[]): Promise<Set<string>> {
  const askings = [...(await readAskings(db, messageIds)).values()];
  const known = await inquiries.read(askings.map(({ inquiry_id }) => inquiry_id));
  return new Set(
    askings.flatMap(({ message_id, inquiry_id }) =>
      ANSWERED.has(known.get(inquiry_id)?.state ?? "") ? [message_id] : [],
    ),
  );
}

export async function listThreads(db: Database, inquiries: Inquiries, userId: string): Promise<ThreadLine[]> {
  const rows = await readThreads(db, userId, MAX_THREADS);
  const asked = rows.filter(({ last_code }) => last_code === "asked").map(({ message_id }) => message_id);
  const back = await cameBack(db, inquiries, asked);
  return rows.flatMap(({ message_id, number, topic, state, last_code, created_at, due_at }) => {
    const shown = shownState(state, last_code, back.has(message_id));
    if (!shown) return [];
    const line = { id: messageId.show(message_id), number, topic, state: shown };
    return [{ ...line, at: created_at.toISOString(), due: due_at?.toISOString() ?? null }];
  });
}

function wordsOf({ code, words }: Entry, language: "en" | "es"): Pick<ThreadEntry, "title" | "words"> {
  if (code === null || code === "words") return { title: null, words };
  const known = ANSWER_WORDS[code][language];
  return { title: known.headline, words: [known.lead, words].filter(Boolean).join("\n\n") };
}

/** Null for what there is not, and for another member's: the two look the same. */
export async function readThread(
  { db, now, pathOf, inquiries }: { db: Database; now: Date; pathOf(fileId: string): string; inquiries: Inquiries },
  asked: { user_id: string; thread: string; language: "en" | "es" },
): Promise<Thread | null> {
  const id = messageId.read(asked.thread);
  const row = id && (await readOwn(db, id, asked.user_id));
  if (!row) return null;
  const asking = (await readAskings(db, [id])).get(id);
  const [entries, files, verdict, news, back] = await Promise.all([
    readEntries(db, id),
    readFileNames(db, id),
    readVerdict(db, id),
    asking ? inquiries.told(asking.inquiry_id, asked.language) : [],
    cameBack(db, inquiries, [id]),
  ]);
  const state = shownState(row.state, entries.findLast(({ kind }) => kind === "house")?.code ?? null, back.has(id));
  if (!state) return null;
  return {
    id: messageId.show(id),
    ...{ number: row.number, topic: row.topic, state, purchase: row.purchase },
    at: row.created_at.toISOString(),
    due: row.due_at?.toISOString() ?? null,
    entries: [
      // What the network said stands between what we and they wrote, by its time.
      ...news.map(({ title, words, at }, place): ThreadEntry => {
        return { id: `network-${place + 1}`, from: "house", title, words, at: at.toISOString(), files: [] };
      }),
      ...entries.flatMap((entry): ThreadEntry[] => {
        const own = files.filter(({ entry_id }) => entry_id === entry.entry_id);
        // What colleagues tell each other is theirs; facts without words are shown as facts.
        if (entry.kind === "note" || (entry.words === "" && entry.code === null && own.length === 0)) return [];
        return [
          {
            ...{ id: entry.entry_id, from: entry.kind, ...wordsOf(entry, asked.language), at: entry.at.toISOString() },
            files: own.map(({ file_id, name }) => ({ name, href: pathOf(file_id) })),
          },
        ];
      }),
    ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
    may_reply: mayReply(row, now),
    may_settle: mayBecome(row.state, "resolved"),
    reopen_until: reopenUntil(row.state, row.state_at)?.toISOString() ?? null,
    verdict: { asked: row.state === "resolved" || row.state === "closed", solved: verdict?.solved ?? null },
  };
}
