import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";

export const problemMeta = (matches: readonly unknown[]) =>
  pageMeta(matches, ({ t }) => ({
    title: t("This page did not load"),
    description: t("Something went wrong on our side, and we've logged it. Nothing you did is lost."),
    path: "/",
    noindex: true,
  }));

/** Something failed on our side. Says so, says what to do, and keeps the way back open. */
export function ProblemView({ status }: { status: number }) {
  const t = useText();
  return (
    <div className="wrap wrap-narrow section">
      <h1>{t("This page did not load")}</h1>
      <p className="lead" style={{ marginTop: "1rem" }}>
        {status === 503
          ? t("We're very busy right now. Wait a moment, then try again.")
          : t("Something went wrong on our side, and we've logged it. Nothing you did is lost.")}
      </p>
      <p className="row" style={{ marginTop: "2rem" }}>
        <button className="btn btn-primary" type="button" onClick={() => window.location.reload()}>
          {t("Try again")}
        </button>
        <a className="btn btn-secondary" href="/">
          {t("Go to the home page")}
        </a>
      </p>
    </div>
  );
}
