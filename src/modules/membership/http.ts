/** The card processor's webhooks. Their signature covers the body as it was sent, so this scope keeps it raw. */
import type { Http, Reply, Request } from "#platform/http";
import type { Membership } from "./membership.server.ts";

export function registerMembershipHooks(app: Http, deps: { membership: Membership }) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post("/hooks/stripe", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    const signature = request.headers["stripe-signature"];
    const taken =
      Buffer.isBuffer(request.body) &&
      typeof signature === "string" &&
      (await deps.membership.takeWebhook(request.body, signature));
    return taken ? { success: true } : reply.code(400).send({ success: false });
  });
}
