/** `/account/protection/price`: what was bought for more than it costs now. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { ErrorState } from "#ui/empty.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/price";
import { PriceView } from "./price-view.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Price protection"),
    description: t("What costs less since you bought it, and how you get the difference."),
    path: "/account/protection/price",
    noindex: true,
  }));

const MAX_FOUND = 8;

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { protection, catalog } = context.get(servicesContext);
  const words = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const slug = url.searchParams.get("product")?.slice(0, 200) ?? "";
  const [page, found, product] = await Promise.all([
    protection.prices(member),
    words && !slug ? catalog.products({ q: words }) : null,
    slug ? catalog.product(slug) : null,
  ]);
  return {
    page,
    search: {
      words,
      found: found
        ? found.items.slice(0, MAX_FOUND).map(({ slug: at, name, image_url }) => ({ slug: at, name, image_url }))
        : null,
      product: product && {
        name: product.name,
        listings: product.listings.map((one) => ({
          ...{
            listing_id: one.listing_id,
            store: one.merchant.name,
            price_minor: one.price_minor,
            condition: one.condition,
          },
        })),
      },
    },
  };
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <PriceView {...loaderData} />;
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
