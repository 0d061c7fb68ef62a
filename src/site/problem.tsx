import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";

export const problemMeta = (matches: readonly unknown[]) =>
  pageMeta(matches, ({ t }) => ({
    title: t("This page did not load"),
    description: t("Something went wrong on our side, and we've logged it. Nothing you did is lost."),
    path: "/",
    noindex: true,
  }));

/** Something failed on our side, or on the way to us. Says so, says what to do, and keeps the way back open. */
export function ProblemView({ status }: { status: number }) {
  const t = useText();
  // On the server there is no connection that could be missing.
  const lost = globalThis.navigator?.onLine === false;
  return (
    <div className="wrap wrap-narrow section">
      <h1>{t("This page did not load")}</h1>
      <p className="lead" style={{ marginTop: "1rem" }}>
        {lost
          ? t("There is no connection to us right now. Check yours, then try again. Nothing you did is lost.")
          : status === 503
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
