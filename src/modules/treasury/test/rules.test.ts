/** Rules of the cash side by table, what explains a balance, and the lines that persons type. */
import { describe, expect, it } from "vitest";
import { readTreasuryLine } from "../../../server/commands/treasury-line.ts";
import { BANK, REMITTANCE_DIFFERENCE } from "../accounts.ts";
import { explainReading } from "../explain-reading.ts";
import { readProgrammes } from "../read-programmes.ts";
import { atBank, atProvider, ENTRY_KINDS, entryLines, monthSpan, remittanceLines } from "../rules.ts";

const sum = (lines: readonly { amount: bigint }[]) => lines.reduce((total, line) => total + line.amount, 0n);
const effect = (id: string, amount: bigint) => ({ what: "x", id, amount });

describe("the lines of a booking", () => {
  it.each(ENTRY_KINDS)("of a %s sum to nothing and say the same as the sub-ledger", (kind) => {
    const lines = entryLines("paypal", kind, 700n);
    expect(sum(lines)).toBe(0n);
    const [there] = lines;
    expect(-(there?.amount ?? 0n)).toBe(atProvider(kind, 700n));
    const bank = lines.find((line) => line.account.kind === BANK);
    expect(-(bank?.amount ?? 0n)).toBe(atBank(kind, 700n));
  });

  // Assets grow downward: what leaves an account is positive there and negative where it arrives.
  it.each([
    ["deposit", "payout_float", -700n, "bank", 700n],
    ["withdrawal", "payout_float", 700n, "bank", -700n],
    ["arrival", "cash_in_transit", 700n, "bank", -700n],
    ["fee", "payout_float", 700n, "payout_fees", -700n],
    ["correction", "payout_float", 700n, "write_offs", -700n],
  ] as const)("of a %s lead from %s (%s) to %s (%s)", (kind, from, left, to, came) => {
    const lines = entryLines("paypal", kind, 700n).map(({ account, amount }) => [account.kind.name, amount]);
    expect(lines).toEqual([
      [from, left],
      [to, came],
    ]);
  });

  it.each([
    [100n, 0n, 100n, 100n, []],
    [90n, 5n, 100n, 100n, [5n]],
    [110n, 0n, 100n, 100n, [-10n]],
    [100n, 0n, 100n, 70n, [-30n]],
    [90n, 0n, 100n, 70n, [10n, -30n]],
  ])("of a remittance of %s with a fee of %s, %s stated and %s matched", (received, fee, stated, matched, left) => {
    const lines = remittanceLines("cj", { received, fee, parts: [{ programme_id: null, stated, matched }] }, "USD");
    expect(sum(lines)).toBe(0n);
    expect(-(lines.find((line) => line.account.kind === REMITTANCE_DIFFERENCE)?.amount ?? 0n)).toBe(
      sum(left.map((amount) => ({ amount }))),
    );
  });
});

describe("a difference to what a provider says", () => {
  it("is explained by what is under way only to the cent, and by nothing when there is none", () => {
    const three = [effect("a", -500n), effect("b", -700n), effect("c", 300n)];
    const ids = (difference: bigint, certain = [effect("z", -10n)]) => {
      const { under_way, left } = explainReading(difference, certain, three);
      return [under_way.map((one) => one.id).join(""), left];
    };
    expect(ids(-10n)).toEqual(["z", 0n]);
    expect(ids(-1_210n)).toEqual(["zab", 0n]);
    expect(ids(-410n)).toEqual(["zbc", 0n]);
    expect(ids(-411n)).toEqual(["z", -401n]);
    expect(ids(0n, [])).toEqual(["", 0n]);
    expect(explainReading(5n, [], [])).toEqual({ under_way: [], left: 5n });
  });

  it("is looked through in bounded time, however much is under way", () => {
    const many = Array.from({ length: 2_000 }, (_, n) => effect(String(n), BigInt(2 * (n * n + 1))));
    expect(explainReading(1n, [], many)).toEqual({ under_way: [], left: 1n });
  });
});

describe("the line that a person types", () => {
  const now = new Date("2026-11-02T10:00:00Z");
  const read = (line: string) => readTreasuryLine(line.split(" ").filter(Boolean), "olga", now);

  it("says a remittance, in dollars and in another currency", () => {
    expect(
      read("remittance add --network cj --reference 77 --amount 1234.5 --fee 15 --date 2026-10-20 --programmes a.csv"),
    ).toEqual({
      remittance: {
        ...{ network: "cj", reference: "77", currency: "USD", amount_minor: 123_450n, received_minor: 123_450n },
        ...{ fee_minor: 1_500n, stated_minor: null, invoices: [], paid_on: "2026-10-20", by: "olga" },
      },
      file: "a.csv",
    });
    const euros = "remittance add --network awin --reference 1 --amount 100 --currency EUR --date 2026-10-20 --by Ann";
    expect(read(euros)).toMatchObject({ fault: expect.stringContaining("--received") });
    expect(read(`${euros} --received 108.20`)).toMatchObject({
      remittance: { amount_minor: 10_000n, received_minor: 10_820n, by: "Ann" },
    });
  });

  it.each([
    ["deposit --provider paypal --amount 500.00 --reference B1 --date 2026-10-02", "deposit", 50_000n],
    ["fee --provider tremendous --amount=-0.25 --reference F --date 2026-10-02 --reason back", "fee", -25n],
    ["arrival --payout po_1 --amount 12.40 --date 2026-10-02", "arrival", 1_240n],
  ])("%s", (line, kind, amount_minor) => {
    expect(read(line)).toMatchObject({ entry: { kind, amount_minor, happened_on: "2026-10-02" } });
  });

  it.each([
    "deposit --provider paypal --amount 5.001 --reference B1 --date 2026-10-02",
    "deposit --provider paypal --amount -5 --reference B1 --date 2026-10-02",
    "deposit --provider stripe --amount 5 --reference B1 --date 2026-10-02",
    "deposit --provider paypal --amount 5 --date 2026-10-02",
    "deposit --provider paypal --amount 5 --reference B1 --date 2026-02-30",
    "deposit --provider paypal --amount 5 --reference B1 --date 2026-12-24",
    "deposit --provider paypal --amount 5 --reference B1 --date 2026-11-03",
    "deposit --provider paypal --amount 5 --reference B1 --date 0001-10-02",
    "fee --provider paypal --amount 1 --reference B1 --date 2026-10-02",
    "remittance add --network rakuten --reference 1 --amount 1 --date 2026-10-02",
    "remittance add --network impact --reference 1 --amount 1 --date 2026-10-02 --invoice 1 --programmes a.csv",
    "statement 2026-13",
    "statement --month 2026-10",
    "melt",
  ])("is refused: %s", (line) => {
    expect(read(line)).toMatchObject({ fault: expect.any(String) });
  });

  it("is told first what there is not", () => {
    expect(read("melt --amount 1")).toEqual({ fault: 'There is no "melt".' });
  });

  it("names a month by its instants, and the present one by default", () => {
    expect(read("statement --csv")).toMatchObject({ statement: { name: "2026-11", csv: true } });
    expect(monthSpan("2026-12")).toEqual({
      from: new Date("2026-12-01T00:00:00Z"),
      to: new Date("2027-01-01T00:00:00Z"),
    });
    expect(read("")).toEqual({ help: true });
    expect(read("balances --read")).toEqual({ balances: { read: true } });
  });

  it("reads a network's paper by programme, whole or not at all", () => {
    expect(readProgrammes("\uFEFFprogramme,amount\r\n9001,12.50\r\n9002, -3\r\n9001,1\r\n")).toEqual([
      { programme_id: "9001", amount_minor: 1_350n },
      { programme_id: "9002", amount_minor: -300n },
    ]);
    for (const wrong of [
      "",
      "programme,amount",
      "programme;amount\n1;2",
      "programme,amount\n1,2,3",
      "programme,amount\n1,a",
    ])
      expect(readProgrammes(wrong)).toBeNull();
  });
});
