import type { ReactNode } from "react";

/** One part of the kit page: what it is, what to watch, the thing itself. */
export function Specimen({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="mt-10 grid gap-5 border-t-[3px] border-double border-rule-strong pt-8 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
      <header>
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 text-sm text-ink-2">{note}</p>
      </header>
      <div className="grid min-w-0 content-start gap-6">{children}</div>
    </section>
  );
}
