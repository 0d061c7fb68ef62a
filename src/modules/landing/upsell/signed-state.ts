/**
 * The signed state of a hand-over (`upst`): HMAC-SHA-256 over every other key, what it is for, and until when. Nothing among
 * the keys can be exchanged, and a state for one purpose is none for another.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock";
import { newSecret, sha256 } from "#platform/ids";
import { STATE_MINUTES } from "./upsell-rules.ts";

export type Purpose = "offer" | "accepted" | "declined";
export type Signed = Readonly<Record<string, string | null>>;
export type StateFault = "state_invalid" | "state_expired";

/** Names in order and values as JSON, so that no two sets of keys are ever the same text. */
const textOf = (keys: Signed) =>
  JSON.stringify(
    Object.entries(keys)
      .filter(([key, value]) => key !== "upst" && value !== null && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

export function createStates(options: { secret: string; clock: Clock }) {
  const sign = (purpose: Purpose, head: string, keys: Signed) =>
    createHmac("sha256", options.secret)
      .update(`upsell:${purpose}:${head}:${textOf(keys)}`)
      .digest("base64url");
  return {
    make(purpose: Purpose, keys: Signed): string {
      const until = Math.floor(options.clock.now().getTime() / 1_000) + STATE_MINUTES * 60;
      const head = `${until}.${newSecret(16)}`;
      return `${head}.${sign(purpose, head, keys)}`;
    },
    /** Null when it is right and in time; one that has run out is told apart only when it is ours. */
    fault(purpose: Purpose, state: string, keys: Signed): StateFault | null {
      const parts = state.split(".");
      const [until = "", nonce = "", signature = ""] = parts;
      if (parts.length !== 3 || !/^\d{10}$/.test(until) || !/^[A-Za-z0-9]{16}$/.test(nonce)) return "state_invalid";
      const expected = Buffer.from(sign(purpose, `${until}.${nonce}`, keys));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "state_invalid";
      return Number(until) * 1_000 > options.clock.now().getTime() ? null : "state_expired";
    },
  };
}
export type States = ReturnType<typeof createStates>;

/** Kept instead of the state: a copy of the database opens nothing. */
export const hashState = (state: string): Buffer => sha256(`upst:${state}`);

/** `tpsha1`: of the lower-cased address. */
export const hashOfEmail = (email: string): string =>
  createHash("sha1").update(email.trim().toLowerCase()).digest("hex");
