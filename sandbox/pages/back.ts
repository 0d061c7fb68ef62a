import type { FastifyReply } from "fastify";

/** Leads back to the play page with a word about what was done, at the part that the word is about. */
export const backTo =
  (part = "") =>
  (reply: FastifyReply, text: string, good = true): FastifyReply =>
    reply.redirect(
      `/?${new URLSearchParams({ said: text, good: good ? "1" : "0" })}${part === "" ? "" : `#${part}`}`,
      303,
    );
