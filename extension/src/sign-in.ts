/**
 * Signing in, as RFC 7636 binds codes: a secret is made here and stays here, our site is opened with its hash, and the code that comes
 * back on our own page is exchanged together with the secret. Who sees the address, the page or the code has nothing by it.
 */
import { browser } from "wxt/browser";
import type { SignInAnswer } from "./messages.ts";
import { type OwnSession, saveSession } from "./own-session.ts";
import { BRAND, SITE } from "./settings.ts";
import { inTurn } from "./watch.ts";

/** In memory, where no page's script and no other run of the browser finds it. */
const PENDING = "signing_in";
type Pending = { verifier: string; challenge: string };

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The shopper's press. A second one makes the first worth nothing. */
export async function beginSignIn(): Promise<boolean> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const challenge = base64url(new Uint8Array(hash));
  await browser.storage.session.set({ [PENDING]: { verifier, challenge } satisfies Pending });
  const query = new URLSearchParams({ redirect: `${location.origin}/`, challenge });
  await browser.tabs.create({ url: `${SITE}/login-full-page?${query}` });
  return true;
}

/** What our own page hands over. Each secret is sent once, whatever comes of it. */
export const finishSignIn = (code: string, challenge: string): Promise<SignInAnswer> =>
  inTurn(async () => {
    const found = (await browser.storage.session.get(PENDING))[PENDING] as Pending | undefined;
    if (!found || found.challenge !== challenge) return { why: "not_asked" };
    await browser.storage.session.remove(PENDING);
    const response = await fetch(`${SITE}/ext/${BRAND}/session`, {
      ...{ method: "POST", credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" },
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code, verifier: found.verifier }),
    }).catch(() => null);
    const told = (await response?.json().catch(() => null)) as (OwnSession & { code?: string }) | null | undefined;
    if (!response?.ok || !told) return { why: told?.code ?? "unreachable" };
    const { login_token, bind_secret, expires } = told;
    await saveSession({ login_token, bind_secret, expires });
    return { why: null };
  });
