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

/** A network that was asked is more than that we owe an answer. */
const shownState = (state: MessageState, lastCode: string | null): ShownState | null => {
  if (state === "erased") return null;
  return state === "pending_house" && lastCode === "asked" ? "asked" : state;
};

export async function listThreads(db: Database, userId: string): Promise<ThreadLine[]> {
  const rows = await readThreads(db, userId, MAX_THREADS);
  return rows.flatMap(({ message_id, number, topic, state, last_code, created_at, due_at }) => {
    const shown = shownState(state, last_code);
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
  {
    db,
    now,
    pathOf,
    told,
  }: { db: Database; now: Date; pathOf(fileId: string): string; told: Cashback["inquiries"]["told"] },
  asked: { user_id: string; thread: string; language: "en" | "es" },
): Promise<Thread | null> {
  const id = messageId.read(asked.thread);
  const row = id && (await readOwn(db, id, asked.user_id));
  if (!row) return null;
  const asking = (await readAskings(db, [id])).get(id);
  const [entries, files, verdict, news] = await Promise.all([
    readEntries(db, id),
    readFileNames(db, id),
    readVerdict(db, id),
    asking ? told(asking.inquiry_id, asked.language) : [],
  ]);
  const state = shownState(row.state, entries.findLast(({ kind }) => kind === "house")?.code ?? null);
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
