/** A key that does the same, for the eye alone: who listens is told by `aria-keyshortcuts`. */
import type { ReactNode } from "react";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <span className="kbd" aria-hidden="true">
    {children}
  </span>
);
