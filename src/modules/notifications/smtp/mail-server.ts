/** Whether the mail server takes our letters, also while none shows it: who waits for the first one has no other sign. */
import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "#platform/clock";
import type { ProviderHealth } from "#platform/provider-health";

/** A server that answered is believed for so long: the check looks each minute, and greetings are not what it is there for. */
const BELIEVED_MS = 300_000;
/** Checks that take five seconds are given up: this one says itself what it waited for. */
const GREETING_MS = 4_000;

export function createMailServer(deps: {
  clock: Clock;
  health: Pick<ProviderHealth, "read">;
  greet: () => Promise<string | null>;
}) {
  let greeted = Number.NEGATIVE_INFINITY;

  async function greet(): Promise<string | null> {
    const waiting = new AbortController();
    const late = pause(GREETING_MS, `no answer within ${GREETING_MS / 1_000} seconds`, { signal: waiting.signal });
    const reason = await Promise.race([deps.greet(), late.catch(() => null)]);
    waiting.abort();
    return reason;
  }

  return {
    /** What is wrong with it, in a line; null where nothing is known to be. */
    async fault(): Promise<string | null> {
      const now = deps.clock.now().getTime();
      const line = (await deps.health.read()).find(({ provider }) => provider === "smtp");
      // Whoever greets us may still take no letter: a quota is used up, an account is closed for sending.
      if (line?.ill) return `The mail server does not take our letters: ${line.fault}`;
      const answered = Math.max(greeted, line?.good_at?.getTime() ?? greeted);
      if (now - answered < BELIEVED_MS) return null;
      const reason = await greet();
      if (reason === null) greeted = now;
      return reason && `The mail server cannot be reached: ${reason}`;
    },
  };
}
