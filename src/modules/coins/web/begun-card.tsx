/** One offer that a member began: each step with its day and its coins, and the way on. */
import type { ReactNode } from "react";
import type { Progress, ProgressStep } from "#coins";
import { ButtonLink } from "#ui/button.tsx";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { Coins } from "#ui/coins.tsx";
import { useDateWords } from "#ui/date.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { formatCount } from "#ui/money.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import { reasonWords } from "../reason-words.ts";

const STOPS: Readonly<Record<ProgressStep["state"], TrailStop["state"]>> = {
  credited: "done",
  pending: "now",
  held: "now",
  next: "now",
  late: "now",
  asked: "now",
  to_come: "todo",
  over: "failed",
  refused: "failed",
  reversed: "failed",
};

/** What a step's line says under its name: a day, or what is awaited. */
export function whenWords(step: ProgressStep, t: Translate, dateWords: (value: string) => string): string {
  if (step.state === "credited" && step.at) return dateWords(step.at);
  if (step.state === "pending") return t("Reported, not confirmed yet");
  if (step.state === "held") return t("A person is looking");
  if (step.state === "asked" && step.claim) return t("Answer by {{day}}", { day: dateWords(step.claim.answer_by) });
  if (step.state === "late") return t("Coins are late");
  if (step.state === "refused") return t("Not credited");
  if (step.state === "reversed") return t("Reversed by the partner");
  if (step.state === "over") return t("Its time ran out");
  return step.due_at
    ? t("By {{day}}", { day: dateWords(step.due_at) })
    : step.state === "next"
      ? t("Next")
      : t("To come");
}

/** The coin lies at one stop: the first that is under way. */
function useStops(progress: Progress): TrailStop[] {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const first = progress.steps.find(({ state }) => STOPS[state] === "now");
  return progress.steps.map((step) => {
    const state = STOPS[step.state];
    const reason = reasonWords(step.reason)?.[language];
    return {
      state: state === "now" && step !== first ? "todo" : state,
      step: step.name,
      when: whenWords(step, t, dateWords),
      amount: <Coins count={String(step.coins)} />,
      ...(reason ? { note: reason } : {}),
    };
  });
}

export function BegunCard({ progress, children }: { progress: Progress; children?: ReactNode }) {
  const t = useText();
  const dateWords = useDateWords();
  const stops = useStops(progress);
  const started = t("Started {{day}}.", { day: dateWords(progress.started_at) });
  const until = progress.until && !progress.over ? ` ${t("Until {{day}}.", { day: dateWords(progress.until) })}` : "";
  return (
    <section className="card mt-6" aria-label={progress.name}>
      <div className="begun-head">
        <MerchantTile name={progress.name} logo={null} size={56} />
        <div>
          <h2 className="text-lg">{progress.name}</h2>
          <p className="small muted">
            {started}
            {until}
          </p>
        </div>
        <p className="small">
          <b>{formatCount(progress.coins_so_far)}</b>{" "}
          {t("of {{count}} coins so far", { count: formatCount(progress.coins) })}
        </p>
        {!progress.over && (
          <ButtonLink
            look="primary"
            size="sm"
            href={`/go/offer/${progress.offer_id}`}
            target="_blank"
            rel="nofollow noopener"
          >
            {t("Carry on")}
          </ButtonLink>
        )}
      </div>
      <div className="begun-trail">
        <CentTrail stops={stops} upright={stops.length > 5} />
        {children}
      </div>
    </section>
  );
}
