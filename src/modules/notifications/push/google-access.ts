/**
 * A pass for Google's interfaces, by a service account (RFC 7523, https://developers.google.com/identity/protocols/oauth2/service-account):
 * a token that we sign is exchanged for one that holds an hour, which is used until shortly before its end.
 */
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";
import type { Clock } from "#platform/clock";
import { sendJson } from "#platform/outgoing";
import type { ServiceAccount } from "./service-account.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer";
/** The longest that Google takes. */
const HOUR_SECONDS = 3_600;
/** A pass that ends while it is on its way is refused. */
const SPARE_MS = 60_000;
const TIMEOUT_MS = 10_000;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** `url`: where passes are given out. What goes wrong there is thrown as every call's failure is. */
export function createGoogleAccess(deps: { account: ServiceAccount; url: string; scope: string; clock: Clock }) {
  const { account, url, scope, clock } = deps;
  let kept: { pass: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const now = Math.floor(clock.now().getTime() / 1_000);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: account.private_key_id })
      .setIssuer(account.client_email)
      .setAudience(url)
      .setIssuedAt(now)
      .setExpirationTime(now + HOUR_SECONDS)
      .sign(await importPKCS8(account.private_key, "RS256"));
    const answer = granted.parse(
      await sendJson<unknown>({
        url,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
        timeout_ms: TIMEOUT_MS,
      }),
    );
    kept = { pass: answer.access_token, until: now * 1_000 + answer.expires_in * 1_000 - SPARE_MS };
    return answer.access_token;
  }

  return {
    /** Many at once wait for one answer. */
    pass(): Promise<string> {
      if (kept && kept.until > clock.now().getTime()) return Promise.resolve(kept.pass);
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    /** It was refused where it should have opened: the next one is asked for anew. */
    forget(pass: string): void {
      if (kept?.pass === pass) kept = null;
    },
  };
}
