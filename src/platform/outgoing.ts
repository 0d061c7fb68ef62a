/** Calls to other services: a time limit on each, bodies limited, failures with a name instead of a stack. */

export class OutgoingError extends Error {
  readonly status: number | null;
  readonly body: string;
  /** True when nobody can know whether the other side acted: a time-out or a broken connection after sending. */
  readonly unknown: boolean;
  constructor(message: string, options: { status: number | null; body?: string; unknown: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.status = options.status;
    this.body = options.body ?? "";
    this.unknown = options.unknown;
  }
}

export type OutgoingRequest = {
  url: string;
  method?: "GET" | "POST";
  headers?: Record<string, string>;
  body?: string;
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
      unknown: response.status >= 500,
    });
  }
  return response;
}

export async function sendJson<T>(request: OutgoingRequest & { json?: unknown }): Promise<T> {
  const { json, ...rest } = request;
  const response = await send({
    ...rest,
    headers: {
      accept: "application/json",
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...rest.headers,
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  });
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new OutgoingError(`${new URL(request.url).host} sent something that is not JSON`, {
      status: response.status,
      unknown: true,
      cause,
    });
  }
}
