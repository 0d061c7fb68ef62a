/** What is done at once is carried out behind the answer: a page with such a decision shows what came of it without being asked. */
import { useEffect, useEffectEvent } from "react";
import { useRevalidator } from "react-router";
import type { ShownDecision } from "#staff";

const LOOK_AGAIN_MS = 700;

export function useLookAgain(decisions: readonly ShownDecision[]): void {
  const { revalidate, state } = useRevalidator();
  const isRunning = decisions.some(
    (one) => one.state === "running" || (one.state === "waiting" && one.carry_at === one.decided_at),
  );
  // On a busy machine an answer may come before the page was drawn as asking for it: whether it asks is looked up at each turn.
  const lookAgain = useEffectEvent(() => {
    if (state === "idle") void revalidate();
  });
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(lookAgain, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
}
