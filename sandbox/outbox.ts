import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";

export type OutboxMode = "normal" | "hold" | "duplicate" | "reorder" | "drop";
export const OUTBOX_MODES: readonly OutboxMode[] = ["normal", "hold", "duplicate", "reorder", "drop"];

export interface Message {
  /** Name of the provider that sends it. */
  channel: string;
  /** Native id of the order or payout the message is about. */
  subject: string;
  event: string;
  /** Nothing, and no body: it is sent by GET. */
  contentType: string;
  body: string;
  /** Where it goes, when that is not the line's own address: what is told stands in it. */
  url?: string;
  forged?: boolean;
  held?: boolean;
}

export interface Delivery {
  id: number;
  channel: string;
  subject: string;
  event: string;
  url: string;
  content_type: string;
  body: string;
  state: "queued" | "held" | "delivered" | "failed" | "dropped";
  forged: number;
  attempts: number;
  max_attempts: number;
  last_status: string | null;
  created_at: number;
  finished_at: number | null;
}

/** How a channel sends: where to, with which headers (made anew for each attempt), how often, and what it takes for an answer. */
export interface Line {
  url: string;
  once: boolean;
  /** How often it is sent again; absent: once for each of the waits. */
  resends?: number;
  sign?(body: string, forged: boolean, url: string): Record<string, string>;
  /** Whether an answer ends it; absent: any 2xx. */
  accepts?(status: number, answer: string): boolean;
}

export interface Outbox {
  send(message: Message): number[];
  open(channel: string, line: Line): void;
  mode(): OutboxMode;
  setMode(mode: OutboxMode): void;
  /** Sends what is held: everything, or what one subject waits for. */
  release(channel?: string, subject?: string): number;
  /** Sends the last message once more, as networks do when they lost the answer; forged = under a wrong signature. */
  repeat(channel: string, subject: string, forged?: boolean): number[];
  list(limit: number): Delivery[];
  /** Waits until nothing is queued any more (retries that wait for their time count as queued). */
  idle(): Promise<void>;
  resume(): void;
  close(): Promise<void>;
}

interface OutboxParts {
  db: Database;
  clock: Clock;
  retryDelaysMs: number[];
  after(ms: number, work: () => void): void;
}

export function createOutbox({ db, clock, retryDelaysMs, after }: OutboxParts): Outbox {
  const lines = new Map<string, Line>();
  let mode: OutboxMode = "normal";
  let waiting: number[] = [];
  let pending = 0;
  let closed = false;
  // One message at a time in each channel, so that a slow receiver of one holds up no other.
  const chains = new Map<string, Promise<void>>();
  let idlers: (() => void)[] = [];
  const abort = new AbortController();

  const finish = () => {
    pending -= 1;
    if (pending > 0) return;
    for (const wake of idlers) wake();
    idlers = [];
  };

  const attempt = async (id: number): Promise<void> => {
    if (closed) return;
    const row = db.get<Delivery>("select * from deliveries where id = ?", id);
    if (row?.state !== "queued") return finish();
    let status: string;
    let good = false;
    try {
      const line = lines.get(row.channel);
      const posted = row.content_type !== "";
      const headers = {
        ...(posted ? { "content-type": row.content_type } : {}),
        ...line?.sign?.(row.body, row.forged === 1, row.url),
      };
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(10_000)]);
      const sent = posted ? { method: "POST", body: row.body } : { method: "GET" };
      const reply = await fetch(row.url, { ...sent, headers, redirect: "manual", signal });
      const answer = await reply.text();
      status = `${reply.status}`;
      good = line?.accepts?.(reply.status, answer) ?? reply.ok;
    } catch (error) {
      status = error instanceof Error ? error.name : "error";
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
      if (cause !== "") status = `${status}: ${cause}`;
    }
    if (closed) return;
    const attempts = row.attempts + 1;
    const state = good ? "delivered" : attempts >= row.max_attempts ? "failed" : "queued";
    db.run(
      "update deliveries set state = ?, attempts = ?, last_status = ?, finished_at = ? where id = ?",
      state,
      attempts,
      status,
      state === "queued" ? null : clock.now(),
      id,
    );
    if (state !== "queued") return finish();
    after(retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 1000, () => enqueue(id));
  };

  const enqueue = (id: number) => {
    const row = db.get<{ channel: string }>("select channel from deliveries where id = ?", id);
    if (!row) return finish();
    const before = chains.get(row.channel) ?? Promise.resolve();
    chains.set(
      row.channel,
      before.then(() => attempt(id)).catch(() => finish()),
    );
  };
  const start = (id: number) => {
    pending += 1;
    enqueue(id);
  };
  const flushWaiting = () => {
    const ids = waiting.reverse();
    waiting = [];
    for (const id of ids) enqueue(id);
  };

  const insert = (message: Message, state: Delivery["state"]) => {
    const line = lines.get(message.channel);
    if (!line) throw new Error(`nobody sends as ${message.channel}`);
    return db.run(
      `insert into deliveries (channel, subject, event, url, content_type, body, state, forged, max_attempts, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      message.channel,
      message.subject,
      message.event,
      message.url ?? line.url,
      message.contentType,
      message.body,
      state,
      message.forged ? 1 : 0,
      line.once ? 1 : (line.resends ?? retryDelaysMs.length) + 1,
      clock.now(),
    );
  };

  const send = (message: Message): number[] => {
    if (message.held || mode === "hold") return [insert(message, "held")];
    if (mode === "drop") return [insert(message, "dropped")];
    const ids = [insert(message, "queued")];
    if (mode === "duplicate") ids.push(insert(message, "queued"));
    if (mode === "reorder") {
      pending += ids.length;
      waiting.push(...ids);
      if (waiting.length >= 2) flushWaiting();
      else after(1500, flushWaiting);
      return ids;
    }
    for (const id of ids) start(id);
    return ids;
  };

  return {
    send,
    open: (channel, line) => void lines.set(channel, line),
    mode: () => mode,
    setMode(next) {
      mode = next;
      if (next !== "reorder") flushWaiting();
    },
    release(channel, subject) {
      const rows = db
        .all<Delivery>("select * from deliveries where state = 'held' order by id")
        .filter(
          (row) =>
            (channel === undefined || row.channel === channel) && (subject === undefined || row.subject === subject),
        );
      for (const row of rows) {
        db.run("update deliveries set state = 'queued' where id = ?", row.id);
        start(row.id);
      }
      return rows.length;
    },
    repeat(channel, subject, forged = false) {
      const row = db.get<Delivery>(
        "select * from deliveries where channel = ? and subject = ? and forged = 0 order by id desc limit 1",
        channel,
        subject,
      );
      if (!row) return [];
      const id = insert({ ...row, contentType: row.content_type, forged }, "queued");
      start(id);
      return [id];
    },
    list: (limit) => db.all<Delivery>("select * from deliveries order by id desc limit ?", limit),
    idle: () => (pending <= 0 ? Promise.resolve() : new Promise((wake) => idlers.push(wake))),
    resume() {
      for (const row of db.all<{ id: number }>("select id from deliveries where state = 'queued' order by id"))
        start(row.id);
    },
    async close() {
      closed = true;
      abort.abort();
      await Promise.all(chains.values());
    },
  };
}
