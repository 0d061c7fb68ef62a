/** One process that takes order mails in and follows parcels, as a node of the service does, the outside world being played beside it. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { startWorker } from "#platform/jobs";
import { wire } from "../src/server/wiring.ts";
import { configFor, silent, untilStarted } from "./ground.ts";
import type { ProtectionAnswer, ProtectionOrder } from "./protection.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const database = openDatabase({ url: databaseUrl, connections: 16, log: silent });
const config = configFor({
  ...{ DATABASE_URL: databaseUrl, DATA_DIR: process.env.DATA_DIR ?? "", SANDBOX_PORT: process.env.SANDBOX_PORT ?? "" },
});
const wired = await wire({ config, clock: systemClock, log: silent, database });
await startWorker(database, wired.registry, silent, { concurrency: 8 });
await untilStarted(database);

const AT_ONCE = 16;
const MEMBERS = 100;
const members = Array.from({ length: MEMBERS }, () => randomUUID());
await database.pool.query(
  "insert into identity.users (user_id, email, name, created_at, email_verified_at) select u, u || '@example.com', 'Ann', now(), now() from unnest($1::uuid[]) u",
  [members],
);
const addresses = await Promise.all(members.map((user_id) => wired.mailboxes.address(user_id)));
const memberAt = <Thing>(list: readonly Thing[], at: number): Thing => list[at % list.length] as Thing;

const numberOf = async (text: string): Promise<number> => Number((await database.pool.query(text)).rows[0].n);
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > 1_800_000) throw new Error(`half an hour went by: ${what}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
async function inTurns<Thing>(
  things: readonly Thing[],
  work: (thing: Thing, at: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < things.length; at = next++) await work(things[at] as Thing, at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

const rawOf = (folder: string, at: number): Promise<Buffer> => readFile(join(folder, `${at}.eml`));

/** Every mail is kept once, and says something. */
async function takeMails(raws: readonly Buffer[]): Promise<void> {
  const kept = "select count(*) as n from mailboxes.mails where outcome = 'facts' and proof = 'signed'";
  const before = await numberOf(kept);
  await inTurns(raws, async (raw, at) => {
    const taken = await wired.mailboxes.incoming.take({
      recipient: memberAt(addresses, at),
      raw,
      address: "192.0.2.1",
    });
    if (!taken.ok) throw new Error(taken.code);
  });
  await until(
    "mails wait",
    async () => (await numberOf("select count(*) as n from platform.inbox where state = 'new'")) === 0,
  );
  const found = (await numberOf(kept)) - before;
  if (found !== raws.length) throw new Error(`${found} signed mails of ${raws.length} are kept`);
}

async function followParcels(numbers: readonly string[]): Promise<void> {
  const typed = { name: "", is_return: false, country: "US", zone: "America/New_York" };
  await inTurns(numbers, async (number, at) => {
    const added = await wired.shipments.add({ ...typed, user_id: memberAt(members, at), number });
    if (!added.ok) throw new Error(added.code);
  });
  await until(
    "parcels wait",
    async () =>
      (await numberOf(
        "select count(*) as n from shipments.parcels where asked_at is not null and tracker_id is not null",
      )) >= numbers.length,
  );
}

async function workOn(order: ProtectionOrder): Promise<ProtectionAnswer> {
  if (order.work === "parcels") {
    const began = performance.now();
    await followParcels(order.numbers);
    return { done: order.numbers.length, seconds: (performance.now() - began) / 1_000 };
  }
  const raws: Buffer[] = [];
  for (let at = order.from; at < order.to; at += 1) raws.push(await rawOf(order.folder, at));
  const began = performance.now();
  await takeMails(raws);
  return { done: raws.length, seconds: (performance.now() - began) / 1_000 };
}

process.on("message", async (order: ProtectionOrder) => process.send?.(await workOn(order)));
process.send?.({ port: 0 });
