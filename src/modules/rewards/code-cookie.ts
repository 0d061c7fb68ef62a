/**
 * The cookies of promotions and invitations (SPEC §3): readable by scripts, because prompts depend on them. What a promotion
 * is worth follows from the secret beside it, which no script reads.
 */
export const PROMO_COOKIE = "register_promo";
export const OFFER_COOKIE = "tp_promo";
export const CODE_COOKIE = "referral_code";

/** How long an invitation is kept for somebody who has not joined yet. */
const KEEP_DAYS = 30;

const secureOf = (publicUrl: string) => (publicUrl.startsWith("https:") ? "; Secure" : "");

export const codeCookieLine = (code: string, publicUrl: string): string =>
  `${CODE_COOKIE}=${encodeURIComponent(code)}; Path=/; Max-Age=${KEEP_DAYS * 86_400}; SameSite=Lax${secureOf(publicUrl)}`;
export const forgetCookieLine = (name: string, publicUrl: string): string =>
  `${name}=; Path=/; Max-Age=0; SameSite=Lax${secureOf(publicUrl)}`;
