/** People at the console: who works which queue, what they do with what lies before them, and their day. Everything by its verbs. */
import { expect } from "vitest";
import { payableId } from "#payables";
import { FROM, type Hired, hireOperator } from "./operators.ts";
import { hear } from "./shopping.ts";
import type { World } from "./world.ts";

export type Item = Awaited<ReturnType<World["staff"]["desk"]>>["items"][number];
type Answer = { act: string; reason?: string; values?: Record<string, string> };
export type House = Awaited<ReturnType<typeof openHouse>>;

const ROLES = {
  cleo: ["Cleo", "claims"],
  clay: ["Clay", "claims"],
  sue: ["Sue", "support"],
  finn: ["Finn", "finance"],
  cate: ["Cate", "catalogue"],
  olive: ["Olive", "owner"],
} as const;
type Name = keyof typeof ROLES;

/** Who works a queue, by the matrix of roles; what an owner alone may do is an owner's. */
const WHOSE: Record<string, Name> = {
  jobs: "olive",
  inbox: "cate",
  payments: "finn",
  imports: "cate",
  charges: "finn",
  orders: "cleo",
  "held coins": "cleo",
  "missing coins": "cleo",
  "rebate claims": "cleo",
  // Somebody else than who refused it.
  "appealed rebates": "clay",
  "sampled rebates": "cleo",
  "held payouts": "finn",
  funding: "finn",
  differences: "finn",
  purchases: "cleo",
  messages: "sue",
  "held letters": "sue",
  "privacy requests": "sue",
  alarms: "olive",
  errors: "olive",
};

/** What an operator does with what lies before them, by the words on the desk. */
const ANSWERS: Record<string, (item: Item, today: string) => Answer> = {
  jobs: () => ({ act: "retry" }),
  inbox: () => ({ act: "close", reason: "the partner took it back before" }),
  payments: () => ({ act: "done", reason: "PayPal let it go when asked" }),
  imports: () => ({ act: "drop" }),
  charges: () => ({ act: "close" }),
  orders: () => ({ act: "nothing" }),
  "held coins": () => ({ act: "refuse", reason: "not_reached" }),
  "missing coins": () => ({ act: "refuse", reason: "not_paid" }),
  "rebate claims": () => ({ act: "deny", reason: "refunded_by_store" }),
  "appealed rebates": () => ({ act: "approve" }),
  "sampled rebates": () => ({ act: "fine" }),
  "held payouts": () => ({ act: "refuse", reason: "not_confirmed", values: { note: "asked both by mail" } }),
  funding: (_item, day) => ({ act: "deposit", values: { reference: `TRANSFER-${day}`, amount: "400", day } }),
  differences: () => ({ act: "fee", reason: "a bank on the way kept it" }),
  purchases: ({ line }) =>
    /declined/.test(line) ? { act: "answer", reason: "other_partner" } : { act: "answer", reason: "asked" },
  messages: ({ line }) => ({
    act: "answer",
    values: { words: /pago/.test(line) ? "Tu retiro va en camino. Llega mañana." : "It arrives by tomorrow." },
  }),
  "held letters": () => ({ act: "let in" }),
  "privacy requests": () => ({ act: "answer", values: { words: "Corregimos tu nombre en tu cuenta." } }),
  alarms: () => ({ act: "quiet" }),
  errors: () => ({ act: "close" }),
};

/** A network that was asked has its thirty days: until it answers, nobody here can do anything. */
const isAtNetwork = ({ line }: Item) => /At Impact as \d+ since/.test(line);

export async function openHouse(world: World) {
  const people = {} as Record<Name, Hired>;
  for (const name of Object.keys(ROLES) as Name[]) {
    const [called, role] = ROLES[name];
    people[name] = await hireOperator(world, called, [role]);
  }
  const all = Object.values(people);
  /** Queues in which something was decided. */
  const worked = new Set<string>();
  /** An alarm that is quiet stays until it is over: it is decided once. */
  const quiet = new Set<string>();
  let undone = false;
  const deskOf = async (operator: Hired) => world.staff.desk(await operator.me(), { queue: null, id: null, all: true });
  const waiting = async (operator: Hired) =>
    (await deskOf(operator)).items.filter(
      (item) => item.decision === null && !isAtNetwork(item) && !quiet.has(`${item.queue} ${item.id}`),
    );
  const today = () => world.clock.now().toISOString().slice(0, 10);
  const tell = async (operator: Hired, { queue, id }: Pick<Item, "queue" | "id">, answer: Answer) =>
    world.staff.decide(
      await operator.me(),
      { place: "queue", name: queue, item: id, reason: "", values: {}, ...answer },
      FROM,
    );

  /** What is decided is nobody else's: a colleague with the same role is told who was first. */
  async function colleagueLoses(item: Item) {
    await people.clay.confirm();
    const late = await tell(people.clay, item, { act: "credit", reason: "it looked right" });
    expect(late, item.line).toMatchObject({ ok: false, code: "already_decided" });
  }
  /** The first decision of the week is taken back in time, and made anew. */
  async function takeBack(operator: Hired, id: string) {
    undone = true;
    expect(await world.staff.undo(await operator.me(), id, FROM)).toEqual({ ok: true, value: null });
    await world.advance({ minutes: 1 });
  }
  /** The oldest promise first, each looked at before it is decided, until nothing waits for them. */
  async function work(name: Name): Promise<number> {
    const operator = people[name];
    let decided = 0;
    for (;;) {
      const item = (await waiting(operator)).find(({ queue }) => (WHOSE[queue] ?? name) === name);
      if (!item) return decided;
      expect(await world.staff.evidence(await operator.me(), item.id), item.line).not.toBeNull();
      const answer = ANSWERS[item.queue]?.(item, today());
      if (!answer) throw new Error(`nobody knows what to do with ${item.queue}: ${item.line}`);
      // Nobody tells the books of money before it left the bank.
      if (item.queue === "funding") await world.control(`/payouts/${item.id}/deposit`, { amount: 400 });
      await operator.confirm();
      const outcome = await tell(operator, item, answer);
      // What Finn asked PayPal for.
      if (item.queue === "payments")
        await world.control(`/payouts/${payableId.read(item.id)}/settle`, { status: "succeed" });
      if (!outcome.ok) throw new Error(`${item.line}: ${JSON.stringify([answer, outcome])}`);
      if (item.queue === "held coins") await colleagueLoses(item);
      if (!undone && item.queue === "messages") {
        await takeBack(operator, outcome.value.id);
        continue;
      }
      if (item.queue === "alarms") quiet.add(`alarms ${item.id}`);
      worked.add(item.queue);
      decided += 1;
    }
  }
  /** What was decided is carried out ten minutes later, with all that follows from it. */
  async function carryOut() {
    await world.advance({ minutes: 11 });
    await world.staff.sweep();
    await world.work();
    await hear(world);
  }
  async function day(): Promise<number> {
    let decided = 0;
    for (const operator of all) await operator.signIn();
    // As they do each day by themselves.
    await world.payables.sweep();
    await world.treasury.readBalances();
    for (let round = 0; round < 6; round += 1) {
      const before = decided;
      for (const name of Object.keys(people) as Name[]) decided += await work(name);
      await carryOut();
      await world.treasury.readBalances();
      await world.cashback.inquiries.sweep();
      await world.work();
      if (decided === before) return decided;
    }
    throw new Error("the desk never empties");
  }
  /** Something on the page of a thing; a second person agrees where one is asked. */
  async function act(name: Name, about: { kind: string; id: string }, answer: Answer, second: Name | null = null) {
    const [operator, agreeing] = [people[name], second && people[second]];
    for (const person of [operator, agreeing]) await person?.signIn();
    const told = { place: "object" as const, name: about.kind, item: about.id, reason: "", values: {}, ...answer };
    const outcome = await world.staff.decide(await operator.me(), told, FROM);
    if (!outcome.ok) throw new Error(`${about.kind} ${answer.act}: ${JSON.stringify(outcome)}`);
    if (!agreeing) return;
    const agreed = { id: outcome.value.id, agree: true, hash: outcome.value.hash };
    expect(await world.staff.second(await operator.me(), agreed, FROM), "alone").toMatchObject({ ok: false });
    expect(await world.staff.second(await agreeing.me(), agreed, FROM)).toMatchObject({ ok: true });
  }
  return { people, all, act, day, deskOf, waiting, carryOut, worked };
}
