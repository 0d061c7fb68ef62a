/**
 * Twilio's Messages resource: texts to phones. It knows no key that makes a repeated call one message, so an answer that
 * was lost is not asked for again: a text comes once or not at all.
 */
import { z } from "zod";
import { OutgoingError } from "#platform/outgoing";
import type { AskOnce } from "#platform/provider-calls";
import type { NotificationsSettings } from "../settings.ts";

const message = z.object({ sid: z.string(), status: z.string() });
const BUSY = 20_503;
const refusal = z.object({ code: z.number(), message: z.string() });

/** `again`: Twilio is away or busy and did nothing. `refused`: this number gets no text, with Twilio's own words. */
export type TextAnswer = { state: "sent"; sid: string } | { state: "refused"; reason: string } | { state: "again" };

export function createTwilio(
  settings: Pick<NotificationsSettings, "TWILIO_API_URL" | "TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM">,
  calls: AskOnce,
) {
  const account = settings.TWILIO_ACCOUNT_SID;
  const basic = Buffer.from(`${account}:${settings.TWILIO_AUTH_TOKEN}`).toString("base64");
  const sender: Record<string, string> = settings.TWILIO_FROM.startsWith("MG")
    ? { MessagingServiceSid: settings.TWILIO_FROM }
    : { From: settings.TWILIO_FROM };
  return {
    /** False where an operator has set no account: then nothing offers to send a text. */
    there: account !== "off",
    /** `to` in E.164. */
    async send(to: string, body: string): Promise<TextAnswer> {
      try {
        const answer = message.parse(
          await calls.once<unknown>("twilio", {
            url: `${settings.TWILIO_API_URL}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
            method: "POST",
            headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
            body: new URLSearchParams({ To: to, Body: body, ...sender }).toString(),
          }),
        );
        return { state: "sent", sid: answer.sid };
      } catch (error) {
        if (!(error instanceof OutgoingError)) throw error;
        if (error.status === 429) return { state: "again" };
        const said = refusal.safeParse(parse(error.body));
        // Twilio's own word for "busy, nothing was done"; from anything else a 503 leaves it unclear.
        if (error.status === 503 && said.data?.code === BUSY) return { state: "again" };
        if (error.unknown) return { state: "refused", reason: "the answer was lost" };
        // A wrong account or a locked one is the operator's to mend: the text waits for it.
        if (error.status === 401 || error.status === 403) return { state: "again" };
        return { state: "refused", reason: said.data ? `${said.data.code} ${said.data.message}` : error.message };
      }
    },
  };
}
export type Twilio = ReturnType<typeof createTwilio>;

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
