/** Whether the mail server can be reached, also while no letter shows it: who waits for the first one has no other sign. */
import type { Clock } from "#platform/clock";
import type { HealthNote } from "#platform/provider-health";

/** A server that answered is believed for so long: the check looks each minute, and greetings are not what it is there for. */
const BELIEVED_MS = 300_000;

export function createMailServer(clock: Clock, greet: () => Promise<string | null>) {
  let answered = Number.NEGATIVE_INFINITY;
  return {
    /** How a letter went, as it was told to whoever sends it. */
    heard(note: HealthNote): void {
      answered = "ok" in note ? clock.now().getTime() : Number.NEGATIVE_INFINITY;
    },
    /** Null when it answers, else the reason. */
    async fault(): Promise<string | null> {
      const now = clock.now().getTime();
      if (now - answered < BELIEVED_MS) return null;
      const reason = await greet();
      if (reason === null) answered = now;
      return reason;
    },
  };
}
