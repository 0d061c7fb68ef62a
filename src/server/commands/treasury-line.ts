/** What a person types after `npm run treasury --`: pure. */
import { parseArgs } from "node:util";
import { parseMajor } from "#platform/money";
import { type Entry, faultOfDay, monthSpan, type Remittance, type WrongEntry, type WrongRemittance } from "#treasury";

export const HELP = `Money between networks, payout providers and our bank. Only what a statement of the bank or of a provider shows is told here.

  npm run treasury -- statement [2026-10] [--csv | --journal]
  npm run treasury -- balances [--read]
  npm run treasury -- invoices [--read]
  npm run treasury -- remittance list
  npm run treasury -- remittance add --network impact|cj|awin --reference ID --amount 1234.56 --date 2026-10-20
        [--currency EUR --received 1340.00] [--fee 15.00] [--stated 1249.56] [--programmes FILE.csv | --invoice ID ...] [--by NAME]
  npm run treasury -- deposit|withdrawal --provider paypal|tremendous --amount 500.00 --reference ID --date 2026-10-02 [--by NAME]
  npm run treasury -- fee|correction --provider paypal|tremendous --amount 0.25 --reference ID --date 2026-10-02 --reason WHY [--by NAME]
  npm run treasury -- undo remittance --network cj --reference ID --amount 1234.56 --reason WHY [--by NAME]
  npm run treasury -- undo deposit|withdrawal|fee|correction --provider paypal --reference ID --amount 500.00 --reason WHY [--by NAME]
  npm run treasury -- undo arrival --payout po_... --amount 812.40 --reason WHY [--by NAME]
  npm run treasury -- arrival --payout po_... --amount 812.40 --date 2026-10-05 [--by NAME]

--amount     what the bank's statement shows, in the currency of --currency (USD); a fee or correction lessens
             what the provider holds, or adds to it as --amount=-0.25
--received   what the bank booked in dollars, when the currency is another
--fee        kept on the way, in dollars        --stated  what the network says that it paid, in dollars
--programmes a file with the header "programme,amount": what the network says by programme, in dollars
--invoice    the network's own invoices that it pays, as the list shows them (Impact)
--reference  the network's, bank's or provider's own id: the same again is booked once
undo         takes back what was told wrong, by a booking against it; --amount is what was told, in the currency in which it was
             told. Then tell it as it is, under the same reference
balances     what payout providers hold beside the books; --read asks them now; exit code 1 when something differs
differences  wait at: npm run desk -- differences
statement    the month so far without a month; exit code 1 when something is not explained; --journal writes debit and
             credit of every account by day and kind of transfer, for accounting: its amounts sum to nothing`;

export type Asked =
  | { help: true }
  | { fault: string }
  | { statement: { from: Date; to: Date; csv: boolean; journal: boolean; name: string } }
  | { balances: { read: boolean } }
  | { invoices: { read: boolean } }
  | { remittances: true }
  /** `file` still has to be read into `programmes`. */
  | { remittance: Omit<Remittance, "programmes">; file: string | null }
  | { entry: Entry }
  | { wrongRemittance: WrongRemittance }
  | { wrongEntry: WrongEntry };

const OPTIONS = [
  ...["network", "reference", "amount", "date", "currency", "received", "fee", "stated", "programmes"],
  ...["provider", "payout", "reason", "by"],
] as const;
const ENTRY_VERBS = ["deposit", "withdrawal", "fee", "correction"] as const;
const NETWORKS = ["impact", "cj", "awin"] as const;
const MAX_MINOR = 10n ** 12n;

class Fault extends Error {}

/** `account` is who runs the command. */
export function readTreasuryLine(args: readonly string[], account: string, now: Date): Asked {
  try {
    return read(args, account, now);
  } catch (error) {
    if (error instanceof Fault || (error as { code?: string }).code?.startsWith("ERR_PARSE_ARGS"))
      return { fault: (error as Error).message };
    throw error;
  }
}

function read(args: readonly string[], account: string, now: Date): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: "boolean", short: "h" },
      csv: { type: "boolean" },
      journal: { type: "boolean" },
      read: { type: "boolean" },
      invoice: { type: "string", multiple: true },
      ...Object.fromEntries(OPTIONS.map((name) => [name, { type: "string" as const }])),
    },
  });
  const [verb, ...rest] = positionals;
  if (values.help || verb === undefined) return { help: true };
  const given = values as Record<string, string | undefined>;
  const line = createLine(given, account, now);
  if (verb === "statement")
    return readStatement(rest[0] ?? null, { csv: Boolean(values.csv), journal: Boolean(values.journal) }, now);
  if (verb === "balances") return { balances: { read: Boolean(values.read) } };
  if (verb === "invoices") return { invoices: { read: Boolean(values.read) } };
  if (verb === "remittance" && (rest[0] ?? "list") === "list") return { remittances: true };
  if (verb === "remittance" && rest[0] === "add") return readRemittance(line, (values.invoice ?? []) as string[]);
  if (verb === "undo") return readUndo(rest[0] ?? "", line);
  if (verb === "remittance") throw new Fault(`There is no "remittance ${rest[0]}": list and add are all.`);
  return readEntry(verb, line);
}

function readUndo(what: string, { text, amount, one, by }: Line): Asked {
  const wrong = { reference: text(what === "arrival" ? "payout" : "reference"), reason: text("reason"), by };
  if (what === "remittance")
    return { wrongRemittance: { ...wrong, network: one("network", NETWORKS), amount_minor: amount("amount") } };
  if (what === "arrival")
    return { wrongEntry: { ...wrong, provider: "stripe", kind: what, amount_minor: amount("amount") } };
  const kind = ENTRY_VERBS.find((verb) => verb === what);
  if (!kind) throw new Fault("Name what was told wrong: remittance, deposit, withdrawal, fee, correction or arrival.");
  const provider = one("provider", ["paypal", "tremendous"] as const);
  return { wrongEntry: { ...wrong, provider, kind, amount_minor: amount("amount", -MAX_MINOR) } };
}

type Line = ReturnType<typeof createLine>;
function createLine(given: Record<string, string | undefined>, account: string, now: Date) {
  const text = (name: string): string => {
    const value = given[name]?.trim() ?? "";
    if (!value || value.length > 100) throw new Fault(`--${name} is needed, of 1 to 100 characters.`);
    return value;
  };
  const amount = (name: string, least = 1n): bigint => {
    const minor = /^-?\d+(\.\d{1,2})?$/.test(given[name] ?? "") ? parseMajor(given[name]) : null;
    if (minor === null || minor < least || minor > MAX_MINOR)
      throw new Fault(`--${name} is an amount such as 1234.56${least < 0n ? "" : ", and not negative"}.`);
    return minor;
  };
  const one = <T extends string>(name: string, all: readonly T[]): T => {
    const found = all.find((value) => value === given[name]);
    if (!found) throw new Fault(`--${name} is one of: ${all.join(", ")}.`);
    return found;
  };
  const date = (name: string): string => {
    const value = text(name);
    const fault = faultOfDay(value, now);
    if (fault) throw new Fault(`--${name} ${fault}`);
    return value;
  };
  return { given, text, amount, one, date, by: (given.by?.trim() || account).slice(0, 100) || "unknown" };
}

function readStatement(month: string | null, as: { csv: boolean; journal: boolean }, now: Date): Asked {
  const name = month ?? now.toISOString().slice(0, 7);
  const span = monthSpan(name);
  if (!span) throw new Fault("Name the month such as 2026-10.");
  if (span.from > now) throw new Fault(`${name} has not begun yet.`);
  return { statement: { ...span, ...as, name } };
}

function readRemittance({ given, text, amount, one, date, by }: Line, invoices: string[]): Asked {
  if (invoices.length > 0 && given.programmes !== undefined)
    throw new Fault("Invoices say their programmes themselves: give one of --invoice and --programmes.");
  const currency = given.currency ?? "USD";
  if (!/^[A-Z]{3}$/.test(currency)) throw new Fault("--currency is three letters, such as EUR.");
  if (currency !== "USD" && given.received === undefined)
    throw new Fault("--received says what the bank booked in dollars.");
  const amount_minor = amount("amount");
  return {
    remittance: {
      network: one("network", NETWORKS),
      reference: text("reference"),
      ...{ currency, amount_minor },
      received_minor: currency === "USD" ? amount_minor : amount("received"),
      fee_minor: given.fee === undefined ? 0n : amount("fee", 0n),
      stated_minor: given.stated === undefined ? null : amount("stated"),
      ...{ invoices, paid_on: date("date"), by },
    },
    file: given.programmes ?? null,
  };
}

function readEntry(verb: string, { given, text, amount, one, date, by }: Line): Asked {
  const kind = ENTRY_VERBS.find((one) => one === verb);
  if (!kind && verb !== "arrival") throw new Fault(`There is no "${verb}".`);
  const told = { happened_on: date("date"), by, reason: given.reason ?? null };
  if (!kind) {
    const reference = text("payout");
    return { entry: { provider: "stripe", kind: "arrival", reference, amount_minor: amount("amount"), ...told } };
  }
  const own = kind === "fee" || kind === "correction";
  if (own && !told.reason) throw new Fault(`A ${kind} needs a --reason.`);
  const amount_minor = amount("amount", own ? -MAX_MINOR : 1n);
  if (amount_minor === 0n) throw new Fault("--amount is nothing.");
  const provider = one("provider", ["paypal", "tremendous"] as const);
  return { entry: { provider, kind, reference: text("reference"), amount_minor, ...told } };
}
