/** What an open row of the passbook shows: where the money is, and how the amount came about. */
import type { OrderEntry, TrailStop } from "#cashback";
import { CentTrail, type TrailStop as Stop } from "#ui/cent-trail.tsx";
import { formatMoney } from "#ui/money.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import {
  countedMinor,
  isRefused,
  onceWorth,
  rateWords,
  spentMinor,
  stopWords,
  useDateWords,
} from "./passbook-words.ts";

const STATES = { done: "done", now: "now", next: "todo", failed: "failed" } as const;

export function OrderDetail({ order }: { order: OrderEntry }) {
  const t = useText();
  const dateWords = useDateWords();
  const language = useLanguage();

  function whenOf(stop: TrailStop): string {
    if (stop.kind === "available" && stop.state === "next") return t("The same day");
    if (!stop.at) return "";
    return stop.kind === "expected"
      ? t("Expected {{date}}", { date: dateWords(stop.at) })
      : dateWords(stop.at, "datetime");
  }

  const stops = order.trail.map((stop): Stop => {
    const { step, note, icon } = stopWords(stop, order, t);
    const words = [note, stop.reason?.[language]].filter(Boolean).join(" ");
    const when = whenOf(stop);
    return {
      state: STATES[stop.state],
      step,
      ...(when && { when }),
      ...(words && { note: words }),
      ...(icon && { icon }),
    };
  });

  return (
    <div className="detail-grid">
      <div>
        <h3>{t("Where this money is")}</h3>
        <CentTrail upright stops={stops} />
      </div>
      <div>
        <WorkedOut order={order} />
        <p className="small mt-4">
          <a href={`/account/contact?about=${order.id}`}>{t("Does the amount look wrong? Tell us")}</a>
        </p>
      </div>
    </div>
  );
}

/** The sum itself. What does not count (shipping, tax) is not in the store's figure to begin with. */
function WorkedOut({ order }: { order: OrderEntry }) {
  const t = useText();
  const dateWords = useDateWords();
  const language = useLanguage();
  const { worked_out: sum } = order;
  const refused = isRefused(order);
  const once = onceWorth(order);
  const back: LeaderLine = { term: t("Back to you"), value: formatMoney(countedMinor(order)), total: true };
  const lines: LeaderLine[] = refused
    ? [
        { term: t("Your purchase"), value: formatMoney(spentMinor(order)) },
        ...(once
          ? [
              { term: t("First tracked"), value: formatMoney(once) },
              { term: t("Taken back by the store"), value: formatMoney(-BigInt(once)) },
            ]
          : []),
        back,
      ]
    : [
        { term: t("Counted by the store"), value: formatMoney(order.spent_minor) },
        ...(order.paid_rate_text === sum.rate_text
          ? [{ term: t("Rate when you clicked"), value: rateWords(sum.rate_text, t) }]
          : [
              { term: t("Promised when you clicked"), value: rateWords(sum.rate_text, t) },
              { term: t("Rate you got"), value: rateWords(order.paid_rate_text, t) },
            ]),
        { ...back, tone: "back" },
      ];
  return (
    <Receipt
      title={t("How we calculated {{amount}}", { amount: formatMoney(countedMinor(order)) })}
      level={3}
      meta={[order.reference || order.order_reference || "", dateWords(order.at, "slip")]}
      lines={lines}
    >
      <p className="xs faint mt-3">
        {refused
          ? (order.reason?.[language] ?? t("The store paid nothing for this order, so there's no cash back."))
          : sum.commission_based
            ? t(
                "Rates at this store differ by item. The store told us what it pays for yours, and this is your share of it.",
              )
            : t("Shipping and tax are not counted. Rounded down to the cent.")}
      </p>
    </Receipt>
  );
}
