/** What must be said of a store before anybody goes there: it has closed, its cash back often goes wrong, a link led to nothing. */
import type { MerchantPage } from "#catalog";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";

export function MerchantNotes({ merchant, gone }: { merchant: MerchantPage["merchant"]; gone: boolean }) {
  const t = useText();
  return (
    <>
      {merchant.status === "closed" && (
        <div className="mb-5">
          <Note kind="wait">
            {t("{{store}} has closed, so there is nothing to earn here. Stores like it are below.", {
              store: merchant.name,
            })}
          </Note>
        </div>
      )}
      {merchant.cash_back_allowed && merchant.track?.health === "bad" && (
        <div className="mb-5">
          <Note kind="wait">
            {t(
              "Cash back often goes wrong here: half of the orders took longer than {{hours}} hours to appear, and of {{count}} decided ones {{refused}} were refused.",
              {
                hours: merchant.track.median_hours,
                count: merchant.track.decided,
                refused: merchant.track.refused,
              },
            )}{" "}
            <a href="/promises">{t("How this is counted")}</a>
          </Note>
        </div>
      )}
      {gone && (
        <div className="mb-5">
          <Note kind="bad" live>
            {t("This coupon or product is gone, so we didn't send you to the store. No click was tracked.")}
          </Note>
        </div>
      )}
    </>
  );
}
