import type { ReactNode } from "react";

/**
 * A bar with its words above: "$12.40 of $100.00". Drawn as SVG, because its length would otherwise need a style
 * attribute, which the content security policy forbids.
 */
export function Meter({
  label,
  value,
  max,
  left,
  right,
}: {
  label: string;
  value: number;
  max: number;
  left?: ReactNode;
  right?: ReactNode;
}) {
  const share = max > 0 ? Math.min(Math.max(value / max, 0), 1) : 0;
  return (
    <div>
      {(left !== undefined || right !== undefined) && (
        <div className="row between small mb-1.5">
          <b className="num">{left}</b>
          <span className="faint num">{right}</span>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be drawn alike in every browser. */}
      <svg
        className={share === 1 ? "meter is-full" : "meter"}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(value, max)}
      >
        <rect width={`${(share * 100).toFixed(1)}%`} height="100%" rx="4" />
      </svg>
    </div>
  );
}
