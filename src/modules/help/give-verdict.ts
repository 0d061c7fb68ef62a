/** One question after a conversation: was it solved? Answered by its member in the conversation, or by the link of the letter; changed at will. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import { done, type Outcome, refused } from "#platform/outcome";
import { messageId } from "./ids.ts";
import { LIMITS } from "./limits.ts";
import type { HelpRefusal, Topic } from "./messages.ts";
import type { VerdictLinks } from "./verdict-links.ts";
import { readAsked, upsertVerdict } from "./verdict-store.ts";

type Context = { database: DatabaseHandle; clock: Clock; limits: Limits; links: VerdictLinks };
export type AskedVerdict = {
  number: string;
  topic: Topic;
  /** What was said before; null for nothing. */
  solved: boolean | null;
};

/** What a letter's link asks about; null for a link that is not ours, and for what is not settled or gone. */
export async function readVerdictLink({ database, links }: Context, token: string): Promise<AskedVerdict | null> {
  const id = links.read(token);
  const row = id && (await readAsked(database.db, id));
  return row ? { number: row.number, topic: row.topic, solved: row.solved } : null;
}

/** `from`: the member in their own conversation, or whoever has the letter's link. */
export async function giveVerdict(
  { database, clock, limits, links }: Context,
  from: { user_id: string; thread: string } | { token: string; address: string },
  solved: boolean,
): Promise<Outcome<true, HelpRefusal>> {
  const id = "token" in from ? links.read(from.token) : messageId.read(from.thread);
  if (!id) return refused("unknown_thread");
  const wait = await limits.take(LIMITS.help_verdict, "token" in from ? networkOf(from.address) : from.user_id);
  if (wait) return refused("too_many", wait);
  const row = await readAsked(database.db, id);
  if (!row || ("user_id" in from && row.user_id !== from.user_id)) return refused("unknown_thread");
  await upsertVerdict(database.db, { message_id: id, solved, at: clock.now() });
  return done(true);
}
