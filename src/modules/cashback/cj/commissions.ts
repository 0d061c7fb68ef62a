/**
 * CJ, publisher side: `publisherCommissions` by GraphQL with a bearer token. Corrections and restatements are new rows
 * (`original` false) that add up by `originalActionId`; statuses move from new to extended, locked and closed. There is
 * no webhook. Amounts are decimal strings in major units.
 */
import { z } from "zod";
import { addDays } from "#platform/clock";
import { parseMajor } from "#platform/money";
import { SOON } from "#platform/provider-calls";
import type { ReportRow } from "../cashback.types.ts";
import type { CashbackDeps, NetworkAdapter } from "../context.ts";
import type { ReasonCode } from "../rules.ts";

const record = z.object({
  commissionId: z.string().min(1),
  original: z.boolean(),
  originalActionId: z.union([z.string(), z.number()]).transform(String),
  actionStatus: z.enum(["new", "extended", "locked", "closed"]),
  advertiserId: z.union([z.string(), z.number()]).transform(String),
  orderId: z.string().nullish(),
  eventDate: z.string(),
  clickDate: z.string().nullish(),
  lockingDate: z.string().nullish(),
  correctionReason: z.string().nullish(),
  validationStatus: z.string().nullish(),
  pubCommissionAmountUsd: z.string(),
  saleAmountUsd: z.string().nullish(),
  shopperId: z.string().nullish(),
});

const FIELDS =
  "commissionId original originalActionId actionStatus actionType advertiserId advertiserName orderId eventDate postingDate lockingDate clickDate lockingMethod validationStatus correctionReason pubCommissionAmountUsd saleAmountUsd shopperId coupon websiteId";

const REASONS: Record<string, ReasonCode> = {
  INVALID_CREDIT_CARD: "payment_failed",
  RETURNED_MERCHANDISE: "returned",
  DUPLICATED_ORDER: "duplicate",
  CANT_SHIP_OR_SOLD_OUT: "out_of_stock",
  UNQUALIFIED_LEAD: "terms",
  QUALIFIED_LEAD: "order_changed",
  BAD_DEBT: "payment_failed",
  BANKRUPTCY: "payment_failed",
  COMPLIANCE: "terms",
  BOOKING_CANCELED: "canceled",
  OTHER_REASON: "unexplained",
};
const MAX_KEYS = 200;
/** Reads are cut into windows, as the network refuses long ones. */
const WINDOW_DAYS = 30;

type Answer = {
  data?: {
    publisherCommissions?: { maxCommissionId: string; payloadComplete: boolean; records: { commissionId: string }[] };
  };
  errors?: { message: string }[];
};

export function createCj({ settings, calls }: Pick<CashbackDeps, "settings" | "calls">): NetworkAdapter {
  const publishers = JSON.stringify([settings.CJ_COMPANY_ID]);

  /** One query, continued after `maxCommissionId` until its payload is complete. */
  async function query(argument: string): Promise<ReportRow[]> {
    const rows: ReportRow[] = [];
    let since = "";
    for (;;) {
      const text = `{publisherCommissions(forPublishers:${publishers},${argument}${since}){count limit maxCommissionId payloadComplete records{${FIELDS}}}}`;
      const request = {
        url: `${settings.CJ_API_URL}/query`,
        method: "POST" as const,
        headers: { authorization: `Bearer ${settings.CJ_TOKEN}` },
        json: { query: text },
      };
      const answer = await calls.json<Answer>("cj", request, SOON);
      const page = answer.data?.publisherCommissions;
      if (!page) throw new Error(`CJ refused a query: ${answer.errors?.[0]?.message ?? "no reason"}`);
      for (const raw of page.records) rows.push({ row_key: String(raw?.commissionId), raw });
      if (page.payloadComplete || page.records.length === 0) return rows;
      since = `,sinceCommissionId:${JSON.stringify(page.maxCommissionId)}`;
    }
  }

  return {
    network: "cj",
    /** Here a key is a row's own id; corrections are found by the window of their posting. */
    async fetchByKey(keys) {
      const rows: ReportRow[] = [];
      for (let from = 0; from < keys.length; from += MAX_KEYS)
        rows.push(...(await query(`commissionIds:${JSON.stringify(keys.slice(from, from + MAX_KEYS))}`)));
      return rows;
    },
    async fetchChanged(from, to) {
      const rows: ReportRow[] = [];
      for (let start = from; start < to; start = addDays(start, WINDOW_DAYS)) {
        const end = addDays(start, WINDOW_DAYS) < to ? addDays(start, WINDOW_DAYS) : to;
        const between = [JSON.stringify(start.toISOString()), JSON.stringify(end.toISOString())];
        rows.push(...(await query(`sincePostingDate:${between[0]},beforePostingDate:${between[1]}`)));
        // A row is locked without being posted anew: those whose day has come are told by it.
        rows.push(...(await query(`sinceLockingDate:${between[0]},beforeLockingDate:${between[1]}`)));
      }
      return rows;
    },
    read(raw) {
      const parsed = record.safeParse(raw);
      if (!parsed.success) return null;
      const row = parsed.data;
      const commission = parseMajor(row.pubCommissionAmountUsd);
      const sale = parseMajor(row.saleAmountUsd ?? "0");
      const ordered_at = new Date(row.eventDate);
      if (commission === null || sale === null || Number.isNaN(ordered_at.getTime())) return null;
      const locked = row.actionStatus === "locked" || row.actionStatus === "closed";
      return {
        network: "cj",
        row_id: row.commissionId,
        order_key: row.originalActionId,
        original: row.original,
        programme_id: row.advertiserId,
        click_id: row.shopperId || null,
        order_reference: row.orderId || null,
        status: row.validationStatus === "DECLINED" ? "declined" : locked ? "approved" : "pending",
        sale_minor: sale,
        commission_minor: commission,
        currency: "USD",
        reason_code: row.correctionReason ? (REASONS[row.correctionReason] ?? "unexplained") : null,
        ordered_at,
        clicked_at: row.clickDate ? new Date(row.clickDate) : null,
        locking_at: row.lockingDate ? new Date(row.lockingDate) : null,
      };
    },
  };
}
