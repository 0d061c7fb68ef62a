import { createHmac, randomBytes } from "node:crypto";
import type { World } from "../world.ts";
import { TWILIO } from "./credentials.ts";

/**
 * What a person texts back, brought as Twilio's webhook brings it (https://www.twilio.com/docs/messaging/guides/webhook-request). `more`:
 * fields beside, such as `OptOutType` of its own opt-out.
 */
export function reply(world: World, text: { from: string; body: string; more?: Record<string, string> }): void {
  const sid = `SM${randomBytes(16).toString("hex")}`;
  const fields = new URLSearchParams({
    ToCountry: "US",
    MessageSid: sid,
    SmsMessageSid: sid,
    SmsStatus: "received",
    AccountSid: TWILIO.account,
    From: text.from,
    To: "+15005550006",
    Body: text.body,
    NumMedia: "0",
    NumSegments: "1",
    ApiVersion: "2010-04-01",
    ...text.more,
  });
  world.outbox.send({
    channel: "twilio",
    subject: text.from,
    event: "text",
    contentType: "application/x-www-form-urlencoded",
    body: fields.toString(),
  });
}

/** https://www.twilio.com/docs/usage/security: over the address and every field, in the order of their names. */
export function signature(_world: World, body: string, forged: boolean, url: string): Record<string, string> {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => sum + name + (fields[name] ?? ""), url);
  const token = forged ? `${TWILIO.token}-of-nobody` : TWILIO.token;
  return { "x-twilio-signature": createHmac("sha1", token).update(text).digest("base64") };
}
