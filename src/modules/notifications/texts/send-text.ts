/** Sends one queued text, at most once. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import { endText, lockQueuedText } from "./text-store.ts";
import type { Twilio } from "./twilio.ts";

export async function sendText(
  room: { database: DatabaseHandle; clock: Clock; log: Log; twilio: Twilio },
  textId: string,
): Promise<void> {
  await room.database.transaction(async (tx) => {
    const text = await lockQueuedText(tx, textId);
    if (!text?.recipient) return;
    const answer = await room.twilio.send(text.recipient, text.body);
    if (answer.state === "again") throw new Error("Twilio took no text just now; it is tried again.");
    if (answer.state === "refused") room.log.warn({ text_id: textId, reason: answer.reason }, "a text was not sent");
    await endText(tx, textId, {
      state: answer.state,
      provider_id: answer.state === "sent" ? answer.sid : null,
      reason: answer.state === "refused" ? answer.reason.slice(0, 300) : null,
      at: room.clock.now(),
    });
  });
}
