/** Calls to the networks' list pages: a network that is busy or stumbles is asked again, a few times and patiently. */
import { setTimeout as pause } from "node:timers/promises";
import { OutgoingError, type OutgoingRequest, send } from "#platform/outgoing";

const WAIT_MS = [1_000, 4_000, 15_000, 30_000];

export async function callText(request: OutgoingRequest): Promise<string> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await send({ timeout_ms: 60_000, ...request });
      return await response.text();
    } catch (error) {
      const wait = WAIT_MS[attempt];
      const again =
        error instanceof OutgoingError && (error.status === null || error.status === 429 || error.status >= 500);
      if (!again || wait === undefined) throw error;
      await pause(error.status === 429 ? Math.max(wait, 5_000) : wait);
    }
  }
}

export async function callJson<T>(request: OutgoingRequest): Promise<{ value: T; bytes: number }> {
  const text = await callText({ ...request, headers: { accept: "application/json", ...request.headers } });
  try {
    return { value: JSON.parse(text) as T, bytes: text.length };
  } catch (cause) {
    throw new Error(`${new URL(request.url).host} sent something that is not JSON`, { cause });
  }
}

/** Networks are not bound by our types: whatever a field holds is read as text, or as nothing. */
export const asText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : "";
export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
