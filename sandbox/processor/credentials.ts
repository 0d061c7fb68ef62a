/** What Stripe takes as ours; it opens nothing outside this program. */
export const STRIPE = {
  secret: "sk_test_sandbox",
  publishable: "pk_test_sandbox",
  webhookSecret: "whsec_sandbox",
} as const;
