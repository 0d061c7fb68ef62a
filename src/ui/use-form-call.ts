/** A form whose faults are all said at once, each beside its field, before the server is asked; the first gets the focus. */
import { useEffect, useRef, useState } from "react";
import { useCall } from "./use-call.ts";

export type Fault = { field: string; text: string };

/** What is empty of the fields that the form shows. */
export const emptyOf = (fields: FormData, words: Readonly<Record<string, string>>): Fault[] =>
  Object.entries(words).flatMap(([field, text]) =>
    fields.has(field) && !String(fields.get(field)).trim() ? [{ field, text }] : [],
  );

export function useFormCall() {
  const { busy, failure, run, errorOf, clear } = useCall();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  useEffect(() => {
    const first = faults[0]?.field ?? failure?.field;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [faults, failure]);
  return {
    form,
    busy,
    failure,
    errorOf(field: string): { error?: string } {
      const fault = faults.find((one) => one.field === field);
      return fault ? { error: fault.text } : errorOf(field);
    },
    /** True when it went well; with faults nothing is sent. */
    async send(found: readonly Fault[], act: () => Promise<unknown>): Promise<boolean> {
      setFaults(found);
      if (found.length === 0) return run(act);
      clear();
      return false;
    },
  };
}
