import type { ReactNode } from "react";
import { Skeleton } from "./skeleton.tsx";

export type LeaderLine = {
  term: ReactNode;
  value: ReactNode;
  /** `back` is money that returns; `faint` is what does not count. */
  tone?: "back" | "faint" | undefined;
  /** The last line: single rule above, double rule below. It is the sum of the lines above it. */
  total?: boolean | undefined;
};

/** Term, dots, value. The dots are drawn by the style sheet, so they are not read aloud. */
export function LeaderList({ lines }: { lines: readonly LeaderLine[] }) {
  return (
    <dl className="dl">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a slip never change their order.
        <div key={at} className={line.total ? "total" : undefined}>
          <dt>{line.term}</dt>
          <dd className={line.tone === "back" ? "money-back" : line.tone}>{line.value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A slip: title, mono line of reference and date, sums, and at the end its button or a trail. `isPage`: it is what its page is for, and on paper it stands alone. */
export function Receipt({
  title,
  level = 2,
  meta,
  lines,
  children,
  className,
  isPage = false,
}: {
  title?: ReactNode;
  level?: 2 | 3;
  meta?: readonly [ReactNode, ReactNode];
  lines?: readonly LeaderLine[];
  children?: ReactNode;
  className?: string;
  isPage?: boolean;
}) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className={["receipt", isPage && "receipt-page", className].filter(Boolean).join(" ")}>
      {title !== undefined && <Heading>{title}</Heading>}
      {meta && (
        <div className="receipt-meta">
          <span>{meta[0]}</span>
          <span>{meta[1]}</span>
        </div>
      )}
      {lines && <LeaderList lines={lines} />}
      {children}
    </div>
  );
}

/** The same slip while it is worked out: as many lines as are expected, so nothing jumps. */
export function ReceiptSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className="receipt" aria-busy="true">
      <Skeleton width="60%" />
      <div className="receipt-meta" />
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike.
        <div key={at} className="row between py-2">
          <Skeleton width="40%" />
          <Skeleton width="3.5rem" />
        </div>
      ))}
    </div>
  );
}
