/** The mail in which Google asks whether an address may be forwarded to: without its code nobody can set forwarding up. */
import type { OpenedMail } from "./open-mail.ts";

export type ForwardingCode = { code: string; href: string | null };

const SENDER = "forwarding-noreply@google.com";
const HOSTS = new Set(["mail-settings.google.com", "mail.google.com"]);

/** Only of a mail that Google signed: a page of ours shows its link. */
export function forwardingCodeIn(mail: OpenedMail, signedBy: readonly string[]): ForwardingCode | null {
  if (mail.from?.address !== SENDER || !signedBy.includes("google.com")) return null;
  const code =
    /\(#\s?(\d{6,12})\)/.exec(mail.subject)?.[1] ??
    /(?:code|c[óo]digo)[^\d]{0,40}(\d{6,12})/i.exec(mail.text)?.[1] ??
    null;
  if (!code) return null;
  const hrefs = `${mail.text} ${mail.html}`.match(/https:\/\/[^\s"'<>]{10,600}/g) ?? [];
  const href = hrefs.find(
    (each) => HOSTS.has(URL.parse(each)?.hostname ?? "") && /\/mail\/(?:u\/\d+\/)?vf-/.test(each),
  );
  return { code, href: href ?? null };
}
