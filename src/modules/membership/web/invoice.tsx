/** `/account/billing/{number}`: one charge as its own document, and the same as a file. */
import { useLocation } from "react-router";
import type { InvoicePage } from "#membership";
import { servicesContext } from "#services";
import { ButtonLink } from "#ui/button.tsx";
import { formatDate, useDateWords } from "#ui/date.tsx";
import { ErrorState } from "#ui/empty.tsx";
import { formatMoney } from "#ui/money.tsx";
import { memberPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { type Translate, useLanguage, useText } from "#ui/text.tsx";
import { requireMember } from "../../../site/member-guard.ts";
import type { Route } from "./+types/invoice";
import { receiptFile } from "./charges.tsx";
import { ConsentWords } from "./consents.tsx";

export const headers = () => ({ "x-robots-tag": "noindex" });
export const handle = memberPage({ spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("Receipt {{number}}", { number: params.number }),
    description: t("What was paid, for which days, by which card, and to whom."),
    path: `/account/billing/${params.number}`,
    noindex: true,
  }));

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const member = await requireMember(context, url);
  const invoice = await context.get(servicesContext).membership.readInvoice(member.user_id, params.number);
  if (!invoice) throw new Response("You don't have a receipt with this number.", { status: 404 });
  return { invoice };
}

const KINDS: Readonly<Record<InvoicePage["kind"], string>> = {
  trial: "Trial",
  period: "One month",
  upgrade: "Change of plan",
};

/** Inside of a line no word begins with a capital in either language. */
const inLine = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

function useLines(invoice: InvoicePage): LeaderLine[] {
  const t: Translate = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const brand = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
  const refunded = BigInt(invoice.refunded_minor) > 0n;
  return [
    { term: t("For"), value: `${invoice.plan[language]}, ${inLine(t(KINDS[invoice.kind]))}` },
    {
      term: t("Days paid for"),
      value: `${dateWords(invoice.period_start)} – ${dateWords(invoice.last_day)}`,
    },
    {
      term: t("Card"),
      value: invoice.card
        ? t("{{brand}} ending in {{last4}}", { brand: brand(invoice.card.brand), last4: invoice.card.last4 })
        : t("None"),
    },
    ...(invoice.statement ? [{ term: t("On your statement"), value: invoice.statement }] : []),
    { term: t("Paid"), value: formatMoney(invoice.amount_minor), total: !refunded },
    ...invoice.refunds.map((one) => ({
      term: one.done_at
        ? t("Refunded {{date}}", { date: dateWords(one.done_at) })
        : t("Refund on its way since {{date}}", { date: dateWords(one.asked_at) }),
      value: formatMoney(`-${one.amount_minor}`),
      tone: "back" as const,
    })),
    ...(refunded ? [{ term: t("Paid after refunds"), value: formatMoney(invoice.kept_minor), total: true }] : []),
  ];
}

export default function InvoiceScreen({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const language = useLanguage();
  const { invoice } = loaderData;
  const { seller, buyer, consent } = invoice;
  const refunded = BigInt(invoice.refunded_minor) > 0n;
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{t("Receipt")}</h1>
          <p>{t("What was paid, for which days, by which card, and to whom.")}</p>
        </div>
      </div>
      <div className="layout-2">
        <Receipt
          isPage
          title={seller.name}
          meta={[invoice.number, formatDate(invoice.paid_on, language, "slip")]}
          lines={useLines(invoice)}
        >
          {invoice.refunds.map((one) => (
            <p className="small muted mt-3" key={one.asked_at}>
              {one.reason[language]}
            </p>
          ))}
          <div className="mt-5 grid grid-cols-2 gap-5 text-sm">
            <div>
              <h3 className="text-sm">{t("Sold by")}</h3>
              <p className="muted">
                {seller.run_by
                  ? t("{{name}}, run by {{other}}", { name: seller.name, other: seller.run_by })
                  : seller.name}
                <br />
                {seller.address}
                <br />
                <a href={`mailto:${seller.email}`}>{seller.email}</a>
              </p>
            </div>
            <div>
              <h3 className="text-sm">{t("Paid by")}</h3>
              <p className="muted break-words">
                {buyer.name}
                <br />
                {buyer.email}
              </p>
            </div>
          </div>
          <div className="mt-5 flex justify-end">
            <WordStamp tone={refunded ? "info" : "good"} big>
              {!refunded ? t("Paid") : invoice.kept_minor === "0" ? t("Refunded") : t("Partly refunded")}
            </WordStamp>
          </div>
        </Receipt>
        <aside className="grid content-start [--gap:1.25rem]">
          <section className="card card-pad grid [--gap:0.75rem]">
            <h2 className="text-xl">{t("Keep it")}</h2>
            <ButtonLink look="primary" block href={receiptFile(invoice.number, language)} download="">
              {t("Download as PDF")}
            </ButtonLink>
            <ButtonLink block href="/account/billing">
              {t("All charges")}
            </ButtonLink>
          </section>
          {consent && (
            <section className="card card-pad">
              <h2 className="mb-3 text-xl">{t("What you agreed to")}</h2>
              <ConsentWords consent={consent} />
            </section>
          )}
        </aside>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const t = useText();
  const { pathname } = useLocation();
  const gone = (error as { status?: number } | null)?.status === 404;
  if (!gone) return <ErrorState retryHref={pathname} />;
  return (
    <>
      <h1>{t("We can't find that receipt")}</h1>
      <p className="lead mt-4">{t("That number isn't one of yours. All your receipts are under Billing.")}</p>
      <p className="mt-6">
        <ButtonLink href="/account/billing">{t("All charges")}</ButtonLink>
      </p>
    </>
  );
}
