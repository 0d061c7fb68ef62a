/** One call from a form: busy while it runs, the server's first error beside its field, nothing typed is lost. */
import { useRef, useState } from "react";
import { type Translate, useText } from "#ui/text.tsx";
import { CallError } from "./call-error.ts";

/** Why it did not work (SPEC §8). `field` is null when no field of the form is to blame. */
export type CallFailure = { field: string | null; text: string; code: string };

export function failureOf(error: unknown, t: Translate, fields: ReadonlySet<string> | null = null): CallFailure {
  if (error instanceof CallError && error.message) {
    const field = error.field === "form" ? null : error.field;
    return { field: field && (!fields || fields.has(field)) ? field : null, text: error.message, code: error.code };
  }
  return {
    field: null,
    text: t("We're sorry, but we are having technical difficulties, please try again in an hour"),
    code: "unreachable",
  };
}

export function useCall() {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const running = useRef(false);
  /** True when it went well. A doubled press runs once. */
  async function run(act: () => Promise<unknown>): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await act();
      return true;
    } catch (error) {
      setFailure(failureOf(error, t));
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  const errorOf = (field: string): { error?: string } => (failure?.field === field ? { error: failure.text } : {});
  return { busy, failure, run, errorOf, clear: () => setFailure(null) };
}
