/** Attacks on refunds: two workers at once, hints before answers, hands at the processor beside ours, merges, and rounds that overlap. */
import { expect, it } from "vitest";
import { fail, heard, later, refunded, refundIs, rowsOf, stage, stageRefunds } from "../support/refund-story.ts";

stageRefunds();

const payment = async () =>
  (await rowsOf<{ id: string }>("select payment_id as id from membership.charges where kind = 'trial'"))[0]?.id;
const cancel = (one: { user_id: string; membership_id: string }) =>
  stage.world.membership.cancel({ user_id: one.user_id, membership_id: one.membership_id, refund: true });
async function trial(name = "Ann") {
  const member = await stage.world.member(name);
  return { ...member, membership_id: await stage.story.joined(member.user_id) };
}

it("two presses and two workers at once make one refund", async () => {
  const ann = await trial();
  await Promise.all([cancel(ann), cancel(ann), cancel(ann)]);
  await Promise.all([
    stage.world.work(),
    stage.world.work(),
    stage.world.payables.sweep(),
    stage.world.membership.reconcile(),
  ]);
  await heard();
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  expect(await rowsOf("select 1 from membership.movements where kind = 'refund'")).toHaveLength(1);
});

it("its own webhook and the comparison before its answer book it once", async () => {
  await fail("refunds.create", "lost-reply");
  await fail("refunds", "500");
  const ann = await trial();
  await cancel(ann);
  await stage.world.work();
  await fail("refunds", "off");
  await heard();
  await Promise.all([stage.world.membership.reconcile(), later({ minutes: 5 }), stage.world.membership.reconcile()]);
  await fail("refunds.create", "off");
  await later({ minutes: 30 });
  await heard();
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  expect(await rowsOf("select 1 from membership.movements where kind = 'refund'")).toHaveLength(1);
});

it("one made by hand at the processor before ours leaves nothing to give back: it ends with a person, and is booked once", async () => {
  await fail("refunds.create", "500");
  const ann = await trial();
  await cancel(ann);
  await stage.world.work();
  await stage.world.control(`/stripe/${await payment()}/refund`, {});
  await fail("refunds.create", "off");
  await heard();
  await later({ minutes: 30 });
  await heard();
  await later({ hours: 2 });
  await stage.world.membership.reconcile();
  expect([await refundIs(), await refunded()]).toEqual(["failed", 100n]);
  expect(await stage.world.membership.personCases()).toMatchObject([{ why: "charge_already_refunded" }]);
});

it("a part given back by hand while ours is on its way is booked at once, and ours is a person's", async () => {
  await fail("refunds.create", "500");
  const ann = await trial();
  await cancel(ann);
  await stage.world.work();
  await stage.world.control(`/stripe/${await payment()}/refund`, { amount: 40 });
  await heard();
  expect(await stage.world.membership.reconcile()).toEqual([]);
  await fail("refunds.create", "off");
  await later({ hours: 25 });
  expect([await refundIs(), await refunded()]).toEqual(["asked", 40n]);
  expect(await stage.world.payables.forPerson()).toHaveLength(1);
});

it("goes on when its account becomes another's while nobody knows", async () => {
  await fail("refunds.create", "500");
  const ann = await trial();
  const ben = await stage.world.member("Ben");
  await cancel(ann);
  await stage.world.work();
  const merged = await stage.world.identity.merge({ from: ann.user_id, to: ben.user_id });
  expect(merged).toMatchObject({ ok: true });
  await stage.world.work();
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  await heard();
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  expect(await rowsOf(`select 1 from payables.payables where owner = '${ben.user_id}'`)).toHaveLength(1);
});

it("a round that a person asks for while the first is found after all gives the money back once", async () => {
  const ann = await trial();
  await cancel(ann);
  await stage.world.work();
  const [made] = await rowsOf<{ id: string }>("select processor_refund_id as id from membership.refunds");
  await stage.world.control(`/stripe/${made?.id}/fail-refund`, {});
  await heard();
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["failed", 0n]);
  const [waiting] = await stage.world.membership.personCases();
  const answers = await Promise.all([1, 2, 3].map(() => stage.world.membership.decideCase(waiting?.id ?? "", "retry")));
  expect(answers.filter(Boolean)).toHaveLength(1);
  const [first] = await rowsOf<{ payable_id: string }>("select payable_id from payables.payables order by created_at");
  await stage.world.base.handle.transaction((tx) =>
    stage.world.payables.hint(tx, "stripe", { payable_id: first?.payable_id ?? "" }),
  );
  await Promise.all([stage.world.work(), stage.world.payables.sweep()]);
  await later({ minutes: 30 });
  await heard();
  await later({ hours: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
});

it("a person settles the first round as refused, asks anew, and the first is found made later", async () => {
  await fail("refunds", "500");
  await fail("refunds.create", "lost-reply");
  const ann = await trial();
  await cancel(ann);
  await stage.world.work();
  await later({ hours: 25 });
  const [open] = await rowsOf<{ payable_id: string }>("select payable_id from payables.payables");
  const told = { to: "refused" as const, by: "Olive", reference: null, reason: "not in the dashboard" };
  expect(await stage.world.payables.stop(open?.payable_id ?? "", "Olive")).toMatchObject({ ok: true });
  await stage.world.advance({ minutes: 5 });
  expect(await stage.world.payables.settle(open?.payable_id ?? "", told)).toMatchObject({ ok: true });
  expect(await refundIs()).toBe("failed");
  const [waiting] = await stage.world.membership.personCases();
  await fail("refunds", "off");
  await fail("refunds.create", "off");
  expect(await stage.world.membership.decideCase(waiting?.id ?? "", "retry")).toBe(true);
  await stage.world.work();
  await heard();
  await later({ minutes: 30 });
  await stage.world.membership.reconcile();
  await later({ hours: 26 });
  await stage.world.membership.reconcile();
  expect(await refunded()).toBe(100n);
});
