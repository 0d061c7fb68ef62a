/** `/faq`: questions and answers, also as search engines read them. */
import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/faq";
import { Questions, StillStuck } from "./questions.tsx";

export const handle = publicPage({ cache_seconds: 3600, spanish: () => [import("./es.json")] });

export async function loader({ context }: Route.LoaderArgs) {
  const { brand, language } = context.get(pageContext);
  const { coins, content } = context.get(servicesContext);
  const topics = content.faq({ brand, language, open: await coins.ways.open() });
  return { topics: topics.map(({ name, title, parts }) => ({ name, title, parts })) };
}

const plain = (html: string): string =>
  html
    .replace(/<[^>]{0,300}>/g, " ")
    .replace(/\s{1,20}/g, " ")
    .trim();

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Questions and answers"),
    description: t("Cash back, coupons, payouts, membership and your account: how each works, in plain words."),
    path: "/faq",
    structured: [
      {
        "@type": "FAQPage",
        mainEntity: (loaderData?.topics ?? []).flatMap((topic) =>
          topic.parts.map((part) => ({
            "@type": "Question",
            name: part.title,
            acceptedAnswer: { "@type": "Answer", text: plain(part.html) },
          })),
        ),
      },
    ],
  }));

export default function Faq({ loaderData }: Route.ComponentProps) {
  const t = useText();
  return (
    <Frame>
      <div className="wrap section-tight">
        <h1 className="mb-6">{t("Questions and answers")}</h1>
        <div className="grid items-start [--gap:2.5rem] lg:grid-cols-[minmax(0,46rem)_18rem] lg:justify-between">
          <div>
            <Questions topics={loaderData.topics} contact="/contact" />
          </div>
          <StillStuck contact="/contact" />
        </div>
      </div>
    </Frame>
  );
}
