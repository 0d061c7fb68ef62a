/** What of a payment goes back at the processor's own desk, beside refunds of ours that failed: each sum counts once. */
import { expect, it } from "vitest";
import { chargeId } from "#membership";
import { createOperators } from "../support/operator-acts.ts";
import { heard, refunded, rowsOf, stage, stageRefunds } from "../support/refund-story.ts";

stageRefunds();
type Charge = { charge_id: string; amount_minor: bigint; state: string; payment_id: string };
const give = (id: string, values: Record<string, string>) =>
  createOperators(stage.world).act("charge", id, "refund", {
    reason: "could_not_use",
    values: { note: "chat", ...values },
  });
/** Ours comes back from the card; an operator gives the same sum back at Stripe's own desk, and says that it is settled another way. */
async function settledAtTheDesk(payment: string, amount: number) {
  const [made] = await rowsOf<{ id: string; at_stripe: string }>(
    "select refund_id as id, processor_refund_id as at_stripe from membership.refunds",
  );
  await stage.world.control(`/stripe/${made?.at_stripe}/fail-refund`, {});
  await heard();
  await stage.world.control(`/stripe/${payment}/refund`, { amount });
  await heard();
  expect(await stage.world.membership.decideCase(made?.id ?? "", "close")).toBe(true);
}

it("one sum that failed and was given back at the desk instead counts once, of a trial", async () => {
  const ann = await stage.world.member("Ann");
  const membership_id = await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  expect(await give(chargeId.show(trial?.charge_id ?? ""), { amount: "0.40" })).toMatchObject({ ok: true });
  await stage.world.work();
  await settledAtTheDesk(trial?.payment_id ?? "", 40);
  expect(await refunded()).toBe(40n);
  const offered = (await stage.story.view(ann.user_id)).refund_on_cancel_minor;
  const cancelled = await stage.world.membership.cancel({ user_id: ann.user_id, membership_id, refund: true });
  await stage.world.work();
  await heard();
  expect({ offered, back: cancelled.ok && cancelled.value.refund_minor, all: await refunded() }).toEqual({
    offered: "60",
    back: "60",
    all: 100n,
  });
});

it("one sum that failed and was given back at the desk instead counts once, of a month", async () => {
  const ann = await stage.world.member("Ann");
  await stage.story.joined(ann.user_id);
  await stage.story.goTo("2027-04-20");
  const month = (await rowsOf<Charge>("select * from membership.charges where state = 'succeeded'")).find(
    (c) => c.amount_minor > 500n,
  );
  if (!month) throw new Error("month");
  expect(await give(chargeId.show(month.charge_id), { amount: "6.00" })).toMatchObject({ ok: true });
  await stage.world.work();
  await heard();
  await settledAtTheDesk(month.payment_id, 600);
  expect(await refunded()).toBe(600n);
  const [asked] = await stage.world.membership.paidMonths([{ key: "", user_id: ann.user_id, from: "2027-03-20" }]);
  expect(asked?.kept).toBe(month.amount_minor - 600n);
});

it("a refund at the desk that never arrived is still the member's to have", async () => {
  const ann = await stage.world.member("Ann");
  await stage.story.joined(ann.user_id);
  const [trial] = await rowsOf<Charge>("select * from membership.charges");
  const made = await stage.world.control<{ thing: { id: string } }>(`/stripe/${trial?.payment_id}/refund`, {
    amount: 40,
  });
  await heard();
  const id = made.thing.id;
  await stage.world.control(`/stripe/${id}/fail-refund`, {});
  await heard();
  expect(await refunded()).toBe(0n);
  expect((await stage.story.view(ann.user_id)).refund_on_cancel_minor).toBe("100");
});
