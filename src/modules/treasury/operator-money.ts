/** What providers hold beside the books, whether it will last, and a difference with the rows behind it. */
import { orderId } from "#cashback";
import { payableId } from "#payables";
import { showUsd } from "#platform/money";
import type { ObjectLink, OperatorAct, OperatorList, OperatorObject, OperatorQueue } from "#platform/operator";
import { known } from "#platform/operator-parts";
import { differenceId } from "./ids.ts";
import { showEntries } from "./operator-tellings.ts";
import type { Held } from "./read-balances.ts";
import type { Funding } from "./read-funding.ts";
import type { DifferenceOfRemittance, EntryRow } from "./store.ts";

type OrderFacts = {
  order_id: string;
  order_key: string;
  merchant_name: string | null;
  commission_minor: bigint;
  remitted_minor: bigint;
};
/** What these pages ask of the doors. */
export type MoneyDoors = {
  treasury: {
    balances(): Promise<readonly Held[]>;
    funding(): Promise<readonly Funding[]>;
    entriesOf(provider: string): Promise<readonly EntryRow[]>;
    readDifference(id: string): Promise<DifferenceOfRemittance | null>;
  };
  cashback: {
    desk: {
      ofRemittance(asked: { network: string; remittance: string }, most: number): Promise<readonly OrderFacts[]>;
      owedBy(network: string, most: number): Promise<readonly OrderFacts[]>;
    };
  };
};
const MAX_ROWS = 50;

const lasts = (row: Funding): string => {
  if (row.held_minor === null) return "never asked what it holds";
  if (row.lasts_days === null) return "nothing leaves";
  return row.lasts_days < 0 ? "does not do for what waits" : `${row.lasts_days} days`;
};

export const fundingQueue = ({ treasury }: MoneyDoors, acts: readonly OperatorAct[] = []): OperatorQueue => ({
  name: "funding",
  what: "Payout providers whose balance will not last: bring money there, and tell that you did",
  permission: "money.see",
  async list() {
    return (await treasury.funding()).flatMap((row) => {
      // A provider that was never asked is missed from when somebody first waits for it.
      const since = row.read_at ?? row.waits_since;
      if (!row.short || since === null) return [];
      const line = `${row.provider}: ${lasts(row)}; ${row.waiting} payments of ${showUsd(row.waiting_minor)} wait, ${showUsd(row.a_day_minor)} a day`;
      return [{ id: row.provider, since, due: null, line }];
    });
  },
  acts,
});

export const balanceList = ({ treasury }: MoneyDoors): OperatorList => ({
  name: "balances",
  what: "What payout providers said that they hold, beside our books, and for how long it will do",
  permission: "money.see",
  async read({ most }) {
    const [held, funding] = await Promise.all([treasury.balances(), treasury.funding()]);
    return {
      rows: funding.slice(0, most).map((row) => {
        const reading = held.find(({ provider }) => provider === row.provider);
        return {
          kind: "balance",
          id: row.provider,
          line: `${row.provider}: ${row.held_minor === null ? "never asked" : showUsd(row.held_minor)}`,
          facts: known({
            provider: row.provider,
            holds: reading && showUsd(reading.balance_minor),
            "books say": reading && showUsd(reading.books_minor),
            unexplained: reading && showUsd(reading.unexplained_minor),
            since: reading?.differs_since,
            waits: showUsd(row.waiting_minor),
            lasts: lasts(row),
            read: row.read_at,
          }),
        };
      }),
      after: null,
    };
  },
});

/** What a reading names is a payment of ours, or an entry that somebody told. */
const linkOf = (effect: { what: string; id: string; amount: bigint }): ObjectLink[] =>
  /^[0-9a-f-]{36}$/.test(effect.id)
    ? [{ kind: "payment", id: payableId.show(effect.id), line: `${effect.what}: ${showUsd(effect.amount)}` }]
    : [];

export const balanceObject = ({ treasury }: MoneyDoors, acts: readonly OperatorAct[]): OperatorObject => ({
  kind: "balance",
  permission: "money.see",
  async show(provider) {
    const [held, funding] = await Promise.all([treasury.balances(), treasury.funding()]);
    const row = funding.find((one) => one.provider === provider);
    if (!row) return null;
    const told = showEntries(await treasury.entriesOf(provider));
    const reading = held.find((one) => one.provider === provider);
    const effects = [
      ...(reading?.under_way ?? []).map((one) => ({ ...one, amount: BigInt(one.amount) })),
      ...(reading?.told_since ?? []),
    ];
    return {
      facts: known({
        holds: reading && showUsd(reading.balance_minor),
        "as of": reading?.as_of,
        "books say": reading && showUsd(reading.books_minor),
        "under way": reading && showUsd(reading.under_way_minor),
        unexplained: reading && showUsd(reading.unexplained_minor),
        "differs since": reading?.differs_since,
        "waits to be sent": `${row.waiting} of ${showUsd(row.waiting_minor)}`,
        "asked for a day": showUsd(row.a_day_minor),
        lasts: lasts(row),
        ...told.facts,
      }),
      timeline: [
        ...told.timeline,
        ...(reading
          ? [{ at: reading.read_at, what: `said that it holds ${showUsd(reading.balance_minor)}`, by: provider }]
          : []),
      ].toSorted((one, other) => +one.at - +other.at),
      money: effects.map((one) => ({
        at: reading?.as_of ?? new Date(0),
        what: `${one.what} ${one.id}`,
        amount: showUsd(one.amount),
      })),
      links: effects.flatMap(linkOf),
    };
  },
  acts,
});

const orderLink = (row: OrderFacts): ObjectLink => ({
  kind: "order",
  id: orderId.show(row.order_id),
  line: `${row.merchant_name ?? ""} ${row.order_key}: owes ${showUsd(row.commission_minor)}, paid ${showUsd(row.remitted_minor)}`,
});

export const differenceObject = ({ treasury, cashback }: MoneyDoors): OperatorObject => ({
  kind: "difference",
  permission: "money.see",
  async show(shown) {
    const id = differenceId.read(shown);
    const row = id && (await treasury.readDifference(id));
    if (!row) return null;
    const [paid, owed] = await Promise.all([
      cashback.desk.ofRemittance({ network: row.network, remittance: row.reference }, MAX_ROWS),
      cashback.desk.owedBy(row.network, MAX_ROWS),
    ]);
    const minor = (amount: bigint | null) => amount !== null && showUsd(amount);
    return {
      facts: known({
        network: row.network,
        payment: row.reference,
        kind: row.kind,
        programme: row.programme_id,
        difference: showUsd(row.amount_minor),
        "paid on": row.paid_on,
        received: minor(row.received_minor),
        "network says": minor(row.stated_minor),
        "found orders for": minor(row.matched_minor),
        settled: row.settled_at && `${row.settled_as} by ${row.settled_by}: ${row.reason}`,
      }),
      timeline: [
        ...(row.booked_at ? [{ at: row.booked_at, what: "the payment was told", by: row.told_by ?? "" }] : []),
        { at: row.opened_at, what: "the difference was found", by: "treasury" },
        ...(row.settled_at
          ? [{ at: row.settled_at, what: `${row.settled_as}: ${row.reason}`, by: row.settled_by ?? "" }]
          : []),
      ],
      links: [
        ...paid.map(orderLink),
        ...owed.map((one) => ({ ...orderLink(one), line: `not paid for yet: ${orderLink(one).line}` })),
      ],
    };
  },
});
