/** A member's claims, newest first: what was paid, what comes back, how it stands and what comes next. */

import { useDateWords } from "#ui/date.tsx";
import { StoreCell } from "#ui/ledger.tsx";
import { IconTile } from "#ui/merchant-tile.tsx";
import { formatMoney } from "#ui/money.tsx";
import { type Language, type Translate, useLanguage, useText } from "#ui/text.tsx";
import type { BenefitType, ClaimRow } from "../benefits.types.ts";
import { BENEFIT_ICONS } from "./benefit-words.ts";
import { ClaimStamp } from "./claim-stamp.tsx";
import { claimHref, countedMinor } from "./claim-words.ts";

type Names = Readonly<Partial<Record<BenefitType, { en: string; es: string }>>>;

/** Below 1280 px the days stand under the name, so that the money has space. */
const WIDE = "max-xl:hidden";

export function ClaimsTable({ claims, names }: { claims: readonly ClaimRow[]; names: Names }) {
  const t = useText();
  return (
    <div className="card overflow-hidden">
      <table className="ledger stacked">
        <caption className="sr">{t("Claims, newest first")}</caption>
        <thead>
          <tr>
            <th scope="col" className={WIDE}>
              {t("Sent on")}
            </th>
            <th scope="col" className="md:max-xl:pl-5">
              {t("Your claim")}
            </th>
            <th scope="col" className={`end ${WIDE}`}>
              {t("Receipt")}
            </th>
            <th scope="col" className="end margin">
              {t("Rebate")}
            </th>
            <th scope="col">{t("Status")}</th>
            <th scope="col">{t("Answer")}</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <Row key={claim.claim_id} claim={claim} names={names} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ claim, names }: { claim: ClaimRow; names: Names }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const sent = dateWords(claim.sent_at, "short");
  const counted = countedMinor(claim);
  const name = names[claim.type]?.[language] ?? claim.type;
  return (
    <tr>
      <td className={`c-date nowrap faint ${WIDE}`}>{sent}</td>
      <td className="c-store md:max-xl:pl-5">
        <StoreCell
          tile={<IconTile name={BENEFIT_ICONS[claim.type]} size={32} />}
          name={
            <a className="text-(--tp-ink) no-underline hover:underline" href={claimHref(claim.claim_id)}>
              {name}, {claim.merchant}
            </a>
          }
          note={
            <span className="xl:hidden">
              {t("{{date}}, receipt {{amount}}", { date: sent, amount: formatMoney(claim.paid_minor) })}
            </span>
          }
        />
      </td>
      <td className={`c-spent end num ${WIDE}`}>{formatMoney(claim.paid_minor)}</td>
      <td className="c-back end margin">
        <span className={counted === "0" ? "money faint" : "money money-back"}>{formatMoney(counted)}</span>
      </td>
      <td className="c-status">
        <ClaimStamp state={claim.state} />
      </td>
      <td className="c-when small">{answerWords(claim, t, language, dateWords)}</td>
    </tr>
  );
}

function answerWords(claim: ClaimRow, t: Translate, language: Language, dateWords: ReturnType<typeof useDateWords>) {
  const day = claim.answer_by ? dateWords(claim.answer_by, "short") : null;
  const more = (text: string) => <a href={claimHref(claim.claim_id)}>{text}</a>;
  switch (claim.state) {
    case "reading":
      return t("In a few minutes");
    case "review":
    case "appealed":
      return day ? t("By {{date}}", { date: day }) : "";
    case "asked":
      return (
        <>
          {claim.reason?.[language]} {more(day ? t("Answer by {{date}}", { date: day }) : t("Answer"))}
        </>
      );
    case "approved":
      return t("Paid with your first full month");
    case "paid":
      return t("In your passbook");
    case "denied":
      return (
        <>
          {claim.reason?.[language]} {more(t("What you can do"))}
        </>
      );
    default:
      return claim.reason?.[language] ?? "";
  }
}
