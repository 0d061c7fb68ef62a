/** What reCAPTCHA takes as ours; the test keys are those that Google documents. */
export const RECAPTCHA = {
  siteKey: "sandbox-recaptcha-site",
  secret: "sandbox-recaptcha-secret",
  testSiteKey: "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI",
  testSecret: "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe",
} as const;
