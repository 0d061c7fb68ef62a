/** The part of the door by which members say where they are told of what, and when. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { done, type Outcome, refused } from "#platform/outcome";
import { isZone } from "#platform/zone";
import { type Preferences, readChoices, readPreferences, saveChoice, savePreferences } from "./preference-store.ts";
import { BY_DEFAULT, CHANNELS, type Channel, isAlways, LISTS, type MailList, TOPICS, type Topic } from "./rules.ts";

export type PreferenceRefusal = "always" | "zone_unknown" | "same_hours" | "no_consent";

export function createPreferences(deps: {
  database: DatabaseHandle;
  clock: Clock;
  /** Whether this member has agreed to texts. */
  hasTextConsent(tx: Tx, userId: string): Promise<boolean>;
  /** What was gathered for a summary is told anew by what holds now. */
  regather(tx: Tx, userId: string): Promise<void>;
}) {
  const { database, clock } = deps;
  return {
    /** Each topic, and where its member is told of it. */
    async lists(userId: string): Promise<MailList[]> {
      const chosen = await readChoices(database.db, userId);
      const isOn = (list: Topic, channel: Channel): boolean =>
        isAlways(list, channel) ||
        (chosen.find((one) => one.list === list && one.channel === channel)?.is_on ?? BY_DEFAULT[channel]);
      return TOPICS.map((list) => ({
        list,
        en: LISTS[list].en,
        es: LISTS[list].es,
        // One entry for each channel.
        ...(Object.fromEntries(CHANNELS.map((channel) => [channel, isOn(list, channel)])) as Record<Channel, boolean>),
      }));
    },
    /** Where a member wants to be told of a topic. What the law or the account's safety asks for stays on. */
    async setList(
      userId: string,
      list: Topic,
      channel: Channel,
      on: boolean,
    ): Promise<Outcome<null, PreferenceRefusal>> {
      if (isAlways(list, channel)) return on ? done(null) : refused("always");
      return database.transaction(async (tx) => {
        if (channel === "text" && on && !(await deps.hasTextConsent(tx, userId))) return refused("no_consent");
        await saveChoice(tx, { user_id: userId, list, channel, is_on: on, at: clock.now() });
        return done(null);
      });
    },
    /** Leaves lists by mail: one of them, or all that are gathered in a summary. */
    async leaveLists(userId: string, lists: readonly Topic[]): Promise<void> {
      await database.transaction(async (tx) => {
        for (const list of lists)
          await saveChoice(tx, { user_id: userId, list, channel: "mail", is_on: false, at: clock.now() });
      });
    },
    when: (userId: string): Promise<Preferences> => readPreferences(database.db, userId),
    async setWhen(userId: string, kept: Preferences): Promise<Outcome<null, PreferenceRefusal>> {
      if (kept.zone !== null && !isZone(kept.zone)) return refused("zone_unknown");
      if (kept.quiet_from === kept.quiet_until) return refused("same_hours");
      return database.transaction(async (tx) => {
        const before = await readPreferences(tx, userId);
        await savePreferences(tx, userId, kept, clock.now());
        if (before.digest !== kept.digest || before.zone !== kept.zone) await deps.regather(tx, userId);
        return done(null);
      });
    },
  };
}
