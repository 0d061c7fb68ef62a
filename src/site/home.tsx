import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/home";
import { answersOf } from "./home/answers.tsx";
import { HomeView } from "./home/home-view.tsx";
import { readHome } from "./home/read-home.ts";

export const handle = publicPage({
  query: ["code"],
  cache_seconds: 300,
  spanish: () => [import("../modules/catalog/web/es.json"), import("./home/es.json")],
});

/** SPEC §2: home, with the way to the app, or for a link that has ended. */
const installOf = (pathname: string): "offered" | "expired" | null =>
  pathname === "/account/appInstall" ? "offered" : pathname === "/account/appInstallExpired" ? "expired" : null;

export const meta: Route.MetaFunction = ({ loaderData, matches, params, location }) =>
  pageMeta(matches, ({ t, language, brand, absolute }) => ({
    title: t("{{brand}}: money back, in plain sight", { brand: brand.name }),
    description: t("Cash back and coupons at the stores you already use. We track every cent, from click to payout."),
    path: "/",
    noindex: params.msgCode !== undefined || installOf(location.pathname) !== null,
    structured: [
      {
        "@type": "Organization",
        name: brand.name,
        url: absolute("/"),
        logo: absolute("/favicon.svg"),
        description: brand.strap[language],
        email: brand.support_email,
      },
      {
        "@type": "WebSite",
        name: brand.name,
        url: absolute("/"),
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${absolute("/search")}?q={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      },
      // Machines are told what people read there.
      ...(loaderData?.parts.includes("answers")
        ? [
            {
              "@type": "FAQPage",
              mainEntity: answersOf(t, brand.name).map(([question, answer]) => ({
                "@type": "Question",
                name: question,
                acceptedAnswer: { "@type": "Answer", text: answer },
              })),
            },
          ]
        : []),
    ],
  }));

/** `/`, `/msg/{msgCode}` and the links to the app: the same page for everybody; a message or the way to the app opens over it. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { msgCode } = params;
  // A code that nobody wrote is plain home, and so is one that waits for its minute.
  const message = msgCode ? context.get(servicesContext).content.message(msgCode, context.get(pageContext)) : null;
  return readHome(context, { message, install: installOf(url.pathname) });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeView home={loaderData} />;
}
