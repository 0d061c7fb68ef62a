/** The front page in its two forms: what a visitor reads, a member knows. The console shows it under what operators write, too. */
import { Fragment, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { HomePart } from "#catalog";
import { useViewer } from "#client/viewer.ts";
import { useBrand } from "#ui/shell/brand.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { withTexts } from "#ui/text.tsx";
import { Answers } from "./answers.tsx";
import { CentBand } from "./cent-band.tsx";
import { CoinsBand } from "./coins-band.tsx";
import { FindBar } from "./find-bar.tsx";
import { Hero } from "./hero.tsx";
import { HomeMessage } from "./home-message.tsx";
import { MembersPlace } from "./members-place.tsx";
import { MembershipBand } from "./membership-band.tsx";
import { RateCard } from "./rate-card.tsx";
import type { HomeData } from "./read-home.ts";
import { Tickets } from "./tickets.tsx";

/** Only members load it. */
const MemberHome = lazy(() => withTexts(import("./member/member-home.tsx")));

/** Only who came by a link to the app loads it. */
const AppInstall = lazy(() => withTexts(import("./install/app-install.tsx")));

/** Parts that the server does not render. */
function AfterPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return painted && <Suspense fallback={null}>{children}</Suspense>;
}

/** In the order in which operators want them; what this reader has none of is left out. */
const stacked = (order: readonly HomePart[], parts: Partial<Record<HomePart, ReactNode>>) =>
  order.map((part) => <Fragment key={part}>{parts[part]}</Fragment>);

/** For a member home is their passbook, their stores and today's rates. */
export function HomeView({ home }: { home: HomeData }) {
  const brand = useBrand();
  const member = useViewer((viewer) => viewer.authenticated);
  const joined = useViewer(({ user }) => Object.values(user?.subs ?? {}).some((one) => one.active));
  const rates = home.rate_card[0] && <RateCard groups={home.rate_card} checkedAt={home.rates_checked_at} />;
  const { offers, install } = home;
  const coins = offers[0] && <CoinsBand offers={offers} perDollar={brand.coins_per_dollar} />;
  const message = install ? (
    <AfterPaint>
      <AppInstall expired={install === "expired"} />
    </AfterPaint>
  ) : (
    home.message && <HomeMessage message={home.message} />
  );
  if (member)
    return (
      <Frame current="home">
        {message}
        <Suspense fallback={<MembersPlace />}>
          <MemberHome
            order={home.parts}
            parts={{ rates, coins, membership: !joined && <MembershipBand brand={brand} rebates={home.rebates} /> }}
          />
        </Suspense>
      </Frame>
    );
  return (
    <Frame current="home">
      {message}
      <MembersPlace />
      <Hero brand={brand} stores={home.popular} />
      <FindBar popular={home.popular} />
      {stacked(home.parts, {
        rates,
        cent: <CentBand />,
        coupons: home.coupons[0] && <Tickets coupons={home.coupons} />,
        membership: <MembershipBand brand={brand} rebates={home.rebates} />,
        coins,
        answers: <Answers brand={brand.name} />,
      })}
    </Frame>
  );
}
