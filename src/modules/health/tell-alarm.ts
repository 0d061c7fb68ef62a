/** Tells those who run the service that an alarm was raised, or is over: by mail, and by the webhook of a chat service. */
import { createHmac } from "node:crypto";
import type { Tx } from "#platform/database";
import { addJobs } from "#platform/jobs";
import { send } from "#platform/outgoing";
import type { HealthContext } from "./health.types.ts";
import { POST_ALARM } from "./job-kinds.ts";
import { alarmLetter } from "./letters.ts";
import { type AlarmRow, readAlarm } from "./store.ts";

const HEALTH_PATH = "/console/health";

/** Of a quiet one nobody is told. */
export async function tellAlarm(
  tx: Tx,
  { settings, notifications, clock }: HealthContext,
  alarm: AlarmRow,
  seen: { what: string; line: string },
): Promise<void> {
  const now = clock.now();
  if (alarm.quiet_until && alarm.quiet_until > now) return;
  const over = alarm.state === "cleared";
  const letter = alarmLetter({
    name: alarm.check_name,
    what: seen.what,
    line: seen.line,
    at: now,
    console: `${settings.PUBLIC_URL}${HEALTH_PATH}`,
    over,
  });
  for (const email of settings.ALARM_MAIL ?? [])
    await notifications.queue(tx, {
      cause: `health.alarm:${alarm.alarm_id}:${alarm.state}:${email}`,
      recipient: { user_id: null, email, name: "", language: "en", partner: null },
      letter,
    });
  if (settings.ALARM_WEBHOOK_URL)
    await addJobs(tx, [POST_ALARM.with({ alarm_id: alarm.alarm_id, state: over ? "cleared" : "raised" })]);
}

/** `text` is what chat services show; the rest is for programs. */
export async function postAlarm(
  { settings, database, clock }: HealthContext,
  alarmId: string,
  state: "raised" | "cleared",
): Promise<void> {
  const alarm = await readAlarm(database.db, alarmId);
  if (!alarm || !settings.ALARM_WEBHOOK_URL) return;
  // Sent late it would come after the word that it is over, and stand as the last one.
  if (state === "raised" && alarm.state === "cleared") return;
  const { check_name: check, level, line, noticed_at: since } = alarm;
  const text =
    state === "cleared" ? `${check} is fine again` : `${level === "bad" ? "Alarm" : "Warning"}: ${check}: ${line}`;
  const body = JSON.stringify({
    text,
    check,
    state,
    level,
    line,
    since,
    console: `${settings.PUBLIC_URL}${HEALTH_PATH}`,
  });
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  const secret = settings.ALARM_WEBHOOK_SECRET;
  const signature = secret && createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  await send({
    url: settings.ALARM_WEBHOOK_URL,
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(signature && { "x-tuppence-signature": `t=${seconds},v1=${signature}` }),
    },
    body,
    timeout_ms: 10_000,
  });
}
