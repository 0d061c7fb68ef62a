/** The call by which a partner's own server registers an address. */
import { z } from "zod";
import type { Partners } from "#partners";
import { errorReply, type Http } from "#platform/http";
import { refuse } from "./http-member.ts";
import type { Identity } from "./identity.server.ts";

const MESSAGE = "Accepted. If this address has no account yet, we have written to it.";
const id = z.string().max(60).optional();

export function registerPartnerMembers(
  app: Http,
  { identity, partners }: { identity: Identity; partners: Pick<Partners, "keys"> },
): void {
  app.post(
    "/api/partner/members",
    {
      schema: {
        tags: ["partners"],
        summary: "Register an address, by a partner's key; it is written to once, and opens its account itself",
        body: z.object({
          email: z.string().max(320),
          name: z.string().max(200),
          language: z.enum(["en", "es"]).default("en"),
          sid: id.describe("of the member's own visit, where there was one"),
          cid: id,
        }),
        response: { 202: z.object({ success: z.literal(true), message: z.string() }), "4xx": errorReply },
      },
    },
    async (request, reply) => {
      const caller = await partners.keys.callerOf(request.headers.authorization);
      if (!caller) return refuse(request, reply, { code: "key_wrong" });
      const { sid = null, cid = null, ...told } = request.body;
      const outcome = await identity.inviteByPartner({ ...told, ...caller, sid, cid });
      if (!outcome.ok) return refuse(request, reply, outcome);
      return reply.code(202).send({ success: true as const, message: MESSAGE });
    },
  );
}
