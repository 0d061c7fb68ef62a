/** PayPal's access token, and calls with it; and their own check of a webhook's signature. */
import type { Clock } from "#platform/clock";
import { OutgoingError } from "#platform/outgoing";
import type { AskOnce } from "#platform/provider-calls";
import type { PayoutsSettings } from "../settings.ts";

const RENEW_BEFORE_MS = 60_000;
const SIGNATURE = ["auth-algo", "cert-url", "transmission-id", "transmission-sig", "transmission-time"] as const;

export function createPaypalSender(settings: PayoutsSettings, clock: Clock, calls: AskOnce) {
  const base = settings.PAYPAL_API_URL;
  let token: { value: string; until: number } | null = null;

  async function bearer(): Promise<string> {
    const now = clock.now().getTime();
    if (token && token.until > now) return token.value;
    const basic = Buffer.from(`${settings.PAYPAL_CLIENT_ID}:${settings.PAYPAL_CLIENT_SECRET}`).toString("base64");
    const answer = await calls.once<{ access_token: string; expires_in: number }>("paypal", {
      url: `${base}/v1/oauth2/token`,
      method: "POST",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    });
    token = { value: answer.access_token, until: now + answer.expires_in * 1_000 - RENEW_BEFORE_MS };
    return token.value;
  }

  async function send(
    path: string,
    options: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    try {
      return await calls.once<unknown>("paypal", {
        url: `${base}${path}`,
        method: options.body === undefined ? "GET" : "POST",
        headers: {
          authorization: `Bearer ${await bearer()}`,
          ...(options.body === undefined ? {} : { "content-type": "application/json" }),
          ...options.headers,
        },
        ...(options.body === undefined ? {} : { body: options.body }),
      });
    } catch (error) {
      // A token that ended early is thrown away; the next call comes with a new one.
      if (error instanceof OutgoingError && error.status === 401) token = null;
      throw error;
    }
  }

  /** Certificates come from PayPal's own hosts, or from where the API itself is. */
  function isOwnCertificate(text: string | undefined): boolean {
    if (!text || !URL.canParse(text)) return false;
    const { hostname, protocol } = new URL(text);
    const api = new URL(base);
    return (
      (protocol === "https:" && hostname.endsWith(".paypal.com")) ||
      (hostname === api.hostname && protocol === api.protocol)
    );
  }

  return {
    get: (path: string) => send(path),
    post: (path: string, requestId: string, json: unknown) =>
      send(path, { body: JSON.stringify(json), headers: { "PayPal-Request-Id": requestId } }),
    /**
     * PayPal's own check of a webhook. The signature is over the exact bytes, so the event goes back as it came. What bears no
     * signature at all is refused without asking anybody.
     */
    async verifyWebhook(headers: Record<string, string | undefined>, raw: string): Promise<boolean> {
      const given = SIGNATURE.map((name) => headers[`paypal-${name}`]);
      if (given.some((value) => !value) || !isOwnCertificate(headers["paypal-cert-url"])) return false;
      const known = JSON.stringify({
        ...Object.fromEntries(SIGNATURE.map((name, place) => [name.replaceAll("-", "_"), given[place]])),
        webhook_id: settings.PAYPAL_WEBHOOK_ID,
      });
      const body = `${known.slice(0, -1)},"webhook_event":${raw}}`;
      // What PayPal refuses to look at is no event of theirs; when nobody answers, the event must be sent again.
      const answer = await send("/v1/notifications/verify-webhook-signature", { body }).catch((error: unknown) => {
        const refused =
          error instanceof OutgoingError && error.status !== null && !error.unknown && error.status !== 401;
        if (refused && error.status !== 429) return {};
        throw error;
      });
      return (answer as { verification_status?: string }).verification_status === "SUCCESS";
    },
  };
}
