/**
 * Calls to providers with a published limit: each takes from the shared budget first, follows what the provider's headers
 * say, and leaves its mark in the provider's health. What is busy or stumbles is asked again, a few times and patiently.
 */
import { setTimeout as pause } from "node:timers/promises";
import { OutgoingError, type OutgoingRequest, readJson, send, sendJson, waitTold } from "#platform/outgoing";
import { isFault, type ProviderHealth } from "#platform/provider-health";
import type { RateBudget } from "#platform/rate-budget";

/** `tries`: how often all in all; `max_wait_ms`: how long one call may wait for its turn; `reserve`: see `RateBudget.take`. */
export type CallOptions = { tries?: number; max_wait_ms?: number; reserve?: number };

/** Reports are read again soon, so that they give up early; lists of an import wait for their turn. */
export const SOON: CallOptions = { tries: 2, max_wait_ms: 60_000 };
export const PATIENT: CallOptions = { tries: 5, max_wait_ms: 3_600_000 };
/** What can wait for hours: only from what nobody else needs now. */
export const SPARE: CallOptions = { tries: 2, max_wait_ms: 0, reserve: 0.5 };

const WAITS_MS = [1_000, 4_000, 15_000, 30_000];
/** A provider that says "too many" and not until when. */
const BUSY_SECONDS = 60;

/** No call was made: the budget of the provider is used up for now. */
export class BudgetSpentError extends Error {
  readonly wait_ms: number;
  constructor(provider: string, wait_ms: number) {
    super(`the call budget of ${provider} is used up for ${Math.ceil(wait_ms / 1_000)} s`);
    this.wait_ms = wait_ms;
  }
}

/** For adapters that ask once. */
export type AskOnce = Pick<ProviderCalls, "once">;
export type ProviderCalls = ReturnType<typeof createProviderCalls>;

export function createProviderCalls(deps: { budget: RateBudget; health: ProviderHealth }) {
  async function turn(provider: string, options: CallOptions): Promise<void> {
    for (let left = options.max_wait_ms ?? 60_000; ; ) {
      const wait = await deps.budget.take(provider, options.reserve);
      if (wait === 0) return;
      if (wait > left) throw new BudgetSpentError(provider, wait);
      left -= wait;
      await pause(wait);
    }
  }

  /** An answer with status 2xx, or an `OutgoingError` after the last try. */
  async function call(provider: string, request: OutgoingRequest, options: CallOptions = SOON): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      await turn(provider, options);
      try {
        const response = await send(request);
        const left = response.headers.get("x-ratelimit-remaining");
        if (left !== null && /^\d{1,6}$/.test(left)) await deps.budget.heard(provider, { left: Number(left) });
        await deps.health.note(provider, { ok: true });
        return response;
      } catch (error) {
        if (!(error instanceof OutgoingError)) throw error;
        const busy = error.status === 429;
        if (busy) await deps.budget.heard(provider, { wait_seconds: waitTold(error.headers) ?? BUSY_SECONDS });
        // 404 is an answer: what was asked for is not there.
        await deps.health.note(provider, error.status === 404 ? { ok: true } : { fault: faultText(error) });
        const passing = error.status === null || busy || error.status >= 500;
        if (!passing || attempt >= (options.tries ?? 1)) throw error;
        if (!busy) await pause(WAITS_MS[attempt - 1] ?? 30_000);
      }
    }
  }

  return {
    call,
    async json<T>(provider: string, request: OutgoingRequest & { json?: unknown }, options?: CallOptions): Promise<T> {
      return (await readJson<T>(request, (plain) => call(provider, plain, options))).value;
    },
    /**
     * One call as it is, for providers of money and messages: they publish no limit for us to share, and whether a call may be made
     * again is decided by who knows what it does.
     */
    async once<T>(provider: string, request: OutgoingRequest & { json?: unknown }): Promise<T> {
      try {
        const value = await sendJson<T>(request);
        await deps.health.note(provider, { ok: true });
        return value;
      } catch (error) {
        if (error instanceof OutgoingError)
          await deps.health.note(
            provider,
            error.unknown || isFault(error.status) ? { fault: faultText(error) } : { ok: true },
          );
        throw error;
      }
    },
    health: deps.health,
  };
}

const faultText = (error: OutgoingError): string => {
  const said = error.body.replaceAll(/\p{Cc}/gu, " ").slice(0, 200);
  return said ? `${error.message}: ${said}` : error.message;
};
