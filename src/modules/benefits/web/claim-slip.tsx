/** The slip beside the form: the share, the limits and what comes back, worked out while it is filled in. */
import { Button } from "#ui/button.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatMoney, formatPercent } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { type LeaderLine, Receipt } from "#ui/receipt.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import type { BenefitPage, ClaimType } from "../benefits.types.ts";
import { CLAIM_WORDS } from "./benefit-words.ts";
import { type Back, backOf } from "./claim-amounts.ts";
import { monthName, wholeDay } from "./day-words.ts";

export type Terms = NonNullable<BenefitPage["terms"]>;

const CUTS: Readonly<Record<NonNullable<Back["cut_by"]>, { text: string }>> = {
  claim: { text: "It's as much as one claim can bring." },
  month: { text: "It's all that's left this month." },
  year: { text: "It's all that's left this year." },
};

export function ClaimSlip({
  page,
  terms,
  type,
  merchant,
  paid,
  busy,
  problem,
}: {
  page: BenefitPage;
  terms: Terms;
  type: ClaimType;
  merchant: string;
  paid: bigint | null;
  busy: boolean;
  problem: string | null;
}) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const limit = page.limit ?? { month_minor: terms.month_minor, used_minor: "0", left_minor: terms.month_minor };
  const back = paid === null ? null : backOf(paid, terms, limit.left_minor);
  const month = monthName(page.month.from, language);
  const lines: LeaderLine[] = [
    { term: t("Where"), value: merchant || "–" },
    {
      term: terms.of === "shipping" ? t("Shipping or return cost") : t("Total paid"),
      value: paid === null ? "–" : formatMoney(paid),
    },
    { term: t("Of that, back"), value: formatPercent(terms.share_bps, t) },
    { term: t("At most for one claim"), value: formatMoney(terms.claim_minor) },
    { term: t(CLAIM_WORDS[type].limit, { month }), value: formatMoney(limit.month_minor) },
    { term: t("Claimed already"), value: formatMoney(limit.used_minor) },
    { term: t("You get back"), value: formatMoney(back?.minor ?? 0n), tone: "back", total: true },
  ];
  return (
    <>
      <Receipt title={t("Your claim")} meta={[page.name[language], dateWords(terms.today, "slip")]} lines={lines}>
        <p className="small muted mt-3 empty:hidden" role="status">
          {back?.cut_by ? t(CUTS[back.cut_by].text) : ""}
        </p>
        <div className="mt-5 grid [--gap:.75rem]">
          {problem && (
            <Note kind="bad" live>
              {problem}
            </Note>
          )}
          <Button type="submit" look="primary" size="lg" block busy={busy} busyText={t("Sending")}>
            {t("Send claim")}
          </Button>
        </div>
        <p className="xs faint mt-3 text-center text-balance">
          {t("Answer by {{date}}", { date: wholeDay(terms.answer_by, language) })}
        </p>
      </Receipt>
      <div className="mt-5">
        <Note>{t("If we say no, we say why, and you can answer with a better receipt or ask for a second look.")}</Note>
      </div>
    </>
  );
}
