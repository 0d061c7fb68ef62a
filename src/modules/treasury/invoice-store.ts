/** SQL of networks' invoices. Schema `treasury` only. */
import type { NetworkInvoice } from "#cashback";
import type { Network } from "#catalog";
import type { Database, Tx } from "#platform/database";
import { sql } from "#platform/sql";

type Runner = Database | Tx;

export type InvoiceRow = {
  network: Network;
  invoice_id: string;
  currency: string;
  total_minor: bigint;
  /** Amounts as text. */
  programmes: { programme_id: string; amount_minor: string }[];
  created_at: Date;
  paid_at: Date | null;
  read_at: Date;
  /** Of the remittance that paid for it. */
  reference: string | null;
};

/** Keeps what a network says now; what a remittance has named stays as it was then. */
export async function keepInvoice(tx: Tx, invoice: NetworkInvoice, at: Date): Promise<void> {
  const total = invoice.programmes.reduce((sum, part) => sum + part.amount_minor, 0n);
  const programmes = invoice.programmes.map((part) => ({ ...part, amount_minor: part.amount_minor.toString() }));
  await sql`
    insert into treasury.invoices as i (network, invoice_id, currency, total_minor, programmes, created_at, paid_at, read_at)
    values (${invoice.network}, ${invoice.invoice_id}, ${invoice.currency}, ${total}, ${JSON.stringify(programmes)}::jsonb, ${invoice.created_at},
      ${invoice.paid_at}, ${at})
    on conflict (network, invoice_id) do update set currency = excluded.currency, total_minor = excluded.total_minor,
      programmes = excluded.programmes, paid_at = excluded.paid_at, read_at = excluded.read_at
    where i.reference is null`.execute(tx);
}

/** Those that no remittance has paid for, oldest first. */
export async function readOpenInvoices(runner: Runner): Promise<InvoiceRow[]> {
  const result = await sql<InvoiceRow>`
    select * from treasury.invoices where reference is null order by created_at, invoice_id`.execute(runner);
  return result.rows;
}

export async function lockInvoices(tx: Tx, network: Network, ids: readonly string[]): Promise<InvoiceRow[]> {
  const result = await sql<InvoiceRow>`
    select * from treasury.invoices where network = ${network} and invoice_id = any (${ids}::text[]) order by invoice_id for update`.execute(
    tx,
  );
  return result.rows;
}

export async function markRemitted(
  tx: Tx,
  { network, reference, telling }: { network: Network; reference: string; telling: number },
  ids: readonly string[],
): Promise<void> {
  await sql`
    update treasury.invoices set reference = ${reference}, telling = ${telling}
    where network = ${network} and invoice_id = any (${ids}::text[])`.execute(tx);
}

/** They wait for a remittance again. */
export async function unmarkRemitted(
  tx: Tx,
  { network, reference }: { network: Network; reference: string },
): Promise<void> {
  await sql`
    update treasury.invoices set reference = null, telling = null where network = ${network} and reference = ${reference}`.execute(
    tx,
  );
}
