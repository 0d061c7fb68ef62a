/** Sends one queued text, at most once. */
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Log } from "#platform/log";
import { beginText, endText, requeueText } from "./text-store.ts";
import type { TextAnswer, Twilio } from "./twilio.ts";

export async function sendText(
  context: { database: DatabaseHandle; clock: Clock; log: Log; twilio: Twilio },
  textId: string,
): Promise<void> {
  const text = await context.database.transaction((tx) => beginText(tx, textId));
  if (!text?.recipient) return;
  // Its process ended while it was handed over: whether it left is unclear, and a text comes once or not at all.
  const answer: TextAnswer =
    text.state === "sending"
      ? { state: "refused", reason: "the answer was lost" }
      : await context.twilio.send(text.recipient, text.body);
  if (answer.state === "again") {
    await requeueText(context.database.db, textId);
    throw new Error("Twilio took no text just now; it is tried again.");
  }
  if (answer.state === "refused") context.log.warn({ text_id: textId, reason: answer.reason }, "a text was not sent");
  await endText(context.database.db, textId, {
    state: answer.state,
    provider_id: answer.state === "sent" ? answer.sid : null,
    reason: answer.state === "refused" ? answer.reason.slice(0, 300) : null,
    at: context.clock.now(),
  });
}
