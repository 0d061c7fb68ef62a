/** Topics in the order in which people need them; texts are English keys. */
import type { Topic } from "../messages.ts";

export const TOPIC_CHOICES: readonly { value: Topic; text: string }[] = [
  { value: "missing-purchase", text: "A missing purchase" },
  { value: "payout", text: "A payout or gift card" },
  { value: "membership", text: "Membership and charges" },
  { value: "account", text: "My account" },
  { value: "closed-account", text: "A second look at my closed account" },
  { value: "coupons", text: "A coupon or a rate" },
  { value: "technical", text: "Something doesn't work" },
  { value: "partners", text: "Press, stores and partners" },
  { value: "privacy", text: "My data" },
  { value: "security", text: "A security hole" },
  { value: "other", text: "Something else" },
];
