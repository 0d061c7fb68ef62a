/** A document of law: in short at the top, its parts beside it, each part with a place that can be linked to. */

import { DateText } from "#ui/date.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import type { Language } from "#ui/text.tsx";
import { useText } from "#ui/text.tsx";

/** A paragraph, or a list of points. */
export type Body = readonly (string | readonly string[])[];
export type Part = { id: string; title: string; body: Body };
export type LegalDocument = {
  title: string;
  /** Civil date since which it holds. */
  since: string;
  short: readonly string[];
  parts: readonly Part[];
};
/** Words of a document, both languages side by side, as in letters. */
export type Pick = (english: string, spanish: string) => string;
export const picker =
  (language: Language): Pick =>
  (english, spanish) =>
    language === "es" ? spanish : english;

export function LegalPage({ document }: { document: LegalDocument }) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap section-tight">
        <header className="max-w-[46rem]">
          <h1>{document.title}</h1>
          <p className="small faint mt-2">
            {t("Holds since")} <DateText value={document.since} />
          </p>
        </header>
        <div className="mt-8 grid items-start [--gap:2.5rem] lg:grid-cols-[14rem_minmax(0,46rem)] lg:[--gap:4rem]">
          <nav aria-label={t("On this page")} className="lg:sticky lg:top-24 max-lg:order-last">
            <ol className="small grid list-none p-0 [--gap:.5rem]">
              {document.parts.map((part) => (
                <li key={part.id}>
                  <a href={`#${part.id}`}>{part.title}</a>
                </li>
              ))}
            </ol>
          </nav>
          <div className="grid [--gap:2.25rem]">
            <section className="card card-pad" aria-labelledby="in-short">
              <h2 id="in-short" className="mb-3 text-xl">
                {t("In short")}
              </h2>
              <Points points={document.short} />
            </section>
            {document.parts.map((part) => (
              <section key={part.id} id={part.id} aria-labelledby={`${part.id}-head`} className="scroll-mt-24">
                <h2 id={`${part.id}-head`} className="mb-3 text-xl">
                  {part.title}
                </h2>
                <div className="grid [--gap:.75rem]">
                  {part.body.map((one) =>
                    typeof one === "string" ? <p key={one}>{one}</p> : <Points key={one[0]} points={one} />,
                  )}
                </div>
              </section>
            ))}
          </div>
        </div>
      </div>
    </Frame>
  );
}

function Points({ points }: { points: readonly string[] }) {
  return (
    <ul className="grid list-disc ps-5 [--gap:.375rem]">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
