/** How the passbook says rates, dates and stops. */
import type { OrderEntry, TrailStop } from "#cashback";
import { type DateStyle, formatDate, useHydrated } from "#ui/date.tsx";
import type { IconName } from "#ui/icon.tsx";
import { formatMoney, sayPercent } from "#ui/money.tsx";
import { type Translate, useLanguage } from "#ui/text.tsx";

/** A date inside a sentence: UTC from the server, the reader's own zone once the page has come alive. */
export function useDateWords(): (value: string, style?: DateStyle) => string {
  const language = useLanguage();
  const local = useHydrated();
  return (value, style = "date") => formatDate(value, language, style, local);
}

/** The ledger writes "6%", "$7.00", and "≤ 6%" where the rate depends on the items. */
export function rateWords(rate: string, t: Translate): string {
  if (rate.startsWith("≤ ")) return t("up to {{rate}}", { rate: rateWords(rate.slice(2), t) });
  return rate.endsWith("%") ? sayPercent(rate.slice(0, -1), t) : rate;
}

/** The day an order was refused or reversed. */
export const refusedAt = (order: OrderEntry): string =>
  order.trail.findLast((stop) => stop.state === "failed")?.at ?? order.at;

export const isRefused = (order: OrderEntry): boolean => order.state === "declined" || order.state === "reversed";

/** What counts of an order now: of one that was refused, nothing. */
export const countedMinor = (order: OrderEntry): string => (isRefused(order) ? "0" : order.back_minor);

/** As it is kept for the page without a connection: what stands in the passbook, and nothing that it would contradict. */
export const toSeen = (order: OrderEntry) => ({
  merchant: order.merchant.name,
  at: order.at,
  back_minor: countedMinor(order),
  state: order.paid ? "paid" : isRefused(order) ? "reversed" : order.state,
});

/** What a refused order was written down with before, null when it never was. */
export function onceWorth(order: OrderEntry): string | null {
  if (!isRefused(order)) return null;
  if (BigInt(order.back_minor) > 0n) return order.back_minor;
  const worth = order.trail.findLast(
    (stop) => stop.kind !== "ordered" && stop.amount_minor !== null && BigInt(stop.amount_minor) > 0n,
  );
  return worth?.amount_minor ?? null;
}

/** What was spent. A store that takes an order back sets its sum to nothing; the purchase itself stays on the page. */
export function spentMinor(order: OrderEntry): string {
  if (order.spent_minor !== "0") return order.spent_minor;
  return order.trail.find((stop) => stop.kind === "ordered")?.amount_minor ?? order.spent_minor;
}

type StopWords = { step: string; note?: string; icon?: IconName };

/** The heading and the sentence of one stop of the trail. */
export function stopWords(stop: TrailStop, order: OrderEntry, t: Translate): StopWords {
  const store = order.merchant.name;
  const amount = stop.amount_minor === null ? "" : formatMoney(stop.amount_minor);
  switch (stop.kind) {
    case "clicked":
      return {
        step: t("You clicked through"),
        note: t("To {{store}}, at {{rate}}. Reference {{reference}}.", {
          store,
          rate: rateWords(stop.facts.rate ?? order.rate_text, t),
          reference: stop.facts.reference ?? order.reference,
        }),
      };
    case "ordered":
      return {
        step: t("You bought"),
        note: stop.facts.order
          ? t("{{amount}} at {{store}}, order {{order}}.", { amount, store, order: stop.facts.order })
          : t("{{amount}} at {{store}}.", { amount, store }),
      };
    case "tracked":
      return {
        step: t("{{store}} reported it", { store }),
        note: t("We tracked {{amount}} as pending and emailed you.", { amount }),
      };
    case "claimed":
      return {
        step: t("Found after you asked"),
        note: t("We tracked {{amount}} as pending.", { amount }),
      };
    case "reopened":
      return {
        step: t("{{store}} accepted it again", { store }),
        note: t("We tracked {{amount}} as pending.", { amount }),
      };
    case "adjusted":
      return { step: t("{{store}} changed the order", { store }), note: t("It is {{amount}} now.", { amount }) };
    case "confirmed":
      return { step: t("Confirmed"), note: t("{{amount}} is yours.", { amount }) };
    case "declined":
      return { step: t("{{store}} declined it", { store }) };
    case "reversed":
      return { step: t("{{store}} took it back", { store }) };
    case "paid":
      return {
        step: t("Paid out"),
        icon: "wallet",
        note: stop.facts.reference
          ? t("To {{method}}, payout {{reference}}.", {
              method: t(stop.facts.method ?? ""),
              reference: stop.facts.reference,
            })
          : "",
      };
    case "unpaid":
      return { step: t("The payout came back"), note: t("{{amount}} is yours again.", { amount }), icon: "wallet" };
    case "expected":
      return {
        step: t("Confirmed"),
        note: t("{{store}} waits until its return window closes. Your {{amount}} is here now.", {
          store,
          amount: formatMoney(order.back_minor),
        }),
      };
    case "available":
      return stop.state === "now"
        ? { step: t("Available to withdraw"), note: t("{{amount}} is here now.", { amount }), icon: "wallet" }
        : { step: t("Available to withdraw"), icon: "wallet" };
    default:
      return { step: t("Checking") };
  }
}
