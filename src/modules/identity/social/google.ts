/** Sign in with Google. */
import type { JWTPayload } from "jose";
import { ClientSecretPost } from "openid-client";
import type { Clock } from "#platform/clock";
import type { IdentitySettings } from "../settings.ts";
import { createOpenid, textOf, truthOf } from "./openid.ts";
import { SocialError, type SocialProfile, type SocialProvider } from "./provider.types.ts";

export function createGoogle(settings: IdentitySettings, clock: Clock): SocialProvider {
  const openid = createOpenid(
    {
      issuer: settings.GOOGLE_ISSUER,
      client_id: settings.GOOGLE_CLIENT_ID,
      client_auth: ClientSecretPost(settings.GOOGLE_CLIENT_SECRET),
      // One Tap's tokens may name Google without its scheme.
      issuers: [new URL(settings.GOOGLE_ISSUER).host],
      parameters: { scope: "openid email profile", prompt: "select_account" },
    },
    clock,
  );
  const profileOf = (claims: JWTPayload): SocialProfile => {
    const subject = textOf(claims.sub);
    if (!subject) throw new SocialError("not_proven", "the ID token names nobody");
    return {
      subject,
      email: textOf(claims.email)?.toLowerCase() ?? null,
      email_verified: truthOf(claims.email_verified),
      is_private_email: false,
      name: textOf(claims.name),
      refresh_token: null,
    };
  };
  return {
    name: "google",
    authorizationUrl: (journey, language) => openid.authorizationUrl(journey, { hl: language }),
    exchange: async (journey, params) => profileOf((await openid.exchange(journey, params)).claims),
    async readCredential(credential) {
      const claims = await openid.verify(credential);
      return { profile: profileOf(claims), nonce: textOf(claims.nonce) };
    },
  };
}
