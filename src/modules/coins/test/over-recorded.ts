/** Adapters over recorded answers, and callbacks as a test writes them. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { readConfig } from "#settings";
import type { CoinProvider, Received, Told } from "../provider.types.ts";
import type { ProviderDeps } from "../providers.ts";

export const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
export const sample = (path: string) => JSON.parse(read(path));

export type Asked = { url: URL; method: string; headers: Record<string, string>; body: string };

/** An adapter, and everything that it asked for. `answer` is what comes back, as text or as JSON. */
export function over(
  create: (deps: ProviderDeps) => CoinProvider,
  answer: (asked: Asked) => unknown = () => ({}),
  environment: Record<string, string> = {},
) {
  const asked: Asked[] = [];
  const calls = {
    call: async (_provider: string, request: { url: string; method?: string; headers?: object; body?: string }) => {
      const one = {
        url: new URL(request.url),
        method: request.method ?? "GET",
        headers: { ...request.headers } as Record<string, string>,
        body: request.body ?? "",
      };
      asked.push(one);
      const answered = answer(one);
      if (answered instanceof Response) return answered;
      return new Response(typeof answered === "string" ? answered : JSON.stringify(answered));
    },
    // Adapters ask by `call` alone; the rest of the calls is not played.
  } as unknown as ProviderDeps["calls"];
  const settings = readConfig({ NODE_ENV: "test", PUBLIC_URL: "https://shop.example", ...environment });
  return { adapter: create({ settings, calls }), asked };
}

export const CALLBACK = (name: string) => `/cb/${name}/sandbox-callback-secret`;

export const received = (target: string, more: Partial<Received> = {}): Received => ({
  method: "GET",
  target,
  headers: {},
  body: Buffer.alloc(0),
  address: "127.0.0.1",
  ...more,
});

/** What was told; anything else fails the test with why. */
export function toldBy(adapter: CoinProvider, callback: Received): Told {
  const verdict = adapter.read(callback);
  if (!verdict.ok) throw new Error(`${callback.target} is ${verdict.why}`);
  return verdict.told;
}

export const whyNot = (adapter: CoinProvider, callback: Received): string => {
  const verdict = adapter.read(callback);
  return verdict.ok ? "told" : verdict.why;
};

/** Parameters as most vendors write them. */
export const query = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

/** What no vendor sends, in the place of an amount. */
export const ODD_AMOUNTS = ["", "1e3", "1,5", "0x10", "NaN", "Infinity", "١٢", " 1", "1.", ".5", "9".repeat(12)];
/** What no vendor sends, in the place of an id. */
export const ODD_IDS = ["", "a b", "x".repeat(129), "naïve", "\u0000", "line\nbreak", "１２"];

export function expectRefused(adapter: CoinProvider, callbacks: readonly Received[], why = "unreadable"): void {
  for (const callback of callbacks) expect(whyNot(adapter, callback), callback.target).toBe(why);
}
