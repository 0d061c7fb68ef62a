/** Takes a run step by step over a page: one code after the other, never faster than a patient person. */
import { afterAnswer, bestOf, endNow, nextAction, PACE_MS, type Run, stopRun } from "./run.ts";
import type { StorePage } from "./store-page.ts";

export type DriveDeps = {
  page: StorePage;
  now(): number;
  wait(ms: number): Promise<void>;
  save(run: Run): Promise<void>;
  /** Whether the shopper pressed stop. */
  stopped(): boolean;
  /** Whether the shopper went on by themselves: nothing is pressed any more. */
  left(): boolean;
};

const REMOVE_PACE_MS = 500;
/** After an answer a store may go on drawing: what it says late is not taken for the next code's. */
const REST_MS = 1_300;
const knownOf = (run: Run) => [...run.own, ...run.tries.map(({ code }) => code)];

/** `fresh`: this page came in answer to what is pending. */
export async function driveRun(begun: Run, deps: DriveDeps, fresh: boolean): Promise<Run> {
  const { page, now, wait, save } = deps;
  let run = begun;
  let isNew = fresh;
  for (;;) {
    if (deps.left()) run = endNow(run, "left");
    if (deps.stopped()) run = stopRun(run);
    if (run.pending) {
      const { total, applied, said } = run.pending;
      const before = { totals: { ...run.base, total }, applied, said };
      run = afterAnswer(run, await page.answer(isNew ? null : before, knownOf(run)));
      isNew = false;
      run = { ...run, pressed_at: Math.max(run.pressed_at, now() + REST_MS - PACE_MS) };
      await save(run);
      continue;
    }
    const next = nextAction(run);
    run = next.run;
    if (!next.action) {
      const left = textLeft(run);
      if (left) page.type(left);
      await save(run);
      return run;
    }
    const { kind, code } = next.action;
    await save(run);
    await wait(Math.max(0, run.pressed_at + (kind === "apply" ? PACE_MS : REMOVE_PACE_MS) - now()));
    if (deps.left() || (deps.stopped() && run.phase === "trying")) {
      run = { ...run, tries: run.tries.map((one) => (one.state === "trying" ? { ...one, state: "waiting" } : one)) };
      continue;
    }
    const { totals, applied, said } = page.look(knownOf(run));
    run = { ...run, pressed_at: now(), pending: { kind, code, total: totals?.total ?? run.base.total, applied, said } };
    // The press may bring a new page, which goes on from here.
    await save(run);
    const pressed = kind === "apply" ? await page.enter(code) : await page.remove(code, knownOf(run));
    if (!pressed) run = notPressed(run);
  }
}

/** What has no button cannot be taken away; where the box is gone, nothing can be tried. */
function notPressed(run: Run): Run {
  const { pending } = run;
  const next = { ...run, pending: null };
  if (pending?.kind === "remove") return { ...next, stuck: [...run.stuck, pending.code] };
  return endNow(next, "left");
}

/** What stands in the box in the end: what is missing now and only the shopper may send, or what they had typed. */
function textLeft(run: Run): string | null {
  if (run.why === "left" || run.end?.kept) return null;
  const stoppedByStore = run.why === "captcha" || run.why === "too_often";
  return run.end?.lost[0] ?? (stoppedByStore ? bestOf(run)?.code : null) ?? (run.typed || null);
}
