/**
 * The extension's own session of our site: it opens the balance and what the popup chooses, no more, and ends with the site's session in
 * this browser. It goes to our site alone, in headers and without the site's cookies.
 */
import { browser } from "wxt/browser";
import { SITE } from "./settings.ts";

export type OwnSession = { login_token: string; bind_secret: string; expires: string };
export const SESSION = "session";
/** Set when an update brought the first version with a session of its own: who was signed in before is told why they are asked. */
export const ANEW = "sign_in_anew";

const read = async (): Promise<OwnSession | null> =>
  ((await browser.storage.local.get(SESSION))[SESSION] as OwnSession | undefined) ?? null;

export async function saveSession(session: OwnSession): Promise<void> {
  await browser.storage.local.set({ [SESSION]: session });
  await browser.storage.local.remove(ANEW);
}

export const isAskedAnew = async (): Promise<boolean> => (await browser.storage.local.get(ANEW))[ANEW] === true;

/** Null for who is signed out, also by this very answer; throws where nobody answers. */
export async function askAsMember(method: "GET" | "PUT" | "DELETE", path: string): Promise<Response | null> {
  const session = await read();
  if (!session) return null;
  const { login_token, bind_secret } = session;
  const response = await fetch(`${SITE}${path}`, {
    ...{ method, credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" },
    headers: { authorization: `Bearer ${login_token}`, "x-tuppence-bind": bind_secret },
  });
  if (response.status !== 401) return response;
  // A sign-in that came meanwhile stays.
  if ((await read())?.login_token === login_token) await browser.storage.local.remove(SESSION);
  return null;
}
