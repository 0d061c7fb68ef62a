/** What the front page shows, the same for everybody. */
import type { RouterContextProvider } from "react-router";
import type { ShownMessage } from "#content";
import { pageContext, servicesContext } from "#services";

/** What opens over it: a message, or the way to the app. */
type Over = { message: ShownMessage | null; install: "offered" | "expired" | null };

export async function readHome(context: Readonly<RouterContextProvider>, over: Over) {
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
    rebates: { shipping: shipping?.month_minor ?? 0, rideshare: rideshare?.month_minor ?? 0 },
    ...over,
  };
}
export type HomeData = Awaited<ReturnType<typeof readHome>>;
