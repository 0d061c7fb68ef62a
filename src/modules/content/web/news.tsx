/** `/news`: what changed, the newest first. */
import { pageContext, servicesContext } from "#services";
import { DateText } from "#ui/date.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/news";

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("News"),
    description: t("What is new and what changed, with its date. Also for press and partners."),
    path: "/news",
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  return { news: context.get(servicesContext).content.news({ brand, language }) };
}

export default function News({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="max-w-[46rem]">
          <h1>{t("News")}</h1>
          <p className="lead mt-3">{t("What is new and what changed, with its date. Also for press and partners.")}</p>
          {loaderData.news.length === 0 && <p className="mt-6">{t("There is no news yet.")}</p>}
          <ol className="mt-8 grid list-none p-0 [--gap:1.75rem]">
            {loaderData.news.map((item) => (
              <li key={item.name} className="border-b border-(--tp-rule) pb-6">
                <article>
                  <p className="small faint">
                    <DateText value={item.date} />
                  </p>
                  <h2 className="mt-1 text-xl">
                    <a href={`/news/${item.name}`}>{item.title}</a>
                  </h2>
                  <p className="muted mt-2">{item.description}</p>
                </article>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </Frame>
  );
}
