/** Refunds as payables: what the processor did not clearly refuse stays open, is found or goes to a person, and pays once. */
import { expect, it } from "vitest";
import { fail, later, refunded, refundIs, rowsOf, stage, stageRefunds } from "../support/refund-story.ts";

stageRefunds();

const payables = () =>
  rowsOf<{ payable_id: string; state: string; owner: string; person_reason: string | null }>(
    "select payable_id, state, owner, person_reason from payables.payables order by created_at",
  );
async function cancelledTrial() {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  return { ...ann, membership_id };
}

it("an error that is on no list of refusals never ends a refund: it is looked for, sent again, and is a person's after a day", async () => {
  await fail("refunds.create", "500");
  await cancelledTrial();
  await stage.world.work();
  expect([await refundIs(), (await payables())[0]?.state]).toEqual(["asked", "unknown"]);
  await later({ hours: 25 });
  expect(await payables()).toMatchObject([{ state: "unknown", person_reason: "unknown_too_long" }]);
  expect(await stage.world.payables.forPerson()).toHaveLength(1);
  expect(await refunded()).toBe(0n);
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  expect(await stage.world.payables.forPerson()).toEqual([]);
  const [card] = await rowsOf<{ n: number }>(
    "select count(*)::int as n from membership.movements where kind = 'refund'",
  );
  expect(card?.n).toBe(1);
});

it("a person ends one as the processor's own pages say, and its member is told as by any answer", async () => {
  await fail("refunds", "500");
  await fail("refunds.create", "lost-reply");
  const { membership_id } = await cancelledTrial();
  await stage.world.work();
  await later({ hours: 25 });
  const [open] = await payables();
  const told = { to: "done" as const, by: "Olive", reference: "re_seen", reason: "seen in the dashboard" };
  expect(await stage.world.payables.settle(open?.payable_id ?? "", told)).toMatchObject({ ok: true });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  const notices = await stage.story.notices(membership_id);
  expect(notices.filter((one) => one.kind.startsWith("refunded:"))).toHaveLength(1);
  await fail("refunds", "off");
  await fail("refunds.create", "off");
  await stage.world.control("/postbacks/idle", {});
  await stage.world.work();
});

it("goes on when its account is deleted meanwhile", async () => {
  await fail("refunds.create", "500");
  const ann = await cancelledTrial();
  await stage.world.work();
  const signedIn = await stage.world.identity.open(ann.user_id, { user_agent: "", address: "" });
  const asked = { password: ann.password, give_up: true, user_agent: "", address: "" };
  expect(await stage.world.identity.deleteAccount(signedIn.member, asked)).toMatchObject({ ok: true });
  await stage.world.work();
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
});

it("takes over refunds from before payables had them: one that was sent is found, one that was made is still followed", async () => {
  await fail("refunds", "500");
  await fail("refunds.create", "lost-reply");
  await cancelledTrial();
  await stage.world.work();
  // As they stood before: a refund that nobody knows the answer of, and no payable.
  await stage.world.base.handle.pool.query("update membership.refunds set payable_id = null");
  await stage.world.base.handle.pool.query("delete from payables.payable_events; delete from payables.payables");
  await fail("refunds", "off");
  await fail("refunds.create", "off");
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  await stage.world.base.handle.pool.query("update membership.refunds set payable_id = null");
  await stage.world.base.handle.pool.query("delete from payables.payable_events; delete from payables.payables");
  await later({ minutes: 30 });
  expect(await payables()).toMatchObject([{ state: "done" }]);
  expect(await refunded()).toBe(100n);
  const [made] = await rowsOf<{ id: string }>("select processor_refund_id as id from membership.refunds");
  await stage.world.control(`/stripe/${made?.id}/fail-refund`, {});
  await stage.world.control("/postbacks/idle", {});
  await stage.world.work();
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["failed", 0n]);
});
