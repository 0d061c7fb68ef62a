/** What an account opens to its member, as browsers keep it: told at each sign-in, and whenever the header asks what differs. */
import { z } from "zod";
import type { Member } from "./identity.types.ts";

const line = z.object({ active: z.boolean() });
export const standing = z.object({
  is_verified: z.boolean(),
  coin_onboarding: z.number(),
  subscribed: z.boolean(),
  subs: z.record(z.string(), line),
  plus: line,
  shipping: line,
});

/** `product`: the name by which Plus stands among the subscriptions. */
export const standingOf = (member: Member, product: string): z.infer<typeof standing> => ({
  is_verified: member.is_verified,
  coin_onboarding: member.coin_onboarding,
  subscribed: member.subscribed,
  subs: {
    standard: { active: member.standard_active },
    [product]: { active: member.plus_active },
    shipright: { active: member.shipping_active },
  },
  plus: { active: member.plus_active },
  shipping: { active: member.shipping_active },
});
