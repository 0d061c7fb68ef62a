/**
 * SendGrid's event webhook (docs: "Getting started with the Event Webhook Security Features"): a list of events, signed by
 * ECDSA over the time stamp and the body as it was sent; the key is the public one of its settings, as base64 of DER.
 */
import { createPublicKey, verify } from "node:crypto";
import { z } from "zod";
import type { ReturnMessage } from "./returns.types.ts";

const event = z.object({
  email: z.string().max(320),
  event: z.string(),
  sg_event_id: z.string().min(1).max(200),
  /** Of a bounce: `bounce` is for good, `blocked` is about one mail. */
  type: z.string().optional(),
  reason: z.string().optional(),
  status: z.string().optional(),
});

/** Older ones are played back. */
const MAX_AGE_SECONDS = 600;

export function isSendgrid(
  signed: { signature: string | undefined; timestamp: string | undefined; raw: Buffer },
  key: string,
  now: Date,
): boolean {
  const { signature, timestamp, raw } = signed;
  if (!signature || !timestamp || !/^\d{10}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > MAX_AGE_SECONDS) return false;
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, "base64"), format: "der", type: "spki" });
    return verify("sha256", Buffer.concat([Buffer.from(timestamp), raw]), publicKey, Buffer.from(signature, "base64"));
  } catch {
    // A signature that is no signature.
    return false;
  }
}

/** One message for each event that counts; null when the body is no list. */
export function readSendgrid(body: unknown): ReturnMessage[] | null {
  if (!Array.isArray(body)) return null;
  return body.flatMap((one): ReturnMessage[] => {
    const read = event.safeParse(one);
    if (!read.success) return [];
    const { email, sg_event_id, type, reason, status } = read.data;
    const hard = read.data.event === "bounce" && type !== "blocked" && (status ?? "5").startsWith("5");
    const complaint = read.data.event === "spamreport";
    if (!hard && !complaint) return [];
    const detail = [read.data.event, status, reason].filter(Boolean).join(" ").slice(0, 300);
    return [
      { message_id: sg_event_id, returns: [{ address: email, reason: complaint ? "complaint" : "bounce", detail }] },
    ];
  });
}
