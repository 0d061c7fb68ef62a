/**
 * Facebook Login: its own OAuth dialect. Every call to the graph carries a proof made with the app's secret, and a token
 * is asked for whose app it is, because one that was given to another app would open our accounts to that app's owner.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#platform/clock";
import { OutgoingError, sendJson } from "#platform/outgoing";
import type { IdentitySettings } from "../settings.ts";
import { textOf } from "./openid.ts";
import { PROVIDER_SECONDS, SocialError, type SocialProvider } from "./provider.types.ts";

type Debugged = { data?: { app_id?: string; is_valid?: boolean; user_id?: string } };
type Me = { id?: string; name?: string; email?: string };

export function createFacebook(settings: IdentitySettings, clock: Clock): SocialProvider {
  const app = { id: settings.FACEBOOK_APP_ID, secret: settings.FACEBOOK_APP_SECRET };

  async function graph<T>(path: string, query: Record<string, string>): Promise<T> {
    try {
      return await sendJson<T>({
        url: `${settings.FACEBOOK_GRAPH_URL}/${path}?${new URLSearchParams(query)}`,
        timeout_ms: PROVIDER_SECONDS * 1_000,
      });
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      const away = error.status === null || error.status >= 500 || error.status === 429 || error.unknown;
      throw new SocialError(away ? "down" : "not_proven", error.message, error);
    }
  }

  return {
    name: "facebook",
    async authorizationUrl(journey, language) {
      const url = new URL(settings.FACEBOOK_DIALOG_URL);
      const query = {
        client_id: app.id,
        redirect_uri: journey.redirect_uri,
        state: journey.state,
        response_type: "code",
        scope: "email,public_profile",
        locale: language === "es" ? "es_LA" : "en_US",
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange(journey, params) {
      if (!params.code) throw new SocialError("not_proven", "no code came");
      const { access_token } = await graph<{ access_token?: string }>("oauth/access_token", {
        client_id: app.id,
        client_secret: app.secret,
        redirect_uri: journey.redirect_uri,
        code: params.code,
      });
      if (!access_token) throw new SocialError("not_proven", "no token came");
      const { data } = await graph<Debugged>("debug_token", {
        input_token: access_token,
        access_token: `${app.id}|${app.secret}`,
      });
      if (!data?.is_valid || data.app_id !== app.id) throw new SocialError("not_proven", "the token is another app's");
      const me = await graph<Me>("me", {
        fields: "id,name,email",
        access_token,
        appsecret_proof: createHmac("sha256", app.secret).update(access_token).digest("hex"),
      });
      if (!me.id || me.id !== data.user_id) throw new SocialError("not_proven", "the token is somebody else's");
      return {
        subject: me.id,
        email: textOf(me.email)?.toLowerCase() ?? null,
        // Facebook does not say whether it ever proved the address.
        email_verified: false,
        is_private_email: false,
        name: textOf(me.name),
        refresh_token: null,
      };
    },
    /** `base64url(signature).base64url(payload)`, signed with the app's secret. */
    async readNotice(text) {
      const [signature = "", payload = ""] = text.split(".");
      const right = createHmac("sha256", app.secret).update(payload).digest();
      const given = Buffer.from(signature, "base64url");
      if (given.length !== right.length || !timingSafeEqual(given, right))
        throw new SocialError("not_proven", "the request is not signed by Facebook");
      const claims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Record<string, unknown>;
      if (claims.algorithm !== "HMAC-SHA256") throw new SocialError("not_proven", "an unknown way of signing");
      if (typeof claims.expires === "number" && claims.expires > 0 && claims.expires * 1_000 < clock.now().getTime())
        throw new SocialError("not_proven", "the request is too old");
      return claims;
    },
  };
}
