/** Stories of payouts that a person ends or keeps from being sent: nothing is paid beside what they gave back, nor given back by a wrong id. */
import pg from "pg";
import { expect, it, vi } from "vitest";
import { PAYOUT_FEES } from "#payables";
import { likeAnotherProcess } from "#platform/database";
import { payableId } from "../../src/modules/payables/ids.ts";
import { payableView } from "../../src/modules/payables/operator.ts";
import {
  AMOUNT,
  balances,
  fail,
  rich,
  settled,
  stage,
  stagePayouts,
  stateOf,
  withdraw,
} from "../support/payout-story.ts";

stagePayouts();

/** What the console lets an operator press. */
async function possible(id: string): Promise<string[]> {
  const acts = payableView(stage.world.payables).queues?.[0]?.acts ?? [];
  const barred = await Promise.all(acts.map((act) => act.barred?.(payableId.show(id)) ?? null));
  return acts.filter((_act, at) => barred[at] === null).map(({ name }) => name);
}

it.each([
  ["by a page that was open before it was sent", false, "reference_needed"],
  ["when the answer of the next look was lost", true, "not_stopped"],
] as const)("is never paid beside what a person gave back: not %s", async (_how, lost, code) => {
  const ann = await rich("Ann");
  await fail("paypal", "reset", null);
  const id = await withdraw(ann);
  await stage.world.work();
  await stage.world.advance({ days: 2 });
  await stage.world.work();
  expect(await stage.world.payables.read(id)).toMatchObject({ reference: null, person_reason: "unknown_too_long" });
  // Olga finds nothing at PayPal; until she says so, the connection is back and the next look makes the batch. No message of it
  // may come in before she does.
  await fail("paypal.verify", "500", null);
  await stage.world.control("/fail", { target: "paypal", mode: "off" });
  if (lost) await fail("paypal.payouts", "lost-reply");
  await stage.world.advance({ hours: 2 });
  await stage.world.work();
  expect((await stage.world.payables.read(id))?.reference === null, "known by its reference").toBe(lost);
  const told = { to: "refused" as const, by: "Olga", reference: null, reason: "not at PayPal" };
  expect(await stage.world.payables.settle(id, told)).toMatchObject({ ok: false, code });
  await fail("paypal.verify", "off");
  await settled();
  expect(await stateOf(ann)).toBe("fulfilled");
  expect(await balances(ann)).toEqual({ available: 0n, held: 0n, clawback: 0n });
});

it("gets nothing more of a payment that a person stopped, until they say how it ended or that it is tried anew", async () => {
  const [ann, ben] = [await rich("Ann"), await rich("Ben")];
  await fail("paypal", "reset", null);
  const ids = [await withdraw(ann), await withdraw(ben)] as const;
  await stage.world.work();
  expect(await possible(ids[0])).toEqual(["stop", "done", "retry"]);
  for (const id of ids) expect(await stage.world.payables.stop(id, "Olga")).toMatchObject({ ok: true });
  expect(await possible(ids[0]), "PayPal may still carry out the last call").toEqual(["done", "retry"]);
  await stage.world.control("/fail", { target: "paypal", mode: "off" });
  await stage.world.advance({ days: 2 });
  await stage.world.work();
  const { payouts } = await stage.world.control<{ payouts: unknown }>("/state");
  for (const id of ids) expect(JSON.stringify(payouts), "it was not sent").not.toContain(id);
  expect((await stage.world.payables.forPerson()).map((row) => row.payable_id).sort()).toEqual([...ids].sort());
  expect(await possible(ids[0])).toEqual(["done", "refused", "returned", "retry"]);
  const told = { to: "refused" as const, by: "Olga", reference: null, reason: "not at PayPal" };
  expect(await stage.world.payables.settle(ids[0], told)).toMatchObject({ ok: true });
  expect(await stage.world.payables.retry(ids[1])).toMatchObject({ ok: true });
  expect(await stage.world.payables.settle(ids[1], told), "it may be sent again").toMatchObject({
    code: "not_stopped",
  });
  await settled();
  expect([await stateOf(ann), await stateOf(ben)]).toEqual(["failed", "fulfilled"]);
  expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
  expect(await balances(ben)).toEqual({ available: 0n, held: 0n, clawback: 0n });
});

it("are not said to be paid by the id of another payment", async () => {
  const [ann, ben] = [await rich("Ann"), await rich("Ben")];
  await fail("paypal", "reset", null);
  const id = await withdraw(ann);
  await stage.world.work();
  await stage.world.control("/fail", { target: "paypal", mode: "off" });
  expect(await stage.world.payables.stop(id, "Olga")).toMatchObject({ ok: true });
  const ofBen = await withdraw(ben);
  await settled();
  const other = await stage.world.payables.read(ofBen);
  const told = { to: "done" as const, by: "Olga", reference: "", reason: "seen at PayPal" };
  for (const reference of [other?.reference ?? "", other?.item ?? ""]) {
    expect(await stage.world.payables.whyNot(id, { ...told, reference })).toBe("other_payment");
    expect(await stage.world.payables.settle(id, { ...told, reference })).toMatchObject({ code: "other_payment" });
  }
  expect(await balances(ann)).toEqual({ available: 0n, held: AMOUNT, clawback: 0n });
});

it("that a person says were paid cost their provider's fee once it is known, and once", async () => {
  const ann = await rich("Ann");
  await fail("paypal.verify", "500", null);
  await fail("paypal.payouts", "lost-reply", null);
  const id = await withdraw(ann);
  await stage.world.work();
  expect(await stage.world.payables.stop(id, "Olga")).toMatchObject({ ok: true });
  const { payouts } = await stage.world.control<{ payouts: unknown }>("/state");
  const [, reference = ""] = /"batch_id":"([^"]+)"/.exec(JSON.stringify(payouts)) ?? [];
  await stage.world.control("/fail", { target: "paypal.payouts", mode: "off" });
  const told = { to: "done" as const, by: "Olga", reference, reason: "seen at PayPal" };
  expect(await stage.world.payables.settle(id, told)).toMatchObject({ ok: true });
  await fail("paypal.verify", "off");
  for (const days of [2, 6]) {
    await stage.world.advance({ days });
    await stage.world.payables.sweep();
    await stage.world.work();
    expect(await stage.world.ledger.houseBalance(PAYOUT_FEES, "paypal")).toBe(-25n);
  }
  expect(await stage.world.payables.read(id)).toMatchObject({ state: "done", fee_minor: 25n });
});

it("that arrived and came back, as a person says, are told so and not as refused", async () => {
  const ann = await rich("Ann");
  const id = await withdraw(ann);
  await settled();
  const row = await stage.world.payables.read(id);
  const told = {
    to: "returned" as const,
    by: "Olga",
    reference: row?.reference ?? "",
    reason: "their bank sent it back",
  };
  expect(await stage.world.payables.settle(id, told)).toMatchObject({ ok: true });
  await stage.world.work();
  const [entry] = (await stage.world.payouts.withdrawalPage(ann.user_id)).earlier;
  expect(entry).toMatchObject({ state: "returned", reason: { en: expect.stringMatching(/after it had arrived/) } });
});

it("that nobody claimed and that came back, as a person says, are told so and not as refused", async () => {
  const ann = await rich("Ann");
  const id = await withdraw(ann, "ann+unclaimed@example.com");
  await settled();
  expect(await stateOf(ann)).toBe("unclaimed");
  const reference = (await stage.world.payables.read(id))?.reference ?? "";
  const told = { to: "returned" as const, by: "Olga", reference, reason: "canceled at PayPal, as she asked" };
  expect(await stage.world.payables.settle(id, told)).toMatchObject({ ok: true });
  await stage.world.work();
  const [entry] = (await stage.world.payouts.withdrawalPage(ann.user_id)).earlier;
  expect(entry).toMatchObject({ state: "returned", reason: { en: expect.stringMatching(/Nobody claimed/) } });
  const lines = await stage.world.ledger.statement(ann.user_id, 100);
  expect(lines.find(({ kind }) => kind === "hold.released")?.reason, "what the ledger keeps of it").toBe("unclaimed");
  const { rows } = await stage.world.base.handle.pool.query(
    "select detail from payables.payable_events where payable_id = $1 and to_state = 'returned'",
    [id],
  );
  expect(rows, "what was typed stays in its history").toMatchObject([{ detail: expect.stringContaining(told.reason) }]);
  expect(await balances(ann)).toEqual({ available: AMOUNT, held: 0n, clawback: 0n });
});

it("stand once in a passbook that is read while they arrive, and its sums are of the same moment", async () => {
  const ann = await rich("Ann");
  const id = await withdraw(ann);
  // PayPal's own message of its end would come in whenever it likes: none does before who tells of it here.
  await fail("paypal.verify", "500", null);
  await stage.world.work();
  const reference = (await stage.world.payables.read(id))?.reference ?? "";
  const told = { to: "done" as const, by: "Olga", reference, reason: "seen at PayPal" };
  const read = pg.Client.prototype.query as (...asked: unknown[]) => Promise<unknown>;
  let arrive = () => likeAnotherProcess(() => stage.world.payables.settle(id, told));
  const lines = Promise.withResolvers<void>();
  // What is set aside is read last, and the payout arrives just before that.
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...asked: unknown[]
  ) {
    const [first] = asked as [string | { text?: string }];
    const text = typeof first === "string" ? first : (first?.text ?? "");
    if (/from ledger\.holds where owner/.test(text)) {
      const settled = lines.promise.then(arrive);
      arrive = async () => ({ ok: true, value: { state: "done" } });
      return settled.then(() => read.apply(this, asked));
    }
    const answer = read.apply(this, asked);
    if (/l\.sequence is not null and t\.kind <> all/.test(text)) void answer.then(() => lines.resolve());
    return answer;
  } as never);
  const { entries, balances: sums } = await stage.world.passbookOf(ann.user_id).finally(() => spy.mockRestore());
  expect(await stateOf(ann), "it arrived meanwhile").toBe("fulfilled");
  const payouts = entries.filter(({ type }) => type === "payout");
  expect(payouts).toMatchObject([{ amount_minor: `-${AMOUNT}`, under_way: {} }]);
  expect(sums).toMatchObject({ held_minor: `${AMOUNT}`, paid_minor: "0" });
  const after = await stage.world.passbookOf(ann.user_id);
  expect(after.entries.filter(({ type }) => type === "payout")).toHaveLength(1);
  expect(after.balances).toMatchObject({ held_minor: "0", paid_minor: `${AMOUNT}` });
});
