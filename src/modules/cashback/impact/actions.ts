/**
 * Impact, publisher side: `Actions` of the partner API v16 (Basic auth, JSON). Rows change in place: PENDING, APPROVED,
 * REVERSED. Windows are at most 45 days and filter on the last update. Amounts are major units as strings.
 */
import { z } from "zod";
import { addDays } from "#platform/clock";
import type { Config } from "#platform/config";
import { parseMajor } from "#platform/money";
import { OutgoingError, sendJson } from "#platform/outgoing";
import type { ReportRow } from "../cashback.types.ts";
import type { NetworkAdapter } from "../room.ts";
import type { ReasonCode } from "../rules.ts";

const action = z.object({
  Id: z.string().min(1),
  CampaignId: z.union([z.string(), z.number()]).transform(String),
  State: z.enum(["PENDING", "APPROVED", "REVERSED"]),
  Amount: z.union([z.string(), z.number()]),
  Payout: z.union([z.string(), z.number()]),
  Currency: z.string(),
  EventDate: z.string(),
  LockingDate: z.string().nullish(),
  ReferringDate: z.string().nullish(),
  Oid: z.string().nullish(),
  SubId1: z.string().nullish(),
  /** Added by us from the items or updates of the action, where the network keeps it. */
  AdjustmentReason: z.string().nullish(),
});

const REASONS: Record<string, ReasonCode> = {
  ITEM_RETURNED: "returned",
  ITEM_OUT_OF_STOCK: "out_of_stock",
  ORDER_ERROR: "order_error",
  ORDER_UPDATE: "order_changed",
  CONS_FRAUD: "fraud",
  CONS_INFO_INVALID: "fraud",
  NOT_COMPLIANCE_TERMS: "terms",
  CREDITED_DIFFERENT_MP: "other_partner",
  PUB_ACT_DISPUTE: "dispute",
  ADV_ACT_DISPUTE: "dispute",
  TEST_ACTION: "test",
  RESET: "order_changed",
  OTHER: "unexplained",
};
const STATES = { PENDING: "pending", APPROVED: "approved", REVERSED: "declined" } as const;
const WINDOW_DAYS = 44;

const dateOf = (text: string | null | undefined): Date | null => {
  const date = text ? new Date(text) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
};

export function createImpact(config: Config): NetworkAdapter {
  const base = `${config.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(config.IMPACT_ACCOUNT_SID)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${config.IMPACT_ACCOUNT_SID}:${config.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
  };
  type Paged = { "@numpages"?: string };
  type Action = { Id?: string; State?: string };
  type Update = { ActionId?: string; StateDetail?: string; UpdateDate?: string };

  /** All pages of a list between two instants, at most 45 days apart. */
  async function list<T>(path: string, from: Date, to: Date): Promise<T[]> {
    const rows: T[] = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        StartDate: from.toISOString(),
        EndDate: to.toISOString(),
        Page: String(page),
        PageSize: "1000",
      });
      const answer = await sendJson<Paged & Record<string, T[]>>({ url: `${base}/${path}?${query}`, headers });
      pages = Number(answer["@numpages"] ?? 1);
      rows.push(...(answer[path] ?? []));
    }
    return rows;
  }

  /** Why an action was changed stands with its items, not with the action itself. */
  async function reasonOf(id: string): Promise<string> {
    const answer = await sendJson<{ Items?: { AdjustmentReason?: string }[] }>({
      url: `${base}/Actions/${encodeURIComponent(id)}/Items`,
      headers,
    });
    return answer.Items?.find((item) => item.AdjustmentReason)?.AdjustmentReason ?? "";
  }

  return {
    network: "impact",
    async fetchByKey(keys) {
      const rows: ReportRow[] = [];
      for (const key of keys) {
        try {
          const raw = await sendJson<Action>({ url: `${base}/Actions/${encodeURIComponent(key)}`, headers });
          rows.push({
            row_key: key,
            raw: raw.State === "REVERSED" ? { ...raw, AdjustmentReason: await reasonOf(key) } : raw,
          });
        } catch (error) {
          if (!(error instanceof OutgoingError) || error.status !== 404) throw error;
        }
      }
      return rows;
    },
    async fetchChanged(from, to) {
      const rows: ReportRow[] = [];
      for (let start = from; start < to; start = addDays(start, WINDOW_DAYS)) {
        const end = addDays(start, WINDOW_DAYS) < to ? addDays(start, WINDOW_DAYS) : to;
        const actions = await list<Action>("Actions", start, end);
        const reasons = new Map<string, string>();
        if (actions.some((action) => action.State === "REVERSED")) {
          const updates = await list<Update>("ActionUpdates", start, end);
          for (const update of updates.toSorted((a, b) => String(a.UpdateDate).localeCompare(String(b.UpdateDate)))) {
            if (update.ActionId && update.StateDetail && update.StateDetail in REASONS)
              reasons.set(update.ActionId, update.StateDetail);
          }
        }
        for (const action of actions) {
          const reason = action.State === "REVERSED" ? reasons.get(action.Id ?? "") : undefined;
          rows.push({
            row_key: String(action.Id ?? ""),
            raw: reason ? { ...action, AdjustmentReason: reason } : action,
          });
        }
      }
      return rows;
    },
    read(raw) {
      const parsed = action.safeParse(raw);
      if (!parsed.success) return null;
      const row = parsed.data;
      const sale = parseMajor(row.Amount);
      const commission = parseMajor(row.Payout);
      const ordered_at = dateOf(row.EventDate);
      if (sale === null || commission === null || !ordered_at) return null;
      return {
        network: "impact",
        row_id: row.Id,
        order_key: row.Id,
        original: true,
        programme_id: row.CampaignId,
        click_id: row.SubId1 || null,
        order_reference: row.Oid || null,
        status: STATES[row.State],
        sale_minor: sale,
        commission_minor: commission,
        currency: row.Currency,
        reason_code: row.AdjustmentReason ? (REASONS[row.AdjustmentReason] ?? "unexplained") : null,
        ordered_at,
        clicked_at: dateOf(row.ReferringDate),
        locking_at: dateOf(row.LockingDate),
      };
    },
  };
}
