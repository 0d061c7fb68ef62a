/**
 * A pass for Apple's push service: a token that we sign ourselves (ES256), by "Establishing a token-based connection to APNs". Apple takes
 * one for an hour, and refuses who brings new ones more often than every 20 minutes.
 */
import { importPKCS8, SignJWT } from "jose";
import type { Clock } from "#platform/clock";

/** Between Apple's 20 and 60 minutes. */
const USED_MS = 40 * 60_000;
const MIN_USED_MS = 20 * 60_000;

/** `key`: PEM; `keyId` and `teamId`: ten letters each. */
export function createApnsPass(deps: { key: string; keyId: string; teamId: string; clock: Clock }) {
  const { key, keyId, teamId, clock } = deps;
  let kept: { pass: Promise<string>; at: number } | null = null;

  const sign = async (now: number): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: keyId })
      .setIssuer(teamId)
      .setIssuedAt(Math.floor(now / 1_000))
      .sign(await importPKCS8(key, "ES256"));

  return {
    /** Many at once are given the same. */
    pass(): Promise<string> {
      const now = clock.now().getTime();
      // A clock that was set back must not keep one that is from the future.
      if (!kept || now - kept.at >= USED_MS || now < kept.at) kept = { pass: sign(now), at: now };
      return kept.pass;
    },
    /**
     * It was called too old: the next one is made anew, and one that was made since stays. False for one that is younger than 20 minutes:
     * then a clock is wrong, and Apple would refuse a new one for coming too soon.
     */
    async forget(pass: string): Promise<boolean> {
      const now = kept;
      if (!now || (await now.pass) !== pass || kept !== now) return true;
      const age = clock.now().getTime() - now.at;
      if (age >= 0 && age < MIN_USED_MS) return false;
      kept = null;
      return true;
    },
  };
}
