/** The part of the door that knows a member's browsers and phones, and what they are told. */

import type { Tx } from "#platform/database";
import { newId } from "#platform/ids";
import { addJobs } from "#platform/jobs";
import { done, type Outcome, refused } from "#platform/outcome";
import type { ProviderHealth } from "#platform/provider-health";
import { isZone } from "#platform/zone";
import { SEND_PUSH } from "../job-kinds.ts";
import { leadTo } from "../letter.ts";
import { openPathOf } from "../notices.ts";
import { isChosen, saveFirstZone } from "../preference-store.ts";
import type { Tell } from "../tell.ts";
import { createApns, readIphoneAddress } from "./apns.ts";
import { createFcm, isPhoneAddress } from "./fcm.ts";
import { areKeys, createPushService, type PushKeys } from "./push-service.ts";
import {
  countKeyRefusals,
  dropPushes,
  insertPush,
  movePush,
  type PushRow,
  type PushStep,
  readPush,
  readPushesOf,
  readPushSteps,
} from "./push-store.ts";
import { type PushContext, sendPush } from "./send-push.ts";
import {
  bindSubscription,
  type DeviceKeys,
  type DeviceKind,
  dropEndpoint,
  dropOldest,
  dropSessions,
  dropSubscriptions,
  hasSubscription,
  KINDS,
  readBoundAfter,
  readSubscriptions,
  wasAnyBrowserTold,
} from "./subscription-store.ts";

/** Who tells a phone: Firebase those with Android, Apple its own. */
export const PHONE_SERVICES = ["fcm", "apns"] as const;
export type PhoneService = (typeof PHONE_SERVICES)[number];
export type PushRefusal = "pushes_off" | "push_service_unknown" | "push_keys_wrong" | "phone_address_wrong";
const MAX_DEVICES = 10;
const SWEPT_AT_ONCE = 1_000;
/** As long as our own pages keep what they told. */
const KEEP_MS = 180 * 86_400_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function createPushes(
  deps: Omit<PushContext, "service" | "fcm" | "apns" | "kinds" | "liveSessions"> & {
    health: Pick<ProviderHealth, "note">;
  },
) {
  const { database, clock, settings } = deps;
  const service = createPushService({ ...deps, anyTold: () => wasAnyBrowserTold(database.db) });
  const fcm = createFcm(deps);
  const apns = createApns(deps);
  const offered: Record<DeviceKind, boolean> = {
    browser: service.key !== null,
    phone: fcm !== null,
    iphone: apns !== null,
  };
  const kinds = KINDS.filter((kind) => offered[kind]);
  let liveSessions: PushContext["liveSessions"] = async (ids) => new Set(ids);
  const tell: Tell = async (tx, { cause, user_id, recipient, letter: draft }) => {
    if (draft.secret || kinds.length === 0) return;
    if (!(await hasSubscription(tx, user_id, kinds)) || !(await isChosen(tx, user_id, draft.list, "push"))) return;
    const push_id = newId("push");
    const letter = leadTo(
      settings.PUBLIC_URL,
      settings.PUBLIC_URL,
      draft.write(recipient.language, settings.PUBLIC_URL),
    );
    const isNew = await insertPush(tx, {
      ...{ push_id, cause, user_id, list: draft.list, title: letter.headline, body: letter.lead },
      href: openPathOf(settings.PUBLIC_URL, letter.button?.href),
      ...{ language: recipient.language, partner: recipient.partner, created_at: clock.now() },
    });
    if (isNew) await addJobs(tx, [SEND_PUSH.with({ push_id })]);
  };
  /** This device is told from now on, as the device of who is signed in there. */
  const keep = async (
    { user_id, session_id }: { user_id: string; session_id: string },
    device: DeviceKeys,
    told: { endpoint: string; user_agent: string; zone: string | null },
  ): Promise<void> => {
    const { endpoint, zone } = told;
    await database.transaction(async (tx) => {
      await bindSubscription(tx, {
        ...device,
        subscription_id: newId("subscription"),
        ...{ user_id, session_id, bound_at: clock.now() },
        ...{ endpoint, user_agent: told.user_agent.slice(0, 400) },
      });
      await dropOldest(tx, user_id, MAX_DEVICES);
      // When it is night is the device's to say, until its member says so.
      if (zone !== null && isZone(zone)) await saveFirstZone(tx, user_id, zone, clock.now());
    });
    // A sign-in that ended meanwhile has dropped its devices already: this one would be left behind.
    if (!(await liveSessions([session_id])).has(session_id)) await dropEndpoint(database.db, user_id, endpoint);
  };
  /** Whose sign-in ended by whatever way, and who was told nothing since: nobody asks for them any more. */
  const dropEnded = async (): Promise<number> => {
    let last: string | null = null;
    let dropped = 0;
    for (;;) {
      const some = await readBoundAfter(database.db, last, SWEPT_AT_ONCE);
      const live = await liveSessions(some.map(({ session_id }) => session_id));
      dropped += await dropSubscriptions(
        database.db,
        some.filter(({ session_id }) => !live.has(session_id)),
      );
      last = some.at(-1)?.subscription_id ?? null;
      if (some.length < SWEPT_AT_ONCE) return dropped;
    }
  };
  /** Null when there is no such push, or it is another's than the reader's. */
  const readFor = async (pushId: string, readerId: string | null): Promise<PushRow | null> => {
    const push = UUID.test(pushId) ? await readPush(database.db, pushId) : null;
    return readerId === null || readerId === push?.user_id ? push : null;
  };
  return {
    tell,
    /** What browsers subscribe by; null where pushes are off. */
    key: service.key,
    /** Whether the app is told on Android, and on iPhones. */
    phones: offered.phone,
    iphones: offered.iphone,
    /** Set by who knows of sign-ins. */
    registerSessions(source: PushContext["liveSessions"]): void {
      liveSessions = source;
    },
    async bind(
      member: { user_id: string; session_id: string },
      keys: PushKeys & { user_agent: string; zone: string | null },
    ): Promise<Outcome<null, PushRefusal>> {
      if (!service.key) return refused("pushes_off");
      if (!service.takes(keys.endpoint)) return refused("push_service_unknown");
      if (!areKeys(keys)) return refused("push_keys_wrong");
      await keep(member, { kind: "browser", p256dh: keys.p256dh, auth: keys.auth }, keys);
      return done(null);
    },
    /** `address`: what the app on this phone was given by its service. */
    async bindPhone(
      member: { user_id: string; session_id: string },
      told: { service: PhoneService; address: string; user_agent: string; zone: string | null },
    ): Promise<Outcome<null, PushRefusal>> {
      const kind = KIND_OF[told.service];
      if (!offered[kind]) return refused("pushes_off");
      const endpoint = readAddress(told);
      if (endpoint === null) return refused("phone_address_wrong");
      await keep(member, { kind, p256dh: null, auth: null }, { ...told, endpoint });
      return done(null);
    },
    /** By a browser's endpoint; what somebody else holds stays theirs. */
    drop: (userId: string, endpoint: string): Promise<void> => dropEndpoint(database.db, userId, endpoint),
    /** The same by a phone's address, also where its service is not offered any more. */
    async dropPhone(userId: string, told: { service: PhoneService; address: string }): Promise<void> {
      const endpoint = readAddress(told);
      if (endpoint !== null) await dropEndpoint(database.db, userId, endpoint);
    },
    /** Nobody is signed in there any more. */
    signedOut: (tx: Tx, sessionId: string): Promise<void> => dropSessions(tx, sessionId),
    /** How many browsers and phones are told. */
    devices: async (userId: string): Promise<number> => (await readSubscriptions(database.db, userId, kinds)).length,
    send: (pushId: string): Promise<void> => sendPush({ ...deps, service, fcm, apns, kinds, liveSessions }, pushId),
    /**
     * Where a push leads: a path of ours. `readerId`: of who is signed in, which who presses need not be yet. Somebody else's alert,
     * which a shared browser still shows, leads them to their own.
     */
    pathOf: async (pushId: string, readerId: string | null): Promise<string> =>
      (await readFor(pushId, readerId))?.href ?? "/account/notifications",
    /** That it was pressed is kept; by somebody else it counts for nobody. Answers where it leads. */
    async clicked(pushId: string, readerId: string | null): Promise<string> {
      const push = await readFor(pushId, readerId);
      if (push)
        await database.transaction((tx) => movePush(tx, pushId, { state: "clicked", detail: null, at: clock.now() }));
      return push?.href ?? "/account/notifications";
    },
    read: async (pushId: string): Promise<(PushRow & { steps: PushStep[] }) | null> => {
      const push = await readPush(database.db, pushId);
      return push && { ...push, steps: await readPushSteps(database.db, pushId) };
    },
    of: (userId: string, most: number): Promise<PushRow[]> => readPushesOf(database.db, userId, most),
    keyRefusals: (since: Date) => countKeyRefusals(database.db, since),
    close: (): void => apns?.close(),
    /** What is older than our pages keep it, and devices whose sign-in ended. Answers how many there were. */
    dropOld: async (): Promise<number> =>
      (await dropEnded()) + (await dropPushes(database.db, new Date(clock.now().getTime() - KEEP_MS))),
  };
}

const KIND_OF = { fcm: "phone", apns: "iphone" } as const satisfies Record<PhoneService, DeviceKind>;

/** As it is kept; null for what is no address of this service. */
const readAddress = ({ service, address }: { service: PhoneService; address: string }): string | null =>
  service === "apns" ? readIphoneAddress(address) : isPhoneAddress(address) ? address : null;
