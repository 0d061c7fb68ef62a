/** `/account/sfbenefits`: what the shipping membership pays for, its limits, and what is not there yet. */
import { pageContext, servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/ship-benefits";
import { NotYet } from "./ship-parts.tsx";

const PATH = "/account/sfbenefits";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("What the shipping membership covers"),
    description: t("Shipping and returns, up to a limit each month."),
    path: PATH,
    noindex: true,
  }));

export async function loader({ context, url }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const { shipping_open: sold, benefits } = context.get(pageContext).brand;
  const { running } = await context.get(servicesContext).membership.membershipPage(member.user_id);
  const own = running.find((one) => one.line === "shipping");
  const limit_minor = benefits.claims.shipping?.month_minor ?? 0;
  return {
    sold,
    limit_minor,
    state: !own ? ("none" as const) : own.benefits_paused ? ("paused" as const) : ("open" as const),
  };
}

const PAID = [
  { heading: "What the store charged to bring it", text: "Shipping on an order that you paid for yourself." },
  {
    heading: "What it cost to send it back",
    text: "Return postage, when the store took it off your refund or you paid it.",
  },
] as const;
const NOT_PAID = [
  "Anything above the monthly limit. What's left doesn't carry over.",
  "Shipping the store has already refunded.",
  "The items themselves, taxes and customs.",
] as const;

export default function ShipBenefits({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { sold, state, limit_minor } = loaderData;
  const limit = formatMoney(limit_minor);
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("What the shipping membership covers")}</h1>
          <p>{t("Shipping and returns, up to a limit each month.")}</p>
        </div>
      </div>
      <div className="layout-2">
        <div className="grid [--gap:1.75rem]">
          {!sold && <NotYet />}
          <section>
            <h2 className="mb-3 text-2xl">{t("It pays back")}</h2>
            <ul className="card divide-y divide-(--tp-rule)">
              {PAID.map((one) => (
                <li key={one.heading} className="card-pad">
                  <h3 className="text-base">{t(one.heading)}</h3>
                  <p className="small muted mt-1">{t(one.text)}</p>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2 className="mb-3 text-2xl">{t("It doesn't cover")}</h2>
            <ul className="list-disc ps-5">
              {NOT_PAID.map((text) => (
                <li key={text} className="mt-1">
                  {t(text)}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside className="grid content-start [--gap:1.25rem]">
          <Receipt title={t("Limit")} lines={[{ term: t("In a month, together"), value: limit, total: true }]}>
            <p className="mt-4">
              {state === "open" ? (
                <WordStamp tone="good" icon="check">
                  {t("Active")}
                </WordStamp>
              ) : state === "paused" ? (
                <WordStamp tone="wait" icon="hourglass">
                  {t("Paused until a card works")}
                </WordStamp>
              ) : !sold ? (
                <WordStamp tone="info">{t("Coming")}</WordStamp>
              ) : (
                <WordStamp tone="info">{t("You don't have this membership")}</WordStamp>
              )}
            </p>
          </Receipt>
          {state === "open" && (
            <ButtonLink look="primary" block href="/account/rebates/shipping">
              {t("Claim shipping or a return")}
            </ButtonLink>
          )}
          {(sold || state !== "none") && (
            <ButtonLink block href="/account/shipsubscription">
              {state === "none" ? t("See price and dates") : t("Your shipping membership")}
            </ButtonLink>
          )}
        </aside>
      </div>
    </>
  );
}
