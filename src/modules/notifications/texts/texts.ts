/** The part of the door that sends texts and hears what comes back. */
import type { Partners } from "#partners";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle, Tx } from "#platform/database";
import { derivedId } from "#platform/ids";
import type { Inbox } from "#platform/inbox";
import { addJobs } from "#platform/jobs";
import type { Log } from "#platform/log";
import type { ProviderCalls } from "#platform/provider-calls";
import { SEND_TEXT } from "../job-kinds.ts";
import type { NotificationsSettings } from "../settings.ts";
import type { Told } from "../tell.ts";
import { createConsents } from "./consents.ts";
import { sendText } from "./send-text.ts";
import { isSignedByTwilio, keepTexted, readTexted, takeTexted } from "./take-text.ts";
import { createTellByText, type QueueText } from "./tell-by-text.ts";
import { insertText } from "./text-store.ts";
import { createTwilio } from "./twilio.ts";

export const TEXTED_PATH = "/hooks/twilio/texts";

export function createTexts(deps: {
  database: DatabaseHandle;
  clock: Clock;
  log: Log;
  settings: NotificationsSettings;
  secret: string;
  calls: ProviderCalls;
  partners: Pick<Partners, "named" | "originOf">;
  inbox: Inbox;
  tell(tx: Tx, told: Told): Promise<void>;
}) {
  const { settings, clock, partners } = deps;
  const twilio = createTwilio(settings, deps.calls);
  const queueText: QueueText = async (tx, { cause, to, body, member }) => {
    const text_id = derivedId("text", `text:${cause}`);
    const isNew = await insertText(tx, {
      ...{ text_id, cause, recipient: to, body, at: clock.now() },
      ...{ user_id: member?.user_id ?? null, list: member?.list ?? null, partner: member?.partner ?? null },
    });
    if (isNew) await addJobs(tx, [SEND_TEXT.with({ text_id })]);
  };
  const consents = createConsents({ ...deps, there: twilio.there, queueText });
  readTexted(deps.inbox);
  return {
    there: twilio.there,
    queueText,
    consents,
    tellByText: createTellByText({ consents, queueText, partners, publicUrl: settings.PUBLIC_URL }),
    send: (textId: string): Promise<void> => sendText({ ...deps, twilio, consents }, textId),
    /** Whether Twilio has signed it, at the address that it knows us by. */
    isSigned: (signature: string | undefined, fields: Readonly<Record<string, string>>): boolean =>
      twilio.there &&
      isSignedByTwilio({ signature, url: `${settings.PUBLIC_URL}${TEXTED_PATH}`, fields }, settings.TWILIO_AUTH_TOKEN),
    hear: (fields: Readonly<Record<string, string>>): Promise<boolean> => keepTexted({ ...deps, consents }, fields),
    take: (inboxId: string): Promise<void> => takeTexted({ ...deps, consents }, inboxId),
  };
}
