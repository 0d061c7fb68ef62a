/**
 * Sign in with Apple. The client secret is a token that we sign ourselves (ES256), name and address come with the first
 * consent only, and with scopes Apple answers by a form that is posted across sites.
 */
import { importPKCS8, type JWTPayload, SignJWT } from "jose";
import type { ClientAuth } from "openid-client";
import type { Clock } from "#platform/clock";
import type { IdentitySettings } from "../settings.ts";
import { pemOf } from "./apple-key.ts";
import { createOpenid, textOf, truthOf } from "./openid.ts";
import { type ReturnParams, SocialError, type SocialProfile, type SocialProvider } from "./provider.types.ts";

/** Made for each call; Apple would allow half a year. */
const SECRET_MINUTES = 5;

export function createApple(settings: IdentitySettings, clock: Clock): SocialProvider {
  async function signSecret(): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1_000);
    return new SignJWT({})
      .setProtectedHeader({ alg: "ES256", kid: settings.APPLE_KEY_ID })
      .setIssuer(settings.APPLE_TEAM_ID)
      .setSubject(settings.APPLE_CLIENT_ID)
      .setAudience(settings.APPLE_ISSUER)
      .setIssuedAt(now)
      .setExpirationTime(now + SECRET_MINUTES * 60)
      .sign(await importPKCS8(pemOf(settings.APPLE_PRIVATE_KEY), "ES256"));
  }
  const client_auth: ClientAuth = async (_server, client, body) => {
    body.set("client_id", client.client_id);
    body.set("client_secret", await signSecret());
  };
  const openid = createOpenid(
    {
      issuer: settings.APPLE_ISSUER,
      client_id: settings.APPLE_CLIENT_ID,
      client_auth,
      parameters: { scope: "openid name email", response_mode: "form_post" },
    },
    clock,
  );
  return {
    name: "apple",
    authorizationUrl: (journey) => openid.authorizationUrl(journey, {}),
    async exchange(journey, params) {
      const { claims, refresh_token } = await openid.exchange(journey, params);
      return profileOf(claims, params, refresh_token);
    },
    revoke: (token) => openid.revoke(token),
    // Notes may name the app instead of the Services ID as whom they are for, and promise no end of their life.
    readNotice: async (text) =>
      openid.verify(text, { audiences: settings.APPLE_APP_ID ? [settings.APPLE_APP_ID] : [], endless: true }),
  };
}

function profileOf(claims: JWTPayload, params: ReturnParams, refresh_token: string | null): SocialProfile {
  const subject = textOf(claims.sub);
  if (!subject) throw new SocialError("not_proven", "the ID token names nobody");
  return {
    subject,
    // The address of the `user` field is not signed: only the one in the token counts.
    email: textOf(claims.email)?.toLowerCase() ?? null,
    email_verified: truthOf(claims.email_verified),
    is_private_email: truthOf(claims.is_private_email),
    name: nameOf(params.user),
    refresh_token,
  };
}

/** The name as Apple posts it, once; unsigned, and no more than a name. */
function nameOf(user: string | undefined): string | null {
  if (!user) return null;
  try {
    const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } };
    const whole = [name?.firstName, name?.lastName].filter((part) => typeof part === "string").join(" ");
    return whole.trim() || null;
  } catch {
    return null;
  }
}
