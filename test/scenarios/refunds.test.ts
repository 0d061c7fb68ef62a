/** Refunds as payables: what the processor did not clearly refuse stays open, is found or goes to a person, and pays once. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMembershipStory, type Story } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: Story;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T15:00:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

const rowsOf = async <T>(query: string) => (await world.base.handle.pool.query(query)).rows as T[];
const fail = (target: string, mode: string) => world.control("/fail", { target: `stripe.${target}`, mode });
const refundIs = async () => (await rowsOf<{ state: string }>("select state from membership.refunds"))[0]?.state;
const payables = () =>
  rowsOf<{ payable_id: string; state: string; owner: string; person_reason: string | null }>(
    "select payable_id, state, owner, person_reason from payables.payables order by created_at",
  );
const refunded = async () => -(await world.ledger.houseBalance("membership_refunds", "house"));
async function cancelledTrial() {
  const ann = await world.member("Ann");
  const membership_id = await story.joined(ann.user_id);
  await world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  return { ...ann, membership_id };
}
const later = async (span: { minutes?: number; hours?: number }) => {
  await world.advance(span);
  await world.payables.sweep();
  await story.tick();
};

it("an error that is on no list of refusals never ends a refund: it is looked for, sent again, and is a person's after a day", async () => {
  await fail("refunds.create", "500");
  await cancelledTrial();
  await world.work();
  expect([await refundIs(), (await payables())[0]?.state]).toEqual(["asked", "unknown"]);
  await later({ hours: 25 });
  expect(await payables()).toMatchObject([{ state: "unknown", person_reason: "unknown_too_long" }]);
  expect(await world.payables.forPerson()).toHaveLength(1);
  expect(await refunded()).toBe(0n);
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  expect(await world.payables.forPerson()).toEqual([]);
  const [card] = await rowsOf<{ n: number }>(
    "select count(*)::int as n from membership.movements where kind = 'refund'",
  );
  expect(card?.n).toBe(1);
});

it("a person ends one as the processor's own pages say, and its member is told as by any answer", async () => {
  await fail("refunds", "500");
  await fail("refunds.create", "lost-reply");
  const { membership_id } = await cancelledTrial();
  await world.work();
  await later({ hours: 25 });
  const [open] = await payables();
  const told = { to: "done" as const, by: "Olive", reference: "re_seen", reason: "seen in the dashboard" };
  expect(await world.payables.settle(open?.payable_id ?? "", told)).toMatchObject({ ok: true });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  const notices = await story.notices(membership_id);
  expect(notices.filter((one) => one.kind.startsWith("refunded:"))).toHaveLength(1);
  await fail("refunds", "off");
  await fail("refunds.create", "off");
  await world.control("/postbacks/idle", {});
  await world.work();
});

it("goes on when its account is deleted meanwhile", async () => {
  await fail("refunds.create", "500");
  const ann = await cancelledTrial();
  await world.work();
  const signedIn = await world.identity.open(ann.user_id, { user_agent: "", address: "" });
  const asked = { password: ann.password, give_up: true, user_agent: "", address: "" };
  expect(await world.identity.deleteAccount(signedIn.member, asked)).toMatchObject({ ok: true });
  await world.work();
  await fail("refunds.create", "off");
  await later({ hours: 2 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
});

it("takes over refunds from before payables had them: one that was sent is found, one that was made is still followed", async () => {
  await fail("refunds", "500");
  await fail("refunds.create", "lost-reply");
  await cancelledTrial();
  await world.work();
  // As they stood before: a refund that nobody knows the answer of, and no payable.
  await world.base.handle.pool.query("update membership.refunds set payable_id = null");
  await world.base.handle.pool.query("delete from payables.payable_events; delete from payables.payables");
  await fail("refunds", "off");
  await fail("refunds.create", "off");
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["done", 100n]);
  await world.base.handle.pool.query("update membership.refunds set payable_id = null");
  await world.base.handle.pool.query("delete from payables.payable_events; delete from payables.payables");
  await later({ minutes: 30 });
  expect(await payables()).toMatchObject([{ state: "done" }]);
  expect(await refunded()).toBe(100n);
  const [made] = await rowsOf<{ id: string }>("select processor_refund_id as id from membership.refunds");
  await world.control(`/stripe/${made?.id}/fail-refund`, {});
  await world.control("/postbacks/idle", {});
  await world.work();
  await later({ minutes: 30 });
  expect([await refundIs(), await refunded()]).toEqual(["failed", 0n]);
});
