/** Coins that we add: what for and how many, with how far the reader is. Nothing here counts down, and no day that is missed takes anything. */
import { useEffect, useState } from "react";
import { call } from "#client/call.ts";
import { useViewer } from "#client/viewer.ts";
import type { BonusProgress, BonusShown } from "#coins";
import { Coins } from "#ui/coins.tsx";
import { Meter } from "#ui/meter.tsx";
import { type Translate, useText } from "#ui/text.tsx";

const nameOf = ({ days }: BonusShown, t: Translate): string =>
  days === null ? t("Your first offer ever") : t("{{count}} days with coins this month", { count: days });

function useProgress(): BonusProgress | null {
  const authenticated = useViewer((viewer) => viewer.authenticated);
  const [progress, setProgress] = useState<BonusProgress | null>(null);
  useEffect(() => {
    if (!authenticated) return setProgress(null);
    let stale = false;
    call<BonusProgress>("/api/user/offer/bonuses")
      .then((found) => !stale && setProgress(found))
      // The rules stand without it.
      .catch(() => {});
    return () => {
      stale = true;
    };
  }, [authenticated]);
  return progress;
}

function stateWords(bonus: BonusShown, progress: BonusProgress | null, t: Translate): string | null {
  const state = progress?.states[bonus.name];
  if (state === "credited") return t("You have this one");
  if (state === "pending") return t("Yours when the partner confirms");
  return bonus.used_up ? t("This month's budget is used up") : null;
}

export function Bonuses({ bonuses }: { bonuses: readonly BonusShown[] }) {
  const t = useText();
  const progress = useProgress();
  if (bonuses.length === 0) return null;
  const most = Math.max(0, ...bonuses.map(({ days }) => days ?? 0));
  return (
    <section className="card mt-6 p-5" aria-labelledby="bonus-coins">
      <h2 id="bonus-coins" className="text-lg">
        {t("Bonus coins")}
      </h2>
      <ul className="mt-2 divide-y divide-[var(--tp-rule)]">
        {bonuses.map((bonus) => {
          const said = stateWords(bonus, progress, t);
          return (
            <li key={bonus.name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
              <span>
                {nameOf(bonus, t)}
                {said && <span className="small muted block">{said}</span>}
              </span>
              <b>
                <Coins count={String(bonus.coins)} />
              </b>
            </li>
          );
        })}
      </ul>
      {progress && most > 0 && (
        <div className="mt-3">
          <Meter
            label={t("Days with coins this month")}
            value={progress.days}
            max={most}
            left={
              progress.days === 1
                ? t("1 day with coins this month")
                : t("{{count}} days with coins this month", { count: progress.days })
            }
          />
        </div>
      )}
      <p className="small muted mt-3">
        {most > 0 &&
          `${t("Days don't have to be in a row, and a day without coins takes nothing away. Days and months are in UTC.")} `}
        {t(
          "A bonus waits as long as what it's for, and goes away if the partner takes that back. All bonuses share a monthly budget; when it's used up, we say so here.",
        )}
      </p>
    </section>
  );
}
