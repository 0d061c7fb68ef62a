/** The two pages in front of the console: signing in, and setting up. */
import type { ReactNode } from "react";
import { Mark, Wordmark } from "#ui/icon.tsx";

export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="con-entry">
      <main id="main" className="con-card">
        <p className="con-brand">
          <Mark />
          <Wordmark />
          <span>Operators' console</span>
        </p>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
