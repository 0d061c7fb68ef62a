/** `/coins/offer/{offer}`: one offer with its steps, for whoever comes by a link, a code or without script. */
import { renderSVG } from "uqr";
import { pageContext, servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Frame } from "#ui/shell/frame.tsx";
import { useText } from "#ui/text.tsx";
import { COIN_REFUSALS, type CoinRefusal } from "../messages.ts";
import type { Route } from "./+types/offer-page";
import { OfferPanel } from "./offer-panel.tsx";

export const handle = publicPage({ query: ["why"], cache_seconds: 300, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: loaderData ? t("{{name}}: coins for each step", { name: loaderData.offer.display_name }) : t("Offer"),
    description: loaderData?.offer.display_description.slice(0, 150) ?? "",
    path: loaderData ? `/coins/offer/${loaderData.offer.offer_id}` : "/offers",
    noindex: true,
  }));

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { brand, publicUrl, language } = context.get(pageContext);
  const offer = await context.get(servicesContext).coins.offer(brand, String(params.offer).slice(0, 60));
  if (!offer) throw new Response("There is no such offer.", { status: 404 });
  const code = offer.platforms.includes("desktop")
    ? null
    : renderSVG(`${publicUrl}/coins/offer/${offer.offer_id}`, { border: 2 });
  const why = url.searchParams.get("why");
  const refusal = why !== null && why in COIN_REFUSALS ? COIN_REFUSALS[why as CoinRefusal] : null;
  return {
    offer,
    qr: code && `data:image/svg+xml,${encodeURIComponent(code)}`,
    why: refusal ? refusal[language].replace(/\{\{\w+\}\}/g, "") : null,
  };
}

export default function OfferPage({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { offer, qr, why } = loaderData;
  return (
    <Frame current="earn">
      <div className="wrap wrap-narrow section-tight">
        <Breadcrumb
          crumbs={[
            { text: t("Home"), href: "/" },
            { text: t("Earn coins"), href: "/offers" },
            { text: offer.display_name },
          ]}
        />
        <h1 className="mb-4">{offer.display_name}</h1>
        <OfferPanel offer={offer} qr={qr} why={why} />
      </div>
    </Frame>
  );
}
