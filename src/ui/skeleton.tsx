const WIDTHS = {
  "30%": "w-[30%]",
  "40%": "w-[40%]",
  "60%": "w-[60%]",
  "70%": "w-[70%]",
  full: "w-full",
  "2rem": "w-8",
  "3.5rem": "w-14",
} as const;

/** A bar in the place of a text that is still on its way. It stands still with reduced motion. */
export function Skeleton({ width = "full", block = false }: { width?: keyof typeof WIDTHS; block?: boolean }) {
  return <span className={`skeleton ${WIDTHS[width]}${block ? " skeleton-block" : ""}`} />;
}
