/** Names by which an answer finds its conversation: our letters' Message-ID, and an address for replies. Each is signed, and neither opens anything. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { sha256 } from "#platform/ids";
import type { HelpSettings } from "../settings.ts";

const SIGNS = 20;
const HEX = /^[0-9a-f]{32}$/;

const bare = (id: string): string => id.replaceAll("-", "");
const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");

export type LetterName = { message_id: string; headers: Record<string, string> };
/** Marks what we sent: it is never read as anybody's answer. */
export const LOOP_HEADER = "X-Tuppence-Loop";

export function createMailNames({ secret, settings }: { secret: string; settings: HelpSettings }) {
  const domain = settings.HELP_REPLY_DOMAIN?.toLowerCase();
  const host = new URL(settings.PUBLIC_URL).hostname;
  const sign = (kind: "reply" | "name", text: string): string =>
    createHmac("sha256", `help-mail-${kind}:${secret}`).update(text).digest("hex").slice(0, SIGNS);
  const isSigned = (kind: "reply" | "name", text: string, given: string): boolean => {
    const right = Buffer.from(sign(kind, text));
    const told = Buffer.from(given);
    return right.length === told.length && timingSafeEqual(right, told);
  };

  return {
    /** Where replies come in; absent where none do. */
    domain,
    addressOf: (messageId: string): string => `reply+${bare(messageId)}.${sign("reply", bare(messageId))}@${domain}`,
    readAddress(address: string): string | null {
      const [local = "", at = "", ...rest] = address.toLowerCase().split("@");
      if (!domain || at !== domain || rest.length > 0 || !local.startsWith("reply+")) return null;
      const [hex = "", signature = ""] = local.slice("reply+".length).split(".");
      return HEX.test(hex) && isSigned("reply", hex, signature) ? dashed(hex) : null;
    },
    /** `cause`: what the letter is sent for; the same letter sent again has the same name. */
    nameOf(messageId: string, cause: string): string {
      const text = `${bare(messageId)}.${sha256(cause).toString("hex").slice(0, 16)}`;
      return `<${text}.${sign("name", text)}@${host}>`;
    },
    readName(name: string): string | null {
      const match = /^<?([0-9a-f]{32})\.([0-9a-f]{16})\.([0-9a-f]{20})@([^>\s]{1,255})>?$/.exec(name.trim());
      if (!match || match[4] !== host) return null;
      return isSigned("name", `${match[1]}.${match[2]}`, match[3] ?? "") ? dashed(match[1] ?? "") : null;
    },
    /**
     * How a letter about a conversation is answered: into it, where replies come in; else to whoever answers. `automatic`: nobody wrote
     * it by hand, so that no machine answers it.
     */
    wayOf(messageId: string, cause: string, automatic: boolean): { replyTo?: string; name?: LetterName } {
      if (!domain) return settings.HELP_MAIL ? { replyTo: settings.HELP_MAIL } : {};
      const first = this.nameOf(messageId, "thread");
      return {
        replyTo: this.addressOf(messageId),
        name: {
          message_id: this.nameOf(messageId, cause),
          headers: {
            References: first,
            [LOOP_HEADER]: "help",
            ...(automatic ? { "Auto-Submitted": "auto-replied" } : {}),
          },
        },
      };
    },
  };
}
export type MailNames = ReturnType<typeof createMailNames>;
