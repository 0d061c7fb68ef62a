/** A stage whose members can have a membership already, each with a card of their own. */
import { expect } from "vitest";
import { signUp } from "../e2e/members.ts";
import { createMembershipStory } from "./membership-story.ts";
import { openStage, type StageOptions } from "./stage.ts";
import { awayFromMidnight } from "./zones.ts";

export function openMembershipStage(options: StageOptions = {}) {
  const stage = openStage(options);
  let told: ReturnType<typeof createMembershipStory> | undefined;
  /** One for all, because it knows which cards were used. Of a story's world it needs only what joining does. */
  const story = () => {
    // The product stands in for the world of the stories, as far as they read it.
    told ??= createMembershipStory({ ...stage.product.wired, sandbox: stage.product.sandbox } as never);
    return told;
  };
  async function account(email: string) {
    const cookies = await signUp(stage.product, email);
    const sql = "select user_id from identity.users where email = $1";
    const { rows } = await stage.product.wired.database.pool.query<{ user_id: string }>(sql, [email]);
    return { cookies, user_id: rows[0]?.user_id ?? "" };
  }
  return {
    stage,
    async memberOnTrial(email: string) {
      const member = await account(email);
      const joined = await story().join(member.user_id);
      expect(joined.ok, JSON.stringify(joined)).toBe(true);
      return member;
    },
    /** In the first month, without a trial: that was used, ended and given back before. */
    async payingMember(email: string) {
      const member = await account(email);
      const { user_id } = member;
      const zone = awayFromMidnight(new Date());
      const first = await story().join(user_id, { zone });
      if (!first.ok) throw new Error(first.code);
      const { membership_id } = first.value;
      await stage.product.wired.membership.cancel({ user_id, membership_id, refund: true });
      const again = await story().join(user_id, { zone });
      expect(again, JSON.stringify(again)).toMatchObject({ ok: true, value: { state: "paid" } });
      return member;
    },
  };
}
