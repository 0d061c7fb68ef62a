/** Attempts to make money out of nothing, and orders that must not pay by themselves: what each ends in, to the cent. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createShopping, hear, type Shopping } from "../support/shopping.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let shopping: Shopping;
beforeEach(async () => {
  world = await createWorld();
  shopping = await createShopping(world);
});
afterEach(() => world.close());

type Member = Awaited<ReturnType<World["member"]>>;

/** An order as its network reports it, with whatever the shop says of it. */
async function order(member: Member, facts: Record<string, unknown>): Promise<string> {
  const gone = await world.cashback.go({ ...member, plus_active: false }, { merchant: "marlow-finch" });
  if (!gone.ok) throw new Error(gone.code);
  const { destination, click_id } = gone.value;
  const wish = { network: "impact", programId: destination.network_programme_id, subId: click_id, ...facts };
  const answer = await world.control<{ order: { id: string } }>("/orders", wish);
  await hear(world);
  return answer.order.id;
}
const balances = async (member: Member) => {
  const { pending, available, clawback } = await world.ledger.balances(member.user_id);
  return { pending, available, clawback };
};
const entry = async (member: Member) => (await world.passbook(member.user_id)).entries[0];

describe("a basket whose commission is far below what its programme implies", () => {
  it.each([
    ["promise", { state: "confirmed" }],
    ["share", { state: "confirmed", back_minor: "3" }],
    ["nothing", { state: "declined" }],
  ] as const)("waits for a person, who says: %s", async (decision, ends) => {
    const ann = await world.member("Ann");
    const id = await order(ann, { amount: 5_000, commission: 0.04 });
    await shopping.act(id, "approve");
    const held = await entry(ann);
    expect(held).toMatchObject({ state: "pending", reason: { en: expect.stringMatching(/far less/) } });
    expect((await balances(ann)).available, "nothing is free before somebody looked").toBe(0n);
    const [waiting, ...more] = await world.cashback.inReview();
    expect(more).toEqual([]);
    expect(waiting).toMatchObject({ commission_minor: 4n, sale_minor: 500_000n });
    const order_id = waiting?.order_id ?? "";
    expect(await world.cashback.reviewOrder({ order_id, decision, by: "Olga" })).toMatchObject({ ok: true });
    expect(await world.cashback.reviewOrder({ order_id, decision: "promise", by: "Olga" })).toMatchObject({
      code: "not_in_review",
    });
    const decided = await entry(ann);
    expect(decided).toMatchObject(ends);
    const free = ends.state === "confirmed" && decided?.type === "order" ? BigInt(decided.back_minor) : 0n;
    expect(await balances(ann)).toEqual({ pending: 0n, available: free, clawback: 0n });
    // A later restatement of the same basket follows the decision.
    await hear(world);
    expect(await entry(ann)).toMatchObject(ends);
  });

  it("pays by itself when the loss is small: the rate that was shown is the rate that is paid", async () => {
    const ann = await world.member("Ann");
    const id = await order(ann, { amount: 10, commission: 0.1 });
    await shopping.act(id, "approve");
    expect(await entry(ann)).toMatchObject({ state: "confirmed" });
    expect(await world.cashback.inReview()).toEqual([]);
  });
});

describe("an order in a currency that we do not settle", () => {
  it("is in its member's passbook with that reason, and pays nothing", async () => {
    const ann = await world.member("Ann");
    await order(ann, { amount: 100, currency: "EUR" });
    expect(await entry(ann)).toMatchObject({
      state: "declined",
      reason: { en: expect.stringMatching(/currency that we do not settle/) },
    });
    expect(await balances(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
  });
});

describe("an account that has ended", () => {
  it("gets nothing of what is confirmed later: it goes to the house, and is taken back from there", async () => {
    const ann = await world.member("Ann");
    const id = await order(ann, { amount: 128 });
    const { pending } = await balances(ann);
    expect(pending).toBeGreaterThan(0n);
    const signedIn = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
    const member = { ...ann, session_id: signedIn.session_id ?? "", confirmed_at: world.clock.now() };
    const gone = await world.identity.deleteAccount(member as never, {
      password: ann.password,
      give_up: true,
      user_agent: "",
      address: "",
    });
    expect(gone).toMatchObject({ ok: true });
    await shopping.act(id, "approve");
    expect(await balances(ann)).toEqual({ pending: 0n, available: 0n, clawback: 0n });
    expect(await world.ledger.houseBalance("given_up", "house")).toBe(pending);
    await shopping.act(id, "reverse", { reason: "ITEM_RETURNED" });
    expect(await world.ledger.houseBalance("given_up", "house")).toBe(0n);
  });
});
