/** What PayPal takes as ours; it opens nothing outside this program. */
export const PAYPAL = {
  client: "sandbox-paypal-client",
  secret: "sandbox-paypal-secret",
  webhook: "sandbox-webhook",
} as const;
