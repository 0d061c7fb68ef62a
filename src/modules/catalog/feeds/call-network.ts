/** Calls to the networks' list pages: each takes its turn in the network's shared budget and is tried patiently. */
import { type OutgoingRequest, readJson } from "#platform/outgoing";
import { PATIENT, type ProviderCalls } from "#platform/provider-calls";
import type { CatalogSettings } from "../settings.ts";

/** What every adapter is given. */
export type NetworkDeps = { settings: CatalogSettings; calls: ProviderCalls };

const TIMEOUT_MS = 60_000;

export async function callText(deps: NetworkDeps, provider: string, request: OutgoingRequest): Promise<string> {
  return (await deps.calls.call(provider, { timeout_ms: TIMEOUT_MS, ...request }, PATIENT)).text();
}

export async function callJson<T>(
  deps: NetworkDeps,
  provider: string,
  request: OutgoingRequest & { json?: unknown },
): Promise<{ value: T; bytes: number }> {
  const { value, size } = await readJson<T>({ timeout_ms: TIMEOUT_MS, ...request }, (plain) =>
    deps.calls.call(provider, plain, PATIENT),
  );
  return { value, bytes: size };
}

/** Networks are not bound by our types: whatever a field holds is read as text, or as nothing. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : "";
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
