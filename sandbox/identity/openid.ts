import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from "jose";
import OpenidProvider, {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from "oidc-provider";
import { readMeta, writeMeta } from "../database.ts";
import type { Provider, SignIn, World } from "../world.ts";
import { chooserPage } from "./chooser.ts";
import { createOpenidStore } from "./openid-store.ts";
import { nameOf, type Person } from "./person.ts";
import { steeringOf, type TokenFault } from "./steering.ts";

export interface OpenidParty {
  /** Its name, its title and its page on which people choose who they are. */
  face: Pick<Provider, "name" | "title"> & { signIn: SignIn };
  /** True when it gives refresh tokens without being asked. */
  refreshes: boolean;
  client: { id: string; secret: string };
  routes: Configuration["routes"];
  /** Which fields of a person this provider tells. */
  claims: Configuration["claims"];
  claimsOf(person: Person): Record<string, unknown>;
  pkce: boolean;
  deniedWith: string;
  /** Looks at a request before the provider does; a text refuses it. */
  check?(ctx: KoaContextWithOIDC): string | null;
  /** Gives the body of a posted form another content, as seen by the provider; null refuses the client. */
  rewrite?(path: string, form: URLSearchParams): Promise<URLSearchParams | null>;
  /** After the provider has answered. */
  answered?(ctx: KoaContextWithOIDC): void;
  /** Last word on the claims of an ID token. */
  finish?(claims: JWTPayload): JWTPayload;
}

interface Key {
  private_jwk: JWK;
  public_jwk: JWK;
}

export interface Openid {
  issuer(): string;
  mount(app: FastifyInstance): void;
  /** Signs claims as this provider would, at the sandbox's own time. `seconds` until it ends; null: it names no end. */
  sign(claims: JWTPayload, seconds: number | null): Promise<string>;
}

/** Made when first needed and kept with the state, so that what was signed stays verifiable over a restart. */
async function keyOf(world: World, name: string): Promise<Key> {
  const kept = readMeta(world.db, `openid.${name}`);
  if (kept !== undefined) return JSON.parse(kept) as Key;
  const pair = await generateKeyPair("RS256", { extractable: true });
  const more = { kid: randomBytes(5).toString("hex").toUpperCase(), alg: "RS256", use: "sig" };
  const made: Key = {
    private_jwk: { ...(await exportJWK(pair.privateKey)), ...more },
    public_jwk: { ...(await exportJWK(pair.publicKey)), ...more },
  };
  writeMeta(world.db, `openid.${name}`, JSON.stringify(made));
  return made;
}

/** The product's own addresses, by both names of this machine. */
function redirectUris(world: World, name: string): string[] {
  const own = new URL(world.settings.productUrl);
  return [...new Set([own.hostname, "localhost", "127.0.0.1"])].map((host) => {
    const url = new URL(own);
    url.hostname = host;
    return `${url.origin}/auth/${name}/callback`;
  });
}

/** Every sign-in asks the person, as with `prompt=select_account`; a session only spares them the password. */
function alwaysAsks() {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check("choose", "the account is chosen each time", (ctx) =>
        ctx.oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

function configure(world: World, party: OpenidParty, key: Key): Configuration {
  const { name } = party.face;
  const steering = steeringOf(world);
  const client: ClientMetadata = {
    client_id: party.client.id,
    client_secret: party.client.secret,
    redirect_uris: redirectUris(world, name),
    response_types: ["code"],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "client_secret_post",
  };
  return {
    adapter: createOpenidStore(),
    clients: [client],
    jwks: { keys: [key.private_jwk] },
    cookies: {
      keys: ["sandbox"],
      names: {
        interaction: `_${name}_interaction`,
        resume: `_${name}_resume`,
        session: `_${name}_session`,
      },
    },
    routes: party.routes ?? {},
    claims: party.claims ?? {},
    scopes: ["openid", "email", "profile", "name"],
    conformIdTokenClaims: false,
    responseTypes: ["code"],
    pkce: { required: () => party.pkce },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AuthorizationCode: 300,
      IdToken: 3_600,
      AccessToken: 3_600,
      Interaction: 600,
      Session: 3_600,
      Grant: 86_400 * 180,
      RefreshToken: 86_400 * 180,
    },
    issueRefreshToken: async () => party.refreshes,
    interactions: { policy: alwaysAsks(), url: (_ctx, interaction) => `/${name}/interaction/${interaction.uid}` },
    async findAccount(_ctx, id) {
      const person = steering.people.find(name, id);
      return person && { accountId: id, claims: async () => ({ sub: id, ...party.claimsOf(person) }) };
    },
    async loadExistingGrant(ctx) {
      const { session, client: asking, params } = ctx.oidc;
      if (!session?.accountId || !asking) return undefined;
      const grant = new ctx.oidc.provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope(String(params?.scope ?? "openid"));
      await grant.save();
      return grant;
    },
    async renderError(ctx, out) {
      ctx.type = "html";
      ctx.body = `<h1>${out.error}</h1><p>${out.error_description ?? ""}</p>`;
    },
  };
}

const FAULTY: Record<TokenFault, (claims: JWTPayload) => JWTPayload> = {
  "wrong-nonce": (claims) => ({ ...claims, nonce: "not-the-one-you-sent" }),
  expired: (claims) => ({ ...claims, iat: (claims.iat ?? 0) - 8_000, exp: (claims.iat ?? 0) - 4_000 }),
  "wrong-audience": (claims) => ({ ...claims, aud: "somebody-else" }),
  "wrong-signature": (claims) => claims,
  "other-app": (claims) => claims,
};

async function resign(key: Key, token: string, fault: TokenFault | null, party: OpenidParty): Promise<string> {
  const told = decodeJwt(token);
  const claims = party.finish ? party.finish(told) : told;
  const signed = await new SignJWT(fault ? FAULTY[fault](claims) : claims)
    .setProtectedHeader({ alg: "RS256", kid: key.public_jwk.kid ?? "" })
    .sign(await importJWK(key.private_jwk, "RS256"));
  if (fault !== "wrong-signature") return signed;
  const [head = "", body = "", signature = ""] = signed.split(".");
  return `${head}.${body}.${signature.split("").reverse().join("")}`;
}

/** A certified OpenID provider at `/{name}`, with a page on which a person chooses who they are. */
export function createOpenid(world: World, party: OpenidParty): Openid {
  const { name, title, signIn } = party.face;
  const steering = steeringOf(world);
  const base = `/${name}`;
  let started: Promise<{ provider: OpenidProvider; key: Key; listen: ReturnType<OpenidProvider["callback"]> }> | null =
    null;
  const issuer = () => `${world.origin()}${base}`;

  const start = () => {
    started ??= keyOf(world, name).then((key) => {
      const provider = new OpenidProvider(issuer(), configure(world, party, key));
      provider.use(async (ctx, next) => {
        const refusal = party.check?.(ctx as KoaContextWithOIDC);
        if (refusal) {
          ctx.status = 400;
          ctx.body = { error: "invalid_request", error_description: refusal };
          return;
        }
        await next();
        const body = ctx.body as { id_token?: string } | undefined;
        if (body && typeof body === "object" && typeof body.id_token === "string")
          ctx.body = { ...body, id_token: await resign(key, body.id_token, steering.takeFault(name), party) };
        party.answered?.(ctx as KoaContextWithOIDC);
      });
      return { provider, key, listen: provider.callback() };
    });
    return started;
  };

  async function pass(request: FastifyRequest, reply: FastifyReply) {
    const { listen } = await start();
    let raw = request.raw;
    const { body } = request;
    if (typeof body === "string") {
      const path = (request.url.split("?")[0] ?? "").slice(base.length);
      const form = party.rewrite ? await party.rewrite(path, new URLSearchParams(body)) : new URLSearchParams(body);
      if (!form) return reply.code(400).send({ error: "invalid_client" });
      // The provider reads its own body from a stream: it gets one that holds what it shall see.
      const text = Buffer.from(form.toString());
      raw = Object.assign(Readable.from([text], { objectMode: false }), {
        headers: { ...raw.headers, "content-length": String(text.length) },
        method: raw.method,
        socket: raw.socket,
        httpVersion: raw.httpVersion,
      }) as typeof raw;
    }
    Object.assign(raw, { originalUrl: request.url, url: request.url.slice(base.length) || "/" });
    reply.hijack();
    listen(raw, reply.raw);
  }

  async function interaction(request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
    const { provider } = await start();
    const answer = steering.takeAnswer(name);
    const finish = async (person: Person | undefined, hide: boolean) => {
      if (person && signIn.mayHideEmail) steering.hidesEmail(person.id, hide);
      const result = person
        ? { login: { accountId: person.id, remember: false }, select_account: {} }
        : { error: party.deniedWith, error_description: "The person said no." };
      reply.hijack();
      await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
    };
    if (request.method === "POST") {
      const form = new URLSearchParams(String(request.body ?? ""));
      return finish(steering.people.find(name, form.get("person") ?? ""), form.get("hide_email") === "1");
    }
    await provider.interactionDetails(request.raw, reply.raw);
    if (answer) return finish(answer.deny ? undefined : (answer.person ?? undefined), answer.hide_email);
    return reply
      .type("text/html; charset=utf-8")
      .send(chooserPage({ title, ...signIn }, steering.people.list(name), `${base}/interaction/${request.params.uid}`));
  }

  return {
    issuer,
    mount(app) {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
        const routes = party.routes as Record<string, string>;
        scope.route({ method: ["GET", "POST"], url: `${base}/interaction/:uid`, handler: interaction });
        for (const [target, path] of [
          ["discovery", "/.well-known/openid-configuration"],
          ["token", routes.token],
          ["keys", routes.jwks],
          ["revoke", routes.revocation],
        ] as const)
          scope.route({
            method: ["GET", "POST"],
            url: `${base}${path}`,
            config: { target: `${name}.${target}` },
            handler: pass,
          });
        scope.route({ method: ["GET", "POST"], url: `${base}/*`, handler: pass });
      });
    },
    async sign(claims, seconds) {
      const { key } = await start();
      const now = Math.floor(world.clock.now() / 1_000);
      return new SignJWT({
        iss: issuer(),
        iat: now,
        ...(seconds === null ? {} : { exp: now + seconds }),
        jti: randomBytes(12).toString("hex"),
        ...claims,
      })
        .setProtectedHeader({ alg: "RS256", kid: key.public_jwk.kid ?? "" })
        .sign(await importJWK(key.private_jwk, "RS256"));
    },
  };
}

export const pictureOf = (world: World, person: Person): string =>
  `${world.origin()}/media/people/${encodeURIComponent(nameOf(person))}.svg`;
