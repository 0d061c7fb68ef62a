/** Google and Apple speak OpenID Connect: discovery, code with PKCE, state and nonce (RFC 9700), by openid-client. */
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import * as oidc from "openid-client";
import type { Clock } from "#platform/clock";
import { isPartyAway } from "#platform/oauth-failure";
import { type Journey, PROVIDER_SECONDS, type ReturnParams, SocialError } from "./provider.types.ts";

export type OpenidSettings = {
  issuer: string;
  client_id: string;
  client_auth: oidc.ClientAuth;
  /** The issuer as settings name it, and further names under which it signs; what discovery says changes neither. */
  issuers?: readonly string[];
  /** What every request for authorization carries beside the protocol's own. */
  parameters: Record<string, string>;
};

type Expected = { audiences?: readonly string[]; endless?: boolean };

/** Failures of a provider in our two kinds. */
export function socialErrorOf(error: unknown): SocialError {
  if (error instanceof SocialError) return error;
  return new SocialError(isPartyAway(error) ? "down" : "not_proven", (error as Error).message, error);
}

export function createOpenid(settings: OpenidSettings, clock: Clock) {
  const issuer = new URL(settings.issuer);
  let found: Promise<oidc.Configuration> | null = null;
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  /** Read once; a failure is not remembered. */
  async function configuration(): Promise<oidc.Configuration> {
    found ??= oidc
      .discovery(issuer, settings.client_id, undefined, settings.client_auth, {
        timeout: PROVIDER_SECONDS,
        execute: [
          // The library leaves the signature to TLS otherwise.
          oidc.enableNonRepudiationChecks,
          // Only the sandbox speaks http, and only on this machine.
          ...(issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  }

  /**
   * Claims of a token that did not come from the token endpoint: its signature, issuer, audience and time are checked. An
   * end of its life is checked where there is one, and asked for unless `endless` says that none is promised.
   */
  async function verify(token: string, more: Expected): Promise<JWTPayload> {
    const config = await configuration();
    const uri = config.serverMetadata().jwks_uri;
    if (!uri) throw new SocialError("not_proven", "the issuer names no keys");
    keys ??= createRemoteJWKSet(new URL(uri), { timeoutDuration: PROVIDER_SECONDS * 1_000 });
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ["RS256"],
      issuer: [settings.issuer.replace(/\/$/, ""), ...(settings.issuers ?? [])],
      audience: [settings.client_id, ...(more.audiences ?? [])],
      currentDate: clock.now(),
      requiredClaims: more.endless ? ["iat"] : ["iat", "exp"],
    });
    return payload;
  }

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw socialErrorOf(error);
    }
  };

  return {
    authorizationUrl: (journey: Journey, more: Record<string, string>) =>
      guarded(
        async () =>
          oidc.buildAuthorizationUrl(await configuration(), {
            ...settings.parameters,
            ...more,
            redirect_uri: journey.redirect_uri,
            state: journey.state,
            nonce: journey.nonce,
            code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
            code_challenge_method: "S256",
          }).href,
      ),
    exchange: (journey: Journey, params: ReturnParams) =>
      guarded(async () => {
        const back = new URL(journey.redirect_uri);
        for (const name of ["code", "state", "iss"]) if (params[name]) back.searchParams.set(name, params[name]);
        const tokens = await oidc.authorizationCodeGrant(await configuration(), back, {
          pkceCodeVerifier: journey.verifier,
          expectedState: journey.state,
          expectedNonce: journey.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new SocialError("not_proven", "no ID token came");
        return { claims: claims as JWTPayload, refresh_token: tokens.refresh_token ?? null };
      }),
    verify: (token: string, more: Expected = {}) => guarded(() => verify(token, more)),
    revoke: (token: string) =>
      guarded(async () => oidc.tokenRevocation(await configuration(), token, { token_type_hint: "refresh_token" })),
  };
}

/** A claim that is text; anything else counts as absent. */
export const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
/** Apple sends truth as text. */
export const truthOf = (value: unknown): boolean => value === true || value === "true";
