/**
 * Tells one event on the screens of all browsers and phones of its member, each once. At night it waits for the morning; whoever is signed out
 * by then is told nothing. What a service did not take is tried again there alone.
 */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { sha256 } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import { SEND_PUSH } from "../job-kinds.ts";
import { countUnread } from "../notice-store.ts";
import { isChosen, type Preferences, readPreferences } from "../preference-store.ts";
import { quietUntil } from "../quiet-hours.ts";
import { mayBecome, PUSH_RULES } from "../rules.ts";
import type { NotificationsSettings } from "../settings.ts";
import type { Apns } from "./apns.ts";
import type { Fcm } from "./fcm.ts";
import { type Shown, writePayload } from "./push-payload.ts";
import type { PushAnswer, PushMessage, PushService } from "./push-service.ts";
import { lockWaitingPush, movePush, type PushRow, readCopies, readPush, saveCopy } from "./push-store.ts";
import { bareWords } from "./push-words.ts";
import {
  type DeviceKind,
  dropSubscriptions,
  markSent,
  readSubscription,
  readSubscriptions,
  type SubscriptionRow,
} from "./subscription-store.ts";

export type PushContext = {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  settings: NotificationsSettings;
  partners: Pick<Partners, "named" | "originOf">;
  service: PushService;
  /** Null where phones with Android are not told. */
  fcm: Fcm | null;
  /** Null where iPhones are not told. */
  apns: Apns | null;
  /** Which devices are told here at all. */
  kinds: readonly DeviceKind[];
  /** Which of these sign-ins hold. */
  liveSessions(ids: readonly string[]): Promise<ReadonlySet<string>>;
};

/** What nobody could be told by then is old: it stands on our own pages. */
const MAX_AGE_MS = 2 * 86_400_000;
/** What is away is asked again further and further apart. A job's own tries would end within hours, and leave the push waiting. */
const AGAIN_SECONDS = { least: 10, most: 3_600 };
const MAX_UNREAD = 10;

export async function sendPush(context: PushContext, pushId: string): Promise<void> {
  const ready = await context.database.transaction((tx) => prepare(tx, context, pushId));
  if (!ready) return;
  const { push, rules } = ready;
  const known = new Set((await readCopies(context.database.db, pushId)).map(({ subscription_id }) => subscription_id));
  const devices = await liveDevices(context, push.user_id);
  const message = await compose(context, push, rules);
  const open: PushAnswer[] = [];
  for (const { subscription_id } of devices) {
    if (known.has(subscription_id)) continue;
    const device = await stillTold(context, push, subscription_id);
    if (!device) continue;
    const answer = await post(context, device, message);
    const ended = await keepAnswer(context, push, device, answer);
    if (!ended) open.push(answer);
  }
  await settle(context, push, open);
}

/** Null when it has ended, or waits for the morning. */
async function prepare(
  tx: Tx,
  { clock, partners }: PushContext,
  pushId: string,
): Promise<{ push: PushRow; rules: Preferences } | null> {
  const push = await lockWaitingPush(tx, pushId);
  if (!push) return null;
  const now = clock.now();
  if (now.getTime() - push.created_at.getTime() > MAX_AGE_MS) {
    await end(tx, pushId, now, { state: "failed", detail: "nobody took it in time" }, "the others not in time");
    return null;
  }
  if (!(await isChosen(tx, push.user_id, push.list, "push"))) {
    await end(tx, pushId, now, { state: "pruned", detail: "not wanted any more" }, "not wanted any more");
    return null;
  }
  const rules = await readPreferences(tx, push.user_id);
  const zone = rules.zone ?? partners.named(push.partner).zone;
  const until = quietUntil(now, { ...rules, zone });
  if (!until) return { push, rules };
  if (push.held_until?.getTime() !== until.getTime())
    await movePush(tx, pushId, {
      state: "held_quiet",
      detail: `until ${until.toISOString()} (${zone})`,
      at: now,
      held_until: until,
    });
  await addJobs(tx, [SEND_PUSH.with({ push_id: pushId }, { run_at: until })]);
  return null;
}

/** Whoever took it was told, whatever becomes of the others. `nobody`: when none took it; `rest`: of the others, when one did. */
async function end(
  tx: Tx,
  pushId: string,
  at: Date,
  nobody: { state: "failed" | "pruned"; detail: string },
  rest?: string,
): Promise<void> {
  const answers = (await readCopies(tx, pushId)).map(({ answer }) => answer);
  const taken = answers.filter((answer) => answer === "taken").length;
  const told = [`${taken} of ${answers.length} devices`, ...(rest ? [rest] : [])].join("; ");
  await movePush(tx, pushId, { ...(taken > 0 ? { state: "sent", detail: told } : nobody), at });
}

/** Those whose sign-in holds; the others are forgotten. */
async function liveDevices({ database, kinds, liveSessions }: PushContext, userId: string): Promise<SubscriptionRow[]> {
  const all = await readSubscriptions(database.db, userId, kinds);
  const live = await liveSessions(all.map(({ session_id }) => session_id));
  const ended = all.filter(({ session_id }) => !live.has(session_id));
  if (ended.length > 0) await dropSubscriptions(database.db, ended);
  return all.filter((device) => !ended.includes(device));
}

/**
 * Right before it is told: the devices before it may have taken minutes, in which somebody else has signed in there, or its member
 * has signed out, dropped it, chosen otherwise, or pressed it on one of them. Null when it is told nothing.
 */
async function stillTold(
  { database, liveSessions }: PushContext,
  push: PushRow,
  id: string,
): Promise<SubscriptionRow | null> {
  const now = await readPush(database.db, push.push_id);
  if (!now || !mayBecome(now.state, "sent")) return null;
  const device = await readSubscription(database.db, id);
  if (!device || !(await isChosen(database.db, push.user_id, push.list, "push"))) return null;
  return (await liveSessions([device.session_id])).has(device.session_id) ? device : null;
}

type Composed = { shown: Shown; list: PushRow["list"] } & Omit<PushMessage, "payload">;

async function compose(context: PushContext, push: PushRow, rules: Preferences): Promise<Composed> {
  const { settings, partners, database } = context;
  const words = rules.shows_details ? { title: push.title, body: push.body } : bareWords(push.list, push.language);
  return {
    shown: {
      ...words,
      tag: push.push_id,
      language: push.language,
      navigate: `${partners.originOf(push.partner, settings.PUBLIC_URL)}/n/${push.push_id}`,
      unread: await countUnread(database.db, push.user_id, MAX_UNREAD),
    },
    list: push.list,
    ...PUSH_RULES[push.list],
    // Only the same event again replaces what was not delivered yet: two events are two.
    topic: sha256(push.push_id).toString("base64url").slice(0, 32),
  };
}

async function post(
  { service, fcm, apns }: PushContext,
  device: SubscriptionRow,
  message: Composed,
): Promise<PushAnswer> {
  if (device.kind === "iphone") return apns ? apns.post(device, message) : { state: "gone" };
  if (device.kind === "phone") return fcm ? fcm.post(device.endpoint, message) : { state: "gone" };
  const { shown, list: _list, ...rest } = message;
  const answer = await service.post(device, { ...rest, payload: writePayload(shown) });
  if (answer.state !== "too_large") return answer;
  const shorter = await service.post(device, { ...rest, payload: writePayload({ ...shown, body: "" }) });
  return shorter.state === "too_large" ? { state: "refused", reason: "too large, also without its text" } : shorter;
}

/** True when this device is done with: it took it, is not there, or takes no such message. */
async function keepAnswer(
  { database, clock, log }: PushContext,
  push: PushRow,
  device: SubscriptionRow,
  answer: PushAnswer,
): Promise<boolean> {
  const { db } = database;
  const copy = { push_id: push.push_id, subscription_id: device.subscription_id, at: clock.now() };
  switch (answer.state) {
    case "taken":
      await saveCopy(db, { ...copy, answer: "taken", detail: null });
      await markSent(db, device.subscription_id, copy.at);
      return true;
    case "gone":
      await saveCopy(db, { ...copy, answer: "gone", detail: null });
      await dropSubscriptions(db, [device]);
      return true;
    case "key":
      log.warn({ push_id: push.push_id, reason: answer.reason }, "a push service does not take our key");
      await saveCopy(db, { ...copy, answer: "refused", detail: `key: ${answer.reason}`.slice(0, 300) });
      return true;
    case "refused":
      log.warn({ push_id: push.push_id, reason: answer.reason }, "a push was refused");
      await saveCopy(db, { ...copy, answer: "refused", detail: answer.reason.slice(0, 300) });
      return true;
    default:
      return false;
  }
}

const againSeconds = ({ created_at }: PushRow, now: Date): number =>
  Math.min(AGAIN_SECONDS.most, Math.max(AGAIN_SECONDS.least, (now.getTime() - created_at.getTime()) / 2_000));

/** Ends it when every device has answered; else it comes back when the slowest of them wants to be asked. */
async function settle(context: PushContext, push: PushRow, open: readonly PushAnswer[]): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  if (open.length > 0) {
    const waits = open.map((answer) => (answer.state === "wait" ? answer.seconds : againSeconds(push, now)));
    const run_at = new Date(now.getTime() + Math.max(...waits) * 1_000);
    return database.transaction((tx) => addJobs(tx, [SEND_PUSH.with({ push_id: push.push_id }, { run_at })]));
  }
  await database.transaction(async (tx) => {
    const isRefused = (await readCopies(tx, push.push_id)).some(({ answer }) => answer === "refused");
    const nobody = isRefused
      ? ({ state: "failed", detail: "refused by every push service" } as const)
      : ({ state: "pruned", detail: "no device is left" } as const);
    await end(tx, push.push_id, now, nobody);
  });
}
