/** Telling the books at the console, as operators press it, and what came of it to the cent. */
import { randomUUID } from "node:crypto";
import { NETWORK_RECEIVABLE } from "#cashback";
import { CASH_IN_TRANSIT } from "#membership";
import { PAYOUT_FEES, PAYOUT_FLOAT } from "#payables";
import type { AccountKind } from "#platform/account-kind";
import { BANK, monthSpan, NETWORK_FEES, REMITTANCE_DIFFERENCE, WRITE_OFFS } from "#treasury";
import { FROM, type Hired, hireOperator } from "./operators.ts";
import type { World } from "./world.ts";

export type Values = Record<string, string>;
type Deed = { who?: Hired; reason?: string };

/** The acts by the page or queue on which they stand. */
const KINDS: Record<string, string> = {
  "tell payment": "payer",
  "take payment back": "payer",
  "tell transfer": "balance",
  "take transfer back": "balance",
  deposit: "funding",
};
const OWNERS: readonly (readonly [AccountKind, readonly string[]])[] = [
  [BANK, ["house"]],
  [PAYOUT_FLOAT, ["paypal", "tremendous"]],
  [PAYOUT_FEES, ["paypal", "tremendous"]],
  [WRITE_OFFS, ["house"]],
  [CASH_IN_TRANSIT, ["stripe"]],
  [NETWORK_RECEIVABLE, ["impact", "cj", "awin"]],
  [NETWORK_FEES, ["impact", "cj", "awin"]],
  [REMITTANCE_DIFFERENCE, ["impact", "cj", "awin"]],
];
const CLICK = "0123456789abcdefghjk0001";

export async function openTellings(world: World) {
  const finn = await hireOperator(world, "Finn", ["finance"]);
  const fay = await hireOperator(world, "Fay", ["finance"]);
  const sue = await hireOperator(world, "Sue", ["support"]);
  const { pool } = world.base.handle;

  const asks = (id: string, act: string, values: Values, reason = "") => ({
    ...{ place: act === "deposit" ? ("queue" as const) : ("object" as const), name: KINDS[act] ?? act },
    ...{ item: id, act, reason, values },
  });
  const press = async (id: string, act: string, values: Values, { who = finn, reason = "" }: Deed = {}) =>
    world.staff.decide(await who.me(), asks(id, act, values, reason), FROM);
  /** Ten minutes later what was decided is carried out. Nobody's sign-in is fresh after it. */
  async function pass() {
    await world.advance({ minutes: 11 });
    await world.staff.sweep();
    await world.work();
    // What is decided at the instant at which something ended is taken for the same press.
    await world.advance({ minutes: 1 });
  }
  async function outcomeOf(item: string) {
    const { rows } = await pool.query<{ state: string; outcome: string }>(
      "select state, outcome from staff.decisions where item = $1 order by decided_at desc limit 1",
      [item],
    );
    return rows[0];
  }
  /** Signs in, tells it, and says what came of it. */
  async function tell(id: string, act: string, values: Values, deed: Deed = {}) {
    await (deed.who ?? finn).signIn();
    const outcome = await press(id, act, values, deed);
    if (!outcome.ok) throw new Error(`${act} ${JSON.stringify([values, outcome])}`);
    await pass();
    return outcomeOf(id);
  }
  /** What each account has in cents, as an accountant reads it: what we have or lost is positive. */
  async function books() {
    const found = new Map<string, bigint>();
    for (const [kind, owners] of OWNERS)
      for (const owner of owners) found.set(`${kind.name} ${owner}`, -(await world.ledger.houseBalance(kind, owner)));
    return found;
  }
  async function moved(doing: () => Promise<unknown>): Promise<Record<string, bigint>> {
    const before = await books();
    await doing();
    const changes = [...(await books())].map(([name, now]) => [name, now - (before.get(name) ?? 0n)] as const);
    return Object.fromEntries(changes.filter(([, change]) => change !== 0n));
  }
  async function transfers(): Promise<number> {
    return (await pool.query("select count(*)::int as count from ledger.transfers")).rows[0].count;
  }
  const statement = () => world.treasury.statement(monthSpan("2027-03") ?? { from: new Date(), to: new Date() });
  async function unexplained(): Promise<string[]> {
    const { accounts } = await statement();
    return accounts.filter((row) => row.unexplained_minor !== 0n).map((row) => `${row.account} ${row.owner}`);
  }
  /** An order of a member at a shop of Impact, approved, with our commission in dollars. */
  async function order(user_id: string, id: string, payout: string) {
    await pool.query(
      `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
       values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":1000,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
      [CLICK, user_id, randomUUID()],
    );
    const raw = {
      ...{ Id: id, CampaignId: "9001", State: "APPROVED", Amount: "100.00", Payout: payout, Currency: "USD" },
      ...{ EventDate: "2027-02-21T10:00:00Z", SubId1: CLICK },
    };
    await world.cashback.takeReport("impact", [{ row_key: id, raw }], world.clock.now());
    await world.work();
  }
  return { finn, fay, sue, asks, press, pass, outcomeOf, tell, moved, transfers, statement, unexplained, order };
}
export type Tellings = Awaited<ReturnType<typeof openTellings>>;

type Typed = [id: string, act: string, values: Values];
/** What nobody may tell: by whom, how, and what was typed. */
export function wronglyTold(day: string, now: Date): Typed[] {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  const noAmounts = "0 0.00 -0 1e3 1,234.56 $5 5. .5 1.005 +5 five ٥ 0x10 10000000000.01".split(" ");
  const noDays = [
    ..."2026-02-30 0001-01-01 1999-12-31 9999-12-31 2027-3-9 yesterday".split(" "),
    tomorrow,
    `${day} 00:00`,
    "",
  ];
  const payment = { reference: "N-1", amount: "10", day };
  const transfer = { ...payment, kind: "deposit" };
  return [
    ...[...noAmounts, "", "-1"].flatMap((amount): Typed[] => [
      ["impact", "tell payment", { ...payment, amount }],
      ["stripe", "tell payment", { ...payment, amount }],
      ["impact", "take payment back", { reference: "1001", amount }],
      ["paypal", "tell transfer", { ...transfer, amount }],
      ["paypal", "take transfer back", { kind: "deposit", reference: "D-1", amount }],
      ["cj", "tell payment", { ...payment, stated: amount === "" ? "-1" : amount }],
      ["cj", "tell payment", { ...payment, currency: "EUR", received: amount }],
    ]),
    ...[...noAmounts, ""].flatMap((amount): Typed[] =>
      ["fee", "correction"].map((kind) => ["paypal", "tell transfer", { ...transfer, kind, amount }]),
    ),
    ...["-1", "1e3", "$1", "1,000"].map((fee): Typed => ["cj", "tell payment", { ...payment, fee }]),
    ...noDays.flatMap((day): Typed[] => [
      ["impact", "tell payment", { ...payment, day }],
      ["stripe", "tell payment", { ...payment, day }],
      ["tremendous", "tell transfer", { ...transfer, day }],
    ]),
    ...["", " ", "x".repeat(101)].flatMap((reference): Typed[] => [
      ["impact", "tell payment", { ...payment, reference }],
      ["paypal", "tell transfer", { ...transfer, reference }],
      ["impact", "take payment back", { reference, amount: "1" }],
    ]),
    ...["", "arrival", "constructor"].map((kind): Typed => ["paypal", "tell transfer", { ...transfer, kind }]),
    ...[
      "9001;10",
      "9001,10",
      "programme,amount",
      "programme,amount\n9001,1e1",
      "programme,amount\n9001",
      "a,b\n9001,10",
    ].map((programmes): Typed => ["impact", "tell payment", { ...payment, programmes }]),
    ...["programme,amount\n9001,-10", "programme,amount\n9001,10\n9002,-10"].map(
      (programmes): Typed => ["impact", "tell payment", { ...payment, programmes }],
    ),
    ["impact", "tell payment", { ...payment, programmes: "programme,amount\n9001,10", invoices: "I-1" }],
    ["impact", "tell payment", { ...payment, kind: "deposit" }],
  ];
}
