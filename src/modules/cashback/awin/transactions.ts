/**
 * Awin, publisher side: the transactions API with a bearer token. Rows change in place; validations and amendments are
 * seen by their own windows of at most 31 days. Amounts are numbers in major units.
 */
import { z } from "zod";
import { addDays } from "#platform/clock";
import { parseMajor } from "#platform/money";
import { SOON } from "#platform/provider-calls";
import type { ReportRow } from "../cashback.types.ts";
import type { CashbackDeps, NetworkAdapter } from "../context.ts";
import { DOLLARS, type ReasonCode } from "../rules.ts";

const amount = z.object({ amount: z.union([z.number(), z.string()]), currency: z.string() });
const transaction = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  advertiserId: z.union([z.number(), z.string()]).transform(String),
  commissionStatus: z.enum(["pending", "approved", "declined", "deleted"]),
  commissionAmount: amount,
  saleAmount: amount,
  clickRefs: z.object({ clickRef: z.string().nullish() }).nullish(),
  clickDate: z.string().nullish(),
  transactionDate: z.string(),
  declineReason: z.string().nullish(),
  amendReason: z.string().nullish(),
  orderRef: z.string().nullish(),
});

/** Decline reasons are advertisers' free words: the common ones are known, the rest is said to be unexplained. */
const REASONS: [RegExp, ReasonCode][] = [
  [/return|refund/i, "returned"],
  [/cancel/i, "canceled"],
  [/stock/i, "out_of_stock"],
  [/duplicate/i, "duplicate"],
  [/fraud|verif/i, "fraud"],
  [/payment|card/i, "payment_failed"],
  [/voucher|code|terms|compliance|breach/i, "terms"],
  [/other (publisher|network|channel)|de-?dup|last click/i, "other_partner"],
  [/test/i, "test"],
  [/exchange|amend|change/i, "order_changed"],
];
const reasonOf = (text: string | null | undefined): ReasonCode | null =>
  text ? (REASONS.find(([pattern]) => pattern.test(text.slice(0, 500)))?.[1] ?? "unexplained") : null;

const STATES = { pending: "pending", approved: "approved", declined: "declined", deleted: "declined" } as const;
const WINDOW_DAYS = 30;
const MAX_IDS = 100;
/** Awin writes instants without a zone and answers in the zone that was asked for: UTC. */
const instant = (text: string): Date => new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`);
const stamp = (date: Date): string => date.toISOString().slice(0, 19);

export function createAwin({ settings, calls }: Pick<CashbackDeps, "settings" | "calls">): NetworkAdapter {
  const base = `${settings.AWIN_API_URL}/publishers/${encodeURIComponent(settings.AWIN_PUBLISHER_ID)}`;
  const headers = { authorization: `Bearer ${settings.AWIN_TOKEN}` };
  const get = async (query: Record<string, string>): Promise<ReportRow[]> => {
    const url = `${base}/transactions/?${new URLSearchParams({ ...query, timezone: "UTC" })}`;
    const rows = await calls.json<({ id: number | string } | null)[]>("awin", { url, headers }, SOON);
    return rows.map((raw) => ({ row_key: String(raw?.id), raw }));
  };
  return {
    network: "awin",
    async fetchByKey(keys) {
      const rows: ReportRow[] = [];
      for (let from = 0; from < keys.length; from += MAX_IDS)
        rows.push(...(await get({ ids: keys.slice(from, from + MAX_IDS).join(",") })));
      return rows;
    },
    async fetchChanged(from, to, options) {
      const rows = new Map<string, ReportRow>();
      const read = async (dateType: string, since: Date) => {
        for (let start = since; start < to; start = addDays(start, WINDOW_DAYS)) {
          const end = addDays(start, WINDOW_DAYS) < to ? addDays(start, WINDOW_DAYS) : to;
          for (const row of await get({ startDate: stamp(start), endDate: stamp(addDays(end, 1 / 86_400)), dateType }))
            rows.set(row.row_key, row);
        }
      };
      const ordered = options?.ordered_from;
      await read("transaction", ordered && ordered < from ? ordered : from);
      await read("validation", from);
      await read("amendment", from);
      return [...rows.values()];
    },
    read(raw) {
      const parsed = transaction.safeParse(raw);
      if (!parsed.success) return null;
      const row = parsed.data;
      const sale = parseMajor(row.saleAmount.amount);
      const commission = parseMajor(row.commissionAmount.amount);
      const ordered_at = instant(row.transactionDate);
      if (sale === null || commission === null || Number.isNaN(ordered_at.getTime())) return null;
      return {
        network: "awin",
        row_id: row.id,
        order_key: row.id,
        original: true,
        programme_id: row.advertiserId,
        click_id: row.clickRefs?.clickRef || null,
        order_reference: row.orderRef || null,
        status: STATES[row.commissionStatus],
        sale_minor: sale,
        commission_minor: commission,
        // Each amount has its own: a row is in dollars when both are.
        currency: [row.commissionAmount, row.saleAmount].find((one) => one.currency !== DOLLARS)?.currency ?? DOLLARS,
        reason_code: reasonOf(row.declineReason || row.amendReason),
        ordered_at,
        clicked_at: row.clickDate ? instant(row.clickDate) : null,
        // Awin does not say when it will validate: the programme's usual days count from the order.
        locking_at: null,
      };
    },
  };
}
