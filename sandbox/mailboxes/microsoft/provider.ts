import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider, World } from "../../world.ts";
import { forgotten, headerOf, lastUid, mailOf, mailsOf } from "../grants/inbox.ts";
import { bearerOf, grantsOf, MAIL_GRANTS, mountControl, mountOauth, type Party } from "../grants/oauth.ts";

const PARTY: Party = {
  name: "microsoft",
  title: "Microsoft",
  tint: "#0f6cbd",
  client: { id: "sandbox-microsoft-client", secret: "sandbox-microsoft-secret" },
  routes: { authorize: "/common/oauth2/v2.0/authorize", token: "/common/oauth2/v2.0/token" },
  people: ["rosa@outlook.example", "sam@hotmail.example"],
  reads: "Mail.Read",
  marks: { pass: "EwB", key: "M.C5" },
  renews: true,
};

const BASE = "/microsoft/v1.0";
const idOf = (uid: number): string => `AAMkAD${Buffer.from(String(uid)).toString("base64url")}`;
const uidOf = (id: string): number => Number(Buffer.from(id.replace(/^AAMkAD/, ""), "base64url").toString());

const fault = (reply: FastifyReply, status: number, code: string, message: string) =>
  reply.code(status).send({ error: { code, message } });

type Query = Readonly<Record<string, string | undefined>>;
/** What a link carries on: the last mail that was told, since when, and how often everything was forgotten. */
const tokenOf = (world: World, uid: number, since: number): string => `${uid}-${since}-${forgotten(world).microsoft}`;

function delta(world: World, request: FastifyRequest, reply: FastifyReply) {
  // Fastify gives a query as such a record.
  const query = request.query as Query;
  const token = query.$skiptoken ?? query.$deltatoken;
  const [behind = 0, since = 0, generation = 0] = token?.split("-").map(Number) ?? [
    0,
    Date.parse(/receivedDateTime ge (\S+)/.exec(query.$filter ?? "")?.[1] ?? "1970-01-01"),
  ];
  if (token && generation < forgotten(world).microsoft)
    return fault(reply, 410, "SyncStateNotFound", "The sync state generation is not found.");
  const size = Number(/odata\.maxpagesize=(\d+)/.exec(String(request.headers.prefer ?? ""))?.[1] ?? 10);
  const found = mailsOf(world).filter(({ uid, at }) => uid > behind && at >= since);
  const some = found.slice(0, size);
  const root = `${world.origin()}${BASE}/me/mailFolders/inbox/messages/delta`;
  const more = found.length > size;
  const last = more ? (some.at(-1)?.uid ?? behind) : Math.max(behind, lastUid(world));
  return {
    "@odata.context": `${world.origin()}${BASE}/$metadata#Collection(message)`,
    value: some.map((mail) => ({
      "@odata.type": "#microsoft.graph.message",
      "@odata.etag": `W/"${mail.uid}"`,
      ...{ id: idOf(mail.uid), receivedDateTime: new Date(mail.at).toISOString() },
      from: { emailAddress: addressOf(headerOf(mail, "from")) },
    })),
    ...(more
      ? { "@odata.nextLink": `${root}?$skiptoken=${tokenOf(world, last, since)}` }
      : { "@odata.deltaLink": `${root}?$deltatoken=${tokenOf(world, last, since)}` }),
  };
}

function addressOf(header: string): { name: string; address: string } {
  const [, name = "", address = header] = /^"?([^"<]*)"?\s*<([^<>]+)>$/.exec(header) ?? [];
  return { name: name.trim(), address };
}

/** Microsoft Graph, as far as mail is read by it. */
function registerApi(app: FastifyInstance, world: World): void {
  mountOauth(app, world, PARTY);
  const read = (path: string, answer: (address: string, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(`${BASE}/${path}`, { config: { target: "microsoft.api" } }, (request, reply) => {
      const address = bearerOf(world, PARTY, request);
      if (!address) return fault(reply, 401, "InvalidAuthenticationToken", "Access token is empty or expired.");
      return answer(address, request, reply);
    });
  read("me", (address) => ({ mail: address, userPrincipalName: address }));
  read("me/mailFolders/inbox/messages/delta", (_address, request, reply) => delta(world, request, reply));
  read("me/messages/:id/$value", (_address, request, reply) => {
    const mail = mailOf(world, uidOf((request.params as { id: string }).id));
    if (!mail) return fault(reply, 404, "ErrorItemNotFound", "The specified object was not found in the store.");
    return reply.type("text/plain").send(mail.raw);
  });
}

export const microsoft: Provider = {
  name: PARTY.name,
  title: "Outlook",
  credentials: PARTY.client,
  tables: MAIL_GRANTS,
  refusals: {
    429: { error: { code: "ApplicationThrottled", message: "Application is over its MailboxConcurrency limit." } },
  },
  routes: registerApi,
  control(app, world) {
    mountControl(app, world, PARTY);
    app.post("/control/microsoft/forget", () => {
      forgotten(world).microsoft += 1;
      return {};
    });
  },
  card: (world) => `<p>${grantsOf(world, PARTY).length} mailboxes may be read.</p>`,
};
