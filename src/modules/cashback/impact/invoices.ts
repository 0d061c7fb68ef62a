/**
 * Impact's invoices (`partner-invoices-v16`: `GET Invoices`, `GET Invoices/{Id}`): what advertisers owe us by programme, and
 * whether they have paid Impact. What Impact then transfers to our bank is in no call that it documents.
 */
import { z } from "zod";
import { parseMajor } from "#platform/money";
import { OutgoingError } from "#platform/outgoing";
import { SOON } from "#platform/provider-calls";
import type { NetworkInvoice } from "../cashback.types.ts";
import type { CashbackDeps } from "../context.ts";

const text = z.union([z.string(), z.number()]).transform(String);
const invoice = z.object({
  Id: text,
  CreatedDate: z.string(),
  Currency: z.string().regex(/^[A-Z]{3}$/),
  LineItems: z.array(
    z.object({
      CampaignId: text,
      NetItemAmount: z.union([z.string(), z.number()]),
      Status: z.enum(["PENDING", "PAID", "OVERDUE"]),
      PaidDate: z.string().nullish(),
    }),
  ),
});

/** Null for one that cannot be read whole: half of an invoice is no invoice. */
export function readInvoice(raw: unknown): NetworkInvoice | null {
  const parsed = invoice.safeParse(raw);
  if (!parsed.success) return null;
  const { Id, CreatedDate, Currency, LineItems } = parsed.data;
  const created_at = dateOf(CreatedDate);
  const programmes = new Map<string, bigint>();
  for (const line of LineItems) {
    const amount = parseMajor(line.NetItemAmount);
    if (amount === null) return null;
    programmes.set(line.CampaignId, (programmes.get(line.CampaignId) ?? 0n) + amount);
  }
  const paid = LineItems.length > 0 && LineItems.every((line) => line.Status === "PAID");
  const dates = LineItems.map((line) => dateOf(line.PaidDate)?.getTime() ?? 0);
  if (!created_at) return null;
  return {
    ...{ network: "impact", invoice_id: Id, currency: Currency, created_at },
    paid_at: paid ? new Date(Math.max(...dates, created_at.getTime())) : null,
    programmes: [...programmes].map(([programme_id, amount_minor]) => ({ programme_id, amount_minor })),
  };
}

const dateOf = (value: string | null | undefined): Date | null => {
  const date = value ? new Date(value) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
};

export function createImpactInvoices({ settings, calls }: Pick<CashbackDeps, "settings" | "calls">) {
  const base = `${settings.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(settings.IMPACT_ACCOUNT_SID)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.IMPACT_ACCOUNT_SID}:${settings.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
    accept: "application/json",
    "IR-Version": "16",
  };
  const ask = <T>(path: string): Promise<T> => calls.json<T>("impact", { url: `${base}/${path}`, headers }, SOON);
  return {
    /** Those made since an instant, and others by their ids; what cannot be read is left out and counted. */
    async read(since: Date, ids: readonly string[]): Promise<{ invoices: NetworkInvoice[]; unreadable: number }> {
      const query = new URLSearchParams({ StartDate: since.toISOString() });
      const raw = (await ask<{ Invoices?: unknown[] }>(`Invoices?${query}`)).Invoices ?? [];
      for (const id of ids) {
        try {
          raw.push(await ask<unknown>(`Invoices/${encodeURIComponent(id)}`));
        } catch (error) {
          if (!(error instanceof OutgoingError) || error.status !== 404) throw error;
        }
      }
      const invoices = raw.map(readInvoice).filter((one) => one !== null);
      return { invoices, unreadable: raw.length - invoices.length };
    },
  };
}
