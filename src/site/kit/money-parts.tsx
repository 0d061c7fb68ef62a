import { useState } from "react";
import { Balances } from "#ui/balances.tsx";
import { Button } from "#ui/button.tsx";
import { CentTrail, type TrailStop } from "#ui/cent-trail.tsx";
import { Coins } from "#ui/coins.tsx";
import { DateText } from "#ui/date.tsx";
import { Coin, Mark } from "#ui/icon.tsx";
import { type Column, Ledger, LedgerSkeleton, StoreCell } from "#ui/ledger.tsx";
import { MerchantTile } from "#ui/merchant-tile.tsx";
import { Meter } from "#ui/meter.tsx";
import { formatMoney, Money, Percent } from "#ui/money.tsx";
import { Pager } from "#ui/pager.tsx";
import { Passbook } from "#ui/passbook.tsx";
import { LeaderList, Receipt, ReceiptSkeleton } from "#ui/receipt.tsx";
import { Stamp, type StampState, Tag, WordStamp } from "#ui/stamp.tsx";
import { Timeline } from "#ui/timeline.tsx";
import { Specimen } from "./specimen.tsx";

const STOPS: TrailStop[] = [
  {
    state: "done",
    icon: "mouse-pointer-click",
    step: "You click",
    when: "Mar 10, 7:42 PM",
    note: "We note the time, the store and the rate you saw.",
  },
  {
    state: "done",
    icon: "shopping-bag",
    step: "You buy",
    when: "Mar 10, 7:58 PM",
    amount: "$128.00",
    note: "You pay Nike the way you always do.",
  },
  {
    state: "done",
    icon: "eye",
    step: "We see it",
    when: "Mar 11, 9:15 AM",
    amount: "$7.68 pending",
    note: "Nike reports the order.",
  },
  { state: "now", step: "It is confirmed", when: "Expected Apr 9", note: "Once the return window closes." },
  {
    state: "todo",
    icon: "wallet",
    step: "You are paid",
    when: "The day you ask",
    note: "PayPal, Venmo or a gift card.",
  },
];
const STATES: StampState[] = ["tracked", "pending", "confirmed", "paid", "declined", "reversed", "checking"];

type Row = {
  id: string;
  day: string;
  store: string;
  order: string;
  spent: string;
  bps: number;
  back: string;
  state: StampState;
};
const ROWS: Row[] = [
  {
    id: "1",
    day: "2026-03-10",
    store: "Nike",
    order: "Order N-40127736",
    spent: "12800",
    bps: 600,
    back: "768",
    state: "pending",
  },
  {
    id: "2",
    day: "2026-03-06",
    store: "Sephora",
    order: "Order 71840223",
    spent: "6450",
    bps: 400,
    back: "258",
    state: "confirmed",
  },
  {
    id: "3",
    day: "2026-01-08",
    store: "Uniqlo",
    order: "You returned this order",
    spent: "4500",
    bps: 400,
    back: "-180",
    state: "reversed",
  },
];
const COLUMNS: Column<Row>[] = [
  { key: "day", head: "Date", name: "c-date nowrap faint", cell: (row) => <DateText value={row.day} style="short" /> },
  {
    key: "store",
    head: "Store",
    name: "c-store",
    cell: (row) => <StoreCell tile={<MerchantTile name={row.store} size={32} />} name={row.store} note={row.order} />,
  },
  {
    key: "spent",
    head: "Spent",
    name: "c-spent",
    end: true,
    cell: (row) => <Money minor={row.spent} />,
    sort: { direction: "descending", onSort: () => {} },
  },
  { key: "rate", head: "Rate", name: "c-rate faint", end: true, cell: (row) => <Percent bps={row.bps} /> },
  {
    key: "back",
    head: "Back",
    name: "c-back",
    end: true,
    margin: true,
    cell: (row) => <Money minor={row.back} tone="back" />,
  },
  { key: "state", head: "Status", name: "c-status", cell: (row) => <Stamp state={row.state} /> },
];

export function MoneyParts() {
  const [open, setOpen] = useState<string | null>("1");
  return (
    <>
      <Specimen
        title="Stamps and tags"
        note="A stamp is a state of money. A tag is a fact. Always icon or word, never color alone."
      >
        <div className="row row-wrap">
          {STATES.map((state) => (
            <Stamp key={state} state={state} />
          ))}
        </div>
        <div className="row row-wrap [--gap:1rem]">
          <WordStamp tone="good" big>
            Paid $86.42
          </WordStamp>
          <Tag>iPhone</Tag>
          <Tag tone="good">1 drop</Tag>
          <Tag tone="accent">was 3%</Tag>
          <Tag tone="copper">Plus 8%</Tag>
          <Tag tone="bad">12</Tag>
          <Coins count={12480} />
          <Money minor={-6410} />
          <Money minor="1234567" tone="back" />
          <DateText value="2026-03-10" />
          <DateText value="2026-03-10T19:42:00Z" style="datetime" />
        </div>
      </Specimen>
      <Specimen title="Cent trail" note="Done is a solid line, the coin is where the money is now, dots are to come.">
        <CentTrail stops={STOPS} />
        <div className="grid grid-2">
          <Timeline
            title="Where this parcel is"
            events={[
              ...STOPS.slice(0, 2),
              { state: "failed", step: "Returned", when: "Mar 12", note: "The address was not found." },
            ]}
          />
          <CentTrail mini stops={STOPS.map(({ note: _, amount: __, when: ___, ...stop }) => stop)} />
        </div>
      </Specimen>
      <Specimen title="Receipt, leaders" note="A single rule above the total, a double rule below it.">
        <div className="grid grid-3">
          <Receipt
            title="Payout slip"
            level={3}
            meta={["Payout 0004", "Mar 12 2026"]}
            lines={[
              { term: "You withdraw", value: "$86.42" },
              { term: "Our fee", value: "$0.00" },
              { term: "PayPal receives", value: "$86.42", tone: "back", total: true },
            ]}
          />
          <div>
            <LeaderList
              lines={[
                { term: "Rebates paid to you", value: "$187.40", tone: "back" },
                { term: "Membership paid by you", value: "($60.96)" },
                { term: "You are ahead by", value: "$126.44", tone: "back", total: true },
              ]}
            />
            <div className="mt-5 grid [--gap:1rem]">
              <Meter label="Shipping used" value={1240} max={10000} left="$12.40" right="of $100.00" />
              <Meter label="Fuel used" value={1000} max={1000} left="$10.00" right="Used up" />
            </div>
          </div>
          <ReceiptSkeleton />
        </div>
      </Specimen>
      <Specimen
        title="Passbook"
        note="Cover, balances, stitched spine, ledger. A real table; two lines a row on a phone."
      >
        <Passbook
          cover={
            <>
              <Mark />
              <b>Rosa Delgado</b>
            </>
          }
          number="Passbook 0417 2291"
          balances={
            <Balances
              items={[
                {
                  label: "Available",
                  figure: formatMoney(8642),
                  note: "Paid out so far: $312.75",
                  action: <Button look="primary">Withdraw</Button>,
                },
                { label: "Pending", figure: formatMoney(4118), note: "Next: $10.32 from Macy's on Mar 26" },
                { label: "Coins", figure: "12,480", note: "Worth $12.48", coin: true },
              ]}
            />
          }
          foot={<Pager page={1} page_size={13} total={42} newest hrefOf={(page) => `?page=${page}`} />}
        >
          <Ledger
            caption="Passbook entries, newest first"
            columns={COLUMNS}
            rows={ROWS}
            keyOf={(row) => row.id}
            openKey={open}
            onToggle={(key) => setOpen(open === key ? null : key)}
            detail={() => (
              <div className="detail-grid">
                <div>
                  <h3>Where this money is</h3>
                  <CentTrail upright stops={STOPS} />
                </div>
                <Receipt
                  title="How $7.68 is worked out"
                  level={3}
                  lines={[{ term: "Back to you", value: "$7.68", tone: "back", total: true }]}
                />
              </div>
            )}
            foot={
              <tr>
                <td colSpan={4}>Available to withdraw</td>
                <td className="end margin">
                  <span className="sum money">$86.42</span>
                </td>
                <td colSpan={2} />
              </tr>
            }
          />
        </Passbook>
        <Passbook card>
          <LedgerSkeleton rows={3} />
        </Passbook>
        <div className="row">
          <Coin className="coin-48" />
          <Coin penny className="coin-48" />
        </div>
      </Specimen>
    </>
  );
}
