import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { HomePart } from "#catalog";
import { useViewer } from "#client/viewer.ts";
import { pageContext, servicesContext } from "#services";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import rosette from "#ui/styles/art/rosette.svg";
import { withTexts } from "#ui/text.tsx";
import type { Route } from "./+types/home";
import { Answers, answersOf } from "./home/answers.tsx";
import { CentBand } from "./home/cent-band.tsx";
import { CoinsBand } from "./home/coins-band.tsx";
import { FindBar } from "./home/find-bar.tsx";
import { Hero } from "./home/hero.tsx";
import { HomeMessage } from "./home/home-message.tsx";
import { MembershipBand } from "./home/membership-band.tsx";
import { RateCard } from "./home/rate-card.tsx";
import { Tickets } from "./home/tickets.tsx";

/** Only members load it. */
const MemberHome = lazy(() => withTexts(import("./home/member-home.tsx")));

/** Only who came by a link to the app loads it. */
const AppInstall = lazy(() => withTexts(import("./home/install/app-install.tsx")));

export const handle = publicPage({
  query: ["code"],
  cache_seconds: 300,
  spanish: () => [import("../modules/catalog/web/es.json"), import("./home/es.json")],
});

/** The largest thing of the first view: asked for with the style sheet instead of after it. */
export const links: Route.LinksFunction = () => [{ rel: "preload", as: "image", href: rosette, type: "image/svg+xml" }];

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
  const { catalog, coins } = context.get(servicesContext);
  const { brand } = context.get(pageContext);
  const { shipping, rideshare } = brand.benefits.claims;
  const country = brand.offer.countries[0] ?? "US";
  const [page, offers] = await Promise.all([catalog.home(), coins.typicalOffers(brand, { country, most: 4 })]);
  return {
    ...page,
    offers: offers.map(({ offer_id, display_name, display_description, coins_advertised }) => ({
      ...{ offer_id, display_name, coins_advertised },
      display_description: display_description.slice(0, 120),
    })),
    coins_per_dollar: brand.coins_per_dollar,
    rebates: { shipping: shipping?.month_minor ?? 0, rideshare: rideshare?.month_minor ?? 0 },
    message: params.msgCode ?? null,
    install: installOf(url.pathname),
  };
}

/** Parts that the server does not render. */
function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return painted && <Suspense fallback={null}>{children}</Suspense>;
}

/** In the order in which operators want them; what this reader has none of is left out. */
const stacked = (order: readonly HomePart[], parts: Partial<Record<HomePart, ReactNode>>) =>
  order.map((part) => <Fragment key={part}>{parts[part]}</Fragment>);

/** What a visitor reads, a member knows: home is their passbook, their stores and today's rates. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const brand = useBrand();
  const { authenticated: member, user } = useViewer();
  const joined = Object.values(user?.subs ?? {}).some((one) => one.active);
  const rates = <RateCard groups={loaderData.rate_card} checkedAt={loaderData.rates_checked_at} />;
  const { offers, coins_per_dollar } = loaderData;
  const coins = offers.length > 0 && <CoinsBand offers={offers} perDollar={coins_per_dollar} />;
  const { install } = loaderData;
  const message = install ? (
    <AfterPaint>
      <AppInstall expired={install === "expired"} />
    </AfterPaint>
  ) : (
    loaderData.message && <HomeMessage code={loaderData.message} />
  );
  if (member)
    return (
      <Frame current="home">
        {message}
        <Suspense fallback={<Hero brand={brand} stores={loaderData.popular} />}>
          <MemberHome />
        </Suspense>
        {stacked(loaderData.parts, {
          rates,
          coins,
          membership: !joined && <MembershipBand brand={brand} rebates={loaderData.rebates} />,
        })}
      </Frame>
    );
  return (
    <Frame current="home">
      {message}
      <Hero brand={brand} stores={loaderData.popular} />
      <FindBar popular={loaderData.popular} />
      {stacked(loaderData.parts, {
        rates,
        cent: <CentBand />,
        coupons: loaderData.coupons.length > 0 && <Tickets coupons={loaderData.coupons} />,
        membership: <MembershipBand brand={brand} rebates={loaderData.rebates} />,
        coins,
        answers: <Answers brand={brand.name} />,
      })}
    </Frame>
  );
}
