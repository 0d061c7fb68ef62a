/** One press, one call: busy while it runs, a doubled press runs once, and what went wrong is said in words. */
import { useRef, useState } from "react";
import { reasonOf } from "./console-call.ts";

export function useAction() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  async function run(act: () => Promise<unknown>, onError?: (error: unknown) => void): Promise<boolean> {
    if (running.current) return false;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(reasonOf(error));
      onError?.(error);
      return false;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, problem, run, clear: () => setProblem(null) };
}
