/**
 * What processes tell each other through the database: a channel, and a few bytes that name what happened. Each process listens on
 * one connection (`server/serve.ts`), so that a channel costs none of its own.
 */
import type { Database, Tx } from "#platform/database";
import { assert } from "#platform/outcome";
import { sql } from "#platform/sql";

export type ChannelHearer = {
  told(payload: string): void;
  /** The connection was lost for a while: what was told meanwhile was not heard. */
  missed(): void;
};

/** PostgreSQL refuses 8,000 bytes. */
const MAX_PAYLOAD = 7_000;

export function createChannels() {
  const hearers = new Map<string, ChannelHearer>();
  return {
    hear(channel: string, hearer: ChannelHearer): void {
      assert(!hearers.has(channel), `${channel} has one hearer`);
      hearers.set(channel, hearer);
    },
    names: (): string[] => [...hearers.keys()],
    deliver: (channel: string, payload: string): void => hearers.get(channel)?.told(payload),
    missed(): void {
      for (const hearer of hearers.values()) hearer.missed();
    },
  };
}
export type Channels = ReturnType<typeof createChannels>;

/** Inside a transaction it is heard once that is over. */
export async function tellChannel(runner: Database | Tx, channel: string, payload: string): Promise<void> {
  assert(payload.length <= MAX_PAYLOAD, "a channel carries ids, not what they stand for");
  await sql`select pg_notify(${channel}, ${payload})`.execute(runner);
}
