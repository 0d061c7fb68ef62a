/** What mail providers and mail servers tell of mails that came back. Each is there when its secret is set. */
import { timingSafeEqual } from "node:crypto";
import type { Http, Reply, Request } from "#platform/http";
import { sha256 } from "#platform/ids";
import type { ProviderHealth } from "#platform/provider-health";
import type { Notifications } from "./notifications.server.ts";

export type NotificationHooks = { notifications: Notifications; providerHealth: Pick<ProviderHealth, "heard"> };

/** A report brings back a mail of ours at most; larger is something else. */
const MAX_REPORT_BYTES = 1_048_576;

export function registerReturnHooks(app: Http, { notifications, providerHealth }: NotificationHooks) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const { returns } = notifications;
  const rawOf = (request: Request) => (request.body as Buffer | undefined) ?? Buffer.alloc(0);
  const header = (request: Request, name: string): string | undefined => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const refuse = (reply: Reply, status: 400 | 401 | 404) => reply.code(status).send({ success: false });
  const hidden = { schema: { hide: true } } as const;

  app.post("/hooks/postmark", hidden, async (request: Request, reply: Reply) => {
    if (!returns.hears("postmark")) return refuse(reply, 404);
    const genuine = returns.isPostmark(header(request, "authorization"));
    // Their address may lack the password: that too is a mistake of the set-up.
    await providerHealth.heard("postmark", genuine);
    if (!genuine) return refuse(reply, 401);
    return (await returns.takePostmark(rawOf(request))) ? { success: true } : refuse(reply, 400);
  });

  app.post("/hooks/sendgrid", hidden, async (request: Request, reply: Reply) => {
    if (!returns.hears("sendgrid")) return refuse(reply, 404);
    const raw = rawOf(request);
    const signature = header(request, "x-twilio-email-event-webhook-signature");
    const timestamp = header(request, "x-twilio-email-event-webhook-timestamp");
    const genuine = returns.isSendgrid({ signature, timestamp, raw });
    if (signature !== undefined) await providerHealth.heard("sendgrid", genuine);
    if (!genuine) return refuse(reply, 401);
    return (await returns.takeSendgrid(raw)) ? { success: true } : refuse(reply, 400);
  });

  app.post(
    "/hooks/mail/:secret",
    { ...hidden, bodyLimit: MAX_REPORT_BYTES },
    async (request: Request, reply: Reply) => {
      const secret = returns.reportsSecret;
      const { secret: given } = request.params as { secret: string };
      if (!secret || !timingSafeEqual(sha256(given), sha256(secret))) return refuse(reply, 404);
      // What follows from nothing is taken too: a mail server would send it again for days.
      await returns.takeReport(rawOf(request));
      return { success: true };
    },
  );
}
