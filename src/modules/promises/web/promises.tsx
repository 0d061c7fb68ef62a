/** `/promises`: what we promise, beside what came of it, from live data. */
import type { ReactNode } from "react";
import type { Counted } from "#promises";
import { servicesContext } from "#services";
import { DateText } from "#ui/date.tsx";
import { formatCount, formatMoney, formatPercent } from "#ui/money.tsx";
import { publicPage } from "#ui/page.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { type LeaderLine, LeaderList } from "#ui/receipt.tsx";
import { Frame } from "#ui/shell/frame.tsx";
import { type Translate, useText } from "#ui/text.tsx";
import type { Route } from "./+types/promises";
import { durationWords } from "./duration.ts";
import { reasonWords } from "./reason-words.ts";
import { StoreTracks } from "./store-tracks.tsx";

export const handle = publicPage({ cache_seconds: 900, spanish: () => [import("./es.json")] });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, ({ t }) => ({
    title: t("What we promise, and how we did"),
    description: t(
      "How long payouts took, which orders were refused and why, and which stores track well: counted every hour.",
    ),
    path: "/promises",
  }));

export async function loader({ context }: Route.LoaderArgs) {
  return { counted: await context.get(servicesContext).promises.read() };
}

export default function Promises({ loaderData }: Route.ComponentProps) {
  const t = useText();
  const { counted } = loaderData;
  return (
    <Frame>
      <div className="wrap section-tight">
        <div className="max-w-[46rem]">
          <h1>{t("What we promise, and how we did")}</h1>
          <p className="lead mt-3">
            {t(
              "These figures are taken from our books automatically, every hour, for all members. Nobody types them in, and we can't leave out a bad month.",
            )}
          </p>
          <p className="small faint mt-3">
            {t("Last counted")} <DateText value={counted.counted_at} style="datetime" />
          </p>
        </div>
        {/* Side by side, and below each other as evenly as what each has to tell allows. */}
        <div className="gap-x-16 lg:columns-2 xl:columns-3">
          <Payouts counted={counted} />
          <Orders orders={counted.orders} />
          <Claims claims={counted.claims} />
        </div>
        <StoreTracks stores={counted.stores} />
      </div>
    </Frame>
  );
}

function Part({ title, promise, how, children }: { title: string; promise: string; how: string; children: ReactNode }) {
  const t = useText();
  return (
    <section className="break-inside-avoid pt-12">
      <h2 className="text-2xl">{title}</h2>
      <p className="muted mt-2">{promise}</p>
      <div className="mt-5">{children}</div>
      <details className="small muted mt-3">
        <summary className="cursor-pointer py-2">{t("How this is counted")}</summary>
        <p className="mt-1 max-w-[62ch]">{how}</p>
      </details>
    </section>
  );
}

const METHOD_NAMES = { paypal: "PayPal", venmo: "Venmo" } as const;

function Payouts({ counted }: { counted: Counted }) {
  const t = useText();
  const { methods, asked } = counted.payouts;
  return (
    <Part
      title={t("Payouts")}
      promise={t("PayPal and Venmo within one business day, gift cards at once.")}
      how={t(
        "Every withdrawal of the last 30 days, from the click on the button to its arrival at the payment service. One that is still on its way counts with the time it has taken so far. One that came back is listed, without a time. Below ten withdrawals we show nothing, so that no figure points to one person.",
      )}
    >
      <LeaderList
        lines={[{ term: t("Paid out to members since our first day"), value: formatMoney(counted.paid_out_minor) }]}
      />
      {methods.length === 0 && (
        <p className="mt-4">
          {t("{{count}} withdrawals in the last 30 days: too few to show times.", { count: asked })}
        </p>
      )}
      {methods.map((row) => (
        <div key={row.method} className="mt-6">
          <h3 className="mb-1 text-lg">{row.method === "gift_card" ? t("Gift cards") : METHOD_NAMES[row.method]}</h3>
          <LeaderList lines={linesOf(row, t)} />
        </div>
      ))}
    </Part>
  );
}

function linesOf(row: Counted["payouts"]["methods"][number], t: Translate): LeaderLine[] {
  const lines: LeaderLine[] = [];
  if (row.median_minutes !== null)
    lines.push({ term: t("Half took no longer than"), value: durationWords(row.median_minutes, t) });
  if (row.slowest_minutes !== null)
    lines.push({ term: t("19 of 20 took no longer than"), value: durationWords(row.slowest_minutes, t) });
  lines.push({
    term: t("Arrived by the promised time"),
    value: t("{{n}} of {{all}}", shares(row.in_time, row.due)),
  });
  if (row.came_back > 0) lines.push({ term: t("Came back to the passbook"), value: formatCount(row.came_back) });
  return lines;
}

const shares = (n: number, all: number) => ({ n: formatCount(n), all: formatCount(all) });

function Orders({ orders }: { orders: Counted["orders"] }) {
  const t = useText();
  const decided = orders.confirmed + orders.refused;
  return (
    <Part
      title={t("Orders")}
      promise={t("Every order has a timeline, and every refusal a reason.")}
      how={t(
        "Orders that stores confirmed or refused in the last 30 days, by their latest decision. Orders that were confirmed first and then taken back count as refused. Reasons shared by fewer than ten orders are grouped together.",
      )}
    >
      {decided === 0 ? (
        <p>{t("No store has decided on an order in the last 30 days.")}</p>
      ) : (
        <LeaderList
          lines={[
            { term: t("Orders confirmed"), value: t("{{n}} of {{all}}", shares(orders.confirmed, decided)) },
            ...(orders.confirm_days === null
              ? []
              : [
                  {
                    term: t("Half of them were confirmed after"),
                    value: t("{{count}} days", { count: orders.confirm_days }),
                  },
                ]),
            { term: t("Orders refused"), value: t("{{n}} of {{all}}", shares(orders.refused, decided)) },
            ...orders.reasons.map((row) => ({
              term: <span className="muted inline-block ps-4">{reasonWords(row.code, t)}</span>,
              value: formatCount(row.orders),
              tone: "faint" as const,
            })),
          ]}
        />
      )}
    </Part>
  );
}

function Claims({ claims }: { claims: Counted["claims"] }) {
  const t = useText();
  const { due, in_time, promised_days } = claims;
  return (
    <Part
      title={t("Rebate claims")}
      promise={t("An answer within {{count}} working days, with its reason.", { count: promised_days })}
      how={t(
        "Claims that were sent in the last 30 days and whose promised day has come. An answer is money, a reason why not, or a question about what is missing. Claims that the member withdrew before then are left out.",
      )}
    >
      {due === 0 ? (
        <p>{t("No claim was due in the last 30 days.")}</p>
      ) : (
        <LeaderList
          lines={[
            { term: t("Answered by the promised day"), value: t("{{n}} of {{all}}", shares(in_time, due)) },
            { term: t("In percent"), value: formatPercent(Math.floor((in_time * 1_000) / due) * 10, t) },
          ]}
        />
      )}
    </Part>
  );
}
