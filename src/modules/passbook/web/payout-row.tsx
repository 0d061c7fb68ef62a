/** A row of the passbook for money that left, or that came back after it had. */
import type { PayoutEntry } from "#passbook";
import { StoreCell } from "#ui/ledger.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { EntryTile } from "./entry-tile.tsx";
import { useDateWords } from "./passbook-words.ts";

export function PayoutRow({ payout, year, wide }: { payout: PayoutEntry; year: string; wide: string }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const date = dateWords(payout.at, payout.at.startsWith(year) ? "short" : "date");
  return (
    <tr id={payout.id}>
      <td className={`c-date nowrap faint ${wide}`}>{date}</td>
      <td className="c-store md:max-xl:pl-5">
        <StoreCell
          tile={<EntryTile icon={payout.icon} />}
          name={payout.title[language]}
          note={
            <>
              <span className={wide}>{payout.note[language]}</span>
              <span className="xl:hidden">{date}</span>
            </>
          }
        />
      </td>
      <td className={`c-spent ${wide}`} />
      <td className={`c-rate ${wide}`} />
      <td className="c-back end margin money">
        <b>{formatMoney(payout.amount_minor)}</b>
      </td>
      <td className="c-status">
        {payout.under_way ? (
          <WordStamp tone="info" icon="send">
            {t("On its way")}
          </WordStamp>
        ) : (
          <Stamp state={payout.came_back ? "confirmed" : "paid"} />
        )}
      </td>
      <td className="c-when small faint nowrap">
        {payout.under_way
          ? payout.under_way.arrives_by && t("by {{date}}", { date: dateWords(payout.under_way.arrives_by, "short") })
          : payout.came_back
            ? ""
            : t("Arrived {{date}}", { date: dateWords(payout.at, "short") })}
      </td>
      <td className="c-open" />
    </tr>
  );
}
