/**
 * Random stories of payables against a provider that is told how to misbehave, beside a model of the truth: what the
 * provider itself has paid. Used by the unit test with few stories and by the soak with many.
 */
import fc from "fast-check";
import { MARKETING } from "#coins";
import { fixedClock } from "#platform/clock";
import type { Database, DatabaseHandle, Tx } from "#platform/database";
import { newId } from "#platform/ids";
import type { Log } from "#platform/log";
import { createMetrics } from "#platform/metrics";
import { sql } from "#platform/sql";
import type { Ledger } from "../../ledger/ledger.server.ts";
import { OPEN, PERSON } from "../metrics.ts";
import { type Answer, createPayables, type Order } from "../payables.server.ts";

/** What happens to one call: answered, lost on the way there, lost on the way back, or answered with nonsense of many kinds. */
export type Weather = "calm" | "lost_there" | "lost_back" | "busy" | "refuses_repeats" | "not_now" | "garbled";
export type Fate = "pays" | "refuses" | "returns" | "pays_then_returns" | "refuses_at_once";
export type Step =
  | ("work" | "work_twice" | "killed" | "hint" | "wait" | "provider" | "reverse_order" | "confirm_order")
  /** A person looks at the provider, keeps it from being sent, or says that it was not paid, by what they saw last. */
  | ("person_looks" | "person_stops" | "person_refuses");
export type Story = { fate: Fate; weather: Weather[]; steps: Step[]; lookable: boolean };

const WEATHER: fc.WeightedArbitrary<Weather>[] = [
  { weight: 2, arbitrary: fc.constant("calm") },
  { weight: 1, arbitrary: fc.constantFrom("lost_there", "busy", "not_now", "garbled") },
  { weight: 2, arbitrary: fc.constant("lost_back") },
  { weight: 2, arbitrary: fc.constant("refuses_repeats") },
];
const STEPS: fc.WeightedArbitrary<Step>[] = [
  { weight: 4, arbitrary: fc.constant("work") },
  { weight: 4, arbitrary: fc.constantFrom("work_twice", "killed", "wait", "provider") },
  { weight: 2, arbitrary: fc.constantFrom("hint", "reverse_order", "confirm_order") },
  { weight: 3, arbitrary: fc.constantFrom("person_looks", "person_stops", "person_refuses") },
];
export const stories: fc.Arbitrary<Story> = fc.record({
  fate: fc.constantFrom<Fate>("pays", "refuses", "returns", "pays_then_returns", "refuses_at_once"),
  weather: fc.array(fc.oneof(...WEATHER), { minLength: 1, maxLength: 6 }),
  steps: fc.array(fc.oneof(...STEPS), { minLength: 2, maxLength: 10 }),
  lookable: fc.boolean(),
});
/** The two that were seen to pay and give back: an answer lost on its way, and then a refusal or nonsense for the repeat. */
export const SEEN: [Story][] = [
  [{ fate: "pays", weather: ["lost_back", "refuses_repeats"], steps: ["work", "work"], lookable: false }],
  [{ fate: "pays_then_returns", weather: ["garbled", "busy"], steps: ["work", "work", "provider"], lookable: true }],
  // A person who found nothing says so after it was sent: by a call that told of it, and by one whose answer was lost.
  ...([["lost_there"], ["lost_there", "lost_back"]] as const).map((weather): [Story] => [
    {
      fate: "pays",
      weather: [...weather],
      steps: ["work", "person_looks", "work", "person_refuses", "provider"],
      lookable: false,
    },
  ]),
];

class Killed extends Error {}

/** A provider that keeps its own truth. `payments` counts what it ever paid under one id: more than one is the worst. */
class ScriptedProvider {
  readonly name = "scripted";
  readonly orders = new Map<string, { state: "open" | "paid" | "refused" | "returned"; payments: number }>();
  fate: Fate = "pays";
  weather: Weather[] = [];
  lookable = true;

  /** The provider goes on by itself, one step at a time. False when nothing is left for it to do. */
  progress(id: string): boolean {
    const order = this.orders.get(id);
    const before = order?.state;
    if (!order) return false;
    if (order.state === "open") {
      if (this.fate === "refuses") order.state = "refused";
      else if (this.fate === "returns") order.state = "returned";
      else Object.assign(order, { state: "paid", payments: order.payments + 1 });
    } else if (order.state === "paid" && this.fate === "pays_then_returns") order.state = "returned";
    return order.state !== before;
  }

  private show(id: string): Answer {
    const place = { reference: `ref-${id}`, item: `item-${id}` };
    switch (this.orders.get(id)?.state) {
      case "paid":
        return { state: "done", ...place, fee_minor: 25n, secret: null };
      case "refused":
        return { state: "refused", ...place, code: "no" };
      case "returned":
        return { state: "returned", ...place, code: "back" };
      default:
        return { state: "accepted", ...place };
    }
  }

  async send(order: Order): Promise<Answer> {
    const weather = this.weather.shift() ?? "calm";
    const known = this.orders.has(order.payable_id);
    if (weather === "lost_there") throw new Error("no answer");
    if (weather === "not_now" && !known) return { state: "not_now", code: "funds", retry_seconds: 60, person: true };
    // What is said to a repeat tells of the repeat: the closed list of refusals must not be believed here.
    if (weather === "refuses_repeats" && known) return { state: "refused", code: "invalid" };
    if (weather === "busy") return { state: "unclear", code: "in progress" };
    if (!known && this.fate === "refuses_at_once") {
      if (weather === "lost_back") throw new Error("no answer");
      return { state: "refused", code: "no" };
    }
    if (!known) this.orders.set(order.payable_id, { state: "open", payments: 0 });
    if (weather === "lost_back" || weather === "garbled") throw new Error("no answer");
    return this.show(order.payable_id);
  }

  async look(order: Order): Promise<Answer> {
    if (order.reference === null && !this.lookable)
      return order.stopped ? { state: "unclear", code: "stopped" } : this.send(order);
    const weather = this.weather.shift() ?? "calm";
    if (weather !== "calm") throw new Error("no answer");
    return this.orders.has(order.payable_id) ? this.show(order.payable_id) : { state: "absent" };
  }
}

const AMOUNT = 2_800n;
/** How a payable ends by the state of its order at the provider. One that is open has not ended. */
const ENDS = { open: "never", paid: "done", refused: "refused", returned: "returned" } as const;

/** How a story must stand in the books for ever after: its member's cents by the model, and its payable as it was left. */
export type Ending = { owner: string; settled: bigint; payable_id: string; state: string };
export type Stage = { database: DatabaseHandle; log: Log; ledger: Ledger };
/** Calm looks at the end of a story: enough for what nobody knows of to become a person's. */
const CALM_ROUNDS = 8;

/**
 * Plays one story to its end, in which the weather is calm. Returns what differs from the truth (nothing, when all is well),
 * and how it ended. Many play at once over one ledger, each with a member and a clock of its own.
 */
export async function playStory(deps: Stage, story: Story): Promise<{ findings: string[]; ending: Ending }> {
  const { ledger } = deps;
  const clock = fixedClock("2027-03-10T12:00:00Z");
  const kill = { next: false };
  const database: DatabaseHandle = {
    ...deps.database,
    // The process ends between the provider's answer and its storing.
    transaction: async (work) => {
      if (kill.next && provider.called) throw new Killed("killed");
      return deps.database.transaction(work);
    },
  };
  const metrics = createMetrics([OPEN, PERSON]);
  const payables = createPayables({ database, clock, log: deps.log, ledger, metrics });
  const scripted = new ScriptedProvider();
  Object.assign(scripted, { fate: story.fate, weather: [...story.weather], lookable: story.lookable });
  const provider = { called: false };
  const noting = <T>(work: Promise<T>): Promise<T> => work.finally(() => Object.assign(provider, { called: true }));
  payables.registerProvider({
    name: scripted.name,
    send: (order) => noting(scripted.send(order)),
    look: (order) => noting(scripted.look(order)),
  });
  let told = "";
  payables.follow("test", {
    async changed(_tx, { state }) {
      told = state;
    },
  });
  const owner = newId("user");
  const id = newId("withdrawal");
  let confirmed = 0n;
  const setOrder = (to: bigint) =>
    deps.database.transaction(async (tx) => {
      const from = { pending: 0n, confirmed };
      const line = { account: { kind: MARKETING, owner: "house" }, amount: confirmed - to };
      await ledger.credit(tx, [
        {
          kind: "test.order",
          cause: `order:${owner}:${newId("order")}`,
          owner,
          from,
          to: { pending: 0n, confirmed: to },
          against: [line],
        },
      ]);
      confirmed = to;
    });
  await setOrder(AMOUNT);
  await deps.database.transaction(async (tx: Tx) => {
    const held = await ledger.hold(tx, { cause: `w:${id}`, owner, unit: "USD", amount: AMOUNT });
    if (!held.ok) throw new Error(held.code);
    const intent = { payable_id: id, kind: "test", provider: scripted.name, owner, unit: "USD" as const };
    await payables.request(tx, { ...intent, amount_minor: AMOUNT, hold_id: held.value.hold_id, request: {}, data: {} });
  });
  const work = async () => {
    provider.called = false;
    await payables.work(id).catch((error) => {
      if (!(error instanceof Killed)) throw error;
    });
  };
  const refuses = (reason: string) => payables.settle(id, { to: "refused", by: "Olga", reference: null, reason });
  let sawNothing = false;
  for (const step of story.steps) {
    if (step === "work" || step === "hint") await work();
    else if (step === "person_looks") sawNothing = !scripted.orders.has(id);
    else if (step === "person_stops") {
      // As they are told to: what was seen before is seen again.
      if ((await payables.stop(id, "Olga")).ok) sawNothing = false;
    } else if (step === "person_refuses") await (sawNothing && refuses("not there"));
    else if (step === "work_twice") await Promise.all([work(), work(), work()]);
    else if (step === "killed") {
      kill.next = true;
      await work();
      kill.next = false;
    } else if (step === "wait") clock.advance({ minutes: 10 });
    else if (step === "provider") scripted.progress(id);
    else await setOrder(step === "confirm_order" ? AMOUNT : 0n);
  }
  // In the end the provider comes to its own end, and calm looks learn of it.
  if ((await payables.read(id))?.stopped_at) await payables.retry(id);
  scripted.weather = [];
  for (let round = 0, same = 0; round < CALM_ROUNDS && same < 2; round += 1) {
    clock.advance({ hours: 5 });
    await work();
    const moved = scripted.progress(id);
    // Nothing is left to happen once both have ended alike: another look must leave it so.
    const alike = told === ENDS[scripted.orders.get(id)?.state ?? "open"];
    same = !moved && alike ? same + 1 : 0;
  }
  let left = await payables.read(id);
  // What cannot be looked up and was never made is a person's, who has asked the provider otherwise.
  if (left?.state === "unknown" && left.person_since && !scripted.orders.has(id)) {
    clock.advance({ days: 1 });
    await work();
    await payables.stop(id, "Olga");
    clock.advance({ minutes: 5 });
    await refuses("asked by phone");
    left = await payables.read(id);
  }
  const row = left;
  const truth = scripted.orders.get(id);
  const paid = truth?.state === "paid";
  const balances = await ledger.balances(owner);
  const findings: string[] = [];
  const expect = (what: string, is: unknown, should: unknown) => {
    if (is !== should)
      findings.push(`${what}: ${String(is)} instead of ${String(should)} (${JSON.stringify(row?.state)})`);
  };
  expect("payments made", (truth?.payments ?? 0) <= 1, true);
  expect("still held", balances.held, 0n);
  expect("free less owed", balances.available - balances.clawback, confirmed - (paid ? AMOUNT : 0n));
  expect("money beside debt", balances.available > 0n && balances.clawback > 0n, false);
  expect("done", row?.state === "done", paid);
  const settled = confirmed - (paid ? AMOUNT : 0n);
  return { findings, ending: { owner, settled, payable_id: id, state: row?.state ?? "" } };
}

/**
 * When many stories have ended: the whole ledger verifies, every member's balances are what the model says, which the law
 * of sub-ledgers compares, and every payable stands as its own story left it.
 */
export async function findWrongEndings(stage: Stage, endings: readonly Ending[]): Promise<string[]> {
  const sorted = [...endings].sort((a, b) => (a.owner < b.owner ? -1 : 1));
  stage.ledger.registerSubLedger({
    name: "stories",
    read: async (_tx, { after, until }) =>
      sorted
        .filter(({ owner }) => (after === null || owner > after) && (until === null || owner <= until))
        .map(({ owner, settled }) => ({ owner, pending: 0n, settled, held: 0n })),
  });
  const { findings } = await stage.ledger.verify();
  const states = await readStates(stage.database.db);
  return [
    ...findings.map(({ kind, detail }) => `${kind}: ${detail}`),
    ...endings
      .filter(({ payable_id, state }) => states.get(payable_id) !== state)
      .map(({ payable_id, state }) => `${payable_id} is ${states.get(payable_id)}, and was left as ${state}`),
    ...(states.size === endings.length ? [] : [`${states.size} payables of ${endings.length} stories`]),
  ];
}

async function readStates(db: Database): Promise<Map<string, string>> {
  const result = await sql<{ payable_id: string; state: string }>`
    select payable_id, state from payables.payables`.execute(db);
  return new Map(result.rows.map((row) => [row.payable_id, row.state]));
}
