/** One process that takes callbacks and works their jobs, as a node of the service does. Mails are left out, as in `rows-process.ts`. */
import { createHmac, randomUUID } from "node:crypto";
import { systemClock } from "#platform/clock";
import { openDatabase } from "#platform/database";
import { startWorker } from "#platform/jobs";
import { wire } from "../src/server/wiring.ts";
import type { CallbacksAnswer, CallbacksOrder } from "./callbacks.ts";
import { configFor, silent, untilStarted } from "./ground.ts";

const databaseUrl = process.env.DATABASE_URL ?? "";
const database = openDatabase({ url: databaseUrl, connections: 16, log: silent });
const config = configFor({ DATABASE_URL: databaseUrl });
const wired = await wire({ config, clock: systemClock, log: silent, database });
const write = wired.registry.jobs.get("coins.follow_rewards");
if (!write) throw new Error("there is no job for mails");
wired.registry.jobs.set("coins.follow_rewards", { ...write, handler: async () => {} });
await startWorker(database, wired.registry, silent, { concurrency: 8 });
await untilStarted(database);

const OFFER = randomUUID();
/** What one callback pays: a dollar, of which the member's share is 400 coins. */
const COINS = 400;
const AT_ONCE = 64;
let running = 0;

await database.pool.query(
  `insert into coins.offers (offer_id, provider, provider_offer_id, name, description, requirements, type, platforms, countries, payout_micros,
     goals, click_url, content_hash, state, first_seen_at, changed_at)
   values ($1, 'ayet', 'bench', 'Bench', '', '', 'GAME', '{ios}', '{}', 1000000, $2::jsonb, 'https://example.com', '\\x00', 'live', now(), now())`,
  [OFFER, JSON.stringify([{ goal_id: "offer", name: "All", payout_micros: "1000000", days: null }])],
);

/** Members of their own, who set out an hour ago: a rule holds the coins of whoever earns too often. */
async function makeStarts(count: number): Promise<string[]> {
  const users = Array.from({ length: count }, () => randomUUID());
  const refs = users.map((id) => id.replaceAll("-", "").slice(0, 26));
  const terms = {
    ...{
      name: "Bench",
      description: "",
      requirements: "",
      type: "GAME",
      image_url: null,
      plus: false,
      share_bps: 4_000,
    },
    ...{
      coins: String(COINS),
      goals: [{ goal_id: "offer", name: "All", coins: String(COINS), payout_micros: "1000000", days: null }],
    },
  };
  await database.pool.query(
    "insert into identity.users (user_id, email, name, created_at, email_verified_at) select u, u || '@example.com', 'Ann', now(), now() from unnest($1::uuid[]) u",
    [users],
  );
  await database.pool.query(
    "insert into coins.member_refs (user_ref, provider, user_id, made_at) select r, 'ayet', u, now() from unnest($1::text[], $2::uuid[]) x(r, u)",
    [refs, users],
  );
  await database.pool.query(
    `insert into coins.starts (start_id, user_id, offer_id, provider, provider_offer_id, user_ref, platform, terms, terms_hash, started_at, last_at)
     select gen_random_uuid(), u, $3, 'ayet', 'bench', r, 'ios', $4::jsonb, '\\x00', now() - interval '1 hour', now() from unnest($1::text[], $2::uuid[]) x(r, u)`,
    [refs, users, OFFER, JSON.stringify(terms)],
  );
  return refs;
}

function callbackOf(ref: string, tx: string) {
  const query = new URLSearchParams({
    ...{ callback_type: "conversion", currency_amount: "1000", external_identifier: ref, is_chargeback: "0" },
    ...{ offer_id: "bench", payout_usd: "1.00", transaction_id: tx },
  });
  query.sort();
  const hash = createHmac("sha256", config.AYET_API_KEY).update(query.toString()).digest("hex");
  return {
    ...{ method: "GET" as const, target: `/cb/ayet/secret?${query}`, body: Buffer.alloc(0), address: "127.0.0.1" },
    headers: { "x-ayetstudios-security-hash": hash },
  };
}

/** Every callback is one reward and one transfer, and the coins are their sum. */
async function prove() {
  const { rows } =
    await database.pool.query(`select (select count(*) from coins.rewards where state = 'credited') as rewards,
    (select coalesce(sum(balance), 0) from ledger.heads h join ledger.accounts a using (account_id) where a.kind = 'member_coins') as coins`);
  const found = JSON.stringify([rows[0].rewards, rows[0].coins].map(Number));
  const expected = JSON.stringify([running, running * COINS]);
  if (found !== expected) throw new Error(`not exactly once: ${found} instead of ${expected}`);
}

const waiting = async () =>
  Number((await database.pool.query("select count(*) as n from platform.inbox where state = 'new'")).rows[0].n);

process.on("message", async ({ burst }: CallbacksOrder) => {
  const refs = await makeStarts(burst);
  const told = refs.map((ref, n) => callbackOf(ref, `tx-${running + n}`));
  running += burst;
  const began = performance.now();
  for (let from = 0; from < told.length; from += AT_ONCE)
    await Promise.all(told.slice(from, from + AT_ONCE).map((one) => wired.coins.takeCallback("ayet", one)));
  while ((await waiting()) > 0) await new Promise((wake) => setTimeout(wake, 20));
  const seconds = (performance.now() - began) / 1_000;
  await prove();
  process.send?.({ callbacks: burst, seconds } satisfies CallbacksAnswer);
});
process.send?.({ port: 0 });
