/** `/news/{slug}`. */
import { data } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { DateText } from "#ui/date.tsx";
import { publicPage } from "#ui/page.ts";
import { breadcrumbData, pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/news-item";
import { Words } from "./words.tsx";

export const handle = publicPage({ cache_seconds: 3600, spanish: () => [import("./es.json")] });

export async function loader({ params, context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const item = context.get(servicesContext).content.newsItem(params.slug, { brand, language });
  if (!item) throw data(null, { status: 404 });
  return { item };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t, absolute, brand }) => {
    const item = loaderData?.item;
    const title = item?.title ?? "";
    return {
      title,
      description: item?.description ?? "",
      path: `/news/${item?.name ?? ""}`,
      structured: [
        {
          "@type": "NewsArticle",
          headline: title,
          datePublished: item?.date,
          description: item?.description,
          publisher: { "@type": "Organization", name: brand.name, url: absolute("/") },
        },
        breadcrumbData([{ text: t("News"), href: "/news" }, { text: title }], absolute),
      ],
    };
  });

export default function NewsItem({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const brand = useBrand();
  const { item } = loaderData;
  return (
    <Frame>
      <div className="wrap">
        <Breadcrumb crumbs={[{ text: t("News"), href: "/news" }, { text: item.title }]} />
        <article className="max-w-[46rem] pb-10">
          <h1>{item.title}</h1>
          <p className="small faint mt-2">
            <DateText value={item.date} /> · {brand.name}
          </p>
          <Words html={item.lead} className="mt-6" />
          {item.parts.map((part) => (
            <section key={part.id} id={part.id} className="mt-6">
              <h2 className="mb-2 text-xl">{part.title}</h2>
              <Words html={part.html} />
            </section>
          ))}
        </article>
      </div>
    </Frame>
  );
}
