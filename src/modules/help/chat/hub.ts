/**
 * What happens in chats at this moment, over all processes: that something was written, that somebody types, who is there. Only what was
 * written is kept, in its table; the rest is told and forgotten. Payloads name ids and hold no words.
 */
import { type Channels, tellChannel } from "#platform/channels";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newSecret } from "#platform/ids";
import type { Log } from "#platform/log";
import { CHATS_CHANNEL } from "./chat-rules.ts";

/** Who was not heard of for so long is gone, such as with a process that was killed. */
const GONE_MS = 45_000;
const PULSE_MS = 20_000;
/** So often at most it is told that one side types. */
const TYPING_MS = 2_000;
const IDS_AT_ONCE = 100;

export type Side = "writer" | "house";
/** Where operators are. */
export const DESK = "desk";

export type ChatHearer = {
  /** Something was written, or stands otherwise; null: anything may have happened meanwhile. */
  changed(messageId: string | null): void;
  typing?(messageId: string, side: Side): void;
  here?(place: string): void;
};

export function createChatHub({
  database,
  channels,
  clock,
  log,
}: {
  database: DatabaseHandle;
  channels: Channels;
  clock: Clock;
  log: Log;
}) {
  const me = newSecret(8);
  const hearers = new Set<ChatHearer>();
  /** Places and who is there, by process, with when it was last heard. */
  const heard = new Map<string, Map<string, number>>();
  const mine = new Map<string, number>();
  const typed = new Map<string, number>();
  let pulse: NodeJS.Timeout | null = null;

  const tell = (payload: string): void =>
    void tellChannel(database.db, CHATS_CHANNEL, payload).catch((error) =>
      log.warn({ err: error }, "a chat was not told of"),
    );
  const all = (act: (hearer: ChatHearer) => void): void => {
    for (const hearer of hearers) act(hearer);
  };

  function tellMine(): void {
    const places = [...mine.keys()];
    for (let at = 0; at < places.length; at += IDS_AT_ONCE)
      tell(`here ${me} ${places.slice(at, at + IDS_AT_ONCE).join(" ")}`);
  }
  function note(process: string, places: readonly string[], now: number | null): void {
    for (const place of places) {
      const by = heard.get(place) ?? new Map<string, number>();
      if (now === null) by.delete(process);
      else by.set(process, now);
      if (by.size === 0) heard.delete(place);
      else heard.set(place, by);
      all((hearer) => hearer.here?.(place));
    }
  }

  channels.hear(CHATS_CHANNEL, {
    told(payload) {
      const [what = "", first = "", ...rest] = payload.split(" ");
      if (what === "changed") all((hearer) => hearer.changed(first));
      else if (what === "typing") all((hearer) => hearer.typing?.(first, rest[0] === "house" ? "house" : "writer"));
      else if (what === "here" && first !== me) note(first, rest, clock.now().getTime());
      else if (what === "gone" && first !== me) note(first, rest, null);
      else if (what === "who" && mine.size > 0) tellMine();
    },
    missed() {
      tell("who");
      tellMine();
      all((hearer) => hearer.changed(null));
    },
  });

  return {
    /** Until what is returned is called. */
    hear(hearer: ChatHearer): () => void {
      hearers.add(hearer);
      return () => void hearers.delete(hearer);
    },
    /** Somebody is at a place, until what is returned is called: `DESK`, or a conversation's id for its writer. */
    enter(place: string): () => void {
      const before = mine.get(place) ?? 0;
      mine.set(place, before + 1);
      if (before === 0) tell(`here ${me} ${place}`);
      all((hearer) => hearer.here?.(place));
      pulse ??= setInterval(tellMine, PULSE_MS).unref();
      return () => {
        const left = (mine.get(place) ?? 1) - 1;
        if (left > 0) return void mine.set(place, left);
        mine.delete(place);
        tell(`gone ${me} ${place}`);
        all((hearer) => hearer.here?.(place));
      };
    },
    isHere(place: string): boolean {
      if (mine.has(place)) return true;
      const since = clock.now().getTime() - GONE_MS;
      return [...(heard.get(place)?.values() ?? [])].some((at) => at >= since);
    },
    typing(messageId: string, side: Side): void {
      const now = clock.now().getTime();
      const key = `${messageId} ${side}`;
      if (now - (typed.get(key) ?? Number.NEGATIVE_INFINITY) < TYPING_MS) return;
      if (typed.size > 5_000) typed.clear();
      typed.set(key, now);
      tell(`typing ${messageId} ${side}`);
    },
    close(): void {
      if (pulse) clearInterval(pulse);
      pulse = null;
    },
  };
}
export type ChatHub = ReturnType<typeof createChatHub>;
