/** Makes the demo members with their past, once: at the first start beside the sandbox. */
import { addDays, stopwatch } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import type { Config } from "#settings";
import { findDemoMembers } from "./members.ts";
import { openPast } from "./past.ts";
import { FIRST_DAYS, playStory } from "./story.ts";

export type Played = { seconds: number; findings: number };

/** Null when demo members are there already: what they have done since is theirs. */
export async function playPast(options: {
  config: Config;
  database: DatabaseHandle;
  log: Log;
  now: Date;
}): Promise<Played | null> {
  const { database, now } = options;
  if ((await findDemoMembers(database)).length > 0) return null;
  const began = stopwatch();
  const past = await openPast({ ...options, from: addDays(now, -FIRST_DAYS - 1) });
  try {
    await playStory(past, now);
    const { findings } = await past.ledger.verify();
    return { seconds: Math.round((stopwatch() - began) / 1_000), findings: findings.length };
  } finally {
    await past.close(new Date(now.getTime() + stopwatch() - began));
  }
}
