/** What Twilio brings of texts to our number: form fields, signed. It wants an answer in its own markup, also an empty one. */
import type { Http, Reply, Request } from "#platform/http";
import type { NotificationHooks } from "./http-returns.ts";
import { TEXTED_PATH } from "./texts/texts.ts";

const NOTHING = '<?xml version="1.0" encoding="UTF-8"?><Response/>';
const MAX_BYTES = 65_536;

export function registerTextHook(app: Http, { notifications, providerHealth }: NotificationHooks) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.post(TEXTED_PATH, { schema: { hide: true }, bodyLimit: MAX_BYTES }, async (request: Request, reply: Reply) => {
    const fields = Object.fromEntries(new URLSearchParams(String(request.body ?? "")));
    const signature = request.headers["x-twilio-signature"];
    const genuine = notifications.texted.isSigned(typeof signature === "string" ? signature : undefined, fields);
    if (signature !== undefined) await providerHealth.heard("twilio", genuine);
    if (!genuine) return reply.code(403).send({ success: false });
    // What is no text of somebody, such as a status of ours, is taken too: it would come again.
    await notifications.texted.hear(fields);
    return reply.type("text/xml").send(NOTHING);
  });
}
