/** Charges that a person gives back: once, never more than was paid, above a sum by two, and through the one payable to the card. */
import { expect, it } from "vitest";
import { chargeId } from "#membership";
import { userId } from "../../src/platform/ids.ts";
import { createOperators } from "../support/operator-acts.ts";
import { fail, heard, later, refunded, refundIs, rowsOf, stage, stageRefunds } from "../support/refund-story.ts";

stageRefunds();

type Charge = { charge_id: string; amount_minor: bigint; state: string };
/** Ann has paid her trial and one month. */
async function paidMonth() {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  await stage.story.goTo("2027-04-20");
  const charges = await rowsOf<Charge>(
    "select * from membership.charges where state = 'succeeded' order by created_at",
  );
  const month = charges.find(({ amount_minor }) => amount_minor > 500n);
  if (!month) throw new Error("a month is paid");
  return { ...ann, membership_id, month, id: chargeId.show(month.charge_id), whole: month.amount_minor };
}
const give = (
  id: string,
  values: Record<string, string>,
  more: { reason?: string; approvedBy?: string; by?: string } = {},
) =>
  createOperators(stage.world).act("charge", id, "refund", {
    ...{ reason: "could_not_use", values: { note: "chat of today", ...values } },
    ...more,
  });
const stateOf = async (charge: Charge) =>
  (await rowsOf<Charge>("select * from membership.charges")).find(({ charge_id }) => charge_id === charge.charge_id)
    ?.state;
/** The one refund comes back from the card, and a person settles it another way. */
async function closeReturned(meanwhile = async () => {}) {
  const [made] = await rowsOf<{ id: string; at_stripe: string }>(
    "select refund_id as id, processor_refund_id as at_stripe from membership.refunds",
  );
  await stage.world.control(`/stripe/${made?.at_stripe}/fail-refund`, {});
  await heard();
  await meanwhile();
  expect(await stage.world.membership.decideCase(made?.id ?? "", "close")).toBe(true);
}

it("a part goes back to the card once, however often it is pressed, with the reason in a letter and on the bill", async () => {
  const { id, month, email, user_id, membership_id } = await paidMonth();
  const pressed = await Promise.all([1, 2, 3, 4].map(() => give(id, { amount: "4.50" })));
  expect(pressed.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  await stage.world.work();
  await heard();
  expect([await refundIs(), await refunded(), await stateOf(month)]).toEqual(["done", 450n, "succeeded"]);
  expect(await give(id, { amount: "1", note: "another" })).toMatchObject({ detail: { why: /once by hand/ } });
  const [bill] = (await stage.story.charges(user_id)).filter(({ refunded: back }) => back !== "0");
  expect(bill).toMatchObject({ amount: String(month.amount_minor), refunded: "450" });
  expect((await stage.story.notices(membership_id)).filter(({ kind }) => kind.startsWith("refunded:"))).toHaveLength(1);
  const { mails } = await stage.world.control<{ mails: { text: string }[] }>(`/mails?to=${encodeURIComponent(email)}`);
  expect(mails.some(({ text }) => /couldn['’]t use what you paid for/.test(text))).toBe(true);
  const page = await createOperators(stage.world).show("charge", id);
  expect(page.timeline).toEqual(
    expect.arrayContaining([expect.objectContaining({ what: expect.stringMatching(/chat of today/), by: "opr_ann" })]),
  );
});

it("all of it ends the charge, and no word or sum that is none moves anything", async () => {
  const { id, whole, month } = await paidMonth();
  const more = ((Number(whole) + 1) / 100).toFixed(2);
  for (const [values, reason] of [
    [{ amount: more }, "could_not_use"],
    [{ amount: "1e3" }, "could_not_use"],
    [{ amount: "-1" }, "could_not_use"],
    [{ amount: "0" }, "could_not_use"],
    [{ note: " " }, "could_not_use"],
    [{}, "because"],
    [{}, "merged"],
  ] as const)
    expect(await give(id, { ...values }, { reason }), JSON.stringify(values)).toMatchObject({ code: "not_possible" });
  expect(await give(chargeId.show(userId.read("usr_".padEnd(36, "0")) ?? ""), {})).toMatchObject({ code: "unknown" });
  expect(await give(id, {})).toMatchObject({ ok: true });
  await stage.world.work();
  expect([await refundIs(), await refunded(), await stateOf(month)]).toEqual(["done", whole, "refunded"]);
});

it("what a person gave back does not go back again when the rest does", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  expect(trial?.amount_minor).toBe(100n);
  expect(await give(chargeId.show(trial?.charge_id ?? ""), { amount: "0.60" })).toMatchObject({ ok: true });
  await stage.world.work();
  expect(await refunded()).toBe(60n);
  expect((await stage.story.view(ann.user_id)).refund_on_cancel_minor, "what the page offers").toBe("40");
  const cancelled = await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  expect(cancelled).toMatchObject({ ok: true, value: { refund_minor: "40" } });
  await stage.world.work();
  const { invoices } = await stage.world.membership.readMembership(ann.user_id);
  expect(invoices).toMatchObject([{ refunded_minor: "100", by_itself_minor: "40" }]);
  await heard();
  await later({ hours: 2 });
  expect(await refunded()).toBe(100n);
  expect(await rowsOf("select amount_minor::text, state from membership.refunds order by asked_at")).toEqual([
    { amount_minor: "60", state: "done" },
    { amount_minor: "40", state: "done" },
  ]);
});

it("a trial that was given back by hand is offered no refund, and gives none", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  expect(await give(chargeId.show(trial?.charge_id ?? ""), {})).toMatchObject({ ok: true });
  expect((await stage.story.view(ann.user_id)).refund_on_cancel_minor, "still on its way").toBeNull();
  await stage.world.work();
  const cancelled = await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  expect(cancelled).toMatchObject({ ok: true, value: { state: "ended", refund_minor: "0" } });
  expect(await stage.story.view(ann.user_id), "nothing is promised").toMatchObject({ end_reason: "cancelled" });
  await stage.world.work();
  expect(await refunded()).toBe(100n);
});

it("what a person settled another way does not go back again with the trial", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  expect(await give(chargeId.show(trial?.charge_id ?? ""), { amount: "0.60" })).toMatchObject({ ok: true });
  await stage.world.work();
  await closeReturned();
  expect((await stage.story.view(ann.user_id)).refund_on_cancel_minor).toBe("40");
  const cancelled = await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  expect(cancelled).toMatchObject({ ok: true, value: { refund_minor: "40" } });
  await stage.world.work();
  expect(await refunded()).toBe(40n);
  // A payment of which more was noted as given back than it had, as an older program left them.
  await stage.world.base.handle.pool.query("update membership.refunds set amount_minor = 100 where by is null");
  expect(await stage.story.charges(ann.user_id)).toMatchObject([{ amount: "100", refunded: "100" }]);
});

it("what went back by itself, did not arrive and was settled another way is not there to be given by hand", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  await stage.world.work();
  await closeReturned();
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  for (const values of [{}, { amount: "0.01" }])
    expect(await give(chargeId.show(trial?.charge_id ?? ""), values)).toMatchObject({
      detail: { why: /more than is left/ },
    });
  await stage.world.work();
  expect(await refunded()).toBe(0n);
});

it("above a sum a second person says yes, who is somebody else, and what fails is a person's as any refund", async () => {
  const { id, whole } = await paidMonth();
  // Of this month's $25 so much was given back already that the rest does not do.
  await stage.world.base.handle.pool.query(
    `insert into membership.refunds (refund_id, charge_id, payment_id, amount_minor, reason, state, asked_at, by, note)
     select gen_random_uuid(), charge_id, 'pi_other', 2400, 'charged_wrongly', 'closed', $1, 'opr_bob', 'x' from membership.charges limit 1`,
    [stage.world.clock.now()],
  );
  expect(await give(id, {})).toMatchObject({ detail: { why: /second person/ } });
  expect(await give(id, {}, { approvedBy: "opr_ann" })).toMatchObject({ code: "not_possible" });
  const needed = createOperators(stage.world).actOf("charge", "refund").secondPerson?.needed;
  const told = (amount: string) => createOperators(stage.world).toldOf({ values: { amount, note: "x" } });
  expect([await needed?.(id, told("")), await needed?.(id, told("0.50"))]).toEqual([true, false]);
  await fail("refunds.create", "500");
  expect(await give(id, {}, { approvedBy: "opr_boss" })).toMatchObject({ ok: true });
  await stage.world.work();
  await later({ hours: 25 });
  expect(await stage.world.payables.forPerson()).toHaveLength(1);
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  expect(await refunded()).toBe(whole);
});

it("what was given back at the processor's own desk does not go back again with the trial", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<{ payment_id: string }>("select payment_id from membership.charges");
  await stage.world.control(`/stripe/${trial?.payment_id}/refund`, { amount: 40 });
  await heard();
  expect((await stage.story.view(ann.user_id)).refund_on_cancel_minor, "what the page offers").toBe("60");
  const cancelled = await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  expect(cancelled).toMatchObject({ value: { state: "ended", refund_minor: "60" } });
  await stage.world.work();
  await heard();
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
});

it("a month of which something has to be given back anew, or was settled another way, is not kept whole", async () => {
  const { id, user_id, whole, month } = await paidMonth();
  const kept = async () => {
    const [asked] = await stage.world.membership.paidMonths([{ key: "", user_id, from: "2027-03-20" }]);
    return asked?.kept;
  };
  expect(await kept()).toBe(whole);
  expect(await give(id, { amount: "4.50" })).toMatchObject({ ok: true });
  await stage.world.work();
  expect(await kept()).toBe(whole - 450n);
  await closeReturned(async () => expect(await kept(), "failed, and a person's").toBe(whole - 450n));
  expect(await kept(), "settled another way").toBe(whole - 450n);
  const [paid] = await rowsOf<{ payment_id: string }>(
    `select payment_id from membership.charges where charge_id = '${month.charge_id}'`,
  );
  await stage.world.control(`/stripe/${paid?.payment_id}/refund`, { amount: 100 });
  await heard();
  expect(await kept(), "beside what the processor's desk gave back").toBe(whole - 550n);
});
