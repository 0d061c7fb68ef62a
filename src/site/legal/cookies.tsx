/** `/cookies`: every cookie by name, what it is for and how long it stays; from the constants that set them. */
import { servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { Route } from "./+types/cookies";
import { SITE_COOKIES } from "./cookie-list.ts";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Cookies"),
    description: t("Every cookie by name, what it's for, and how long it lasts."),
    path: "/cookies",
  }));

export function loader({ context }: Route.LoaderArgs) {
  return [...context.get(servicesContext).cookies, ...SITE_COOKIES];
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="max-w-[52rem]">
          <h1>{t("Cookies")}</h1>
          <p className="lead mt-3">
            {t(
              "None of them follows you to other sites. Where the law requires it, optional ones wait for your consent.",
            )}
          </p>
          <p className="mt-3">
            <a href="/privacy-policy#choices">{t("What you decide")}</a>
          </p>
          <div className="mt-8 grid [--gap:2.25rem]">
            {([true, false] as const).map((needed) => (
              <section key={String(needed)} aria-labelledby={needed ? "needed" : "allowed"}>
                <h2 id={needed ? "needed" : "allowed"} className="mb-3 text-xl">
                  {needed ? t("Strictly necessary") : t("Only with permission")}
                </h2>
                <dl className="grid [--gap:.875rem]">
                  {loaderData
                    .filter((cookie) => cookie.needed === needed)
                    .map((cookie) => (
                      <div key={cookie.name} className="border-b border-(--tp-rule) pb-3">
                        <dt className="flex flex-wrap items-baseline justify-between gap-x-4">
                          <code className="font-semibold">{cookie.name}</code>
                          <span className="small faint">
                            {cookie.days === 0
                              ? t("Until the browser closes, or an hour")
                              : t("{{count}} days", { count: cookie.days })}
                          </span>
                        </dt>
                        <dd className="small muted m-0 mt-1">{cookie.what[language]}</dd>
                      </div>
                    ))}
                </dl>
              </section>
            ))}
          </div>
        </div>
      </div>
    </Frame>
  );
}
