import { createHash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { esc } from "../../markup.ts";
import { layout } from "../../pages/layout.ts";
import { perWorld, type World } from "../../world.ts";

/** A place where people let others read their mailbox: OAuth 2.0 with a code, PKCE and keys that stay (RFC 6749, RFC 7636). */
export interface Party {
  name: "gmail" | "microsoft";
  title: string;
  tint: string;
  client: { id: string; secret: string };
  routes: { authorize: string; token: string; revoke?: string };
  /** Whose mailboxes there are. */
  people: readonly string[];
  /** What the owner may leave out. */
  reads: string;
  /** Its keys begin so. */
  marks: { pass: string; key: string };
  /** A new key comes with every pass. */
  renews: boolean;
}

export interface Next {
  address?: string;
  deny?: boolean;
  /** The owner leaves the leave to read out. */
  short?: boolean;
}

interface Code {
  address: string;
  scope: string;
  redirect_uri: string;
  challenge: string;
}

/** Keys last as long as the state of the sandbox; codes and passes as long as the program. */
export const MAIL_GRANTS = {
  mail_grants: "key text primary key, party text not null, address text not null, scope text not null",
};

const shelfOf = perWorld(() => ({
  codes: new Map<string, Code>(),
  passes: new Map<string, { party: string; address: string; until: number }>(),
  next: new Map<string, Next>(),
}));

export const answerNext = (world: World, party: Party, next: Next): void => {
  shelfOf(world).next.set(party.name, next);
};
/** The owner ends what they gave, for every mailbox of the party. */
export function endAll(world: World, party: Party): void {
  world.db.run("delete from mail_grants where party = ?", party.name);
  shelfOf(world).passes.clear();
}
export const grantsOf = (world: World, party: Party): { address: string; scope: string }[] =>
  world.db.all("select address, scope from mail_grants where party = ? order by rowid", party.name);

/** Whose mailbox the bearer may read; null for nobody's. */
export function bearerOf(world: World, party: Party, request: FastifyRequest): string | null {
  const pass = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const found = shelfOf(world).passes.get(pass);
  return found && found.party === party.name && found.until > world.clock.now() ? found.address : null;
}

const PASS_MS = 3_599_000;
const secret = (mark: string): string => mark + randomBytes(24).toString("base64url");

function redirectUris(world: World, party: Party): string[] {
  const own = new URL(world.settings.productUrl);
  return [...new Set([own.hostname, "localhost", "127.0.0.1"])].map((host) => {
    const url = new URL(own);
    url.hostname = host;
    return `${url.origin}/order-protection-link/${party.name}`;
  });
}

function page(party: Party, query: string): string {
  const rows = party.people
    .map(
      (one) =>
        `<button name="address" value="${esc(one)}" class="quiet" style="display:block;width:100%;text-align:left;margin:0 0 8px"><b>${esc(one)}</b></button>`,
    )
    .join("");
  return layout({
    title: `${party.title} sign-in`,
    tint: party.tint,
    brand: { name: `${party.title} (stand-in)`, tagline: "whose mailbox may be read", href: "/" },
    links: [],
    body: `<h1>Tuppence wants to read your mail</h1><form class="card" method="post" action="?${esc(query)}"><p><label><input type="checkbox" name="reads" value="1" checked> Read your messages</label></p>${rows}<button name="deny" value="1">Cancel</button></form>`,
    note: `Sandbox: this is not ${party.title}, and nobody on this page exists.`,
  });
}

function authorize(world: World, party: Party, request: FastifyRequest, reply: FastifyReply) {
  const asked = new URL(request.url, "http://sandbox").searchParams;
  const told = (name: string) => asked.get(name) ?? "";
  const redirect_uri = told("redirect_uri");
  if (told("client_id") !== party.client.id) return reply.code(401).send("invalid_client");
  if (!redirectUris(world, party).includes(redirect_uri)) return reply.code(400).send("redirect_uri_mismatch");
  if (told("response_type") !== "code" || told("code_challenge_method") !== "S256" || !told("code_challenge"))
    return reply.code(400).send("invalid_request");
  const form = request.method === "POST" ? new URLSearchParams(String(request.body ?? "")) : null;
  const steered = shelfOf(world).next.get(party.name);
  shelfOf(world).next.delete(party.name);
  if (!form && !steered) return reply.type("text/html; charset=utf-8").send(page(party, asked.toString()));
  const deny = steered?.deny ?? form?.has("deny") ?? false;
  const short = steered?.short ?? (form ? !form.has("reads") : false);
  const address = steered?.address ?? form?.get("address") ?? party.people[0] ?? "";
  const back = new URL(redirect_uri);
  back.searchParams.set("state", told("state"));
  if (deny) back.searchParams.set("error", "access_denied");
  else {
    const code = secret("4/");
    const scope = told("scope")
      .split(" ")
      .filter((one) => !short || one !== party.reads)
      .join(" ");
    shelfOf(world).codes.set(code, { address, scope, redirect_uri, challenge: told("code_challenge") });
    back.searchParams.set("code", code);
  }
  return reply.redirect(back.href, 302);
}

const refuse = (reply: FastifyReply, error: string) => reply.code(400).send({ error });

function token(world: World, party: Party, request: FastifyRequest, reply: FastifyReply) {
  const form = new URLSearchParams(String(request.body ?? ""));
  const told = (name: string) => form.get(name) ?? "";
  if (told("client_id") !== party.client.id || told("client_secret") !== party.client.secret)
    return reply.code(401).send({ error: "invalid_client" });
  const shelf = shelfOf(world);
  const give = (address: string, scope: string, key: string | null) => {
    const pass = secret(party.marks.pass);
    shelf.passes.set(pass, { party: party.name, address, until: world.clock.now() + PASS_MS });
    return {
      ...{ access_token: pass, expires_in: 3_599, scope, token_type: "Bearer" },
      ...(key === null ? {} : { refresh_token: key }),
    };
  };
  const keep = (address: string, scope: string) => {
    const key = secret(party.marks.key);
    world.db.run("insert into mail_grants values (?, ?, ?, ?)", key, party.name, address, scope);
    return key;
  };
  if (told("grant_type") === "authorization_code") {
    const code = shelf.codes.get(told("code"));
    shelf.codes.delete(told("code"));
    const challenge = createHash("sha256").update(told("code_verifier")).digest("base64url");
    if (!code || code.redirect_uri !== told("redirect_uri") || code.challenge !== challenge)
      return refuse(reply, "invalid_grant");
    return give(code.address, code.scope, keep(code.address, code.scope));
  }
  if (told("grant_type") !== "refresh_token") return refuse(reply, "unsupported_grant_type");
  const found = world.db.get<{ address: string; scope: string }>(
    "select address, scope from mail_grants where key = ? and party = ?",
    told("refresh_token"),
    party.name,
  );
  if (!found) return refuse(reply, "invalid_grant");
  return give(found.address, found.scope, party.renews ? keep(found.address, found.scope) : null);
}

/** As Google does it: with one key ends all that its owner gave. */
function revoke(world: World, party: Party, request: FastifyRequest, reply: FastifyReply) {
  const key = new URLSearchParams(String(request.body ?? "")).get("token") ?? "";
  const found = world.db.get<{ address: string }>("select address from mail_grants where key = ?", key);
  if (!found) return refuse(reply, "invalid_token");
  world.db.run("delete from mail_grants where party = ? and address = ?", party.name, found.address);
  for (const [pass, { address }] of shelfOf(world).passes)
    if (address === found.address) shelfOf(world).passes.delete(pass);
  return {};
}

export function mountOauth(app: FastifyInstance, world: World, party: Party): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
    const { routes, name } = party;
    scope.route({
      method: ["GET", "POST"],
      url: `/${name}${routes.authorize}`,
      handler: (request, reply) => authorize(world, party, request, reply),
    });
    scope.post(`/${name}${routes.token}`, { config: { target: `${name}.token` } }, (request, reply) =>
      token(world, party, request, reply),
    );
    if (routes.revoke)
      scope.post(`/${name}${routes.revoke}`, { config: { target: `${name}.revoke` } }, (request, reply) =>
        revoke(world, party, request, reply),
      );
  });
}

/** What tests and people can make it do. */
export function mountControl(app: FastifyInstance, world: World, party: Party): void {
  app.post<{ Body: Next | null }>(`/control/${party.name}/next`, (request) => {
    answerNext(world, party, request.body ?? {});
    return { next: request.body };
  });
  app.post(`/control/${party.name}/end`, () => {
    endAll(world, party);
    return {};
  });
  app.get(`/control/${party.name}`, () => ({ grants: grantsOf(world, party) }));
}
