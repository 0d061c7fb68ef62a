/** Calls of our own interface from the browser. */
import { CallError, type ErrorBody } from "#ui/call-error.ts";
import { currentViewer } from "./viewer.ts";

/** Calls carry the bearer token; the binding cookie goes with them by itself. */
export async function call<T>(
  path: string,
  options: { method?: string; json?: unknown; form?: FormData; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<T> {
  const token = currentViewer().user?.login_token;
  const response = await fetch(path, {
    method: options.method ?? (options.json === undefined && !options.form ? "GET" : "POST"),
    headers: {
      accept: "application/json",
      ...(options.json === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    ...(options.form ? { body: options.form } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  });
  const body = (await response.json().catch(() => null)) as T;
  if (response.ok) return body;
  const error = new CallError(response.status, body as ErrorBody);
  // The server knows nobody behind a token that this page believes in: the session may be gone (SPEC §8).
  if (token && SIGNED_OUT.has(error.code)) session.doubted();
  throw error;
}

/** What follows from a session's turns. Set by what stands beside every page, which loads each part when it is first needed. */
export const session = {
  doubted: (): void => {},
  arrived: (): void => {},
  /** Somebody left this site to sign in, while this waited (a `Waiting`, as text). */
  returned: (_left: string): void => {},
  /** With the server's words, or none. */
  failed: (_said: string): void => {},
};

const SIGNED_OUT = new Set(["not_signed_in", "no_session"]);
