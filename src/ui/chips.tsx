import type { KeyboardEvent, ReactNode } from "react";
import { formatCount } from "./money.tsx";

/** Left and right move between the buttons of one group, as in a row of tabs. */
function moveInGroup(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step === 0) return;
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>("a, button")];
  const next = parts[parts.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

type ChipProps = {
  children: ReactNode;
  count?: number | undefined;
  pressed?: boolean;
  href?: string;
  onPress?: () => void;
};

/** A filter with its count. A link where the filter lives in the address, else a toggle. */
export function Chip({ children, count, pressed = false, href, onPress }: ChipProps) {
  const inside = (
    <>
      {children}
      {count !== undefined && <span className="n">{formatCount(count)}</span>}
    </>
  );
  if (href !== undefined) {
    return (
      <a className="chip" href={href} aria-current={pressed ? "true" : undefined} data-keep-scroll="">
        {inside}
      </a>
    );
  }
  return (
    <button className="chip" type="button" aria-pressed={pressed} onClick={onPress}>
      {inside}
    </button>
  );
}

/** A row of chips that scrolls sideways on a phone. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on screen; this is a row of filters.
    <div className="scroll-x" role="group" aria-label={label} onKeyDown={moveInGroup}>
      {children}
    </div>
  );
}
