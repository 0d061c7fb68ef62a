import { createHmac } from "node:crypto";
import type { World } from "../world.ts";
import { API_VERSION, find, keep, newId, seconds, shown, type Thing } from "./book.ts";
import { STRIPE } from "./credentials.ts";

/** Which payment, setup or card an event is about: messages about one thing are found by it. */
function subjectOf(thing: Thing): string {
  return typeof thing.payment_intent === "string" ? thing.payment_intent : thing.id;
}

/** Writes an event down and tells the product of it. */
export function tell(world: World, type: string, thing: Thing): Thing {
  const event: Thing = {
    id: newId("evt"),
    object: "event",
    created: seconds(world),
    api_version: API_VERSION,
    data: { object: shown(thing) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    _subject: subjectOf(thing),
  };
  keep(world, event);
  post(world, event);
  return event;
}

function post(world: World, event: Thing): void {
  world.outbox.send({
    channel: "stripe",
    subject: String(event._subject),
    event: String(event.type),
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify(shown(event)),
  });
}

/** The dashboard's "resend": the same event once more. */
export function resend(world: World, eventId: string): boolean {
  const event = find(world, eventId, "event");
  if (event) post(world, event);
  return event !== undefined;
}

/**
 * `Stripe-Signature: t=…,v1=…`. It carries the time of sending, which receivers compare with their own: the machine's
 * time, not the sandbox's, because only the age of the message itself counts.
 */
export function signatureHeader(_world: World, body: string, forged: boolean): Record<string, string> {
  const at = Math.floor(Date.now() / 1000);
  const secret = forged ? "whsec_not_the_secret" : STRIPE.webhookSecret;
  const v1 = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { "Stripe-Signature": `t=${at},v1=${v1}` };
}
