/** The key by which a browser without an account goes on with its chat: of one conversation, and good for nothing else. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { messageId } from "../ids.ts";

const CODE_FIGURES = 6;

export function createVisitorKeys({ secret }: { secret: string }) {
  const sign = (shown: string): string =>
    createHmac("sha256", `help-chat:${secret}`).update(shown).digest("base64url").slice(0, 43);
  return {
    keyOf(id: string): string {
      const shown = messageId.show(id);
      return `${shown}.${sign(shown)}`;
    },
    /** Whose conversation a key opens; null for one that we did not make. */
    read(key: string | null): string | null {
      const [shown = "", signature = "", ...rest] = (key ?? "").slice(0, 200).split(".");
      const right = Buffer.from(sign(shown));
      const given = Buffer.from(signature);
      if (rest.length > 0 || right.length !== given.length || !timingSafeEqual(right, given)) return null;
      return messageId.read(shown);
    },
    /** What is mailed to an address, so that whoever reads there can say so here. Another one each round. */
    codeOf(id: string, round: number): string {
      const digest = createHmac("sha256", `help-chat-code:${secret}`).update(`${id}:${round}`).digest();
      return String(digest.readUIntBE(0, 6) % 10 ** CODE_FIGURES).padStart(CODE_FIGURES, "0");
    },
  };
}
export type VisitorKeys = ReturnType<typeof createVisitorKeys>;

export function isSameCode(right: string, given: string): boolean {
  const typed = Buffer.from(given.replace(/\D/g, "").slice(0, 20));
  const known = Buffer.from(right);
  return typed.length === known.length && timingSafeEqual(known, typed);
}
