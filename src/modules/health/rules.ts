/** What is decided without database and clock: when an alarm is raised, which errors are one, and scales of speed. */
import type { ErrorLine } from "#platform/log";
import type { CheckState } from "#platform/operator";

export const ALARM_TRANSITIONS = { noticed: ["raised", "cleared"], raised: ["cleared"], cleared: [] } as const;
export type AlarmState = keyof typeof ALARM_TRANSITIONS;

/** A kind of error that comes again after it was closed is open again. */
export const ERROR_TRANSITIONS = { open: ["closed"], closed: ["open"] } as const;

/** Looks in a row that decide: one slip is life. */
export const LOOKS = 2;
type Standing = { state: AlarmState; fine_looks: number } | null;
/** What a look makes of a check's open alarm. `none`: nothing is kept. */
export type AlarmStep = "none" | "notice" | "raise" | "stay" | "recover" | "clear";

export function nextStep(open: Standing, state: CheckState): AlarmStep {
  if (state === "fine") {
    if (!open) return "none";
    if (open.state === "noticed" || open.fine_looks + 1 >= LOOKS) return "clear";
    return "recover";
  }
  if (!open) return "notice";
  return open.state === "noticed" ? "raise" : "stay";
}

/** Numbers, ids and quoted values differ from one error to the next; what is left says what went wrong. */
export const withoutValues = (text: string): string =>
  text
    .replace(/"[^"]*"|'[^']*'/g, "…")
    .replace(/\b[a-z]{3}_[0-9a-f]{32}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "…")
    .replace(/https?:\/\/\S+/g, "…")
    .replace(/\d+/g, "#")
    .slice(0, 300);

/** Where our own code threw: the first frame outside of packages and of Node itself. */
export function placeOf(stack: string | undefined): string {
  const frame = stack?.split("\n").find((line) => !/node_modules|node:internal/.test(line));
  const file = frame?.split("/").slice(-3).join("/").split(":")[0] ?? "";
  return /\.[jt]sx?$/.test(file) ? file : "";
}

export const groupOf = ({ msg, err }: ErrorLine): { message: string; place: string } => ({
  message: [withoutValues(msg ?? ""), err ? `${err.type}: ${withoutValues(err.message)}` : ""]
    .filter(Boolean)
    .join(" · "),
  place: placeOf(err?.stack),
});

/** What of a page is measured, by the names of the web vitals. LCP, INP and TTFB in milliseconds, CLS in thousandths. */
export const VITALS = ["LCP", "INP", "CLS", "TTFB"] as const;
export type Vital = (typeof VITALS)[number];
/** Up to which a visit is good, and from which it is poor (web.dev/vitals). */
export const GOOD: Readonly<Record<Vital, number>> = { LCP: 2_500, INP: 200, CLS: 100, TTFB: 800 };
export const POOR: Readonly<Record<Vital, number>> = { LCP: 4_000, INP: 500, CLS: 250, TTFB: 1_800 };
const MAX_STEP = 60_000;

/** Steps of a tenth, so that a percentile read from them is right to a twentieth. Answers the step's upper end. */
export function stepOf(value: number): number {
  const bounded = Math.min(MAX_STEP, Math.max(1, value));
  return Math.round(1.1 ** Math.ceil(Math.log(bounded) / Math.log(1.1)));
}

/** The value below which a share of the visits lie; null without any. */
export function percentile(steps: readonly { step: number; visits: number }[], share: number): number | null {
  const all = steps.reduce((sum, { visits }) => sum + visits, 0);
  let seen = 0;
  for (const { step, visits } of steps.toSorted((one, other) => one.step - other.step)) {
    seen += visits;
    if (seen >= all * share) return step;
  }
  return null;
}

/** Kinds of pages, a closed list: neither an address nor what somebody looked at is kept. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\/$/, "home"],
  [/^\/(account|mobile)(\/|$)/, "account"],
  [
    /^\/(spl|spupsell|spupsell2|thankyou|awesome|spsummary|splthanq|splnothanq|splamzthanq|payment-error)(\/|$)/,
    "joining",
  ],
  [/^\/(login|register|password|auth|oauth|verify|pverify)(\/|$)/, "signing in"],
  [/^\/(stores|spstores|MerchantList|section)(\/|$)/, "stores"],
  [/^\/products(\/|$)/, "products"],
  [/^\/coupons(\/|$)/, "coupons"],
  [/^\/search$/, "search"],
  [/^\/(offers|offer|surveys|survey|coins)(\/|$)/, "offers"],
  [/^\/[^/]+-product$/, "product"],
  [/^\/[^/]+(-coupons|\/coupons)$/, "store"],
];
export const pageKindOf = (pathname: string): string => KINDS.find(([path]) => path.test(pathname))?.[1] ?? "other";
