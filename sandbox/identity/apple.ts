import { createHash, createPublicKey } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { esc } from "../markup.ts";
import { CREDENTIALS, type World } from "../world.ts";
import { type Openid, registerOpenid } from "./openid.ts";
import type { Person } from "./people.ts";
import type { Steering } from "./steering.ts";

/** Apple takes no client secret that lives longer than this. */
const SECRET_SECONDS_MOST = 15_777_000;
/** What the mounted provider compares; Apple's own secret is the signed one that is checked here. */
const INNER = "inside-the-sandbox-only";

export function relayAddress(id: string): string {
  return `${createHash("sha256").update(id).digest("hex").slice(0, 10)}@privaterelay.appleid.example`;
}

export const appleEmail = (steering: Steering, person: Person) =>
  steering.hidesEmail(person.id)
    ? { email: relayAddress(person.id), email_verified: "true", is_private_email: "true" }
    : { email: person.email, email_verified: "true" };

/** Checks the client secret that the product signed itself: ES256, our key, its audience, and not for too long. */
async function isSecret(world: World, secret: string): Promise<boolean> {
  const { apple } = CREDENTIALS;
  try {
    if (decodeProtectedHeader(secret).kid !== apple.key) return false;
    const key = createPublicKey({ key: Buffer.from(apple.publicKey, "base64"), format: "der", type: "spki" });
    const { payload } = await jwtVerify(secret, key, {
      algorithms: ["ES256"],
      issuer: apple.team,
      subject: apple.client,
      // Both names of this machine are its own.
      audience: [`${world.origin()}/apple`, "https://appleid.apple.com"],
      currentDate: new Date(world.clock.now()),
      requiredClaims: ["iat", "exp"],
    });
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= SECRET_SECONDS_MOST;
  } catch {
    return false;
  }
}

export function registerApple(app: FastifyInstance, world: World, steering: Steering): Openid {
  return registerOpenid(app, world, steering, {
    name: "apple",
    client: { id: CREDENTIALS.apple.client, secret: INNER },
    routes: {
      authorization: "/auth/authorize",
      token: "/auth/token",
      jwks: "/auth/keys",
      revocation: "/auth/revoke",
    },
    claims: { openid: ["sub"], email: ["email", "email_verified", "is_private_email"], name: [] },
    claimsOf: (person) => appleEmail(steering, person),
    pkce: false,
    deniedWith: "user_cancelled_authorize",
    check(ctx) {
      if (ctx.path !== "/auth/authorize") return null;
      const scopes = String(ctx.query.scope ?? "").split(" ");
      const told = scopes.includes("name") || scopes.includes("email");
      return told && ctx.query.response_mode !== "form_post"
        ? "response_mode must be form_post when name or email scope is requested."
        : null;
    },
    async rewrite(path, form) {
      if (path !== "/auth/token" && path !== "/auth/revoke") return form;
      if (form.get("client_id") !== CREDENTIALS.apple.client) return null;
      if (!(await isSecret(world, form.get("client_secret") ?? ""))) return null;
      form.set("client_secret", INNER);
      return form;
    },
    answered(ctx) {
      const { entities, client } = ctx.oidc ?? {};
      if (ctx.path === "/auth/revoke" && client && ctx.status === 200) {
        const revoked = entities?.RefreshToken ?? entities?.AccessToken;
        if (revoked?.accountId) steering.withdraw("apple", revoked.accountId);
        return;
      }
      if (typeof ctx.body !== "string" || !ctx.body.includes('name="code"')) return;
      const person = steering.people.find("apple", ctx.oidc.session?.accountId ?? "");
      if (!person || !steering.consents("apple", person.id)) return;
      // Name and address come in a field of their own, the first time only.
      const user = JSON.stringify({
        name: { firstName: person.given_name, lastName: person.family_name },
        email: appleEmail(steering, person).email,
      });
      ctx.body = ctx.body.replace("</form>", `<input type="hidden" name="user" value="${esc(user)}"/></form>`);
    },
    finish: (claims) => ({ ...claims, nonce_supported: true, real_user_status: 2, auth_time: claims.iat }),
  });
}
