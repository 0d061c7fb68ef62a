import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { PROVIDERS } from "../providers.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../sandbox.ts";
import type { Provider } from "../world.ts";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Running {
  sandbox: Sandbox;
  received: Received[];
  /** Status the pretended product answers with next; empty = 200. */
  answers: number[];
  call(path: string, options?: CallOptions): Promise<Response>;
  control<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  until(test: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  method?: string;
  auth?: string;
  json?: unknown;
  /** JSON that goes out byte for byte as given. */
  text?: string;
  form?: Record<string, string>;
  cookie?: string;
  headers?: Record<string, string>;
}

export const AUTH = {
  impact: `Basic ${Buffer.from("IRsandbox0000:sandbox-impact-token").toString("base64")}`,
  cj: "Bearer sandbox-cj-token",
  awin: "Bearer sandbox-awin-token",
  tremendous: "Bearer TEST_sandbox",
  paypalClient: `Basic ${Buffer.from("sandbox-paypal-client:sandbox-paypal-secret").toString("base64")}`,
} as const;

export const IMPACT = "/impact/Mediapartners/IRsandbox0000";

/** A sandbox in memory, with a small server in the place of the product that writes down what it is sent. */
export async function run(options: SandboxOptions = {}, providers: readonly Provider[] = PROVIDERS): Promise<Running> {
  const received: Received[] = [];
  const answers: number[] = [];
  const product = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      });
      reply.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
  const productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  const sandbox = await startSandbox(
    {
      port: 0,
      smtpPort: 0,
      dataDir: null,
      productUrl,
      payoutDelayMs: 40,
      retryDelaysMs: [10, 10],
      ...options,
    },
    providers,
  );
  const call: Running["call"] = (path, given = {}) => {
    const headers: Record<string, string> = { ...given.headers };
    if (given.auth !== undefined) headers.authorization = given.auth;
    if (given.cookie !== undefined) headers.cookie = given.cookie;
    const init: RequestInit = { method: given.method ?? "GET", headers, redirect: "manual" };
    const json = given.text ?? (given.json === undefined ? undefined : JSON.stringify(given.json));
    if (json !== undefined) {
      headers["content-type"] = "application/json";
      init.body = json;
      init.method = given.method ?? "POST";
    }
    if (given.form !== undefined) {
      init.body = new URLSearchParams(given.form);
      init.method = given.method ?? "POST";
    }
    return fetch(path.startsWith("http") ? path : `${sandbox.url}${path}`, init);
  };
  return {
    sandbox,
    received,
    answers,
    call,
    async control<T>(path: string, body?: unknown): Promise<T> {
      const reply = await call(`/control/${path}`, body === undefined ? {} : { json: body });
      return (await reply.json()) as T;
    },
    async until(test) {
      const end = Date.now() + 4000;
      while (!test()) {
        if (Date.now() > end) throw new Error("it did not happen within four seconds");
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      await sandbox.close();
      await new Promise((resolve) => product.close(resolve));
    },
  };
}

/** The cookies a reply sets, as the next request sends them. */
export function cookiesOf(reply: Response, before = ""): string {
  const jar = new Map(
    before
      .split("; ")
      .filter((pair) => pair !== "")
      .map((pair) => [pair.split("=")[0] ?? "", pair] as const),
  );
  for (const line of reply.headers.getSetCookie()) {
    const pair = line.split(";")[0] ?? "";
    jar.set(pair.split("=")[0] ?? "", pair);
  }
  return [...jar.values()].join("; ");
}

export interface ControlOrder {
  id: string;
  state: string;
  amount: number;
  commission: number;
  subId: string;
  orderId: string;
}
