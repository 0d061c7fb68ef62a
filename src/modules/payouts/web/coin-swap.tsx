/** The page of coins: what they are worth, the cards that they buy, cash for them, and what was asked for before. */
import { useEffect } from "react";
import { refreshSummary } from "#client/summary.ts";
import type { CoinPage } from "#payouts";
import { Chip, ChipRow } from "#ui/chips.tsx";
import { Coin, Icon } from "#ui/icon.tsx";
import { formatCount, formatMoney, formatShortMoney } from "#ui/money.tsx";
import { Note } from "#ui/note.tsx";
import { useText } from "#ui/text.tsx";
import { AskedSlip } from "./asked-slip.tsx";
import { CoinCards } from "./coin-cards.tsx";
import { CoinCash } from "./coin-cash.tsx";
import type { SwapReturned, SwapShown } from "./coin-swap.types.ts";
import { EarlierPayouts } from "./earlier-payouts.tsx";

export function CoinSwap({ path, shown, returned }: { path: string; shown: SwapShown; returned: SwapReturned | null }) {
  const t = useText();
  const { page, done, cash, value } = shown;
  const asked = done?.id;
  // What was set aside is no longer free: the header's figure follows.
  useEffect(() => {
    if (asked) void refreshSummary();
  }, [asked]);
  const more = BigInt(page.worth_minor) >= BigInt(page.minimum_minor);
  const form = { page, hasPassword: shown.has_password, requestKey: shown.request_key, returned };
  return (
    <>
      <Head page={page} />
      {BigInt(page.owed) > 0n && (
        <div className="mb-6">
          <Note kind="wait">
            {t("{{coins}} coins were taken back by their provider after you had used them.", {
              coins: formatCount(BigInt(page.owed)),
            })}{" "}
            {t("Your next coins cover this first. We never charge you for it.")}
          </Note>
        </div>
      )}
      {done ? (
        <AskedSlip entry={done} path={path} more={more} />
      ) : (
        <>
          <Ways path={path} page={page} cash={cash} value={value} />
          {cash ? <CoinCash {...form} /> : <CoinCards {...form} value={value} />}
        </>
      )}
      {page.earlier.length > 0 && (
        <EarlierPayouts page={{ earlier: page.earlier, paid_minor: null }} fresh={done?.id ?? null} />
      )}
    </>
  );
}

function Head({ page }: { page: CoinPage }) {
  const t = useText();
  const held = BigInt(page.held);
  const pending = BigInt(page.pending);
  return (
    <div className="page-head">
      <div>
        <h1>{t("Swap coins")}</h1>
        <p>
          {t("{{coins}} coins are worth $1.00, on every card and as cash. No fee.", {
            coins: formatCount(BigInt(page.coins_per_dollar)),
          })}
        </p>
      </div>
      <div className="card px-5 py-3.5">
        <p className="small muted">{t("Your coins, worth {{amount}}", { amount: formatMoney(page.worth_minor) })}</p>
        <p className="row text-2xl [--gap:.5rem]">
          <Coin />
          <b>{formatCount(page.coins)}</b>
        </p>
        {(pending > 0n || held > 0n) && (
          <p className="xs faint">
            {pending > 0n && t("Pending: {{coins}}.", { coins: formatCount(pending) })}{" "}
            {held > 0n && t("On their way: {{coins}}.", { coins: formatCount(held) })}
          </p>
        )}
      </div>
    </div>
  );
}

const MAX_VALUES = 5;

/** Which cards are shown, or cash: links, so that they work without script and can be kept. */
function Ways({ path, page, cash, value }: { path: string; page: CoinPage; cash: boolean; value: string | null }) {
  const t = useText();
  const values = [...new Set(page.cards.flatMap((card) => card.values.map(({ minor }) => minor)))]
    .sort((a, b) => Number(BigInt(a) - BigInt(b)))
    .slice(0, MAX_VALUES);
  return (
    <div className="row between row-wrap mb-6">
      <ChipRow label={t("What you swap for")}>
        <Chip href={path} pressed={!cash && value === null}>
          {t("All cards")}
        </Chip>
        <Chip href={`${path}?as=cash`} pressed={cash}>
          {t("Cash")}
        </Chip>
        {values.map((minor) => (
          <Chip key={minor} href={`${path}?value=${minor}`} pressed={!cash && value === minor}>
            {formatShortMoney(minor)}
          </Chip>
        ))}
        <Chip href={`${path}?value=reach`} pressed={!cash && value === "reach"}>
          {t("In reach now")}
        </Chip>
      </ChipRow>
      <a className="row small nowrap font-[640] [--gap:.25rem]" href="/account/gift-card-history">
        {t("Gift card history")} <Icon name="arrow-right" size="sm" />
      </a>
    </div>
  );
}
