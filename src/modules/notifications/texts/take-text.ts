/**
 * What people text to our number, as Twilio's webhook brings it (https://www.twilio.com/docs/messaging/guides/webhook-request):
 * signed, stored with its job, answered, and then acted on.
 */
import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Clock } from "#platform/clock";
import type { DatabaseHandle } from "#platform/database";
import type { Inbox } from "#platform/inbox";
import { TAKE_TEXT } from "../job-kinds.ts";
import type { Consents } from "./consents.ts";
import { wishOf } from "./stop-words.ts";

const FIRST_LOOK_MINUTES = 2;
const told = z.object({
  MessageSid: z.string().min(1).max(100),
  From: z.string().regex(/^\+[1-9]\d{6,14}$/),
  Body: z.string().max(4_000),
  /** Twilio's own "advanced opt-out" has understood it, and has answered. */
  OptOutType: z.enum(["STOP", "START", "HELP"]).optional(),
});
const kept = told.pick({ MessageSid: true, From: true, Body: true }).extend({ answered: z.boolean() });

type Context = { database: DatabaseHandle; clock: Clock; inbox: Inbox; consents: Consents };

/** https://www.twilio.com/docs/usage/security: HMAC-SHA1 by the token over the address and every field, by name. */
export function isSignedByTwilio(
  signed: { signature: string | undefined; url: string; fields: Readonly<Record<string, string>> },
  token: string,
): boolean {
  const text = Object.keys(signed.fields)
    .sort()
    .reduce((sum, name) => sum + name + (signed.fields[name] ?? ""), signed.url);
  const expected = createHmac("sha1", token).update(text, "utf8").digest();
  const given = Buffer.from(signed.signature ?? "", "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function readTexted(inbox: Inbox): void {
  inbox.register({
    providers: ["twilio"],
    source: "webhook",
    first_look_minutes: FIRST_LOOK_MINUTES,
    jobs: (rows) => rows.map(({ inbox_id }) => TAKE_TEXT.with({ inbox_id })),
    again: ({ inbox_id }) => TAKE_TEXT.with({ inbox_id }, { if_there: "keep" }),
  });
}

/** False when it is no text of somebody. */
export async function keepTexted(
  { database, clock, inbox }: Context,
  fields: Readonly<Record<string, string>>,
): Promise<boolean> {
  const read = told.safeParse(fields);
  if (!read.success) return false;
  const { OptOutType, MessageSid, From, Body } = read.data;
  await database.transaction((tx) =>
    inbox.put(tx, [
      {
        provider: "twilio",
        source: "webhook",
        row_key: MessageSid,
        payload: { MessageSid, From, Body: OptOutType ?? Body, answered: OptOutType !== undefined },
        said_at: clock.now(),
      },
    ]),
  );
  return true;
}

export async function takeTexted({ database, inbox, consents }: Context, inboxId: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await inbox.lock(tx, "webhook", [inboxId]);
    if (!row) return;
    const read = kept.safeParse(row.payload);
    const wish = read.success ? wishOf(read.data.Body) : null;
    if (read.success && wish) {
      const { MessageSid: sid, From: from, answered } = read.data;
      await consents.hear(tx, { sid, from, wish, answered });
    }
    const state = read.success ? ("applied" as const) : ("parked" as const);
    await inbox.settle(tx, [{ inbox_id: inboxId, state, reason: read.success ? null : "unreadable" }]);
  });
}
