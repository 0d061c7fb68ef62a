/** `/account/protection/package`: every parcel of a member, where it is and what can be done about it. */
import { useState } from "react";
import { useLocation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { ParcelView } from "../shipments.types.ts";
import type { Route } from "./+types/packages";
import { ParcelCard } from "./parcel-card.tsx";
import { TrackForm } from "./track-form.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Packages"),
    description: t("Where your packages are, and what to do when one doesn't come."),
    path: "/account/protection/package",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user_id, name } = await requireMember(context, url);
  const { language } = context.get(pageContext);
  return context.get(servicesContext).shipments.packages({ user_id, name, language });
}

export default function Packages({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { parcels, past } = loaderData;
  const [open, setOpen] = useState<string | null>(parcels[0]?.parcel_id ?? null);
  const list = (some: readonly ParcelView[]) => (
    <div className="grid [--gap:1rem]">
      {some.map((parcel) => (
        <ParcelCard
          key={parcel.parcel_id}
          parcel={parcel}
          open={open === parcel.parcel_id}
          onToggle={() => setOpen(open === parcel.parcel_id ? null : parcel.parcel_id)}
        />
      ))}
    </div>
  );
  return (
    <div className="layout-2">
      <section aria-labelledby="parcels-head">
        <h2 id="parcels-head" className="sr">
          {t("Packages")}
        </h2>
        <div className="mb-6">
          <TrackForm onAdded={setOpen} />
        </div>
        {parcels.length > 0 ? (
          list(parcels)
        ) : (
          <Empty icon="package-search" title={t("No packages on their way")}>
            {t(
              "Type a tracking number above, or forward us a store's shipping email. We find the carrier by the number.",
            )}
          </Empty>
        )}
        {past.length > 0 && (
          <details className="mt-8">
            <summary>{t("Arrived earlier ({{n}})", { n: past.length })}</summary>
            <div className="mt-4">{list(past)}</div>
          </details>
        )}
      </section>
      <aside className="grid [--gap:1rem]">
        <Beside
          icon="truck"
          title={t("What we do")}
          text={t(
            "We ask carriers where each package is. A day after the promised one, or after five days without news, we open a case with a letter ready for the store. We never pay for a package ourselves.",
          )}
          href="/account/protection/shipping"
          link={t("Your cases")}
        />
        <Beside
          icon="trending-down"
          title={t("Price drop")}
          text={t("What you bought may be cheaper now. See what you can ask the store for.")}
          href="/account/protection/price"
          link={t("Watched prices")}
        />
        <Beside
          icon="mail"
          title={t("Linked accounts")}
          text={t("We read store emails only, and only to follow packages and prices.")}
          href="/account/protection/accounts"
          link={t("See what is linked")}
        />
      </aside>
    </div>
  );
}

function Beside({
  icon,
  title,
  text,
  href,
  link,
}: {
  icon: "truck" | "trending-down" | "mail";
  title: string;
  text: string;
  href: string;
  link: string;
}) {
  return (
    <section className="card card-pad">
      <h2 className="row mb-2 text-lg">
        <Icon name={icon} />
        {title}
      </h2>
      <p className="small">{text}</p>
      <p className="mt-3">
        <a className="link-arrow" href={href}>
          {link}
          <Icon name="arrow-right" size="sm" />
        </a>
      </p>
    </section>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
