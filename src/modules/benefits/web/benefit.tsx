/** `/account/rebates/{benefit_type}`: a claim with its receipt, or what a benefit brings that needs none. */
import { pageContext, servicesContext } from "#services";
import { Breadcrumb } from "#ui/breadcrumb.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { BenefitPage, ClosedReason } from "../benefits.types.ts";
import { readerOf } from "../ids.ts";
import type { Route } from "./+types/benefit";
import { CLAIM_WORDS, isClaimed } from "./benefit-words.ts";
import { ClaimForm } from "./claim-form.tsx";
import { ClaimsTable } from "./claims-table.tsx";
import { dayAndMonth, monthName } from "./day-words.ts";
import { OwnBenefitView } from "./own-benefit-view.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) =>
  pageMeta(matches, ({ t, language }) => ({
    title: loaderData ? loaderData.page.name[language] : t("Rebates"),
    description: loaderData
      ? loaderData.page.about[language]
      : t("What you can claim this month, and what comes automatically."),
    path: `/account/rebates/${params.benefit_type}`,
    noindex: true,
  }));

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const page = await context.get(servicesContext).benefits.benefit(member, params.benefit_type);
  if (!page) throw new Response("There is no such benefit.", { status: 404 });
  const { boosts } = context.get(pageContext).brand.benefits;
  const boost = page.type === "tenpercent" || page.type === "smarttravel" ? (boosts[page.type] ?? null) : null;
  return {
    page,
    reader: readerOf(member.user_id),
    boost: boost && { extra_bps: boost.extra_bps, month_minor: boost.month_minor },
  };
}

export default function Benefit({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { page, reader, boost } = loaderData;
  const { type } = page;
  const name = page.name[language];
  return (
    <>
      <Breadcrumb crumbs={[{ text: t("Rebates"), href: "/account/rebates" }, { text: name }]} />
      <div className="page-head">
        <div>
          <h1>{isClaimed(type) ? t(CLAIM_WORDS[type].title) : name}</h1>
          <p>
            {page.about[language]} {isClaimed(type) && page.limit && page.closed === null && <Left page={page} />}
          </p>
        </div>
      </div>
      {page.closed && (
        <div className="mb-6">
          <Closed reason={page.closed} page={page} />
        </div>
      )}
      {isClaimed(type) ? (
        page.terms &&
        page.closed === null && <ClaimForm key={type} page={page} terms={page.terms} type={type} reader={reader} />
      ) : (
        <OwnBenefitView page={page} type={type} boost={boost} />
      )}
      {page.claims.length > 0 && (
        <section className="mt-12" aria-labelledby="claims-head">
          <h2 id="claims-head" className="mb-4">
            {t("Your claims")}
          </h2>
          <ClaimsTable claims={page.claims} names={{ [type]: page.name }} />
        </section>
      )}
    </>
  );
}

function Left({ page }: { page: BenefitPage }) {
  const t = useText();
  const language = useLanguage();
  return t("You have {{amount}} left in {{month}}.", {
    amount: formatMoney(page.limit?.left_minor ?? "0"),
    month: monthName(page.month.from, language),
  });
}

/** Why it cannot be used, and what would change it. */
function Closed({ reason, page }: { reason: ClosedReason; page: BenefitPage }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  switch (reason) {
    case "no_membership":
      return (
        <Note kind="info">
          {t("This is part of the membership, and you don't have one.")}{" "}
          <a href="/account/subscription">{t("See what it costs and what you get")}</a>
        </Note>
      );
    case "other_plan":
      return (
        <Note kind="info">
          {t("Your plan doesn't include this.")} <a href="/account/subscription">{t("See the plans")}</a>
        </Note>
      );
    case "paused":
      return (
        <Note kind="wait">
          {t("Rebates are paused until a card works. Claims you sent are still answered.")}{" "}
          <a href="/account/billing">{t("Change the card")}</a>
        </Note>
      );
    case "country":
      return <Note kind="info">{t("This isn't open in your country.")}</Note>;
    case "used_up":
      return (
        <Note kind="info">
          {t("You used all of it. It starts again on {{day}}.", { day: dayAndMonth(page.month.again, language) })}
        </Note>
      );
    default: {
      const next = page.campaigns[0];
      return (
        <Note kind="info">
          {next
            ? t("It opens on {{date}}.", { date: dateWords(next.from) })
            : t("This isn't open yet. We say so here when it is.")}
        </Note>
      );
    }
  }
}
