/** Links of letters under which somebody says whether it was solved, without a sign-in: of one message, and good for nothing else. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { messageId } from "./ids.ts";

export function createVerdictLinks({ secret }: { secret: string }) {
  const sign = (shown: string): string =>
    createHmac("sha256", `help-verdict:${secret}`).update(shown).digest("base64url").slice(0, 32);
  return {
    tokenOf(id: string): string {
      const shown = messageId.show(id);
      return `${shown}.${sign(shown)}`;
    },
    /** Whose message a token names; null for one that we did not sign. */
    read(token: string): string | null {
      const [shown = "", signature = "", ...rest] = token.slice(0, 200).split(".");
      const right = Buffer.from(sign(shown));
      const given = Buffer.from(signature);
      if (rest.length > 0 || right.length !== given.length || !timingSafeEqual(right, given)) return null;
      return messageId.read(shown);
    },
  };
}
export type VerdictLinks = ReturnType<typeof createVerdictLinks>;
