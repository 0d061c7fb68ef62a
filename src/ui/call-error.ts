/** How a call that was refused reaches the part that shows it. */
export type ErrorBody = { code?: string; message?: string; errors?: Record<string, string[]> } | null;

/** A refused call. The first of the server's errors is shown (SPEC §8). */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | null;
  constructor(status: number, body: ErrorBody) {
    const first = Object.entries(body?.errors ?? {})[0];
    super(first?.[1][0] ?? body?.message ?? "");
    this.status = status;
    this.code = body?.code ?? "unreachable";
    this.field = first?.[0] ?? null;
  }
}
