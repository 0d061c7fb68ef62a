/** `/account/promoteBetterOffer`: for whoever was turned away from a survey, what pays more and asks nobody who they are. */
import { useState } from "react";
import { redirect } from "react-router";
import type { OfferItem } from "#coins";
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import type { Route } from "./+types/better-offers";
import { EnglishNote, OfferCard } from "./offer-card.tsx";
import { OfferDialog } from "./offer-dialog.tsx";

const SHOWN = 9;

export const handle = publicPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Offers that pay more"),
    description: t("No questions about you: what you do is what counts."),
    path: "/account/promoteBetterOffer",
    noindex: true,
  }));

export async function loader({ context }: Route.LoaderArgs) {
  const { brand } = context.get(pageContext);
  const filter = { country: brand.offer.countries[0] ?? "US", type: null, platform: null, easy: false, least: null };
  const { coins } = context.get(servicesContext);
  const open = await coins.ways.open();
  // That page says what is so where there are none.
  if (!open.offers) throw redirect("/offers");
  const list = await coins.offers(brand, { ...filter, page: 1, sort: "best" });
  return { offers: list.items.slice(0, SHOWN), open };
}

export default function BetterOffers({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const [chosen, setChosen] = useState<OfferItem | null>(null);
  const { offers, open } = loaderData;
  return (
    <Frame current="earn">
      <div className="wrap section-tight">
        <div className="page-head">
          <div>
            <h1>{t("Offers that pay more")}</h1>
            <p>{t("No questions about you: what you do is what counts.")}</p>
          </div>
          {open.surveys && <ButtonLink href="/surveys">{t("Back to surveys")}</ButtonLink>}
        </div>
        <h2 className="sr">{t("Offers")}</h2>
        {offers.length === 0 ? (
          <Empty title={t("No offers here right now")} icon="coins">
            {open.surveys
              ? t("Partners add new ones every day. In the meantime, there are surveys.")
              : t("Partners add new ones every day.")}
          </Empty>
        ) : (
          <>
            <EnglishNote className="mb-4" />
            <div className="grid sm:grid-cols-2 lg:grid-cols-3 [--gap:1rem]">
              {offers.map((offer) => (
                <OfferCard key={offer.offer_id} offer={offer} onOpen={setChosen} />
              ))}
            </div>
          </>
        )}
      </div>
      {chosen && <OfferDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </Frame>
  );
}
