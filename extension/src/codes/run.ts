/**
 * One try of a store's codes, as a state and its next step. Pure, and nothing but data, so that it goes on where it was when the
 * store answers a code with a new page. Only totals are believed: what a store calls a saving is none until its total is lower.
 */
import type { Why } from "./page-words.ts";
import { TOO_OFTEN, whyOf } from "./page-words.ts";
import type { Totals } from "./read-totals.ts";

/** What stands on the page at one moment. */
export type Seen = {
  totals: Totals | null;
  /** Codes in use as the page lists them; null: one that cannot be read. */
  applied: readonly (string | null)[];
  /** What the page says of what was just done. */
  said: readonly string[];
  captchas: number;
  typed: string;
};
/** `restated`: what it says anew, be it in the same words as before. */
export type Answer = Seen & { answered: boolean; restated: readonly string[] };

export type TryWhy = Why | "nothing" | "dearer" | "silent" | "changed" | "short" | "over";
export type Try = {
  code: string;
  state: "waiting" | "trying" | "worked" | "refused" | "skipped";
  why?: TryWhy;
  saving?: number;
  /** How much of it is for sending, where the page tells. */
  shipping?: number;
  total?: number;
};
export type EndWhy = "done" | "stopped" | "captcha" | "too_often" | "left" | "slow" | "unsteady";
export type End = {
  why: EndWhy;
  kept: string | null;
  saving: number;
  total: number;
  /** Codes that the shopper had in use and that are not any more; empty: all is as it was. */
  lost: readonly string[];
};
export type Action = { kind: "apply" | "remove"; code: string };
export type Pending = Action & { total: number; applied: readonly (string | null)[]; said: readonly string[] };
export type Run = {
  store: string;
  /** Without query: another page than this ends the try. */
  address: string;
  tries: Try[];
  own: readonly string[];
  typed: string;
  start: Totals;
  base: Totals;
  applied: readonly string[];
  mine: string | null;
  /** What cannot be taken away here. */
  stuck: readonly string[];
  asked_back: readonly string[];
  captchas: number;
  silent: number;
  unsteady: number;
  pending: Pending | null;
  pressed_at: number;
  phase: "clearing" | "trying" | "ending" | "over";
  /** The shopper wants none of ours after all. */
  declined: boolean;
  why: EndWhy;
  end: End | null;
};

export const MAX_TRIES = 15;
export const PACE_MS = 1_500;
const MAX_SILENT = 2;
const MAX_UNSTEADY = 2;

const same = (one: string | null, other: string | null) => one?.toUpperCase() === other?.toUpperCase();
const has = (codes: readonly (string | null)[], code: string) => codes.some((one) => same(one, code));

/** Null where nothing may be touched: no total, or something in use that could not be put back. */
export function beginRun(seen: Seen, store: string, address: string, tries: readonly Try[]): Run | null {
  if (!seen.totals || seen.applied.includes(null)) return null;
  const own = seen.applied.flatMap((code) => code ?? []);
  return {
    ...{ store, address, own, typed: own.some((code) => same(code, seen.typed)) ? "" : seen.typed },
    tries: tries
      .filter(({ code }) => !has(own, code))
      .slice(0, MAX_TRIES)
      .map((one) => ({ ...one })),
    ...{ start: seen.totals, base: seen.totals, applied: own, mine: null, stuck: [], asked_back: [] },
    ...{ captchas: seen.captchas, silent: 0, unsteady: 0, pending: null, pressed_at: 0 },
    ...{ phase: own.length > 0 ? "clearing" : "trying", declined: false, why: "done", end: null },
  };
}

/** The best so far, when it is better than what the shopper had. */
export function bestOf({ tries, start, declined }: Pick<Run, "tries" | "start" | "declined">): Try | null {
  if (declined) return null;
  let best: Try | null = null;
  for (const one of tries) if (one.state === "worked" && (one.total ?? 0) < (best?.total ?? start.total)) best = one;
  return best;
}

const over = (run: Run, why: EndWhy, total: number): Run => {
  const best = bestOf(run);
  const kept = run.mine !== null && has(run.applied.length > 0 ? run.applied : [run.mine], run.mine) ? run.mine : null;
  const lost = best && same(kept, best.code) ? [] : run.own.filter((code) => !has(run.applied, code));
  const saving = kept === null ? 0 : Math.max(0, run.start.total - total);
  const tries = run.tries.map(leftOver);
  return { ...run, tries, pending: null, phase: "over", why, end: { why, kept, saving, total, lost } };
};
const leftOver = (one: Try): Try =>
  one.state === "waiting" || one.state === "trying" ? { ...one, state: "skipped", why: "over" } : one;

/** From here on nothing is pressed: the shopper, the store or a captcha said so. */
export const endNow = (run: Run, why: EndWhy, seen: Seen | null = null): Run =>
  run.phase === "over"
    ? run
    : over(seen ? withSeen(run, seen) : run, why, seen?.totals?.total ?? run.pending?.total ?? run.start.total);

/** What was found so far is kept, or what the shopper had put back. */
export const stopRun = (run: Run, why: EndWhy = "stopped"): Run =>
  run.phase === "over" || run.phase === "ending" ? run : { ...run, phase: "ending", why };

/** Takes away what was kept and puts back what the shopper had. */
export const declineRun = (run: Run): Run => ({ ...run, phase: "ending", declined: true, end: null, why: "done" });

const withSeen = (run: Run, { applied }: Seen): Run => ({ ...run, applied: applied.flatMap((code) => code ?? []) });

/** What is done next; a run that is over has nothing left. */
export function nextAction(run: Run): { run: Run; action: Action | null } {
  if (run.phase === "over") return { run, action: null };
  const removable = (code: string | null) => code !== null && !has(run.stuck, code);
  if (run.phase === "clearing") {
    const code = run.own.find((one) => has(run.applied, one) && removable(one));
    return code ? { run, action: { kind: "remove", code } } : nextAction({ ...run, phase: "trying" });
  }
  if (run.phase === "trying") {
    const waiting = run.tries.find(({ state }) => state === "waiting");
    if (!waiting) return nextAction({ ...run, phase: "ending" });
    if (run.mine && removable(run.mine)) return { run, action: { kind: "remove", code: run.mine } };
    const tries = run.tries.map((one) => (one === waiting ? { ...one, state: "trying" as const } : one));
    return { run: { ...run, tries }, action: { kind: "apply", code: waiting.code } };
  }
  const best = bestOf(run);
  if (best && same(run.mine, best.code)) return { run: over(run, run.why, best.total ?? 0), action: null };
  if (run.mine && removable(run.mine)) return { run, action: { kind: "remove", code: run.mine } };
  if (best) return { run, action: { kind: "apply", code: best.code } };
  const missing = run.own.find((code) => !has(run.applied, code) && !has(run.asked_back, code));
  if (missing) return { run, action: { kind: "apply", code: missing } };
  return { run: over(run, run.why, run.base.total), action: null };
}

/** The state after the page answered what was pending. */
export function afterAnswer(before: Run, answer: Answer): Run {
  const { pending } = before;
  if (!pending || before.phase === "over") return before;
  const news = [...answer.restated, ...answer.said.filter((text) => !pending.said.includes(text))];
  const seen = { ...withSeen(before, answer), pending: null };
  if (answer.captchas > before.captchas) return endNow(markTrying(seen, "silent"), "captcha", answer);
  if (news.some((text) => TOO_OFTEN.test(text))) return endNow(markTrying(seen, "silent"), "too_often", answer);
  if (!answer.totals) return endNow(markTrying(seen, "silent"), "slow", answer);
  if (pending.kind === "remove") return afterRemove(seen, pending, answer.totals);
  const isTry = before.tries.some(({ code, state }) => state === "trying" && code === pending.code);
  if (!isTry) return afterKeep(seen, pending, answer.totals);
  return afterTry(seen, pending, { ...answer, totals: answer.totals, said: news });
}

const markTrying = (run: Run, why: TryWhy): Run => ({
  ...run,
  tries: run.tries.map((one) => (one.state === "trying" ? { ...one, state: "skipped", why } : one)),
});

function afterRemove(run: Run, { code, applied }: Pending, totals: Totals): Run {
  const gone = !has(run.applied, code) && (has(applied, code) || totals.total > run.base.total - 1);
  if (!gone) return { ...run, stuck: [...run.stuck, code] };
  const mine = same(run.mine, code) ? null : run.mine;
  if (run.phase === "clearing") return { ...run, mine, base: totals };
  if (totals.total === run.base.total) return { ...run, mine };
  const unsteady = run.unsteady + 1;
  const next = { ...run, mine, unsteady, base: totals };
  return unsteady >= MAX_UNSTEADY ? stopRun(next, "unsteady") : next;
}

function afterTry(run: Run, pending: Pending, answer: Answer & { totals: Totals }): Run {
  const { totals } = answer;
  const took = has(run.applied, pending.code);
  const moved = totals.total !== pending.total;
  const saving = run.base.total - totals.total;
  const result: Omit<Try, "code"> =
    saving > 0 && (moved || (took && !has(pending.applied, pending.code)))
      ? { state: "worked", saving, total: totals.total, ...shippingPart(run.base, totals, saving) }
      : { state: "refused", why: refusalOf(answer, took, saving) };
  const tries = run.tries.map((one) => (one.state === "trying" ? { ...one, ...result } : one));
  const mine = took || moved ? pending.code : run.mine && has(run.applied, run.mine) ? run.mine : null;
  const silent = answer.answered ? 0 : run.silent + 1;
  const next = { ...run, tries, mine, silent };
  return silent >= MAX_SILENT ? stopRun(next, "slow") : next;
}

function shippingPart(base: Totals, now: Totals, saving: number): { shipping?: number } {
  const less = base.shipping !== null && now.shipping !== null ? base.shipping - now.shipping : 0;
  return less > 0 ? { shipping: Math.min(less, saving) } : {};
}

function refusalOf({ said, answered }: Answer, took: boolean, saving: number): TryWhy {
  if (saving < 0) return "dearer";
  if (took) return "nothing";
  if (!answered && said.length === 0) return "silent";
  return said.map(whyOf).find((why) => why !== "refused") ?? "refused";
}

/** The best again, or what the shopper had: what the store now says counts. */
function afterKeep(run: Run, { code }: Pending, totals: Totals): Run {
  const best = bestOf(run);
  if (!best || !same(best.code, code)) {
    const next = { ...run, asked_back: [...run.asked_back, code], base: totals };
    return has(run.applied, code) || totals.total > run.start.total
      ? next
      : { ...next, applied: [...run.applied, code] };
  }
  const took = totals.total < run.base.total || has(run.applied, code);
  const tries = run.tries.map((one): Try => {
    if (one !== best) return one;
    if (!took || totals.total >= run.start.total) return { code, state: "refused", why: "changed" };
    return { ...one, total: totals.total, saving: run.base.total - totals.total };
  });
  return { ...run, tries, mine: took ? code : null };
}
