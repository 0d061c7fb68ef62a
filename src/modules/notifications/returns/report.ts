/**
 * Reports that mail servers send by mail: of a mail that could not be delivered (RFC 3464) and of one that its reader called
 * spam (RFC 5965). Anybody can write such a mail, so that it counts only when it brings back the name of a mail of ours, which
 * nobody but its reader's server has seen, and tells of that mail's own reader.
 */
import PostalMime, { type Attachment } from "postal-mime";
import type { MailReturn } from "./returns.types.ts";

const MAX_DEPTH = 20;

export type MailReport = { mail_id: string; returned: MailReturn };

const textOf = ({ content }: Attachment): string =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");

/** Fields of a report, `Name: value`, folded lines joined. */
function fieldsOf(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text
    .replaceAll("\r\n", "\n")
    .replace(/\n[ \t]/g, " ")
    .split("\n")) {
    const at = line.indexOf(":");
    if (at > 0) fields.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  return fields;
}

/** `rfc822; ida@example.com`, also in angle brackets. */
const addressOf = (field: string | undefined): string =>
  (field ?? "").replace(/^[^;]{0,40};/, "").replace(/[<>\s]/g, "");

/** `host`: of our own mails' names. Null for everything else. */
export async function readReport(raw: Buffer, host: string): Promise<MailReport | null> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: MAX_DEPTH, forceRfc822Attachments: true }).catch(
    () => null,
  );
  if (!mail) return null;
  const part = (type: string) => mail.attachments.find((one) => one.mimeType === type);
  const original = part("message/rfc822") ?? part("text/rfc822-headers");
  const status = part("message/delivery-status");
  const feedback = part("message/feedback-report");
  if (!original || (!status && !feedback)) return null;
  const head = fieldsOf(textOf(original).split(/\r?\n\r?\n/)[0] ?? "");
  const [mail_id, at] = (head.get("message-id") ?? "").replace(/[<>\s]/g, "").split("@");
  if (!mail_id || at !== host) return null;
  const told = fieldsOf(textOf((status ?? feedback) as Attachment));
  if (feedback) {
    if (!/^abuse$/i.test(told.get("feedback-type") ?? "")) return null;
    const address = addressOf(told.get("original-rcpt-to") ?? head.get("to"));
    return { mail_id, returned: { address, reason: "complaint", detail: "abuse" } };
  }
  const code = told.get("status") ?? "";
  // 5.1.x: there is no such mailbox; 5.2.1: it is closed. The rest of 5 is about one mail, or about us.
  if (!/^failed$/i.test(told.get("action") ?? "") || !/^5\.(1\.\d+|2\.1)$/.test(code)) return null;
  const detail = [code, told.get("diagnostic-code")].filter(Boolean).join(" ").slice(0, 300);
  return { mail_id, returned: { address: addressOf(told.get("final-recipient")), reason: "bounce", detail } };
}
