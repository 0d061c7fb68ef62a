/**
 * Impact, publisher side: `Actions` of the partner API v16 (Basic auth, JSON; `partner-actions-v16`). Rows change in place:
 * PENDING, APPROVED, REVERSED. Windows are at most 45 days and filter on the last update. Amounts are major units as strings.
 */
import { z } from "zod";
import { addDays } from "#platform/clock";
import { parseMajor } from "#platform/money";
import { OutgoingError } from "#platform/outgoing";
import { SOON } from "#platform/provider-calls";
import type { ReportRow } from "../cashback.types.ts";
import type { CashbackDeps, NetworkAdapter } from "../context.ts";
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
  /** Added by us from the items of the action, where the network keeps it. */
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
  MP_RETURN: "returned",
  REJECTED: "terms",
  CONS_ERROR: "order_error",
  RECALC_COMM: "order_changed",
  OVERLIMIT_BUDGET: "terms",
  OVERLIMIT_ACTIONCAP: "terms",
  OVERLIMIT_WEEKDAYCAP: "terms",
  OVERLIMIT_WEEKENDCAP: "terms",
  OVERLIMIT_CONCURRENTCALLS: "terms",
  OVERLIMIT_UNKNOWN_CALLERID: "terms",
  MP_ACCOUNT_DEATVIATED: "terms",
};
const STATES = { PENDING: "pending", APPROVED: "approved", REVERSED: "declined" } as const;
const WINDOW_DAYS = 44;
/** Reasons are asked for one by one: so many in one reading of a report, of the 1,000 calls an hour. */
const MAX_REASONS = 100;
const REASONS_KEPT = 5_000;

const dateOf = (text: string | null | undefined): Date | null => {
  const date = text ? new Date(text) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
};

export function createImpact({ settings, calls }: Pick<CashbackDeps, "settings" | "calls">): NetworkAdapter {
  const base = `${settings.IMPACT_API_URL}/Mediapartners/${encodeURIComponent(settings.IMPACT_ACCOUNT_SID)}`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${settings.IMPACT_ACCOUNT_SID}:${settings.IMPACT_AUTH_TOKEN}`).toString("base64")}`,
    "IR-Version": "16",
  };
  type Paged = { "@numpages"?: string };
  type Action = { Id?: string; State?: string };
  const ask = <T>(path: string): Promise<T> => calls.json<T>("impact", { url: `${base}/${path}`, headers }, SOON);
  /** Reports tell a reversed action again and again; its reason is asked for once. */
  const reasons = new Map<string, string>();

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
      const answer = await ask<Paged & Record<string, T[]>>(`${path}?${query}`);
      pages = Number(answer["@numpages"] ?? 1);
      rows.push(...(answer[path] ?? []));
    }
    return rows;
  }

  /** Why an action was changed stands with its items, not with the action itself. */
  async function reasonOf(id: string): Promise<string> {
    const known = reasons.get(id);
    if (known !== undefined) return known;
    type Items = { ActionItems?: { AdjustmentReason?: string }[] };
    const answer = await ask<Items>(`Actions/${encodeURIComponent(id)}/Items`);
    const said = answer.ActionItems?.map((item) => item.AdjustmentReason ?? "") ?? [];
    const reason = said.find((text) => text !== "" && text !== "APPROVED") ?? "";
    // A reason that is not there yet may come.
    if (reason) {
      if (reasons.size >= REASONS_KEPT) reasons.clear();
      reasons.set(id, reason);
    }
    return reason;
  }

  return {
    network: "impact",
    async fetchByKey(keys) {
      const rows: ReportRow[] = [];
      for (const key of keys) {
        try {
          const raw = await ask<Action>(`Actions/${encodeURIComponent(key)}`);
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
      let asked = 0;
      for (let start = from; start < to; start = addDays(start, WINDOW_DAYS)) {
        const end = addDays(start, WINDOW_DAYS) < to ? addDays(start, WINDOW_DAYS) : to;
        for (const action of await list<Action | null>("Actions", start, end)) {
          const id = String(action?.Id ?? "");
          const known = reasons.has(id);
          let reason = "";
          if (action?.State === "REVERSED" && id && (known || asked < MAX_REASONS)) {
            if (!known) asked += 1;
            reason = await reasonOf(id);
          }
          rows.push({ row_key: id, raw: reason ? { ...action, AdjustmentReason: reason } : action });
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
