import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Provider, SignIn, World } from "../../world.ts";
import { chooserPage } from "../chooser.ts";
import { pictureOf } from "../openid.ts";
import { nameOf, type Person } from "../person.ts";
import { steeringOf } from "../steering.ts";
import { FACEBOOK } from "./credentials.ts";

const { app: APP_ID, secret: APP_SECRET } = FACEBOOK;
const CODE_MS = 600_000;
/** About sixty days, as the long-lived tokens of web logins. */
const TOKEN_SECONDS = 5_183_944;

interface Code {
  person: string;
  redirect_uri: string;
  at: number;
}
interface Token {
  person: string;
  app: string;
  scopes: string[];
  expires_at: number;
}

const hmac = (text: string, secret: string = APP_SECRET) => createHmac("sha256", secret).update(text).digest();

function problem(reply: FastifyReply, message: string, code: number, status = 400) {
  return reply.code(status).send({
    error: { message, type: "OAuthException", code, fbtrace_id: randomBytes(8).toString("base64url") },
  });
}

function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Exactly the addresses that the app has on its list, by both names of this machine. */
function isOurs(world: World, text: string): boolean {
  const own = new URL(world.settings.productUrl);
  return [own.hostname, "localhost", "127.0.0.1"].some((host) => {
    const url = new URL(own);
    url.hostname = host;
    return text === `${url.origin}/auth/facebook/callback`;
  });
}

/** A person's id, signed as Facebook signs what it sends about a person. */
export function signedRequest(world: World, person: Person, forged: boolean): string {
  const now = Math.floor(world.clock.now() / 1_000);
  const claims = { user_id: person.id, algorithm: "HMAC-SHA256", issued_at: now, expires: now + 3_600 };
  const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
  return `${hmac(payload, forged ? "another secret" : APP_SECRET).toString("base64url")}.${payload}`;
}

export function registerFacebook(
  app: FastifyInstance,
  world: World,
  face: Pick<Provider, "title"> & { signIn: SignIn },
): void {
  const steering = steeringOf(world);
  const codes = new Map<string, Code>();
  const tokens = new Map<string, Token>();

  type Asked = { client_id?: string; redirect_uri?: string; state?: string; scope?: string };

  /** Back to the product. Facebook hangs this fragment to every address, for the sake of old browsers. */
  function back(reply: FastifyReply, asked: Asked, values: Record<string, string>) {
    const url = new URL(asked.redirect_uri ?? "");
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    if (asked.state !== undefined) url.searchParams.set("state", asked.state);
    return reply.redirect(`${url}#_=_`, 302);
  }

  function answer(reply: FastifyReply, asked: Asked, person: Person | undefined) {
    if (!person)
      return back(reply, asked, {
        error: "access_denied",
        error_code: "200",
        error_description: "Permissions error",
        error_reason: "user_denied",
      });
    const code = `AQ${randomBytes(60).toString("base64url")}`;
    codes.set(code, { person: person.id, redirect_uri: asked.redirect_uri ?? "", at: world.clock.now() });
    steering.consents("facebook", person.id);
    return back(reply, asked, { code });
  }

  app.route<{ Querystring: Asked; Body: { person?: string } | null }>({
    method: ["GET", "POST"],
    url: "/facebook/:version/dialog/oauth",
    config: { target: "facebook.dialog" },
    handler: (request, reply) => {
      const asked = request.query;
      if (asked.client_id !== APP_ID) return problem(reply, "Invalid app id.", 101);
      if (!isOurs(world, asked.redirect_uri ?? ""))
        return problem(reply, "URL blocked: this redirect is not on the app's list of valid OAuth redirect URIs.", 191);
      if (request.method === "POST")
        return answer(reply, asked, steering.people.find("facebook", request.body?.person ?? ""));
      const next = steering.takeAnswer("facebook");
      if (next) return answer(reply, asked, next.deny ? undefined : (next.person ?? undefined));
      return reply
        .type("text/html; charset=utf-8")
        .send(chooserPage({ title: face.title, ...face.signIn }, steering.people.list("facebook"), request.url));
    },
  });

  type Exchange = { client_id?: string; client_secret?: string; redirect_uri?: string; code?: string };
  app.route<{ Querystring: Exchange; Body: Exchange | null }>({
    method: ["GET", "POST"],
    url: "/facebook/:version/oauth/access_token",
    config: { target: "facebook.token" },
    handler: (request, reply) => {
      const asked = { ...request.query, ...request.body };
      if (asked.client_id !== APP_ID || !sameText(asked.client_secret ?? "", APP_SECRET))
        return problem(reply, "Error validating client secret.", 1);
      const code = codes.get(asked.code ?? "");
      codes.delete(asked.code ?? "");
      if (!code) return problem(reply, "This authorization code has been used.", 100);
      if (world.clock.now() - code.at > CODE_MS) return problem(reply, "This authorization code has expired.", 100);
      if (code.redirect_uri !== asked.redirect_uri)
        return problem(
          reply,
          "Error validating verification code. Please make sure your redirect_uri is identical.",
          100,
        );
      const access_token = `EAA${randomBytes(90).toString("base64url")}`;
      tokens.set(access_token, {
        person: code.person,
        app: steering.takeFault("facebook") === "other-app" ? "another-facebook-app" : APP_ID,
        scopes: ["email", "public_profile"],
        expires_at: Math.floor(world.clock.now() / 1_000) + TOKEN_SECONDS,
      });
      return { access_token, token_type: "bearer", expires_in: TOKEN_SECONDS };
    },
  });

  const debug = (request: FastifyRequest, reply: FastifyReply) => {
    const { input_token = "", access_token = "" } = request.query as Record<string, string>;
    if (!sameText(access_token, `${APP_ID}|${APP_SECRET}`))
      return problem(reply, "Invalid OAuth access token.", 190, 401);
    const token = tokens.get(input_token);
    if (!token)
      return { data: { error: { code: 190, message: "Invalid OAuth access token." }, is_valid: false, scopes: [] } };
    return {
      data: {
        app_id: token.app,
        type: "USER",
        application: "Tuppence",
        data_access_expires_at: token.expires_at,
        expires_at: token.expires_at,
        is_valid: token.expires_at > world.clock.now() / 1_000,
        scopes: token.scopes,
        user_id: token.person,
      },
    };
  };
  app.get("/facebook/:version/debug_token", { config: { target: "facebook.debug" } }, debug);
  app.get("/facebook/debug_token", { config: { target: "facebook.debug" } }, debug);

  app.get<{ Querystring: { fields?: string; access_token?: string; appsecret_proof?: string } }>(
    "/facebook/:version/me",
    { config: { target: "facebook.me" } },
    (request, reply) => {
      const { fields = "id,name", access_token = "", appsecret_proof } = request.query;
      const token = tokens.get(access_token);
      if (!token) return problem(reply, "Invalid OAuth access token.", 190, 401);
      if (appsecret_proof === undefined)
        return problem(reply, "API calls from the server require an appsecret_proof argument", 100);
      if (!sameText(appsecret_proof, hmac(access_token).toString("hex")))
        return problem(reply, "Invalid appsecret_proof provided in the API argument", 100);
      const person = steering.people.find("facebook", token.person);
      if (!person) return problem(reply, "The user is gone.", 190, 401);
      const known: Record<string, unknown> = {
        id: person.id,
        name: nameOf(person),
        first_name: person.given_name,
        last_name: person.family_name,
        // An account made by phone has no such field at all.
        ...(person.email === null ? {} : { email: person.email }),
        picture: { data: { url: pictureOf(world, person), is_silhouette: false, width: 50, height: 50 } },
      };
      return Object.fromEntries(
        ["id", ...fields.split(",")].flatMap((name) => (name in known ? [[name, known[name]]] : [])),
      );
    },
  );
}
