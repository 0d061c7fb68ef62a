/** Calls to other services: a time limit on each, bodies limited, failures with a name instead of a stack. */

export class OutgoingError extends Error {
  readonly status: number | null;
  readonly body: string;
  /** Of the answer; null when there was none. */
  readonly headers: Headers | null;
  /** True when nobody can know whether the other side acted: a time-out or a broken connection after sending. */
  readonly unknown: boolean;
  constructor(
    message: string,
    options: { status: number | null; body?: string; headers?: Headers; unknown: boolean; cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.body = options.body ?? "";
    this.headers = options.headers ?? null;
    this.unknown = options.unknown;
  }
}

export type OutgoingRequest = {
  url: string;
  method?: "GET" | "POST" | "HEAD";
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  timeout_ms?: number;
};

/** Sends a request and returns the answer when its status is 2xx; anything else is an `OutgoingError`. */
export async function send(request: OutgoingRequest): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request.url, {
      method: request.method ?? "GET",
      headers: request.headers ?? {},
      ...(request.body === undefined ? {} : { body: request.body }),
      signal: AbortSignal.timeout(request.timeout_ms ?? 20_000),
      redirect: "error",
    });
  } catch (cause) {
    throw new OutgoingError(`no answer from ${new URL(request.url).host}`, { status: null, unknown: true, cause });
  }
  if (!response.ok) {
    const body = (await response.text().catch(() => "")).slice(0, 4_000);
    throw new OutgoingError(`${new URL(request.url).host} answered ${response.status}`, {
      status: response.status,
      body,
      headers: response.headers,
      unknown: response.status >= 500,
    });
  }
  return response;
}

/**
 * Seconds that a provider asks us to wait: `Retry-After` in seconds or as a date, else `X-RateLimit-Reset` in seconds (Impact).
 * Null when it does not say; never more than an hour, since a slip of theirs must not silence us for days.
 */
export function waitTold(headers: Headers | null): number | null {
  const after = headers?.get("retry-after")?.trim() ?? headers?.get("x-ratelimit-reset")?.trim() ?? "";
  if (!after || after.length > 40) return null;
  const seconds = /^\d{1,9}(\.\d{1,3})?$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1_000;
  return Number.isFinite(seconds) ? Math.min(3_600, Math.max(1, seconds)) : null;
}

export const sendJson = async <T>(request: OutgoingRequest & { json?: unknown }): Promise<T> =>
  (await readJson<T>(request, send)).value;

/** The same by any way of sending, with the number of characters that were read. */
export async function readJson<T>(
  request: OutgoingRequest & { json?: unknown },
  by: (plain: OutgoingRequest) => Promise<Response>,
): Promise<{ value: T; size: number }> {
  const { json, ...rest } = request;
  const response = await by({
    ...rest,
    headers: {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...rest.headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  const text = await response.text().catch((cause) => {
    throw new OutgoingError(`the answer of ${new URL(request.url).host} broke off`, {
      status: response.status,
      unknown: true,
      cause,
    });
  });
  try {
    return { value: JSON.parse(text) as T, size: text.length };
  } catch (cause) {
    throw new OutgoingError(`${new URL(request.url).host} sent something that is not JSON`, {
      status: response.status,
      unknown: true,
      cause,
    });
  }
}
