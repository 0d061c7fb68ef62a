/** The sign-in of a provider of mailboxes: a code with PKCE, a key that stays, a pass of an hour for each reading. By openid-client. */
import * as oidc from "openid-client";
import { isPartyAway } from "#platform/oauth-failure";
import { MailboxError } from "../links/reader.ts";
import { GrantError, type GrantJourney } from "./grant.types.ts";

/** Linking is something that people wait for: after this the provider counts as away. */
const SECONDS = 8;

export type OauthSettings = {
  authorization_url: string;
  token_url: string;
  revocation_url?: string;
  client_id: string;
  client_secret: string;
  scope: string;
  /** What every request for leave carries beside the protocol's own. */
  parameters: Record<string, string>;
};

type Told = { error?: string; status?: number };

export function createOauth(settings: OauthSettings) {
  const configuration = new oidc.Configuration(
    {
      issuer: new URL(settings.authorization_url).origin,
      authorization_endpoint: settings.authorization_url,
      token_endpoint: settings.token_url,
      ...(settings.revocation_url ? { revocation_endpoint: settings.revocation_url } : {}),
    },
    settings.client_id,
    undefined,
    oidc.ClientSecretPost(settings.client_secret),
  );
  configuration.timeout = SECONDS;
  // Only the sandbox speaks http, and only on this machine.
  if (settings.token_url.startsWith("http:")) oidc.allowInsecureRequests(configuration);

  return {
    async authorizationUrl(journey: GrantJourney, more: Record<string, string>): Promise<string> {
      return oidc.buildAuthorizationUrl(configuration, {
        ...settings.parameters,
        ...more,
        scope: settings.scope,
        redirect_uri: journey.redirect_uri,
        state: journey.state,
        code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
        code_challenge_method: "S256",
      }).href;
    },
    /** @throws {GrantError} */
    async exchange(journey: GrantJourney, params: Readonly<Record<string, string>>) {
      const back = new URL(journey.redirect_uri);
      for (const name of ["code", "state"]) if (params[name]) back.searchParams.set(name, params[name]);
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, back, {
          ...{ pkceCodeVerifier: journey.verifier, expectedState: journey.state },
        });
        return { key: tokens.refresh_token ?? null, pass: tokens.access_token, scope: tokens.scope ?? settings.scope };
      } catch (error) {
        // Whatever the library throws has some of these or none.
        throw new GrantError(isPartyAway(error) ? "down" : "not_proven", (error as Error).message, error);
      }
    },
    /** A pass for one reading; `renewed` where the provider gave another key with it. @throws {MailboxError} */
    async refresh(key: string): Promise<{ pass: string; renewed: string | null }> {
      try {
        const tokens = await oidc.refreshTokenGrant(configuration, key);
        const renewed = tokens.refresh_token;
        return { pass: tokens.access_token, renewed: renewed && renewed !== key ? renewed : null };
      } catch (error) {
        const told = error as Told;
        // RFC 6749 §5.2: the key was ended, or its owner's password was changed.
        if (told.error === "invalid_grant") throw new MailboxError("password_refused");
        throw new MailboxError(isPartyAway(error) ? "unreachable" : "password_refused", false);
      }
    },
    /** A key that is ended already is ended. */
    revoke: (key: string): Promise<void> =>
      oidc.tokenRevocation(configuration, key, { token_type_hint: "refresh_token" }).catch((error: Told) => {
        if (isPartyAway(error) || error.status !== 400) throw error;
      }),
  };
}
export type Oauth = ReturnType<typeof createOauth>;
