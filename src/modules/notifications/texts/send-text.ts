/** Sends one queued text, at most once. What tells a member something waits for the day, and for nobody who said stop. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { SEND_TEXT } from "../job-kinds.ts";
import { isChosen, readPreferences } from "../preference-store.ts";
import { quietUntil } from "../quiet-hours.ts";
import type { Consents } from "./consents.ts";
import { beginText, endText, lockText, requeueText, type TextRow } from "./text-store.ts";
import type { TextAnswer, Twilio } from "./twilio.ts";

export type TextContext = {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  twilio: Twilio;
  consents: Consents;
  partners: Pick<Partners, "named">;
};
/** What waited so long for its morning is old: it stands on our own pages. */
const MAX_AGE_MS = 2 * 86_400_000;

export async function sendText(context: TextContext, textId: string): Promise<void> {
  const text = await context.database.transaction((tx) => begin(tx, context, textId));
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

/** As it stood before; null when it is not sent now. */
async function begin(tx: Tx, context: TextContext, textId: string): Promise<TextRow | null> {
  const text = await lockText(tx, textId);
  if (!text) return null;
  if (text.state === "queued" && text.user_id && text.list) {
    const { user_id, list } = text;
    const now = context.clock.now();
    const end = (reason: string) =>
      endText(tx, textId, { state: "unwanted", provider_id: null, reason, at: now }).then(() => null);
    const number = await context.consents.numberOf(tx, user_id);
    if (number !== text.recipient) return end("no consent any more");
    if (!(await isChosen(tx, user_id, list, "text"))) return end("not wanted any more");
    if (now.getTime() - text.created_at.getTime() > MAX_AGE_MS) return end("too late");
    const rules = await readPreferences(tx, user_id);
    const until = quietUntil(now, { ...rules, zone: rules.zone ?? context.partners.named(text.partner).zone });
    if (until) {
      await addJobs(tx, [SEND_TEXT.with({ text_id: textId }, { run_at: until })]);
      return null;
    }
  }
  await beginText(tx, textId);
  return text;
}
