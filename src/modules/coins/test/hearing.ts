/** The sandbox beside a small server in the place of the product, which hands what it hears to the adapters. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { send } from "#platform/outgoing";
import { readConfig } from "#settings";
import { startSandbox } from "../../../../sandbox/sandbox.ts";
import type { CoinProvider, CoinProviderName, Received, Verdict } from "../provider.types.ts";
import { createCoinProviders, type ProviderDeps } from "../providers.ts";

export type Heard = { name: string; received: Received; verdict: Verdict };
export type Hearing = Awaited<ReturnType<typeof startHearing>>;

export async function startHearing() {
  const heard: Heard[] = [];
  /** What is answered instead of what the adapter wants, one after the other. */
  const answers: { status: number; body: string }[] = [];
  let providers: readonly CoinProvider[] = [];
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const name = /^\/cb\/([a-z]+)\/sandbox-callback-secret(?:\?|$)/.exec(request.url ?? "")?.[1] ?? "";
      const provider = providers.find((one) => one.name === name);
      if (!provider) return reply.writeHead(404).end();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([key, value]) => [key, [value].flat().join(", ")]),
      );
      const received: Received = {
        method: request.method === "POST" ? "POST" : "GET",
        target: request.url ?? "",
        headers,
        body: Buffer.concat(chunks),
        address: request.socket.remoteAddress ?? "",
      };
      const verdict = provider.read(received);
      heard.push({ name, received, verdict });
      const answer = answers.shift() ?? (verdict.ok ? provider.replies.done : provider.replies.forged);
      return reply.writeHead(answer.status).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const productUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    dataDir: null,
    productUrl,
    catalogue: "small",
    retryDelaysMs: [5, 5],
  });
  const settings = readConfig({
    NODE_ENV: "test",
    PUBLIC_URL: productUrl,
    SANDBOX_PORT: new URL(sandbox.url).port,
  });
  const calls = {
    call: (_provider: string, request: Parameters<typeof send>[0]) => send(request),
    // Adapters ask by `call` alone; budgets and health are the platform's own tests.
  } as unknown as ProviderDeps["calls"];
  providers = createCoinProviders({ settings, calls });

  async function control<T = Record<string, never>>(path: string, body?: object): Promise<T> {
    const response = await fetch(`${sandbox.url}/control/${path}`, {
      ...(body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  return {
    heard,
    answers,
    sandbox,
    control,
    provider: (name: CoinProviderName): CoinProvider => {
      const found = providers.find((one) => one.name === name);
      if (!found) throw new Error(`${name} is not connected`);
      return found;
    },
    /** What the adapters made of all that was sent since the last look. */
    async told() {
      await control("postbacks/idle", {});
      return heard.splice(0).map(({ verdict }) => verdict);
    },
    async close() {
      await sandbox.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
