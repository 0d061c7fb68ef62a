/** SQL of devices from which somebody signed in to more than one account. Schema `identity` only. */
import type { Database, Tx } from "#platform/database";
import { type SharedAsked, sharedPage, spanOfKey } from "#platform/shared-things";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type SharedDevice = {
  hash: Buffer;
  accounts: number;
  first_at: Date;
  /** When it became shared: somebody came to its second account. */
  shared_at: Date;
  /** When somebody came to the newest of its accounts. */
  joined_at: Date;
  last_at: Date;
  /** Of the accounts, the newest first. */
  user_ids: string[];
};
/** A device with more accounts than this is named by its newest. */
const MAX_NAMED = 1_000;

/** A list of them ends here: so many are read by one index, however many devices there are. */
const MAX_LISTED = 1_000;

/** Of some devices those that are shared now: who has gone, or went into another account, shares nothing. */
const sharedAmong = (hashes: ReturnType<typeof sql>) => sql`(
  select device_hash as hash, count(*)::int as accounts, min(d.first_at) as first_at, max(d.first_at) as joined_at,
    max(d.last_at) as last_at, (array_agg(d.first_at order by d.first_at, d.user_id))[2] as shared_at,
    (array_agg(d.user_id::text order by d.first_at desc, d.user_id))[1:${sql.lit(MAX_NAMED)}] as user_ids
  from identity.devices d join identity.users u using (user_id)
  where u.deleted_at is null and u.merged_at is null and d.device_hash in (${hashes})
  group by device_hash having count(*) > 1) shared`;

export async function listSharedDevices(runner: Runner, asked: SharedAsked): Promise<SharedDevice[]> {
  const several = sql`
    select device_hash from identity.devices where is_shared group by device_hash
    order by ${asked.order === "largest" ? sql`count(*)` : sql`max(first_at)`} desc limit ${sql.lit(MAX_LISTED)}`;
  const { rows } = await sql<SharedDevice>`select * from ${sharedAmong(several)} ${sharedPage(asked)}`.execute(runner);
  return rows;
}

/** `least`: of these members so many signed in from it. */
export async function readDevicesOf(
  runner: Runner,
  userIds: readonly string[],
  { least, most }: { least: number; most: number },
): Promise<SharedDevice[]> {
  const theirs = sql`
    select device_hash from identity.devices where user_id = any (${userIds}::uuid[])
    group by device_hash having count(*) >= ${least}`;
  const { rows } = await sql<SharedDevice>`
    select * from ${sharedAmong(theirs)} order by joined_at desc, hash limit ${most}`.execute(runner);
  return rows;
}

export type DeviceAccount = { user_id: string; first_at: Date; last_at: Date; dropped_at: Date | null };

/** The device that a key names, with its accounts in the order in which they came; null when it is not shared. */
export async function readSharedDevice(
  runner: Runner,
  key: string,
  most: number,
): Promise<{ device: SharedDevice; accounts: DeviceAccount[] } | null> {
  const { from, to } = spanOfKey(key);
  const named = sql`select device_hash from identity.devices where device_hash between ${from} and ${to}`;
  const [device] = (await sql<SharedDevice>`select * from ${sharedAmong(named)} order by hash limit 1`.execute(runner))
    .rows;
  if (!device) return null;
  const { rows } = await sql<DeviceAccount>`
    select * from (
      select user_id::text as user_id, d.first_at, d.last_at, d.dropped_at from identity.devices d
      join identity.users u using (user_id)
      where d.device_hash = ${device.hash} and u.deleted_at is null and u.merged_at is null
      order by d.first_at desc, user_id limit ${most}) newest
    order by first_at, user_id`.execute(runner);
  return { device, accounts: rows };
}

/** Two accounts that come to a device at the same moment do not see each other: what they missed is marked later. */
export async function markSharedDevices(runner: Runner): Promise<void> {
  await sql`
    update identity.devices set is_shared = true where not is_shared and device_hash in (
      select device_hash from identity.devices group by device_hash having count(*) > 1)`.execute(runner);
}
