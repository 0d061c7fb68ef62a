import type { ReactNode } from "react";
import { Coin, Icon, type IconName } from "./icon.tsx";

export type TrailStop = {
  /** `now` carries the coin: where the money is. One at most. */
  state: "done" | "now" | "todo" | "failed";
  step: ReactNode;
  /** Written in words: "Expected Apr 9", "Mar 10, 7:42 PM". */
  when?: ReactNode;
  amount?: ReactNode;
  note?: ReactNode;
  icon?: IconName;
};

const CLASSES = { done: "done", now: "next", todo: "todo", failed: "bad" } as const;
const ICONS: Record<TrailStop["state"], IconName> = { done: "check", now: "check", todo: "circle", failed: "x" };

/** The way of a cent from click to payout. Lies from 768 px, stands below; `upright` stands always, `mini` is for the app. */
export function CentTrail({
  stops,
  upright = false,
  mini = false,
  className,
}: {
  stops: readonly TrailStop[];
  upright?: boolean;
  mini?: boolean;
  className?: string;
}) {
  const look = `trail${upright ? " trail-v" : ""}${mini ? " mini" : ""}${className ? ` ${className}` : ""}`;
  return (
    <ol className={look} data-n={stops.length === 5 ? undefined : stops.length}>
      {stops.map((stop, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stops stand in the order of time.
        <li key={at} className={CLASSES[stop.state]} aria-current={stop.state === "now" ? "step" : undefined}>
          <span className="dot">
            {stop.state === "now" ? <Coin /> : <Icon name={stop.icon ?? ICONS[stop.state]} />}
          </span>
          <b className="step">{stop.step}</b>
          {stop.when !== undefined && <span className="when">{stop.when}</span>}
          {stop.amount !== undefined && <span className="amount">{stop.amount}</span>}
          {stop.note !== undefined && <p>{stop.note}</p>}
        </li>
      ))}
    </ol>
  );
}
