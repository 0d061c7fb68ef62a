/** An account that an operator closes costs nothing more, whatever its member asked for in the moment of closing. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { whileHeld } from "../support/held-lock.ts";
import { createMembershipStory, type Story } from "../support/membership-story.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let story: Story;
beforeEach(async () => {
  world = await createWorld({ at: "2027-03-10T19:42:00Z" });
  story = createMembershipStory(world);
});
afterEach(async () => {
  expect(await world.membership.reconcile()).toEqual([]);
  await world.close();
});

const close = (user_id: string) => world.identity.desk.close({ user_id, by: "opr_olga", reason: "fraud" });
/** What is answered to who waits for the membership while the account is closed. */
const askWhileClosing = <T>(ids: { user_id: string; membership_id: string }, ask: () => Promise<T>): Promise<T> =>
  whileHeld(
    world,
    (query) => query("select 1 from membership.memberships where membership_id = $1 for update", [ids.membership_id]),
    async (waiting) => {
      const asking = ask();
      await waiting(1);
      await close(ids.user_id);
      return () => asking;
    },
  );
async function member() {
  const ann = await world.member("Ann");
  const membership_id = await story.joined(ann.user_id);
  await story.goTo("2027-03-25");
  return { email: ann.email, ids: { user_id: ann.user_id, membership_id } };
}
const canceledLetters = async (email: string) =>
  (await world.mails(email)).filter((subject) => subject === "Your membership is canceled").length;

describe("a membership whose account is closed", () => {
  it("is not taken up again by who waited for it", async () => {
    const { email, ids } = await member();
    await world.membership.cancel(ids);
    expect(await askWhileClosing(ids, () => world.membership.resume(ids))).toMatchObject({ code: "not_signed_in" });
    await story.goTo("2027-06-30");
    expect(await story.charges(ids.user_id)).toHaveLength(2);
    expect((await story.view(ids.user_id)).state).toBe("ended");
    expect(await canceledLetters(email), "cancelled twice is told once").toBe(1);
  });

  it("ends as well when it was being taken up again when the account was closed", async () => {
    const { email, ids } = await member();
    await world.membership.cancel(ids);
    await world.advance({ hours: 1 });
    const [resumed] = await whileHeld(
      world,
      // As closing does it, so that who resumes has looked at the account before and ends after.
      (query) => query("update identity.users set closed_at = now() where user_id = $1", [ids.user_id]),
      async (waiting) => {
        const resuming = world.membership.resume(ids);
        await waiting(1);
        const closing = world.membership.cancelAll(ids.user_id);
        await waiting(2);
        return () => Promise.all([resuming, closing]);
      },
    );
    expect(resumed).toMatchObject({ ok: true });
    await story.goTo("2027-06-30");
    expect(await story.charges(ids.user_id)).toHaveLength(2);
    expect((await story.view(ids.user_id)).state).toBe("ended");
    expect(await canceledLetters(email), "each of two cancellations has its receipt").toBe(2);
  });

  it("becomes no better one, and what is due is not paid any more", async () => {
    const { ids } = await member();
    expect(await askWhileClosing(ids, () => story.changePlan(ids.user_id, "plus"))).toMatchObject({
      code: "not_signed_in",
    });
    expect(await story.charges(ids.user_id)).toHaveLength(2);
    const ben = await world.member("Ben");
    const due = { user_id: ben.user_id, membership_id: await story.joined(ben.user_id) };
    await story.goTo("2027-04-08", "America/New_York", 9);
    await world.control("/stripe/next-charge", { mode: "decline", code: "insufficient_funds" });
    await story.goTo("2027-04-08");
    expect((await story.view(ben.user_id)).state).toBe("past_due");
    expect(await askWhileClosing(due, () => world.membership.payOpen(due))).toMatchObject({ code: "not_signed_in" });
    await world.work();
    expect((await story.view(ben.user_id)).state).toBe("ended");
    expect(await story.charges(ben.user_id)).toHaveLength(1);
  });
});
