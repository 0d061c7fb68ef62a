/** The card processor's webhooks. Their signature covers the body as it was sent, so this scope keeps it raw. */
import type { Http, Reply, Request } from "#platform/http";
import type { ProviderHealth } from "#platform/provider-health";
import type { Membership } from "./membership.server.ts";

type Doors = { membership: Membership; providerHealth: Pick<ProviderHealth, "heard"> };

export function registerMembershipHooks(app: Http, deps: Doors) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post("/hooks/stripe", { schema: { hide: true } }, async (request: Request, reply: Reply) => {
    const signature = request.headers["stripe-signature"];
    const taken =
      Buffer.isBuffer(request.body) &&
      typeof signature === "string" &&
      (await deps.membership.takeWebhook(request.body, signature));
    if (typeof signature === "string") await deps.providerHealth.heard("stripe", taken);
    return taken ? { success: true } : reply.code(400).send({ success: false });
  });
}
