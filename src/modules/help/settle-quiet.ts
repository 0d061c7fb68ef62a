/** What time does to conversations: an answer that nobody wrote back to settles them, and what is settled is closed. */
import { addDays, type Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import { newId } from "#platform/ids";
import type { ChatEnder } from "./chat/end-chat.ts";
import type { EndTeller } from "./letters-of-ends.ts";
import { QUIET_DAYS, REOPEN_DAYS } from "./thread-rules.ts";
import { closeSettled, lockQuiet, moveMessage } from "./thread-store.ts";

const MAX_QUIET = 200;

/** At most so many in one run; the next takes the rest. */
export async function settleQuiet({
  database,
  clock,
  tellEnd,
  endChatOf,
}: {
  database: DatabaseHandle;
  clock: Clock;
  tellEnd: EndTeller;
  endChatOf: ChatEnder;
}) {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const quiet = await lockQuiet(tx, addDays(at, -QUIET_DAYS), MAX_QUIET);
    for (const message of quiet) {
      const move_id = newId("move");
      await moveMessage(tx, message, { move_id, to: "resolved", due: null, by: "time", at });
      await endChatOf(tx, { ...message, state: "resolved" }, { by: "time", at });
      await tellEnd(tx, message, { move_id, at });
    }
    return { settled: quiet.length, closed: await closeSettled(tx, addDays(at, -REOPEN_DAYS), at) };
  });
}
