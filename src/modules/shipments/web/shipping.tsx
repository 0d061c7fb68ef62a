/** `/account/protection/shipping`: what is owed for parcels that went wrong, by whom and until when. */
import { useLocation } from "react-router";
import { pageContext, servicesContext } from "#services";
import { Balances } from "#ui/balances.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Empty, ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/shipping";
import { CaseCard } from "./case-card.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Shipping"),
    description: t("What you are owed when a package is late, lost or damaged."),
    path: "/account/protection/shipping",
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { user_id, name } = await requireMember(context, url);
  const { language } = context.get(pageContext);
  return context.get(servicesContext).shipments.cases({ user_id, name, language });
}

export default function Shipping({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { open, closed, watched, brought, read_on } = loaderData;
  return (
    <div className="layout-2">
      <div>
        <div className="card mb-8">
          <Balances
            items={[
              {
                label: t("Watched now"),
                figure: String(watched),
                note: watched === 1 ? t("order or package") : t("orders and packages"),
              },
              { label: t("Open cases"), figure: String(open.length), note: t("with a letter or an answer due") },
              {
                label: t("What it brought"),
                figure: formatMoney(brought.refunded_minor),
                note: t("{{refunded}} refunds, {{reshipped}} sent again, {{arrived}} arrived", {
                  ...{ refunded: brought.refunded, reshipped: brought.reshipped, arrived: brought.arrived },
                }),
              },
            ]}
          />
        </div>
        <section aria-labelledby="open-head">
          <h2 id="open-head" className="mb-4 text-xl">
            {t("Open cases")}
          </h2>
          {open.length > 0 ? (
            <div className="grid [--gap:1rem]">
              {open.map((one) => (
                <CaseCard key={one.case_id} one={one} readOn={read_on} />
              ))}
            </div>
          ) : (
            <Empty
              icon="package-check"
              title={t("Nothing is wrong")}
              action={<ButtonLink href="/account/protection/package">{t("See your packages")}</ButtonLink>}
            >
              {t("When a package is late or stops moving, its case opens here automatically.")}
            </Empty>
          )}
        </section>
        {closed.length > 0 && (
          <section className="mt-10" aria-labelledby="closed-head">
            <h2 id="closed-head" className="mb-4 text-xl">
              {t("Closed cases")}
            </h2>
            <div className="grid [--gap:1rem]">
              {closed.map((one) => (
                <CaseCard key={one.case_id} one={one} readOn={read_on} />
              ))}
            </div>
          </section>
        )}
      </div>
      <aside className="grid [--gap:1rem]">
        <section className="card card-pad">
          <h2 className="mb-2 text-lg">{t("How it works")}</h2>
          <ol className="small list-decimal ps-5">
            <li>{t("First the store: it owes you delivery, whoever lost the package.")}</li>
            <li className="mt-1">{t("Then the carrier, inside its own days for claims.")}</li>
            <li className="mt-1">{t("Then the bank, if you paid with a credit card.")}</li>
          </ol>
        </section>
        <section className="card card-pad">
          <h2 className="mb-2 text-lg">{t("What it can't do")}</h2>
          <p className="small">
            {t(
              "We don't pay for lost or damaged packages. We write the letters, count the days, and remind you once before each ends. You send the letters yourself.",
            )}
          </p>
          <p className="small mt-3">
            {t("Shipping you paid for comes back as a rebate.")}{" "}
            <a href="/account/rebates/shipping">{t("Claim shipping")}</a>
          </p>
        </section>
      </aside>
    </div>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
