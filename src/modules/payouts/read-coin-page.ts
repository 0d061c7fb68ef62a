/** What the page of coins shows: what they are worth, and what they can be swapped for. Amounts are cents and coins as strings. */
import { coinsFor } from "#platform/money";
import type { PayoutContext } from "./context.ts";
import { arrivals, entryOf, nameOf, readCards, type WithdrawalEntry } from "./read-payouts.ts";
import { faceValues, type Method } from "./rules.ts";
import { readWithdrawals } from "./store.ts";

export type CoinCard = {
  product_id: string;
  name: string;
  logo_url: string | null;
  brand_hex: string | null;
  disclosure: string;
  /** The smallest first. */
  values: { minor: string; coins: string }[];
};
export type CoinPage = {
  coins: string;
  worth_minor: string;
  pending: string;
  held: string;
  owed: string;
  coins_per_dollar: string;
  /** Of cash; a card's is its smallest face value. */
  minimum_minor: string;
  /** Where PayPal money goes by default: the member's own address. */
  email: string;
  arrives_by: Record<Method, string>;
  cards: CoinCard[];
  /** With coins, the newest first. */
  earlier: WithdrawalEntry[];
};

const MAX_LIST = 50;

export async function readCoinPage(context: PayoutContext, userId: string): Promise<CoinPage> {
  const { ledger } = context;
  const [has, rows, contact] = await Promise.all([
    ledger.balances(userId),
    readWithdrawals(context.database.db, userId, ["paypal", "venmo", "gift_card"], MAX_LIST),
    context.identity.contact(userId),
  ]);
  const cards = await readCards(context, contact?.country_code ?? null);
  return {
    coins: has.coins.toString(),
    worth_minor: ledger.worthOf(has.coins).toString(),
    pending: has.coins_pending.toString(),
    held: has.coins_held.toString(),
    owed: has.coins_owed.toString(),
    coins_per_dollar: ledger.coinsPerDollar.toString(),
    minimum_minor: String(context.partners.named(contact?.partner ?? null).payout_minimum_minor),
    email: contact?.email ?? "",
    arrives_by: arrivals(context.clock.now()),
    cards: cards.map(({ card, logo_url, brand_hex }) => ({
      product_id: card.product_id,
      name: nameOf(card.name),
      logo_url,
      brand_hex,
      disclosure: card.disclosure,
      values: faceValues(card).map((minor) => ({
        minor: minor.toString(),
        coins: coinsFor(minor, ledger.coinsPerDollar).toString(),
      })),
    })),
    earlier: rows.filter((row) => row.coins !== null).map(entryOf),
  };
}
