/** `/account/rxbenefits`: the prescription savings card. Free for everybody, no insurance, and without numbers where there is no contract. */
import { useLocation } from "react-router";
import { servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { Icon } from "#ui/icon.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { RxCard } from "../benefits.types.ts";
import type { Route } from "./+types/rx-card";

const PATH = "/account/rxbenefits";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Prescription savings card"),
    description: t("Free for everyone with an account. Not insurance."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  return { card: await context.get(servicesContext).benefits.rxCard(member) };
}

const RULES = [
  { text: "It's free for everyone with an account, with or without a membership. We never sell it." },
  { text: "It's not insurance. The pharmacy takes its discount off at the counter, and you pay the rest." },
  { text: "You can't use it together with insurance for the same prescription. Use whichever is cheaper." },
  { text: "We don't ask which medicines you take, and the pharmacy doesn't tell us." },
] as const;

export default function RxBenefits({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { card } = loaderData;
  return (
    <>
      <Breadcrumb
        crumbs={[{ text: t("Rebates"), href: "/account/rebates" }, { text: t("Prescription savings card") }]}
      />
      <div className="page-head">
        <div>
          <h1>{t("Prescription savings card")}</h1>
          <p>{t("Free for everyone with an account. Not insurance.")}</p>
        </div>
      </div>
      <div className="layout-2">
        <div className="grid [--gap:1.75rem]">
          {!card && (
            <Note kind="info">
              {t(
                "There is no card yet. Its numbers come from a contract with a card administrator, and we don't have one. Nothing is due from you, and no price of ours counts it.",
              )}
            </Note>
          )}
          <section>
            <h2 className="mb-3 text-xl">{t("How it works")}</h2>
            <ul className="list-disc ps-5">
              {RULES.map((rule) => (
                <li key={rule.text} className="mt-1">
                  {t(rule.text)}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside>{card && <Card card={card} />}</aside>
      </div>
    </>
  );
}

function Card({ card }: { card: RxCard }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <Receipt
        isPage
        title={t("Your card")}
        meta={[card.administrator, t("Not insurance")]}
        lines={[
          { term: t("Name"), value: card.name },
          { term: "RxBIN", value: card.bin },
          ...(card.pcn ? [{ term: "RxPCN", value: card.pcn }] : []),
          { term: "RxGRP", value: card.group },
          { term: t("Member ID"), value: card.member, total: true },
        ]}
      >
        <p className="small muted mt-4">
          {t("Pharmacists' help line:")} <a href={`tel:${card.phone.replace(/[^\d+]/g, "")}`}>{card.phone}</a>
        </p>
      </Receipt>
      <p className="row row-wrap mt-5">
        <Button onClick={() => window.print()}>{t("Print")}</Button>
        <ButtonLink href="/api/user/rx-card.pdf" data-document="" download>
          <Icon name="download" size="sm" />
          {t("Download as PDF")}
        </ButtonLink>
      </p>
      {(card.wallets.apple || card.wallets.google) && (
        <p className="row row-wrap mt-3">
          {card.wallets.apple && (
            <ButtonLink href={`/api/user/rx-card.pkpass?lang=${language}`} data-document="">
              {t("Add to Apple Wallet")}
            </ButtonLink>
          )}
          {card.wallets.google && (
            <ButtonLink href={`/api/user/rx-card/google?lang=${language}`} data-document="">
              {t("Add to Google Wallet")}
            </ButtonLink>
          )}
        </p>
      )}
      <p className="small mt-4">
        <a href={card.url} rel="noopener">
          {t("Prices at pharmacies near you")}
        </a>
      </p>
    </>
  );
}

export function ErrorBoundary() {
  const { pathname } = useLocation();
  return <ErrorState retryHref={pathname} />;
}
