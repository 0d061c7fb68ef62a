/** Impact's invoices, from its published sample and through its protocol, to the remittance that pays for them. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NETWORK_RECEIVABLE } from "#cashback";
import { createWorld, type World } from "../../../../test/support/world.ts";
import { readInvoice } from "../../cashback/impact/invoices.ts";
import { BANK } from "../accounts.ts";
import type { Remittance } from "../book-remittance.ts";
import { monthSpan } from "../rules.ts";

type Sample = { Invoices: { LineItems: Record<string, unknown>[] }[] };
const sample = () =>
  JSON.parse(readFileSync(new URL("../../cashback/impact/sample-invoices.json", import.meta.url), "utf8")) as Sample;

describe("the published sample", () => {
  it("says what is owed by programme, and that not all of it is paid", () => {
    expect(readInvoice(sample().Invoices[0])).toEqual({
      network: "impact",
      invoice_id: "1924609-1",
      currency: "USD",
      created_at: new Date("2024-09-02T14:37:12Z"),
      paid_at: null,
      programmes: [{ programme_id: "10306", amount_minor: 5_000n }],
    });
  });

  it("is paid when every line is, and nothing when a line cannot be read", () => {
    const [paid] = sample().Invoices;
    for (const line of paid?.LineItems ?? []) Object.assign(line, { Status: "PAID", PaidDate: "2024-10-02T00:00:00Z" });
    expect(readInvoice(paid)?.paid_at).toEqual(new Date("2024-10-02T00:00:00Z"));
    const [broken] = sample().Invoices;
    Object.assign(broken?.LineItems[0] ?? {}, { NetItemAmount: "many" });
    expect(readInvoice(broken)).toBeNull();
  });
});

describe("an invoice", () => {
  const CLICK = "0123456789abcdefghjk0001";
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ at: "2027-03-20T15:00:00Z" });
  });
  afterAll(() => world.close());

  const balances = async (month: string) => {
    const span = monthSpan(month);
    if (!span) throw new Error(month);
    return (await world.treasury.statement(span)).balances;
  };
  const told = (reference: string, amount: bigint, invoices: string[]): Remittance => ({
    ...{ network: "impact", reference, currency: "USD", amount_minor: amount, received_minor: amount },
    ...{ fee_minor: 0n, stated_minor: null, programmes: [], invoices, paid_on: "2027-04-05", by: "Olga" },
  });

  it("is read as it stands, by documented parameters only", async () => {
    const member = await world.member("Ann");
    await world.base.handle.pool.query(
      `insert into cashback.clicks (click_id, user_id, network, network_programme_id, merchant_id, internal_name, merchant_name, rate, share_bps, cash_back_allowed, locking_days, at)
       values ($1, $2, 'impact', '9001', $3, 'marlow', 'Marlow', '{"kind":"percent","bps":100,"up_to":false}', 7000, true, 30, '2027-02-20T10:00:00Z')`,
      [CLICK, member.user_id, randomUUID()],
    );
    const wish = { network: "impact", programId: "9001", subId: CLICK, amount: 200, silent: true };
    const { order } = await world.control<{ order: { id: string } }>("/orders", wish);
    await world.control(`/orders/impact/${order.id}/approve`, { silent: true });
    await world.advance({ minutes: 1 });
    await world.poll();
    expect(await world.treasury.readInvoices(), "the month has not ended").toBe(0);
    await world.advance({ days: 12 });
    expect(await world.treasury.readInvoices()).toBe(1);
    expect(await world.treasury.openInvoices()).toMatchObject([{ invoice_id: "202703-1", paid_at: null }]);
    await world.control(`/orders/impact/${order.id}/close`, { silent: true });
    await world.treasury.readInvoices();
    expect(await world.treasury.openInvoices()).toMatchObject([{ paid_at: expect.any(Date) }]);
    expect(await world.ledger.houseBalance(BANK, "house"), "an invoice moves no money").toBe(0n);
  });

  it("is paid for once, by the remittance that names it, and then stays as it was", async () => {
    const owed = -(await world.ledger.houseBalance(NETWORK_RECEIVABLE, "impact"));
    expect(owed).toBeGreaterThan(0n);
    expect(await world.treasury.bookRemittance(told("W-1", owed, ["202703-1", "199901-1"]))).toMatchObject({
      code: "unknown_invoice",
    });
    const answers = await Promise.all([1, 2].map(() => world.treasury.bookRemittance(told("W-1", owed, ["202703-1"]))));
    expect(answers).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await world.treasury.bookRemittance(told("W-1", owed, ["202703-1"]))).toMatchObject({
      value: { duplicate: true, row: { stated_minor: owed, matched_minor: owed } },
    });
    expect(await world.treasury.bookRemittance(told("W-2", owed, ["202703-1"]))).toMatchObject({
      code: "invoice_paid",
    });
    expect(await world.ledger.houseBalance(BANK, "house")).toBe(-owed);
    expect(await world.ledger.houseBalance(NETWORK_RECEIVABLE, "impact")).toBe(0n);
    expect(await world.treasury.openInvoices()).toEqual([]);
    await world.treasury.readInvoices();
    expect(await world.treasury.openInvoices()).toEqual([]);
    expect(await balances("2027-04")).toBe(true);
  });
});
