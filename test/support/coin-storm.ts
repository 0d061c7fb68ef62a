/**
 * A storm of callbacks for many members, and beside it what each must have in the end, reckoned from the story alone: every
 * transaction has one end whatever the order in which it was told, how often, and how many workers had it at once.
 */
import { randomUUID } from "node:crypto";
import { OFFER_RECEIVABLE } from "#coins";
import { COIN_RESERVE } from "#ledger";
import { knownAs, type Said, type Signing, tellSigned } from "./vendor-callbacks.ts";
import type { World } from "./world.ts";

const VENDORS = ["ayet", "generic", "bitlabs", "cpx"] as const satisfies readonly Signing[];
/** Callbacks that are on their way at once share their commit; batches are as many as workers would have. */
const TOLD_AT_ONCE = 48;
const WORKED_AT_ONCE = 8;
/** How often it is said how far it is. */
const SAY_EVERY = 1_000;
const BATCH = 50;
/** About so many callbacks a member brings. */
const CALLBACKS_EACH = 33;

/** Numbers by chance that a seed gives again. */
export function createChance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    is: (share: number): boolean => next() < share,
    shuffle<T>(items: readonly T[]): T[] {
      const found = [...items];
      for (let at = found.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [found[at], found[other]] = [found[other] as T, found[at] as T];
      }
      return found;
    },
  };
}
type Chance = ReturnType<typeof createChance>;

/** What one transaction leaves behind: coins, and millionths that its vendor owes. */
type End = { user: string; vendor: Signing; state: "credited" | "waiting" | "nothing"; coins: bigint; micros: bigint };
type Telling = { vendor: Signing; said: Said; forged?: boolean; pending?: boolean };
type Story = { tellings: Telling[]; ends: End[] };

const usdOf = (micros: bigint) => `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, "0")}`;
const lesser = (a: bigint, b: bigint) => (a < b ? a : b);

/** A member as the books need one: nobody signs in. */
async function people(world: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await world.base.handle.pool.query(
    `insert into identity.users (user_id, name, email, email_verified_at, created_at)
     select id, 'Storm', id || '@example.com', $2, $2 from unnest($1::uuid[]) as id`,
    [ids, world.clock.now()],
  );
  return ids;
}

type Goal = { offer: string; goal: string; micros: bigint };
type Stage = { world: World; chance: Chance; worth: (micros: bigint) => bigint };

/** Sets out for some offers with several steps. */
async function setOut({ world, chance }: Stage, user: string, offerIds: readonly string[]): Promise<Goal[]> {
  for (const offer_id of chance.shuffle(offerIds).slice(0, 3)) {
    const offer = await world.coins.offer(world.partners.home, offer_id);
    const platform = offer?.platforms[0] ?? "desktop";
    const member = { user_id: user, is_verified: true, plus_active: false };
    const begun = await world.coins.begin(member, { offer_id, platform }, world.partners.home);
    if (!begun.ok) throw new Error(begun.code);
  }
  const { rows } = await world.base.handle.pool.query<Goal & { micros: string }>(
    `select provider_offer_id as offer, goal->>'goal_id' as goal, goal->>'payout_micros' as micros
     from coins.starts, jsonb_array_elements(terms->'goals') goal where user_id = $1 order by start_id, 2`,
    [user],
  );
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) })).filter(({ micros }) => micros > 0n);
}

/** How a transaction goes on: told, doubled, taken back, now and then told as uncertain before or after. */
function spread(story: Story, { chance }: Stage, vendor: Signing, said: Said, end: Omit<End, "vendor">): void {
  story.tellings.push({ vendor, said });
  if (vendor === "ayet" && chance.is(0.2)) story.tellings.push({ vendor, said, pending: true });
  const back = chance.is(0.25);
  if (back) story.tellings.push({ vendor, said: { ...said, kind: "reversal" } });
  story.ends.push({ vendor, ...end, ...(back && { state: "nothing" as const }) });
}

function reachGoal(story: Story, stage: Stage, user: string, ref: string, goal: Goal, name: string): void {
  const agreed = stage.worth(goal.micros);
  const said: Said = { kind: "credit", tx: name, ref, usd: usdOf(goal.micros), offer: goal.offer, goal: goal.goal };
  const style = stage.chance.below(6);
  if (style === 0) {
    const micros = goal.micros * 1_000n;
    spread(story, stage, "ayet", { ...said, usd: usdOf(micros) }, { user, state: "waiting", coins: agreed, micros });
  } else if (style === 1) {
    const micros = goal.micros / 2n;
    const coins = lesser(agreed, stage.worth(micros));
    spread(story, stage, "ayet", { ...said, usd: usdOf(micros) }, { user, state: "waiting", coins, micros });
  } else if (style === 2) {
    // The same step by two transactions: whichever comes first counts, and the other waits.
    story.tellings.push({ vendor: "ayet", said }, { vendor: "ayet", said: { ...said, tx: `${name}-2` } });
    story.ends.push({ user, vendor: "ayet", state: "credited", coins: agreed, micros: goal.micros });
    story.ends.push({ user, vendor: "ayet", state: "waiting", coins: agreed, micros: goal.micros });
  } else spread(story, stage, "ayet", said, { user, state: "credited", coins: agreed, micros: goal.micros });
}

/** What nobody set out for from here: paid by the vendor's word up to a bound. */
function bring(story: Story, stage: Stage, who: { user: string; ref: string }, what: Bounded, name: string): void {
  const micros = (BigInt(stage.chance.below(1_400) + 1) * what.bound) / 1_000n;
  const over = micros > what.bound;
  const said: Said = { kind: "credit", tx: name, ref: who.ref, usd: usdOf(micros), offer: what.offer };
  const end = { user: who.user, state: over ? ("waiting" as const) : ("credited" as const), micros };
  spread(story, stage, what.vendor, said, { ...end, coins: stage.worth(over ? what.bound : micros) });
}
type Bounded = { vendor: Signing; offer: string; bound: bigint };

function disturb(story: Story, chance: Chance): void {
  for (const telling of [...story.tellings]) {
    if (chance.is(0.25)) story.tellings.push(telling);
    if (telling.pending || !chance.is(0.13)) continue;
    story.tellings.push({ ...telling, said: { ...telling.said, tx: `${telling.said.tx}-f` }, forged: true });
  }
}

async function writeStory(stage: Stage, count: number): Promise<Story> {
  const { world, chance } = stage;
  const listed = await world.base.handle.pool.query<{
    provider: string;
    offer_id: string;
    offer: string;
    bound: bigint;
  }>(
    `select provider, offer_id, provider_offer_id as offer, payout_micros as bound from coins.offers
     where state = 'live' and provider in ('ayet', 'generic') order by provider, provider_offer_id`,
  );
  const offerIds = await shownOf(
    world,
    listed.rows.filter(({ provider }) => provider === "ayet"),
  );
  const wall = listed.rows.find(({ provider }) => provider === "generic");
  if (!wall || offerIds.length < 3) throw new Error("too few offers");
  const story: Story = { tellings: [], ends: [] };
  const survey = { offer: "nobody-began-this", bound: 25_000_000n };
  const kinds: Bounded[] = [
    { vendor: "generic", offer: wall.offer, bound: wall.bound },
    { vendor: "bitlabs", ...survey },
    { vendor: "cpx", ...survey },
  ];
  for (const user of await people(world, Math.ceil(count / CALLBACKS_EACH))) {
    const refs = await knownAs(world, user, VENDORS);
    const goals = (await setOut(stage, user, offerIds)).slice(0, 8);
    let n = 0;
    for (const goal of goals) reachGoal(story, stage, user, refs.get("ayet") ?? "", goal, `${user}-${++n}`);
    for (let more = 0; more < 11; more += 1) {
      const what = kinds[chance.below(kinds.length)] as Bounded;
      bring(story, stage, { user, ref: refs.get(what.vendor) ?? "" }, what, `${user}-${++n}`);
    }
  }
  disturb(story, chance);
  return { ...story, tellings: chance.shuffle(story.tellings) };
}

async function shownOf(world: World, rows: readonly { offer_id: string }[]): Promise<string[]> {
  const shown: string[] = [];
  for (const { offer_id } of rows) {
    const id = `cof_${offer_id.replaceAll("-", "")}`;
    if (await world.coins.offer(world.partners.home, id)) shown.push(id);
  }
  return shown;
}

/** One that is still uncertain is told by no vendor of today, and is put where callbacks lie. */
async function putPending(world: World, { said }: Telling): Promise<void> {
  const micros = BigInt(said.usd.replace(".", ""));
  const told = {
    ...{ kind: "pending", tx_id: said.tx, origin_tx_id: null, user_ref: said.ref, start: null, offer_id: said.offer },
    ...{ goal_id: said.goal, payout_micros: String(micros), told_coins: null, reason: null, said_at: null },
  };
  const row = { provider: "ayet", source: "postback" as const, row_key: `pending:${said.tx}`, payload: { told } };
  await world.database.transaction((tx) => world.inbox.put(tx, [{ ...row, said_at: world.clock.now() }]));
}

async function atOnce<T>(width: number, items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: width }, work));
}

export async function storm(
  world: World,
  asked: { count: number; seed: number },
  say: (line: string) => void = () => {},
) {
  const chance = createChance(asked.seed);
  const { home } = world.partners;
  const worth = (micros: bigint) =>
    (micros * BigInt(home.coin_share_bps) * BigInt(home.coins_per_dollar)) / 10_000_000_000n;
  await world.coins.refreshOffers();
  const { tellings, ends } = await writeStory({ world, chance, worth }, asked.count);
  await world.advance({ hours: 2 });
  const wrong: string[] = [];
  let told = 0;
  await atOnce(TOLD_AT_ONCE, tellings, async (telling) => {
    told += 1;
    if (told % SAY_EVERY === 0) say(`told ${told} of ${tellings.length}`);
    if (telling.pending) return putPending(world, telling);
    const forge = (query: string) =>
      query.replace(/(hash|signature)=../, "$1=zz").replace("transaction_id=", "transaction_id=9");
    const reply = await tellSigned(world, telling.vendor, telling.said, telling.forged ? forge : undefined);
    if ((reply.statusCode === 200) === Boolean(telling.forged))
      wrong.push(`${telling.vendor} ${telling.forged ? "forged" : "right"}: ${reply.statusCode} ${reply.body}`);
  });
  const { rows } = await world.base.handle.pool.query<{ inbox_id: string }>(
    "select inbox_id from platform.inbox where source = 'postback' and state = 'new'",
  );
  const ids = rows.map(({ inbox_id }) => inbox_id);
  const batches = [chance.shuffle(ids), chance.shuffle(ids)].flatMap((all) =>
    Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) => all.slice(n * BATCH, (n + 1) * BATCH)),
  );
  say(`working ${ids.length} in ${batches.length} batches, each twice`);
  await atOnce(WORKED_AT_ONCE, batches, (batch) => world.coins.applyCallbacks(batch));
  return { ends, wrong, callbacks: tellings.length };
}

const sumOf = (ends: readonly End[], of: (end: End) => bigint) => ends.reduce((sum, end) => sum + of(end), 0n);

/** What differs between the books and the story. */
export async function findWrong(world: World, ends: readonly End[]): Promise<string[]> {
  const wrong: string[] = [];
  const same = (what: string, found: bigint, right: bigint) => {
    if (found !== right) wrong.push(`${what}: ${found} instead of ${right}`);
  };
  const credited = ends.filter(({ state }) => state === "credited");
  for (const [user, own] of Map.groupBy(ends, (end) => end.user)) {
    const { coins, coins_pending, coins_owed } = await world.ledger.balances(user);
    const of = (state: End["state"]) =>
      sumOf(
        own.filter((end) => end.state === state),
        (end) => end.coins,
      );
    same(`coins of ${user}`, coins, of("credited"));
    same(`pending of ${user}`, coins_pending, of("waiting"));
    same(`owed by ${user}`, coins_owed, 0n);
  }
  same(
    "the reserve",
    await world.ledger.houseBalance(COIN_RESERVE, "house"),
    sumOf(credited, (end) => (end.coins + 9n) / 10n),
  );
  for (const vendor of VENDORS) {
    const own = credited.filter((end) => end.vendor === vendor);
    same(
      `owed by ${vendor}`,
      -(await world.ledger.houseBalance(OFFER_RECEIVABLE, vendor)),
      sumOf(own, (end) => (end.micros + 5_000n) / 10_000n),
    );
  }
  const { rows } = await world.base.handle.pool.query<{ state: string; count: number }>(
    "select state, count(*)::int as count from coins.rewards group by state",
  );
  const counted = new Map(rows.map(({ state, count }) => [state, BigInt(count)]));
  const ended = (state: End["state"]) => BigInt(ends.filter((end) => end.state === state).length);
  same("credited", counted.get("credited") ?? 0n, ended("credited"));
  same("held", counted.get("held") ?? 0n, ended("waiting"));
  same("reversed", counted.get("reversed") ?? 0n, ended("nothing"));
  return wrong;
}
