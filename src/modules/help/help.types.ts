/** Who writes to us, and what becomes of it. */
import type { Brand } from "#partners";
import type { HelpRefusal } from "./messages.ts";

/** Who writes: a member, or somebody without an account. */
export type Writer = {
  user_id: string | null;
  name: string;
  /** Whether their address is proven to be theirs. */
  is_verified: boolean;
  brand: Brand;
  language: "en" | "es";
  /** Network address, for the limits. */
  address: string;
};

export type SendOutcome =
  | { ok: true; number: string }
  /** All that is wrong at once. */
  | { ok: false; faults: readonly { code: HelpRefusal; detail?: Record<string, string> }[] };
