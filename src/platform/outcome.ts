/**
 * An expected refusal is a value with a code from the module's closed list. A programmer's error is an assert, and
 * everything else is one masked 500.
 */
export type Refusal<Code extends string> = {
  readonly ok: false;
  readonly code: Code;
  readonly detail?: Record<string, string>;
};
export type Outcome<T, Code extends string> = { readonly ok: true; readonly value: T } | Refusal<Code>;

export const done = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const refused = <Code extends string>(code: Code, detail?: Record<string, string>): Refusal<Code> =>
  detail ? { ok: false, code, detail } : { ok: false, code };

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}
