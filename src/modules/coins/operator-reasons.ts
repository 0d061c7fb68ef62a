/** The reasons by which operators refuse coins, as they choose them. */
import { REASON_WORDS } from "./reason-words.ts";
import { REFUSAL_REASONS, type RefusalReason } from "./rules.ts";

export const REASONS = REFUSAL_REASONS.map((code) => ({ code, what: REASON_WORDS[code].en }));
export const isRefusal = (text: string): text is RefusalReason => (REFUSAL_REASONS as readonly string[]).includes(text);
