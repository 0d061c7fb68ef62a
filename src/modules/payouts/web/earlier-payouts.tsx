/** Every withdrawal so far, with its state, and the reason where the money came back. Only what arrived is added up. */
import type { WithdrawalEntry, WithdrawalPage } from "#payouts";
import { useDateWords } from "#ui/date.tsx";
import { type Column, Ledger } from "#ui/ledger.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Stamp, WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { cameBack, cardName, STATES } from "./payout-words.ts";

/** `paid_minor` is null where what was paid is not added up: coins have their own history. */
export function EarlierPayouts({
  page,
  fresh,
}: {
  page: Pick<WithdrawalPage, "earlier"> & { paid_minor: string | null };
  fresh: string | null;
}) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const columns: Column<WithdrawalEntry>[] = [
    {
      key: "asked",
      head: t("Requested"),
      cell: (entry) => (
        <>
          <span className="nowrap">{dateWords(entry.requested_at)}</span>
          <span className="xs faint block md:hidden">{entry.method_name[language]}</span>
        </>
      ),
    },
    {
      key: "to",
      head: t("To"),
      name: "only-desktop-td",
      cell: (entry) => (
        <span className="store-cell">
          <span>
            <b>{entry.method === "gift_card" ? cardName(entry.to) : entry.method_name[language]}</b>
            <small>{entry.method === "gift_card" ? entry.method_name[language] : entry.to}</small>
          </span>
        </span>
      ),
    },
    {
      key: "amount",
      head: t("Amount"),
      end: true,
      margin: true,
      cell: (entry) => <Amount entry={entry} />,
    },
    { key: "state", head: t("Status"), cell: (entry) => <State entry={entry} /> },
    {
      key: "arrived",
      head: t("Arrived"),
      name: "only-desktop-td",
      end: true,
      cell: (entry) => <span className="faint nowrap">{arrivedWords(entry)}</span>,
    },
  ];

  function arrivedWords(entry: WithdrawalEntry): string {
    if (entry.state === "fulfilled") return entry.settled_at ? dateWords(entry.settled_at) : "";
    if (cameBack(entry.state)) return t("Back in your passbook");
    return t("by {{date}}", { date: dateWords(entry.arrives_by, "short") });
  }

  return (
    <section className="mt-12" id="earlier">
      <h2 className="mb-4">{t("Earlier payouts")}</h2>
      <div className="card overflow-hidden">
        <Ledger
          caption={t("Earlier payouts, newest first")}
          columns={columns}
          rows={page.earlier}
          keyOf={(entry) => entry.id}
          stacked={false}
          {...(fresh !== null && { fresh: new Set([fresh]) })}
          foot={
            page.paid_minor !== null && (
              <tr>
                <td>{t("Paid out so far")}</td>
                <td className="only-desktop-td" />
                <td className="end margin money">
                  <span className="sum">{formatMoney(-BigInt(page.paid_minor))}</span>
                </td>
                <td />
                <td className="only-desktop-td" />
              </tr>
            )
          }
        />
      </div>
    </section>
  );
}

function Amount({ entry }: { entry: WithdrawalEntry }) {
  const t = useText();
  const written = formatMoney(-BigInt(entry.amount_minor));
  const coins = entry.coins !== null && (
    <span className="xs faint block">{t("{{coins}} coins", { coins: formatCount(BigInt(entry.coins)) })}</span>
  );
  if (!cameBack(entry.state))
    return (
      <span className="money">
        {written}
        {coins}
      </span>
    );
  return (
    <s className="struck money">
      {written}
      {coins}
      <span className="sr"> {t("not counted")}</span>
    </s>
  );
}

function State({ entry }: { entry: WithdrawalEntry }) {
  const t = useText();
  const language = useLanguage();
  if (entry.state === "fulfilled") return <Stamp state="paid" />;
  const { tone, icon, text } = STATES[entry.state];
  return (
    <>
      <WordStamp tone={tone} icon={icon}>
        {t(text)}
      </WordStamp>
      {entry.reason && <span className="xs muted mt-1 block max-w-[26rem]">{entry.reason[language]}</span>}
    </>
  );
}
