import { createHash, createPublicKey } from "node:crypto";
import { decodeProtectedHeader, jwtVerify } from "jose";
import { esc } from "../../markup.ts";
import { type Provider, perWorld, type World } from "../../world.ts";
import { createOpenid } from "../openid.ts";
import { type Person, person } from "../person.ts";
import { PEOPLE_TABLES, type Steering, steeringOf } from "../steering.ts";
import { named, post, type Wish } from "../wish.ts";

const APPLE = {
  client: "sandbox.tuppence.web",
  team: "sandboxtea",
  key: "sandboxkey",
} as const;
/** Of the key that the product signs its client secret with here. */
const PUBLIC_KEY =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEwp7ItD/jVHoqewnLuJElogVmXJ9bHZY+Ci+O7sm8U1TOxxTQZcxw8l8LniqDrN9p8ef9PYgTKrW1QuGhlUk1UA==";
const FACE = {
  name: "apple",
  title: "Apple",
  signIn: {
    tint: "#222222",
    ask: "Use your Apple Account to sign in to Tuppence",
    mayHideEmail: true,
    people: [
      person("apple", "000123.aa11bb22cc33dd44ee55ff6600112233.0001", "Lena", "Park", "lena.park@icloud.example"),
      person("apple", "000123.aa11bb22cc33dd44ee55ff6600112233.0002", "Omar", "Quist", "omar.quist@icloud.example"),
    ],
  },
};

/** Apple takes no client secret that lives longer than this. */
const MAX_SECRET_SECONDS = 15_777_000;
/** What the mounted provider compares; Apple's own secret is the signed one that is checked here. */
const INNER = "inside-the-sandbox-only";

function relayAddress(id: string): string {
  return `${createHash("sha256").update(id).digest("hex").slice(0, 10)}@privaterelay.appleid.example`;
}

const appleEmail = (steering: Steering, person: Person) =>
  steering.hidesEmail(person.id)
    ? { email: relayAddress(person.id), email_verified: "true", is_private_email: "true" }
    : { email: person.email, email_verified: "true" };

/** Checks the client secret that the product signed itself: ES256, our key, its audience, and not for too long. */
async function isSecret(world: World, secret: string): Promise<boolean> {
  try {
    if (decodeProtectedHeader(secret).kid !== APPLE.key) return false;
    const key = createPublicKey({ key: Buffer.from(PUBLIC_KEY, "base64"), format: "der", type: "spki" });
    const { payload } = await jwtVerify(secret, key, {
      algorithms: ["ES256"],
      issuer: APPLE.team,
      subject: APPLE.client,
      // Both names of this machine are its own.
      audience: [`${world.origin()}/apple`, "https://appleid.apple.com"],
      currentDate: new Date(world.clock.now()),
      requiredClaims: ["iat", "exp"],
    });
    return (payload.exp ?? 0) - (payload.iat ?? 0) <= MAX_SECRET_SECONDS;
  } catch {
    return false;
  }
}

const openidOf = perWorld((world) =>
  createOpenid(world, {
    face: FACE,
    client: { id: APPLE.client, secret: INNER },
    routes: {
      authorization: "/auth/authorize",
      token: "/auth/token",
      jwks: "/auth/keys",
      revocation: "/auth/revoke",
    },
    claims: { openid: ["sub"], email: ["email", "email_verified", "is_private_email"], name: [] },
    claimsOf: (one) => appleEmail(steeringOf(world), one),
    pkce: false,
    refreshes: true,
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
      if (form.get("client_id") !== APPLE.client) return null;
      if (!(await isSecret(world, form.get("client_secret") ?? ""))) return null;
      form.set("client_secret", INNER);
      return form;
    },
    answered(ctx) {
      const { entities, client } = ctx.oidc ?? {};
      if (ctx.path === "/auth/revoke" && client && ctx.status === 200) {
        const revoked = entities?.RefreshToken ?? entities?.AccessToken;
        if (revoked?.accountId) steeringOf(world).withdraw("apple", revoked.accountId);
        return;
      }
      if (typeof ctx.body !== "string" || !ctx.body.includes('name="code"')) return;
      const one = steeringOf(world).people.find("apple", ctx.oidc.session?.accountId ?? "");
      if (!one || !steeringOf(world).consents("apple", one.id)) return;
      // Name and address come in a field of their own, the first time only.
      const user = JSON.stringify({
        name: { firstName: one.given_name, lastName: one.family_name },
        email: appleEmail(steeringOf(world), one).email,
      });
      ctx.body = ctx.body.replace("</form>", `<input type="hidden" name="user" value="${esc(user)}"/></form>`);
    },
    finish: (claims) => ({ ...claims, nonce_supported: true, real_user_status: 2, auth_time: claims.iat }),
  }),
);

export const apple: Provider = {
  ...FACE,
  credentials: APPLE,
  tables: PEOPLE_TABLES,
  routes: (app, world) => openidOf(world).mount(app),
  control(app, world) {
    const steering = steeringOf(world);
    app.post<{ Body: Wish | null }>("/control/signin/apple-notify", async (request, reply) => {
      const wish = request.body ?? {};
      const one = named(steering, wish, "apple", reply);
      if (!one) return reply;
      if (wish.type === "consent-revoked" || wish.type === "account-delete") steering.withdraw("apple", one.id);
      const { email, is_private_email } = { is_private_email: "false", ...appleEmail(steering, one) };
      const told = wish.type?.startsWith("email-") ? { email, is_private_email } : {};
      const at = world.clock.now() - (wish.age_ms ?? 0);
      const event_time = wish.unit === "seconds" ? Math.floor(at / 1_000) : at;
      const events = { type: wish.type ?? "consent-revoked", sub: one.id, event_time, ...told };
      const payload = await openidOf(world).sign(
        {
          aud: wish.audience ?? APPLE.client,
          events: JSON.stringify(events),
          ...(wish.issuer === undefined ? {} : { iss: wish.issuer }),
        },
        wish.ends_in ?? null,
      );
      return post(
        world,
        "/hooks/apple",
        JSON.stringify({ payload: wish.forged ? `${payload}x` : payload }),
        "application/json",
      );
    });
  },
};
