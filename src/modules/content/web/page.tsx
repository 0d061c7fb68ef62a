/** A page of words: its title, what it says in short, its parts and the way to each. */
import type { ReactNode } from "react";
import type { Page } from "#content";
import { DateText } from "#ui/date.tsx";
import { useText } from "#ui/text.tsx";
import { Words } from "./words.tsx";

export type ShownPage = Pick<Page, "title" | "date" | "short" | "lead" | "parts">;

/** With fewer parts than this the whole is seen at a glance. */
const LISTED_FROM = 3;

/**
 * `dated`: what its date says. `notice` stands above it all. `children` stand before the parts: what can be done here, where there is
 * something.
 */
export function PageOfWords({
  page,
  dated = "changed",
  notice,
  children,
}: {
  page: ShownPage;
  dated?: "changed" | "since";
  notice?: ReactNode;
  children?: ReactNode;
}) {
  const t = useText();
  const listed = page.parts.length >= LISTED_FROM;
  return (
    <div className="wrap section-tight">
      <header className="max-w-[46rem]">
        <h1>{page.title}</h1>
        <p className="small faint mt-2">
          {dated === "since" ? t("In effect since") : t("Last changed")} <DateText value={page.date} />
        </p>
        {notice && <div className="mt-4">{notice}</div>}
        {page.lead && <Words html={page.lead} className="lead mt-4" />}
      </header>
      <div
        className={
          listed
            ? "mt-8 grid items-start [--gap:2rem] lg:grid-cols-[14rem_minmax(0,46rem)] lg:[--gap:4rem]"
            : "mt-8 max-w-[46rem]"
        }
      >
        {listed && (
          <nav aria-label={t("On this page")} className="lg:sticky lg:top-6">
            <ol className="small grid list-none p-0 [--gap:.5rem]">
              {page.parts.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`}>{part.title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="grid [--gap:2.25rem]">
          {page.short.length > 0 && (
            <section className="card card-pad" aria-labelledby="in-short">
              <h2 id="in-short" className="mb-3 text-xl">
                {t("In short")}
              </h2>
              <ul className="grid list-disc ps-5 [--gap:.375rem]">
                {page.short.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </section>
          )}
          {children}
          {page.parts.map((part) => (
            <section key={part.id} id={part.id} aria-labelledby={`${part.id}-head`}>
              <h2 id={`${part.id}-head`} className="mb-3 text-xl">
                {part.title}
              </h2>
              <Words html={part.html} />
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
