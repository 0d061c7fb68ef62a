/** A row of the passbook for money from the house: a credit, or what an invitation brought. */
import type { BonusEntry } from "#passbook";
import { StoreCell } from "#ui/ledger.tsx";
import { formatMoney } from "#ui/money.tsx";
import { Stamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { EntryTile } from "./entry-tile.tsx";
import { useDateWords } from "./passbook-words.ts";

export function BonusRow({ bonus, year, wide }: { bonus: BonusEntry; year: string; wide: string }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const date = dateWords(bonus.at, bonus.at.startsWith(year) ? "short" : "date");
  const reversed = bonus.state === "reversed";
  const day = (at: string | null) => (at ? dateWords(at, "short") : "");
  return (
    <tr id={bonus.id}>
      <td className={`c-date nowrap faint ${wide}`}>{date}</td>
      <td className="c-store md:max-xl:pl-5">
        <StoreCell
          tile={<EntryTile icon={bonus.icon} />}
          name={bonus.title[language]}
          note={
            <>
              <span className={wide}>{bonus.note[language]}</span>
              <span className="xl:hidden">{date}</span>
            </>
          }
        />
      </td>
      <td className={`c-spent ${wide}`} />
      <td className={`c-rate ${wide}`} />
      <td className={reversed ? "c-back end margin money" : "c-back end margin money money-back"}>
        {reversed && (
          <s className="struck xs block">
            <span className="sr">{t("was")} </span>
            {formatMoney(bonus.amount_minor)}
          </s>
        )}
        {formatMoney(reversed ? "0" : bonus.amount_minor)}
      </td>
      <td className="c-status">
        <Stamp state={bonus.paid ? "paid" : bonus.state} />
      </td>
      <td className="c-when small faint nowrap">
        {reversed
          ? t("Reversed {{date}}", { date: day(bonus.decided_at) })
          : bonus.state === "confirmed"
            ? t("Added {{date}}", { date: day(bonus.decided_at) })
            : bonus.expected_at
              ? t("{{date}}, expected", { date: day(bonus.expected_at) })
              : ""}
      </td>
      <td className="c-open" />
    </tr>
  );
}
