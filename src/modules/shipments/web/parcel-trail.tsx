/** The way of a parcel: its few stops that say something, and the last one still to come. */
import { formatDate, useDateWords, useHydrated } from "#ui/date.tsx";
import { Icon } from "#ui/icon.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { ParcelView, ShownScan } from "../shipments.types.ts";
import { STOPS } from "./parcel-words.ts";

const MAX_STOPS = 4;
const OVER = new Set(["delivered", "received", "returned"]);

/** The first of each kind and the newest of all; many scans on the way are one stop, the newest. */
function stopsOf(scans: readonly ShownScan[]): readonly ShownScan[] {
  const kept = scans.filter((scan, at) => {
    const next = scans[at + 1];
    if (!next || scan.status !== next.status) return true;
    return scan.status === "moving" && scans[at - 1]?.status !== "moving";
  });
  return kept.length <= MAX_STOPS + 1 ? kept : [...kept.slice(0, 1), ...kept.slice(-MAX_STOPS)];
}

function When({ at }: { at: string }) {
  const language = useLanguage();
  const local = useHydrated();
  return (
    <time dateTime={at}>
      {formatDate(at, language, "short", local)} <br />
      {formatDate(at, language, "time", local)}
    </time>
  );
}

export function ParcelTrail({ parcel }: { parcel: ParcelView }) {
  const t = useText();
  const dateWords = useDateWords();
  const stops = stopsOf(parcel.scans);
  const over = OVER.has(parcel.state);
  const due = parcel.estimate ?? parcel.expected_by;
  const count = stops.length + (over ? 0 : 1);
  return (
    <ol className="trail" data-n={count === 5 ? undefined : count}>
      {stops.map((stop, at) => {
        const now = !over && at === stops.length - 1;
        return (
          <li
            key={`${stop.occurred_at}${stop.status}`}
            className={now ? "next" : "done"}
            aria-current={now ? "step" : undefined}
          >
            <span className={now ? "dot bg-(--tp-info)! text-(--tp-sheet)!" : "dot"}>
              <Icon name={now ? STOPS[stop.status].icon : "check"} />
            </span>
            <b className="step">{t(STOPS[stop.status].text)}</b>
            <When at={stop.occurred_at} />
            {stop.place && <p>{stop.place}</p>}
          </li>
        );
      })}
      {!over && (
        <li className="todo">
          <span className="dot">
            <Icon name="house" />
          </span>
          <b className="step">{parcel.is_return ? t("At the store") : t("Delivered")}</b>
          <span className="when">
            {due ? t("Expected {{date}}", { date: dateWords(due, "short") }) : t("No day known")}
          </span>
        </li>
      )}
    </ol>
  );
}
