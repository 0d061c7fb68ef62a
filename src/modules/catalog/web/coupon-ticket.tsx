/** A coupon as a ticket. Pure: the page hands in the words' translator once for all its tickets. */
import type { Coupon, Rate } from "#catalog";
import { DeadButton } from "#ui/button.tsx";
import { formatDate } from "#ui/date.tsx";
import { formatMoney, formatPercent, formatShortMoney } from "#ui/money.tsx";
import type { Language, Translate } from "#ui/text.tsx";
import { Ticket, type TicketTone } from "#ui/ticket.tsx";
import { firstDay, lastDay } from "../days.ts";
import { merchantHref, shopHref } from "./links.ts";
import { backWords } from "./rate-words.ts";

function stubOf(coupon: Coupon, t: Translate): { value: string; unit: string } {
  const { discount } = coupon;
  if (discount.kind === "percent") return { value: formatPercent(discount.bps, t), unit: t("off") };
  if (discount.kind === "amount") return { value: formatShortMoney(discount.minor), unit: t("off") };
  if (discount.kind === "shipping") return { value: t("Free"), unit: t("shipping") };
  if (discount.kind === "gift") return { value: t("Gift"), unit: t("with an order") };
  return coupon.offer_code ? { value: t("Code"), unit: "" } : { value: t("Deal"), unit: "" };
}

function toneOf(coupon: Coupon): TicketTone {
  if (coupon.state === "ended") return "ended";
  if (coupon.condition) return "condition";
  if (!coupon.offer_code) return "open";
  return coupon.discount.kind === "amount" ? "amount" : "percent";
}

export function triedWords(coupon: Coupon, t: Translate): string | null {
  return coupon.tried > 0
    ? t("Worked {{worked}} of {{tried}} times", { worked: coupon.worked, tried: coupon.tried })
    : null;
}

export function factsOf(coupon: Coupon, t: Translate, language: Language): string[] {
  if (coupon.state === "ended") {
    return [
      coupon.ends_at
        ? t("Expired {{date}}. Listed here so you don't have to try it.", {
            date: formatDate(lastDay(coupon.ends_at), language),
          })
        : t("Expired. Listed here so you don't have to try it."),
    ];
  }
  const ends = coupon.ends_at ? t("Ends {{date}}", { date: formatDate(lastDay(coupon.ends_at), language) }) : null;
  const facts: string[] = [];
  if (coupon.state === "upcoming" && coupon.starts_at)
    facts.push(t("Starts {{date}}", { date: formatDate(firstDay(coupon.starts_at), language) }));
  else if (coupon.offer_code) facts.push(ends ? `${t("Code")}. ${ends}` : t("Code. No end date given"));
  else facts.push(ends ? `${t("No code needed")}. ${ends}` : t("No code needed"));
  const condition = language === "es" ? coupon.condition_es : coupon.condition;
  if (condition) facts.push(condition);
  else if (coupon.minimum_minor)
    facts.push(t("On orders of {{amount}} or more", { amount: formatMoney(coupon.minimum_minor) }));
  const tried = triedWords(coupon, t);
  if (tried) facts.push(tried);
  if (tried && coupon.verified_at)
    facts.push(t("Last worked {{date}}", { date: formatDate(firstDay(coupon.verified_at), language) }));
  if (!tried && coupon.offer_code) facts.push(t("Not tried yet"));
  return facts;
}

/** The title for this reader; `lang` marks one that there is only in the other language. */
export function titleFor(coupon: Coupon, language: Language): { title: string; lang?: string } {
  if (coupon.title_language === language) return { title: coupon.title };
  return coupon.title_other ? { title: coupon.title_other } : { title: coupon.title, lang: coupon.title_language };
}

/** Whole texts of the networks are long; a ticket shows the start, its dialog everything. */
const short = (text: string): string => (text.length > 110 ? `${text.slice(0, 108).trimEnd()}…` : text);

export function CouponTicket({
  coupon,
  t,
  language,
  codeHref,
  revealed,
  pays,
}: {
  coupon: Coupon;
  t: Translate;
  language: Language;
  /** Where the code is shown without script. */
  codeHref: string;
  revealed: boolean;
  /** With the store's tile and name and what it pays this reader, where tickets of many stores stand together. */
  pays?: Rate | undefined;
}) {
  const { value, unit } = stubOf(coupon, t);
  const { merchant } = coupon;
  const { title, lang } = titleFor(coupon, language);
  const what = `${value} ${unit}`.trim();
  const action =
    coupon.state === "ended" ? (
      <DeadButton size="sm">{t("Ended")}</DeadButton>
    ) : coupon.state === "upcoming" ? (
      <DeadButton size="sm">{t("Not yet")}</DeadButton>
    ) : coupon.offer_code && revealed ? (
      <a
        className="code code-button"
        href={codeHref}
        data-offer={coupon.offer_id}
        aria-label={t("Code {{code}}, {{what}} at {{store}}", { code: coupon.offer_code, what, store: merchant.name })}
      >
        {coupon.offer_code}
      </a>
    ) : coupon.offer_code ? (
      <a
        className="btn btn-secondary btn-sm"
        href={codeHref}
        rel="nofollow"
        data-offer={coupon.offer_id}
        data-keep-scroll=""
        aria-label={t("Show code, {{what}} at {{store}}", { what, store: merchant.name })}
      >
        {t("Show code")}
      </a>
    ) : (
      <a
        className="btn btn-secondary btn-sm"
        href={shopHref(merchant.internal_name, { offer: coupon.offer_id })}
        rel="nofollow"
        data-shop={merchant.internal_name}
        aria-label={t("Shop the deal, {{what}} at {{store}}", { what, store: merchant.name })}
      >
        {t("Shop the deal")}
      </a>
    );
  return (
    <Ticket
      id={coupon.offer_id}
      tone={toneOf(coupon)}
      value={value}
      unit={unit}
      title={short(title)}
      lang={lang}
      facts={factsOf(coupon, t, language)}
      action={action}
      merchant={
        pays
          ? {
              name: merchant.name,
              logo: merchant.logo_url,
              href: merchantHref(merchant.internal_name),
              pays: pays.kind === "none" ? t("No cash back") : backWords(pays, t),
            }
          : undefined
      }
    />
  );
}
