/** Where Mailgun's route brings forwarded mail, as it was sent: `forward("https://…/hooks/mailgun/mime")`. */
import multipart from "@fastify/multipart";
import type { Http, Reply, Request } from "#platform/http";
import type { Limits } from "#platform/limits";
import { networkOf } from "#platform/network";
import type { ProviderHealth } from "#platform/provider-health";
import { LIMITS, MAX_MAIL_BYTES } from "./limits.ts";
import type { Mailboxes } from "./mailboxes.server.ts";

/** Written byte by byte as `%xx` a mail is three times as long. */
const MAX_BODY = MAX_MAIL_BYTES * 3 + 64 * 1_024;
/** Mailgun's word for "never again": what is refused so is not brought once more. */
const NEVER_AGAIN = 406;

/** A mail is bytes: read as letters of UTF-8 it would lose some, and with them its signature. */
const decodeBytes = (text: string): string =>
  text
    .replaceAll("+", " ")
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function readForm(body: Buffer): Map<string, string> {
  const pairs = body.toString("latin1").split("&");
  return new Map(
    pairs.slice(0, 100).map((pair) => {
      const at = pair.indexOf("=");
      return [decodeBytes(pair.slice(0, at)), decodeBytes(pair.slice(at + 1))];
    }),
  );
}

async function readParts(request: Request): Promise<Map<string, string>> {
  const fields = new Map<string, string>();
  // The reader of forms takes the option; the plugin's types leave it out.
  for await (const part of request.parts({ defCharset: "latin1" } as never)) {
    if (part.type === "file") part.file.resume();
    else if (typeof part.value === "string") fields.set(part.fieldname, part.value);
  }
  return fields;
}

export type MailHooks = { mailboxes: Mailboxes; limits: Limits; providerHealth: Pick<ProviderHealth, "heard"> };

export function registerMailHooks(app: Http, deps: MailHooks) {
  const { mailboxes, limits } = deps;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "buffer" }, (_request, body, done) =>
    done(null, body),
  );
  void app.register(multipart, { limits: { fieldSize: MAX_MAIL_BYTES + 1, fields: 100, files: 20, fileSize: 1_024 } });
  const refuse = (reply: Reply, status: number) => reply.code(status).send({ success: false });

  app.post(
    "/hooks/mailgun/mime",
    { schema: { hide: true }, bodyLimit: MAX_BODY },
    async (request: Request, reply: Reply) => {
      if (!mailboxes.incoming.hearsMailgun()) return refuse(reply, 404);
      const network = networkOf(request.ip);
      if ((await limits.used(LIMITS.mailgun_forged, network)) >= LIMITS.mailgun_forged.tries) return refuse(reply, 429);
      const fields = request.isMultipart()
        ? await readParts(request)
        : readForm(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      const field = (name: string): string => fields.get(name) ?? "";
      const signed = { timestamp: field("timestamp"), token: field("token"), signature: field("signature") };
      const genuine = mailboxes.incoming.isMailgun(signed);
      if (signed.signature) await deps.providerHealth.heard("mailgun", genuine);
      if (!genuine) {
        await limits.take(LIMITS.mailgun_forged, network);
        return refuse(reply, 401);
      }
      const raw = Buffer.from(field("body-mime"), "latin1");
      // All of Mailgun's calls come from its own few networks: it is the member whose mails are counted.
      const return_path = fields.has("sender") ? field("sender") : null;
      const taken = await mailboxes.incoming.take({
        recipient: field("recipient"),
        raw,
        address: network,
        return_path,
      });
      if (taken.ok) return { success: true };
      return refuse(reply, taken.code === "too_many" ? 429 : NEVER_AGAIN);
    },
  );
}
