/** What was just asked for: its slip with a stamp, and the way to the member. */
import type { WithdrawalEntry } from "#payouts";
import { ButtonLink } from "#ui/button.tsx";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { useDateWords } from "#ui/date.tsx";
import { formatCount, formatMoney } from "#ui/money.tsx";
import { Receipt } from "#ui/receipt.tsx";
import { WordStamp } from "#ui/stamp.tsx";
import { useLanguage, useText } from "#ui/text.tsx";
import { cameBack, cardName, STATES } from "./payout-words.ts";

/** `path`: where it was asked for; `more`: whether there is enough left to ask again. */
export function AskedSlip({ entry, path, more }: { entry: WithdrawalEntry; path: string; more: boolean }) {
  const t = useText();
  const language = useLanguage();
  const dateWords = useDateWords();
  const method = entry.method_name[language];
  const paid = entry.state === "fulfilled";
  const back = cameBack(entry.state);
  const stamp = paid
    ? ({ tone: "good", icon: "check-check", text: "Paid" } as const)
    : STATES[entry.state as keyof typeof STATES];
  const taken =
    entry.coins === null
      ? formatMoney(entry.amount_minor)
      : t("{{coins}} coins", { coins: formatCount(BigInt(entry.coins)) });
  const stops: TrailStop[] = [
    {
      state: "done",
      step: t("You requested it"),
      when: dateWords(entry.requested_at, "datetime"),
      note:
        entry.coins === null
          ? t("{{amount}} is set aside for this payout.", { amount: taken })
          : t("{{amount}} are set aside for this payout.", { amount: taken }),
    },
    back
      ? {
          state: "failed",
          step: t(stamp.text),
          when: entry.settled_at ? dateWords(entry.settled_at, "datetime") : "",
          note: entry.reason?.[language] ?? t("The amount is back in your passbook."),
        }
      : {
          state: paid ? "done" : entry.state === "requested" ? "now" : "done",
          step: entry.method === "gift_card" ? t("We order the card") : t("We send it to {{method}}", { method }),
          when: paid || entry.state !== "requested" ? t("Sent") : t("Within minutes"),
        },
    ...(back
      ? []
      : [
          {
            state: paid ? ("done" as const) : entry.state === "requested" ? ("todo" as const) : ("now" as const),
            step: paid ? t("It reached you") : t("It reaches you"),
            when:
              paid && entry.settled_at
                ? dateWords(entry.settled_at, "datetime")
                : t("By {{date}}", { date: dateWords(entry.arrives_by) }),
            note:
              entry.method === "gift_card"
                ? t("We email you the card, and it's listed under your gift cards.")
                : t("To {{to}}.", { to: entry.to }),
          },
        ]),
  ];
  return (
    <div className="layout-2">
      <div className="stack [--stack:1.75rem]">
        <div>
          <h2 className="timeline-title">{t("Where this money is")}</h2>
          <CentTrail upright stops={stops} />
        </div>
        <p className="row row-wrap">
          {entry.coins === null ? (
            <ButtonLink look="primary" href="/account/purchase-history">
              {t("To your passbook")}
            </ButtonLink>
          ) : (
            <ButtonLink look="primary" href="/account/coin/history">
              {t("Coin history")}
            </ButtonLink>
          )}
          {entry.method === "gift_card" && (
            <ButtonLink href="/account/gift-card-history">{t("Your gift cards")}</ButtonLink>
          )}
          {more && (
            <ButtonLink href={path}>
              {entry.coins !== null ? t("Swap more") : back ? t("Withdraw again") : t("Withdraw more")}
            </ButtonLink>
          )}
        </p>
      </div>
      <aside>
        <Receipt
          isPage
          title={t("Payout slip")}
          meta={[t("Payout {{reference}}", { reference: entry.reference }), dateWords(entry.requested_at, "slip")]}
          lines={[
            {
              term: t("To"),
              value: entry.method === "gift_card" ? t("{{store}} card", { store: cardName(entry.to) }) : method,
            },
            ...(entry.method === "gift_card" ? [] : [{ term: t("Account"), value: entry.to }]),
            { term: entry.coins === null ? t("You withdraw") : t("You swap"), value: taken },
            { term: t("Our fee"), value: formatMoney(0) },
            ...(back
              ? [
                  {
                    term: t("Back in your passbook"),
                    value: entry.coins === null ? formatMoney(-BigInt(entry.amount_minor)) : taken,
                  },
                ]
              : []),
            {
              term: t("{{receiver}} receives", {
                receiver: entry.method === "gift_card" ? t("The gift card") : method,
              }),
              value: formatMoney(back ? 0 : entry.amount_minor),
              tone: "back",
              total: true,
            },
          ]}
        >
          <p className="mt-6 mb-1 text-center" role="status">
            <WordStamp big tone={stamp.tone} icon={stamp.icon}>
              {t(stamp.text)}
            </WordStamp>
          </p>
        </Receipt>
      </aside>
    </div>
  );
}
