/**
 * A week of the sandbox's world worked through the console alone: what comes in by day is decided by evening, by whoever may, and on
 * Sunday nothing waits, no promise is late, and the log knows each step.
 */
import { expect, it } from "vitest";
import { tuppence } from "../../brands/tuppence.ts";
import { userId } from "../../src/platform/ids.ts";
import { FROM, type Hired, hireOperator } from "../support/operators.ts";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

type Member = Awaited<ReturnType<World["member"]>>;
type Item = Awaited<ReturnType<World["staff"]["desk"]>>["items"][number];
type Answer = { act: string; reason?: string; values?: Record<string, string> };

/** What an operator does with what lies before them, by the words on the desk. */
const ANSWERS: Record<string, (item: Item) => Answer> = {
  purchases: ({ line }) =>
    /declined/.test(line) ? { act: "answer", reason: "other_partner" } : { act: "answer", reason: "asked" },
  messages: () => ({ act: "answer", values: { words: "Your payout is on its way. It arrives by tomorrow." } }),
  "held payouts": () => ({ act: "refuse", reason: "not_confirmed", values: { note: "asked both by mail" } }),
  inbox: () => ({ act: "close", reason: "the network's own test" }),
};

async function openHouse(world: World) {
  const [cleo, finn, olive] = [
    await hireOperator(world, "Cleo", ["claims", "support"]),
    await hireOperator(world, "Finn", ["finance"]),
    await hireOperator(world, "Olive", ["owner"]),
  ];
  const all: readonly Hired[] = [cleo, finn, olive];
  const deskOf = async (operator: Hired) => world.staff.desk(await operator.me(), { queue: null, id: null, all: true });
  /** A network that was asked has its thirty days: until it answers, nobody here can do anything. */
  const isAtNetwork = ({ line }: Item) => /At Impact as \d+ since/.test(line);
  const waiting = async (operator: Hired) =>
    (await deskOf(operator)).items.filter((item) => item.decision === null && !isAtNetwork(item));

  /** The oldest promise first, each looked at before it is decided, until nothing waits for them. */
  async function work(operator: Hired): Promise<number> {
    let decided = 0;
    for (;;) {
      const [first] = await waiting(operator);
      if (!first) return decided;
      const me = await operator.me();
      // A row of the inbox says all of itself in its line.
      if (first.queue !== "inbox") expect(await world.staff.evidence(me, first.id), first.line).not.toBeNull();
      const answer = ANSWERS[first.queue]?.(first);
      if (!answer) throw new Error(`nobody knows what to do with ${first.queue}: ${first.line}`);
      await operator.confirm();
      const outcome = await world.staff.decide(
        me,
        { place: "queue", name: first.queue, item: first.id, reason: "", values: {}, ...answer },
        FROM,
      );
      expect(outcome, `${first.queue} ${JSON.stringify(answer)}`).toMatchObject({ ok: true });
      decided += 1;
    }
  }
  /** What funding asks for is not pressed: somebody brings the money, and says so. */
  async function bring(dollars: number) {
    await world.control("/payouts/paypal/deposit", { amount: dollars });
    await world.treasury.bookEntry({
      ...{ provider: "paypal", kind: "deposit", reference: "TRANSFER-1", amount_minor: BigInt(dollars) * 100n },
      ...{ happened_on: world.clock.now().toISOString().slice(0, 10), reason: null, by: finn.id },
    });
    await world.treasury.readBalances();
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
    // As it does each day by itself.
    await world.treasury.readBalances();
    for (let round = 0; round < 6; round += 1) {
      const before = decided;
      for (const operator of all) decided += await work(operator);
      await carryOut();
      await world.cashback.inquiries.sweep();
      await world.work();
      if (decided === before) return decided;
    }
    throw new Error("the desk never empties");
  }
  return { cleo, finn, olive, bring, day, deskOf, waiting, carryOut };
}

function openMembers(world: World, shopping: Shopping) {
  async function write(member: Member, language: "en" | "es", typed: Record<string, string>) {
    const nothing = { topic: "payout", store: "", order_number: "", ordered_on: "", amount: "", body: "" };
    const who = { user_id: member.user_id, name: "A member", is_verified: true, address: FROM.address };
    const sent = await world.help.send(
      { ...who, brand: tuppence, language },
      { form: world.help.newForm(), files: [], typed: { ...nothing, ...typed, email: member.email } },
    );
    if (!sent.ok) throw new Error(JSON.stringify(sent.faults));
  }
  const miss = (member: Member, order_number: string) => {
    const bought = { store: "Marlow Finch", order_number, ordered_on: "2027-02-22", amount: "80.50" };
    return write(member, "en", { topic: "missing-purchase", ...bought });
  };
  const withdraw = (member: Member, destination: string, request_key: string) =>
    world.payouts.request({
      ...{ user_id: member.user_id, password: member.password, method: "paypal", amount: "5" },
      ...{ destination, request_key },
    });
  return { miss, write, withdraw, shop: shopping.shop, act: shopping.act };
}

it("leaves nothing undone, and every step of it in the log", async () => {
  const world = await createWorld({ at: "2027-02-22T15:00:00Z" });
  const members = openMembers(world, await createShopping(world));
  const [ann, ben, eva] = [await world.member("Ann"), await world.member("Ben"), await world.member("Eva", "es")];
  // What they miss later, they bought then.
  for (const member of [ann, eva]) await world.cashback.go(member, { merchant: "marlow-finch" }, world.partners.home);
  await world.advance({ days: 14 });
  const house = await openHouse(world);
  const given: number[] = [];
  const nextDay = async () => {
    given.push(await house.day());
    await world.advance({ hours: 22 });
    await world.work();
  };

  // Monday: a goodwill of sixty dollars, which two persons give; a question in Spanish.
  const [annId, benId] = [userId.show(ann.user_id), userId.show(ben.user_id)];
  await house.finn.confirm();
  for (const item of [annId, benId]) {
    const values = { amount: "60.00", note: "their parcel came broken" };
    const told = { place: "object" as const, name: "member", item, act: "credit", reason: "goodwill", values };
    const proposed = await world.staff.decide(await house.finn.me(), told, FROM);
    if (!proposed.ok) throw new Error(proposed.code);
    const agreed = { id: proposed.value.id, agree: true, hash: proposed.value.hash };
    expect(await world.staff.second(await house.finn.me(), agreed, FROM), "alone").toMatchObject({ ok: false });
    expect(await world.staff.second(await house.olive.me(), agreed, FROM)).toMatchObject({ ok: true });
  }
  await house.carryOut();
  await members.write(eva, "es", { body: "¿Dónde está mi pago?" });
  await nextDay();

  // Tuesday: two purchases are missed, one of which its store never hears of; a row that nobody can read.
  await members.miss(ann, "MF-1");
  await members.miss(eva, "MF-2");
  await world.database.transaction((tx) =>
    world.inbox.put(tx, [
      {
        ...{ provider: "impact", source: "report", row_key: "POISON" },
        ...{ payload: { Id: "POISON", Amount: "many" }, said_at: world.clock.now() },
      },
    ]),
  );
  await world.work();
  await nextDay();

  // Wednesday: the network answers both; Ben wants to be paid where Ann is.
  const { inquiries } = await world.control<{ inquiries: { id: number; order_id: string }[] }>("/impact/inquiries");
  expect(inquiries.map(({ order_id }) => order_id).toSorted()).toEqual(["MF-1", "MF-2"]);
  for (const { id, order_id } of inquiries)
    await world.control(`/impact/inquiries/${id}/decide`, {
      silent: true,
      ...(order_id === "MF-1"
        ? { status: "VALID" }
        : { status: "DECLINED", reason: "Another marketing channel was credited with the sale" }),
    });
  await world.cashback.inquiries.sweep();
  await world.work();
  const asksForMoney = async () =>
    (await house.waiting(house.finn)).filter(({ queue }) => queue === "funding").map(({ id }) => id);
  expect(await members.withdraw(ann, "home@example.com", "hers")).toMatchObject({ ok: true });
  expect(await members.withdraw(ben, "home@example.com", "his")).toMatchObject({ ok: false, code: "receiver_taken" });
  await house.finn.signIn();
  expect(await asksForMoney()).toEqual(["paypal"]);
  await house.bring(400);
  expect(await asksForMoney()).toEqual([]);
  await nextDay();

  // Thursday: he reads why.
  expect((await world.payouts.withdrawalPage(ben.user_id)).held).toMatchObject([{ state: "refused" }]);
  await nextDay();

  // Friday: nothing but shopping.
  await members.act(await members.shop(eva, 120), "approve");
  await nextDay();
  await nextDay();
  await nextDay();

  expect(given).toEqual([1, 3, 2, 0, 0, 0, 0]);
  for (const operator of [house.cleo, house.finn, house.olive]) {
    await operator.signIn();
    expect(await house.waiting(operator)).toEqual([]);
    const { queues, record } = await house.deskOf(operator);
    expect(queues.filter(({ waiting, late }) => waiting + late > 0)).toEqual([]);
    expect(record.open).toEqual([]);
  }
  const { record } = await house.deskOf(house.olive);
  const decided = record.days.reduce((sum, day) => sum + day.decided, 0);
  expect(record.days.reduce((sum, day) => sum + day.kept, 0)).toBe(decided);
  // Members have what was decided, and know it.
  const orders = async ({ user_id }: Member) =>
    (await world.passbookOf(user_id)).entries.filter(({ type }) => type === "order").length;
  expect([await orders(ann), await orders(ben), await orders(eva)]).toEqual([1, 0, 1]);
  const threads = [...(await world.help.threads.list(ann.user_id)), ...(await world.help.threads.list(eva.user_id))];
  expect(threads).toHaveLength(3);
  expect((await world.staff.verifyAudit()).broken).toBeNull();
  await world.close();
});
