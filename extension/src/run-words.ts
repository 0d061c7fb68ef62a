/** What is said of codes that were tried, in whole sentences. */
import { bestOf, type Run, type Try, type TryWhy } from "./codes/run.ts";
import type { Look } from "./parts.ts";

type Money = (run: Run, minor: number, look: Look) => string;

const reasons = ({ t }: Look): Record<TryWhy, string> => ({
  ended: t("Ended"),
  minimum: t("Needs a larger order"),
  short: t("Needs a larger order"),
  items: t("Not for this bag"),
  used: t("Already used"),
  account: t("Needs an account at the store"),
  combined: t("Not with other offers"),
  unknown: t("Not known to the store"),
  refused: t("Did not work"),
  nothing: t("Saves nothing here"),
  dearer: t("Makes it cost more"),
  silent: t("No answer"),
  changed: t("Taken back by the store"),
  over: t("Not tried"),
});

export function tryText(one: Try, run: Run, look: Look, money: Money): string {
  const { t } = look;
  if (one.state === "worked") {
    const amount = money(run, one.saving ?? 0, look);
    return one.shipping && one.shipping === one.saving
      ? t("{{amount}} off shipping", { amount })
      : t("{{amount}} off", { amount });
  }
  if (one.state === "trying") return t("Trying");
  if (one.state === "waiting") return t("Waiting");
  return reasons(look)[one.why ?? "refused"];
}

/** How it went: what was tried, or why we stopped. */
export function leadText(run: Run, { t }: Look): string {
  const { why } = run;
  if (why === "captcha") return t("The store asks whether you are a person, so we stopped.");
  if (why === "too_often") return t("The store wants no more tries, so we stopped.");
  if (why === "left") return t("The page went on to another, so we stopped.");
  if (why === "slow") return t("The store does not answer, so we stopped.");
  if (why === "unsteady") return t("The total changes by itself, so we stopped: no saving could be told for sure.");
  const tried = run.tries.filter(({ state }) => state === "worked" || state === "refused").length;
  const worked = run.tries.filter(({ state }) => state === "worked").length;
  const first =
    tried === 1
      ? t("We tried 1 code.")
      : tried === 0
        ? t("We tried no code.")
        : t("We tried {{count}} codes.", { count: tried });
  if (tried === 0) return first;
  return `${first} ${worked === 0 ? t("None worked.") : worked === 1 ? t("One worked.") : t("{{count}} worked.", { count: worked })}`;
}

export function endingText(run: Run, look: Look, money: Money): string {
  const { t } = look;
  const { end, own } = run;
  if (end?.kept) return t("{{code}} saves {{amount}}", { code: end.kept, amount: money(run, end.saving, look) });
  const best = bestOf(run);
  if (best) return t("{{code}} would save {{amount}}", { code: best.code, amount: money(run, best.saving ?? 0, look) });
  if (run.declined) return t("All is as it was");
  if (own[0] && end?.lost.length === 0) return t("Your own code {{code}} is better", { code: own[0] });
  if (run.tries.some(({ state }) => state === "worked")) return t("Nothing is in use now");
  // Of codes that were not tried nothing is known.
  return run.tries.some(({ why }) => why === "over") ? t("No saving so far") : t("No code saves anything here");
}

/** What the shopper had and has not any more. */
export function lostText(run: Run, { t }: Look): string | null {
  const [code] = run.end?.lost ?? [];
  if (!code) return null;
  return run.why === "left"
    ? t("Your code {{code}} is no longer in use. Put it in again before you order.", { code })
    : t("Your code {{code}} is no longer in use. It's in the box: press the store's own button.", { code });
}
