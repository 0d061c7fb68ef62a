import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider, World } from "../../world.ts";
import { forgotten, headerOf, lastUid, mailOf, mailsOf } from "../grants/inbox.ts";
import { bearerOf, grantsOf, MAIL_GRANTS, mountControl, mountOauth, type Party } from "../grants/oauth.ts";

const PARTY: Party = {
  name: "gmail",
  title: "Google",
  tint: "#1f5fbf",
  client: { id: "sandbox-gmail-client", secret: "sandbox-gmail-secret" },
  routes: { authorize: "/o/oauth2/v2/auth", token: "/token", revoke: "/revoke" },
  people: ["rosa@gmail.example", "sam@gmail.example"],
  reads: "https://www.googleapis.com/auth/gmail.readonly",
  marks: { pass: "ya29.", key: "1//" },
  renews: false,
};

/** Numbers of a history begin somewhere; ids are sixteen figures of base 16. */
const HISTORY = 9_000;
const idOf = (uid: number): string => (0x18f0_0000_0000 + uid).toString(16).padStart(16, "0");
const uidOf = (id: string): number => Number.parseInt(id, 16) - 0x18f0_0000_0000;
const historyOf = (uid: number): string => String(HISTORY + uid);

const fault = (reply: FastifyReply, code: number, status: string, reason: string, message: string) =>
  reply.code(code).send({ error: { code, message, status, errors: [{ domain: "global", reason, message }] } });
const missing = (reply: FastifyReply) => fault(reply, 404, "NOT_FOUND", "notFound", "Requested entity was not found.");

type Query = Readonly<Record<string, string | undefined>>;

function list(world: World, query: Query) {
  const [, after = "0"] = /after:(\d+)/.exec(query.q ?? "") ?? [];
  const [, before = ""] = /before:(\d+)/.exec(query.q ?? "") ?? [];
  const found = mailsOf(world)
    .filter(({ at }) => at >= Number(after) * 1_000 && (before === "" || at < Number(before) * 1_000))
    .toReversed();
  const from = Number(query.pageToken ?? 0);
  const to = from + Math.min(500, Number(query.maxResults ?? 100));
  const messages = found.slice(from, to).map(({ uid }) => ({ id: idOf(uid), threadId: idOf(uid) }));
  return {
    ...(messages.length ? { messages } : {}),
    ...(to < found.length ? { nextPageToken: String(to) } : {}),
    resultSizeEstimate: found.length,
  };
}

function history(world: World, query: Query, reply: FastifyReply) {
  const start = Number(query.startHistoryId);
  if (!Number.isFinite(start) || start - HISTORY < forgotten(world).gmail) return missing(reply);
  const behind = mailsOf(world).filter(({ uid }) => HISTORY + uid > start);
  const from = Number(query.pageToken ?? 0);
  const to = from + Math.min(500, Number(query.maxResults ?? 100));
  const records = behind.slice(from, to).map(({ uid }) => {
    const message = { id: idOf(uid), threadId: idOf(uid) };
    return {
      id: historyOf(uid),
      messages: [message],
      messagesAdded: [{ message: { ...message, labelIds: ["UNREAD", "INBOX"] } }],
    };
  });
  return {
    ...(records.length ? { history: records } : {}),
    ...(to < behind.length ? { nextPageToken: String(to) } : {}),
    historyId: historyOf(lastUid(world)),
  };
}

function message(world: World, id: string, query: Query, reply: FastifyReply) {
  const mail = mailOf(world, uidOf(id));
  if (!mail) return missing(reply);
  const all = {
    ...{ id, threadId: id, labelIds: ["UNREAD", "INBOX"], sizeEstimate: mail.raw.length },
    ...{ historyId: historyOf(mail.uid), internalDate: String(mail.at) },
  };
  if (query.format === "raw") return { ...all, raw: mail.raw.toString("base64url") };
  const from = { name: "From", value: headerOf(mail, "from") };
  return { ...all, payload: { partId: "", mimeType: "text/plain", headers: [from] } };
}

/** Gmail's own interface for mail, as far as it is read. */
function registerApi(app: FastifyInstance, world: World): void {
  mountOauth(app, world, PARTY);
  const base = "/gmail/gmail/v1/users/me";
  const read = (path: string, answer: (address: string, request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(`${base}/${path}`, { config: { target: "gmail.api" } }, (request, reply) => {
      const address = bearerOf(world, PARTY, request);
      if (!address)
        return fault(reply, 401, "UNAUTHENTICATED", "authError", "Request had invalid authentication credentials.");
      return answer(address, request, reply);
    });
  // Fastify gives a query as such a record.
  const queryOf = (request: FastifyRequest) => request.query as Query;
  read("profile", (emailAddress) => {
    const total = mailsOf(world).length;
    return { emailAddress, messagesTotal: total, threadsTotal: total, historyId: historyOf(lastUid(world)) };
  });
  read("messages", (_address, request) => list(world, queryOf(request)));
  read("history", (_address, request, reply) => history(world, queryOf(request), reply));
  read("messages/:id", (_address, request, reply) =>
    message(world, (request.params as { id: string }).id, queryOf(request), reply),
  );
}

export const gmail: Provider = {
  name: PARTY.name,
  title: "Gmail",
  credentials: PARTY.client,
  tables: MAIL_GRANTS,
  refusals: {
    429: {
      error: {
        code: 429,
        message: "Quota exceeded.",
        status: "RESOURCE_EXHAUSTED",
        errors: [{ domain: "usageLimits", reason: "rateLimitExceeded", message: "Quota exceeded." }],
      },
    },
  },
  routes: registerApi,
  control(app, world) {
    mountControl(app, world, PARTY);
    app.post("/control/gmail/forget", () => {
      forgotten(world).gmail = lastUid(world);
      return {};
    });
  },
  card: (world) => `<p>${grantsOf(world, PARTY).length} mailboxes may be read.</p>`,
};
