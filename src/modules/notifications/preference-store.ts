/** SQL of what members chose: where they are told of what, and when. Schema `notifications` only. */
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";
import { BY_DEFAULT, type Channel, isAlways, type List } from "./rules.ts";

type Runner = Database | Tx;
type Choice = { user_id: string; list: List; channel: Channel };

/** Whether somebody wants to hear of a list there. */
export async function isChosen(runner: Runner, userId: string, list: List, channel: Channel): Promise<boolean> {
  if (isAlways(list, channel)) return true;
  const result = await sql<{ is_on: boolean }>`
    select is_on from notifications.choices where user_id = ${userId} and list = ${list} and channel = ${channel}`.execute(
    runner,
  );
  return result.rows[0]?.is_on ?? BY_DEFAULT[channel];
}

export async function saveChoice(runner: Runner, choice: Choice & { is_on: boolean; at: Date }): Promise<void> {
  await sql`
    insert into notifications.choices (user_id, list, channel, is_on, at)
    values (${choice.user_id}, ${choice.list}, ${choice.channel}, ${choice.is_on}, ${choice.at})
    on conflict (user_id, list, channel) do update set is_on = excluded.is_on, at = excluded.at`.execute(runner);
}

export async function readChoices(
  runner: Runner,
  userId: string,
): Promise<(Pick<Choice, "list" | "channel"> & { is_on: boolean })[]> {
  const result = await sql<Pick<Choice, "list" | "channel"> & { is_on: boolean }>`
    select list, channel, is_on from notifications.choices where user_id = ${userId}`.execute(runner);
  return result.rows;
}

export type Preferences = {
  /** A name of the IANA list; null: that of the brand. */
  zone: string | null;
  quiet: boolean;
  /** Full hours there. */
  quiet_from: number;
  quiet_until: number;
  digest: "none" | "daily" | "weekly";
  /** Whether a locked screen may show names and sums. */
  shows_details: boolean;
};
/** From nine in the evening to eight in the morning nothing rings. */
const UNTOUCHED: Preferences = {
  zone: null,
  quiet: true,
  quiet_from: 21,
  quiet_until: 8,
  digest: "none",
  shows_details: false,
};

export async function readPreferences(runner: Runner, userId: string): Promise<Preferences> {
  const result = await sql<Preferences>`
    select zone, quiet, quiet_from, quiet_until, digest, shows_details from notifications.preferences where user_id = ${userId}`.execute(
    runner,
  );
  return result.rows[0] ?? UNTOUCHED;
}

/** Says where its member is, unless they or another device said so; all else stays as it was chosen. */
export async function saveFirstZone(tx: Tx, userId: string, zone: string, at: Date): Promise<void> {
  const { quiet, quiet_from, quiet_until, digest, shows_details } = UNTOUCHED;
  await sql`
    insert into notifications.preferences (user_id, zone, quiet, quiet_from, quiet_until, digest, shows_details, changed_at)
    values (${userId}, ${zone}, ${quiet}, ${quiet_from}, ${quiet_until}, ${digest}, ${shows_details}, ${at})
    on conflict (user_id) do update set zone = excluded.zone, changed_at = excluded.changed_at where preferences.zone is null`.execute(
    tx,
  );
}

export async function savePreferences(tx: Tx, userId: string, kept: Preferences, at: Date): Promise<void> {
  await sql`
    insert into notifications.preferences (user_id, zone, quiet, quiet_from, quiet_until, digest, shows_details, changed_at)
    values (${userId}, ${kept.zone}, ${kept.quiet}, ${kept.quiet_from}, ${kept.quiet_until}, ${kept.digest}, ${kept.shows_details}, ${at})
    on conflict (user_id) do update set zone = excluded.zone, quiet = excluded.quiet, quiet_from = excluded.quiet_from,
      quiet_until = excluded.quiet_until, digest = excluded.digest, shows_details = excluded.shows_details, changed_at = excluded.changed_at`.execute(
    tx,
  );
}
