/**
 * What operators tell of the statements of our bank and of providers, as `npm run treasury` does: networks' payments, payouts of the
 * card processor, money brought to payout providers, their fees; and what was told wrong, taken back whole.
 */

import { parseMajor, showUsd, toMajor } from "#platform/money";
import type {
  ActRefusal,
  Facts,
  ObjectLink,
  OperatorAct,
  OperatorAsk,
  OperatorList,
  OperatorObject,
  Told,
} from "#platform/operator";
import { known, pageOf } from "#platform/operator-parts";
import { done, type Outcome, refused } from "#platform/outcome";
import type { TreasuryRefusal } from "./context.ts";
import { TREASURY_REFUSALS } from "./messages.ts";
import { readProgrammes } from "./read-programmes.ts";
import { faultOfDay, isCashProvider } from "./rules.ts";
import type { EntryRow, RemittanceRow } from "./store.ts";
import type { Treasury } from "./treasury.server.ts";

type Doors = { treasury: Treasury };

/** Who pays to our bank: networks, each payment with its orders; and the card processor, whose payouts arrive. */
const NETWORKS = ["impact", "cj", "awin"] as const;
const PROCESSOR = "stripe" as const;
const PAYERS = [...NETWORKS, PROCESSOR] as const;
const networkOf = (payer: string) => NETWORKS.find((one) => one === payer) ?? null;

const MAX_REFERENCE = 100;
const MAX_MINOR = 10n ** 12n;
const SIGNED = ["fee", "correction"] as const;
const TRANSFERS = {
  deposit: "it left our bank for the provider",
  withdrawal: "it came back from the provider to our bank",
  fee: "the provider kept it",
  correction: "the provider changed what it holds",
} as const;
type Transfer = keyof typeof TRANSFERS;

class Fault extends Error {}
/** What was typed, or the sentence that says what is wrong with it. */
function read<T>(reader: () => T): { ok: true; value: T } | { ok: false; fault: string } {
  try {
    return { ok: true, value: reader() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.message };
    throw error;
  }
}

function textOf(values: Facts, name: string, what: string): string {
  const text = values[name]?.trim() ?? "";
  if (text === "" || text.length > MAX_REFERENCE)
    throw new Fault(`${what} is needed, of 1 to ${MAX_REFERENCE} characters.`);
  return text;
}
/** Minor units of the currency; `signed`: what is added to a provider's balance is below nothing. */
function amountOf(values: Facts, name: string, { signed = false, least = 1n, unit = "dollars" } = {}): bigint {
  const typed = (values[name] ?? "").trim();
  const minor = /^-?\d+(\.\d{1,2})?$/.test(typed) ? parseMajor(typed) : null;
  if (minor === null || minor > MAX_MINOR || minor < (signed ? -MAX_MINOR : least) || (signed && minor === 0n))
    throw new Fault(
      `The ${name} is in ${unit}, in digits such as 1234.56${signed ? " or -0.25" : ""}${least > 0n ? ", and not nothing" : ""}.`,
    );
  return minor;
}
const optional = <T>(values: Facts, name: string, reader: () => T, otherwise: T): T =>
  (values[name] ?? "").trim() === "" ? otherwise : reader();

function dayOf(values: Facts, now: Date): string {
  const day = (values.day ?? "").trim();
  const fault = faultOfDay(day, now);
  if (fault) throw new Fault(`The day ${fault}`);
  return day;
}

function transferOf(provider: string, { values, reason, by }: Told, now: Date) {
  const kind = (Object.keys(TRANSFERS) as Transfer[]).find((one) => one === values.kind);
  if (!isCashProvider(provider)) throw new Fault("There is no such provider.");
  if (!kind) throw new Fault("Choose what it was.");
  const signed = SIGNED.some((one) => one === kind);
  return {
    ...{ provider, kind, reference: textOf(values, "reference", "The provider's or the bank's own id") },
    ...{ amount_minor: amountOf(values, "amount", { signed }), happened_on: dayOf(values, now), by },
    reason: reason || null,
  };
}

function paymentOf(network: (typeof NETWORKS)[number], { values, by }: Told, now: Date) {
  const currency = optional(values, "currency", () => textOf(values, "currency", "The currency").toUpperCase(), "USD");
  if (!/^[A-Z]{3}$/.test(currency)) throw new Fault("The currency is three letters, such as EUR.");
  const foreign = currency !== "USD";
  const amount_minor = amountOf(values, "amount", { unit: foreign ? currency : "dollars" });
  const said = (values.received ?? "").trim() !== "";
  if (foreign && !said) throw new Fault("Say under received what the bank booked in dollars.");
  if (!foreign && said)
    throw new Fault("Received is only told where the currency is another: what arrived is the amount.");
  const invoices = [...new Set((values.invoices ?? "").split(/[\s,]+/).filter(Boolean))];
  const paper = (values.programmes ?? "").trim();
  if (invoices.length > 0 && paper !== "") throw new Fault("Invoices say their programs themselves: give one of both.");
  const programmes = paper === "" ? [] : readProgrammes(paper);
  if (!programmes) throw new Fault('The paper begins with the line "programme,amount", then one line for each.');
  const sum = programmes.reduce((total, part) => total + part.amount_minor, 0n);
  if (programmes.length > 0 && (sum < 1n || sum > MAX_MINOR))
    throw new Fault("The amounts of the programs add up to no payment.");
  return {
    ...{ network, reference: textOf(values, "reference", "The network's own id"), currency, amount_minor, by },
    received_minor: foreign ? amountOf(values, "received") : amount_minor,
    fee_minor: optional(values, "fee", () => amountOf(values, "fee", { least: 0n }), 0n),
    stated_minor: optional(values, "stated", () => amountOf(values, "stated"), null),
    ...{ invoices, programmes, paid_on: dayOf(values, now) },
  };
}

/** What is known of a payout: the rest is asked of networks alone, and none of it is passed over in silence. */
const ARRIVAL = new Set(["reference", "amount", "day"]);
function arrivalOf({ values, by }: Told, now: Date) {
  const strange = Object.keys(values).find((name) => !ARRIVAL.has(name) && values[name]?.trim());
  if (strange) throw new Fault(`A payout of the card processor has no ${strange}: leave it empty.`);
  return {
    ...{ provider: PROCESSOR as typeof PROCESSOR, kind: "arrival" as const },
    reference: textOf(values, "reference", "The payout's id"),
    ...{ amount_minor: amountOf(values, "amount"), happened_on: dayOf(values, now), by, reason: null },
  };
}

type Booked = Outcome<{ duplicate: boolean }, TreasuryRefusal>;
type Ran = Promise<Outcome<string, ActRefusal>>;
const BOOKED_BEFORE = "It was booked before: nothing more is booked.";
const TAKEN_BEFORE = "It was taken back before: nothing more is booked.";
/** Reads what was told, books it, and says so. */
async function book<T>(
  reader: () => T,
  booking: (told: T) => Promise<Booked>,
  said: string,
  before = BOOKED_BEFORE,
): Ran {
  const told = read(reader);
  if (!told.ok) return refused("not_possible", { why: told.fault });
  const outcome = await booking(told.value);
  if (!outcome.ok) return refused("not_possible", { why: TREASURY_REFUSALS[outcome.code] });
  return done(outcome.value.duplicate ? before : said);
}
const faultOf = (reader: () => unknown): string | null => {
  const told = read(reader);
  return told.ok ? null : told.fault;
};

const TELLS = { permission: "differences.decide", freshSignIn: true } as const;
const REFERENCE = { name: "reference", what: "its own id on that statement: the same again is booked once" } as const;
const AMOUNT = { name: "amount", what: "dollars as the statement shows them, such as 1234.56" } as const;
const PAID = {
  ...AMOUNT,
  what: "as the statement shows it, such as 1234.56; dollars where no currency is told",
} as const;
const DAY = { name: "day", what: "of the statement, such as 2026-10-20" } as const;
const KIND: OperatorAsk = {
  name: "kind",
  what: "what it was",
  choices: async () => Object.entries(TRANSFERS).map(([code, what]) => ({ code, what })),
};

/** On the page of a provider's balance; and, of a deposit, where money is short. */
export function transferActs({ treasury }: Doors): { tell: OperatorAct; undo: OperatorAct; deposit: OperatorAct } {
  const now = () => treasury.now();
  const run = async (provider: string, told: Told): Ran => {
    if (!isCashProvider(provider)) return refused("unknown");
    return book(() => transferOf(provider, told, now()), treasury.bookEntry, "Booked.");
  };
  /** Of which day it was told is not asked. */
  const wrongOf = (provider: string, told: Told) => {
    const values = { ...told.values, day: now().toISOString().slice(0, 10) };
    const { happened_on: _today, ...wrong } = transferOf(provider, { ...told, values }, now());
    return { ...wrong, reason: told.reason };
  };
  const asDeposit = (told: Told): Told => ({ ...told, values: { ...told.values, kind: "deposit" } });
  return {
    tell: {
      ...{ ...TELLS, name: "tell transfer", reason: true, asks: [KIND, REFERENCE, AMOUNT, DAY] },
      what: "The books have it, once, with the reason. A fee or correction lessens what the provider holds, or adds to it as -0.25.",
      check: async (provider, told) => faultOf(() => transferOf(provider, told, now())),
      run,
    },
    deposit: {
      ...{ ...TELLS, name: "deposit", reason: false, asks: [REFERENCE, AMOUNT, DAY] },
      what: "You brought money there: the books have it as the bank's statement shows it, and the provider's next word about its balance counts it.",
      check: async (provider, told) => faultOf(() => transferOf(provider, asDeposit(told), now())),
      run: (provider, told) => run(provider, asDeposit(told)),
    },
    undo: {
      ...{ ...TELLS, name: "take transfer back", reason: true, asks: [KIND, REFERENCE, AMOUNT] },
      what: "It was told wrong: a booking against it. Then tell it as it is, under the same reference.",
      check: async (provider, told) => faultOf(() => wrongOf(provider, told)),
      async run(provider, told) {
        if (!isCashProvider(provider)) return refused("unknown");
        return book(() => wrongOf(provider, told), treasury.undoEntry, "Taken back.", TAKEN_BEFORE);
      },
    },
  };
}

function payerActs({ treasury }: Doors): readonly OperatorAct[] {
  const now = () => treasury.now();
  const reading = (payer: string, told: Told) => {
    const network = networkOf(payer);
    return network ? paymentOf(network, told, now()) : arrivalOf(told, now());
  };
  const wrongOf = ({ by, reason, values }: Told) => ({
    ...{ reference: textOf(values, "reference", "Its own id"), reason, by },
    amount_minor: amountOf(values, "amount", { unit: "the currency in which it was told" }),
  });
  return [
    {
      ...{ ...TELLS, name: "tell payment", reason: false },
      what: "The books have it, once. What a network paid is spread over its orders; what it paid more or less waits among the differences.",
      asks: [
        ...[REFERENCE, PAID, DAY],
        { name: "fee", what: "kept on the way, in dollars", optional: true },
        {
          name: "stated",
          what: "what the network says that it paid, in dollars, where that is another sum",
          optional: true,
        },
        { name: "currency", what: "three letters, where it is not dollars", optional: true },
        { name: "received", what: "what the bank booked in dollars, where the currency is another", optional: true },
        { name: "invoices", what: "the network's own invoices that it pays, with spaces between", optional: true },
        {
          ...{ name: "programmes", long: true, optional: true, most: 20_000 },
          what: "the network's paper: a line programme,amount, then one for each",
        },
      ],
      check: async (payer, told) => faultOf(() => reading(payer, told)),
      async run(payer, told) {
        const network = networkOf(payer);
        if (!network && payer !== PROCESSOR) return refused("unknown");
        if (!network) return book(() => arrivalOf(told, now()), treasury.bookEntry, "Booked.");
        return book(
          () => paymentOf(network, told, now()),
          treasury.bookRemittance,
          "Booked, and spread over its orders.",
        );
      },
    },
    {
      ...{ ...TELLS, name: "take payment back", reason: true, asks: [REFERENCE, PAID] },
      what: "It was told wrong: a booking against it, and its orders, invoices and differences stand as before. Then tell it as it is.",
      check: async (_payer, told) => faultOf(() => wrongOf(told)),
      async run(payer, told) {
        const network = networkOf(payer);
        if (!network && payer !== PROCESSOR) return refused("unknown");
        return book(
          () => wrongOf(told),
          (wrong) =>
            network
              ? treasury.undoRemittance({ ...wrong, network })
              : treasury.undoEntry({ ...wrong, provider: PROCESSOR, kind: "arrival" }),
          "Taken back.",
          TAKEN_BEFORE,
        );
      },
    },
  ];
}

const MAX_ROWS = 50;
const amountIn = ({ currency, amount_minor }: RemittanceRow): string =>
  currency === "USD" ? showUsd(amount_minor) : `${toMajor(amount_minor)} ${currency}`;
const lineOf = (row: RemittanceRow): string =>
  `${row.reference}: ${amountIn(row)}${row.undone_at ? ", taken back" : ""}`;

/** What was told of a provider, as it stands and as it went: whoever takes one back names it as it is here. */
export function showEntries(rows: readonly EntryRow[]): {
  facts: Facts;
  timeline: { at: Date; what: string; by: string }[];
} {
  const line = (row: EntryRow) => `${row.kind} ${row.reference}`;
  return {
    facts: Object.fromEntries(
      rows.map((row) => [
        `${line(row)}${row.undone_at ? `, telling ${row.telling}` : ""}`,
        `${showUsd(row.amount_minor)} on ${row.happened_on}${row.undone_at ? ", taken back" : ""}`,
      ]),
    ),
    timeline: rows.flatMap((row) => [
      { at: row.booked_at, what: `told: ${showUsd(row.amount_minor)} as ${line(row)}`, by: row.by },
      ...(row.undone_at ? [{ at: row.undone_at, what: `taken back: ${line(row)}`, by: row.undone_by ?? "" }] : []),
    ]),
  };
}

export const payerObject = ({ treasury }: Doors): OperatorObject => ({
  kind: "payer",
  permission: "money.see",
  async show(payer) {
    if (!PAYERS.some((one) => one === payer)) return null;
    const [all, invoices, entries] = await Promise.all([
      treasury.remittances(),
      treasury.openInvoices(),
      treasury.entriesOf(payer),
    ]);
    const payouts = showEntries(entries);
    const rows = all.filter(({ network }) => network === payer).slice(0, MAX_ROWS);
    const open = invoices.filter(({ network }) => network === payer);
    return {
      facts: known({
        payer,
        "is told": payer === PROCESSOR ? "each payout of it that arrives at our bank" : "each of its payments",
        ...Object.fromEntries(
          open.map(({ invoice_id, total_minor, currency }) => [
            `invoice ${invoice_id}`,
            `${toMajor(total_minor)} ${currency}, not paid yet`,
          ]),
        ),
        ...Object.fromEntries(
          rows.map((row) => [
            // A name before it: a reference of digits alone would come before all else.
            `payment ${row.reference}${row.undone_at ? `, telling ${row.telling}` : ""}`,
            `${amountIn(row)} on ${row.paid_on}, ${showUsd(row.matched_minor)} found orders${row.undone_at ? ", taken back" : ""}`,
          ]),
        ),
        ...payouts.facts,
      }),
      timeline: [
        ...payouts.timeline,
        ...rows
          .toReversed()
          .flatMap((row) => [
            { at: row.booked_at, what: `told: ${amountIn(row)} as ${row.reference}`, by: row.by },
            ...(row.undone_at
              ? [{ at: row.undone_at, what: `taken back: ${row.reference}`, by: row.undone_by ?? "" }]
              : []),
          ]),
      ].toSorted((one, other) => +one.at - +other.at),
    };
  },
  acts: payerActs({ treasury }),
});

const linkTo = (payer: string): ObjectLink => ({ kind: "payer", id: payer, line: payer });
const payoutLine = (row: EntryRow): string =>
  `${row.reference}: ${showUsd(row.amount_minor)}${row.undone_at ? ", taken back" : ""}`;

/** Who pays, with the last that was told of each. */
export const payerList = ({ treasury }: Doors): OperatorList => ({
  name: "payers",
  what: "Who pays to our bank, and the last payment of each that was told: tell there what the bank's statement shows",
  permission: "money.see",
  async read(asked) {
    const [all, payouts] = await Promise.all([treasury.remittances(), treasury.entriesOf(PROCESSOR, 1)]);
    const rows = PAYERS.map((payer) => {
      const last = all.find(({ network }) => network === payer);
      const payout = payer === PROCESSOR ? payouts[0] : undefined;
      const told = payout
        ? { "last told": payoutLine(payout), on: payout.happened_on }
        : { "last told": last && lineOf(last), on: last?.paid_on };
      return { ...linkTo(payer), facts: known({ payer, ...told }) };
    });
    return pageOf(rows, asked);
  },
});
