/** What the wheel gave, on every step after it. */
import { Coin } from "#ui/icon.tsx";
import { formatMoney } from "#ui/money.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useText } from "#ui/text.tsx";
import { FIRST_ORDER_CLAIM_DAYS } from "../messages.ts";

export type ShownPrize = { amount_minor: string; place: number; earlier: boolean; had: boolean };

/** `hadByCard`: the card that was saved has had a bonus for another account, which is said before anything is paid. */
export function BonusSlip({ prize, hadByCard = false }: { prize: ShownPrize | null; hadByCard?: boolean }) {
  const t = useText();
  if (!prize) return null;
  const amount = formatMoney(prize.amount_minor);
  return (
    <div className="slip">
      <Coin />
      <span>
        {hadByCard ? (
          t("No bonus with this card: it was already used for one on another account. One per person.")
        ) : prize.had ? (
          t("You already received your {{amount}} bonus. One per person.", { amount })
        ) : (
          <>
            <b>{t("{{amount}} bonus,", { amount })}</b>{" "}
            {t("yours after the first paid month. Join within {{days}} days of signing up.", {
              days: FIRST_ORDER_CLAIM_DAYS,
            })}
          </>
        )}
      </span>
      {!prize.had && !hadByCard && <WordStamp tone="wait">{t("Reserved")}</WordStamp>}
    </div>
  );
}
