import type { FastifyInstance, FastifyReply } from "fastify";
import { DAY_MS, isoSeconds } from "../../clock.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import { itemPayouts, netAmounts } from "../commission.ts";
import type { Order } from "../records.ts";
import { itemsOf } from "../records.ts";
import { checkImpact, impactError, impactPage, onlyImpact } from "./access.ts";
import { IMPACT } from "./credentials.ts";
import type { ImpactUpdate } from "./updates.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;

type Query = Record<string, string | undefined>;
type Window = { column: "updated_at" | "event_at" | "locking_at"; from: number; to: number };

const WINDOWS = [
  ["StartDate", "EndDate", "updated_at"],
  ["ActionDateStart", "ActionDateEnd", "event_at"],
  ["LockingDateStart", "LockingDateEnd", "locking_at"],
] as const;

function parseDate(text: string, end: boolean): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  return Date.parse(day ? `${text}T${end ? "23:59:59.999" : "00:00:00"}Z` : text);
}

/** Impact's date rules: both ends or none, at most 45 days, not older than three years; none means the last week. */
function windowOf(query: Query, now: number): Window[] | { Field: string; Message: string } {
  const windows: Window[] = [];
  for (const [startName, endName, column] of WINDOWS) {
    const start = query[startName];
    const end = query[endName];
    if (start === undefined && end === undefined) continue;
    if (start === undefined) return { Field: startName, Message: `${startName} is required with ${endName}` };
    if (end === undefined) return { Field: endName, Message: `${endName} is required with ${startName}` };
    const from = parseDate(start, false);
    const to = parseDate(end, true);
    if (Number.isNaN(from)) return { Field: startName, Message: "Must be an ISO 8601 date" };
    if (Number.isNaN(to) || to < from) return { Field: endName, Message: "Must be an ISO 8601 date after the start" };
    if (to - from > 45 * DAY_MS + 86_399_999)
      return { Field: endName, Message: "The date range may not be longer than 45 days" };
    if (from < now - 3 * 365 * DAY_MS) return { Field: startName, Message: "May not be older than 3 years" };
    windows.push({ column, from, to });
  }
  return windows.length > 0 ? windows : [{ column: "updated_at", from: now - 7 * DAY_MS, to: now + DAY_MS }];
}

function action(world: World, order: Order) {
  const { merchant } = world.catalogue.programmes().byId("impact", order.programme_id) ?? {};
  const update = world.db.get<ImpactUpdate>(
    "select * from impact_updates where action_id = ? order by id desc limit 1",
    order.id,
  );
  return {
    Id: order.id,
    CampaignId: order.programme_id,
    CampaignName: merchant?.name ?? order.merchant,
    ActionTrackerId: `${Number(order.programme_id) + 40_000}`,
    ActionTrackerName: "Online Sale",
    State: order.state.toUpperCase(),
    AdId: world.catalogue.programmes().byId("impact", order.programme_id)?.adId ?? "",
    Payout: major(order.payout),
    DeltaPayout: major(update?.delta_payout ?? 0),
    IntendedPayout: major(order.first_payout),
    Amount: major(order.amount),
    DeltaAmount: major(update?.delta_amount ?? 0),
    IntendedAmount: major(order.first_amount),
    Currency: order.currency,
    ReferringDate: order.click_at === null ? "" : isoSeconds(order.click_at),
    EventDate: isoSeconds(order.event_at),
    CreationDate: isoSeconds(order.created_at),
    LockingDate: isoSeconds(order.locking_at),
    ClearedDate: order.cleared_at === null ? "" : isoSeconds(order.cleared_at),
    ReferringType: "CLICK_COOKIE",
    ReferringDomain: "",
    PromoCode: order.coupon ?? "",
    Oid: order.order_ref,
    EventCode: "",
    SharedId: order.shared,
    SubId1: order.sub1,
    SubId2: order.sub2,
    SubId3: order.sub3,
    CustomerArea: "",
    CustomerCity: "",
    CustomerRegion: "",
    CustomerCountry: "US",
    Uri: `${BASE}/Actions/${order.id}`,
  };
}

/** Why an item was adjusted stands with the item only; an update says how the amounts moved. */
function update(world: World, row: ImpactUpdate) {
  const order = world.db.get<Order>("select * from orders where network = 'impact' and id = ?", row.action_id);
  if (!order) return null;
  const tracker = `${Number(order.programme_id) + 40_000}`;
  return {
    Id: `${row.action_id}.${row.id}`,
    ActionId: row.action_id,
    CampaignId: order.programme_id,
    ActionTrackerId: tracker,
    EventCode: "",
    State: row.state,
    StateDetail: "",
    StateDetailDescription: "",
    AdId: world.catalogue.programmes().byId("impact", order.programme_id)?.adId ?? "",
    ReportingState: "IR_BLANK",
    DeltaPayout: major(row.delta_payout),
    DeltaAmount: major(row.delta_amount),
    Currency: order.currency,
    Category: "",
    Sku: "",
    Quantity: "",
    UpdateDate: isoSeconds(row.at),
    LockingDate: isoSeconds(order.locking_at),
    ClearingDate: order.cleared_at === null ? "" : isoSeconds(order.cleared_at),
    ActionDate: isoSeconds(order.event_at),
    Oid: order.order_ref,
    SubId1: order.sub1,
    SubId2: order.sub2,
    SubId3: order.sub3,
    PaystubId: "",
    ContractId: `S-${Number(order.programme_id) + 300_000}`,
    EventTypeId: tracker,
    EventTypeName: "Online Sale",
    PayoutLevel: "ITEM",
    SharedId: order.shared,
    ActionUri: `${BASE}/Actions/${order.id}`,
    Uri: `${BASE}/ActionUpdates/${row.action_id}.${row.id}`,
  };
}

function items(world: World, order: Order) {
  const programme = world.catalogue.programmes().byId("impact", order.programme_id);
  const list = itemsOf(order);
  const nets = netAmounts(list, order.discount);
  const payouts = programme ? itemPayouts(programme, list, order.discount) : [];
  const left = order.first_amount === 0 ? 0 : order.amount / order.first_amount;
  return list.map((item, n) => ({
    Sku: item.sku,
    ItemName: item.name,
    Category: item.category,
    Quantity: `${item.quantity}`,
    SaleAmount: major(Math.round((nets[n] ?? 0) * left)),
    SaleAmountCurrency: order.currency,
    Payout: major(Math.round((payouts[n] ?? 0) * left)),
    PayoutCurrency: order.currency,
    Rebate: major(item.amount - (nets[n] ?? 0)),
    RebateCurrency: order.currency,
    AdjustmentDate: order.reason ? isoSeconds(order.updated_at) : "",
    AdjustmentReason: order.reason ?? "",
    Uri: `${BASE}/Actions/${order.id}/Items/${encodeURIComponent(item.sku)}`,
  }));
}

export function registerImpactActions(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const options = (target: string, ...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target },
  });
  const dates = WINDOWS.flatMap((window) => window.slice(0, 2));
  const bad = (reply: FastifyReply, error: { Field: string; Message: string }) =>
    impactError(reply, 400, "The request holds invalid parameters", [error]);
  const one = (id: string) => world.db.get<Order>("select * from orders where network = 'impact' and id = ?", id);

  app.get<{ Querystring: Query }>(
    `${base}/Actions`,
    options("impact.actions", "CampaignId", "State", ...dates),
    (request, reply) => {
      const q = request.query;
      const windows = windowOf(q, world.clock.now());
      if (!Array.isArray(windows)) return bad(reply, windows);
      const rows = world.db
        .all<Order>("select * from orders where network = 'impact' order by created_at desc, id desc")
        .filter((order) => windows.every((w) => order[w.column] >= w.from && order[w.column] <= w.to))
        .filter((order) => q.CampaignId === undefined || order.programme_id === q.CampaignId)
        .filter((order) => q.State === undefined || order.state.toUpperCase() === q.State.toUpperCase());
      const page = impactPage(request, "Actions", rows, 20_000);
      return { ...page, Actions: (page.Actions as Order[]).map((order) => action(world, order)) };
    },
  );

  app.get<{ Params: { id: string } }>(`${base}/Actions/:id`, options("impact.actions"), (request, reply) => {
    const order = one(request.params.id);
    return order ? action(world, order) : impactError(reply, 404, "Action not found");
  });

  app.get<{ Params: { id: string } }>(`${base}/Actions/:id/Items`, options("impact.actions"), (request, reply) => {
    const order = one(request.params.id);
    return order
      ? impactPage(request, "ActionItems", items(world, order), 1000)
      : impactError(reply, 404, "Action not found");
  });

  const updates = options("impact.action-updates", "CampaignId", "State", ...dates);
  app.get<{ Querystring: Query }>(`${base}/ActionUpdates`, updates, (request, reply) => {
    const q = request.query;
    const windows = windowOf({ StartDate: q.StartDate, EndDate: q.EndDate }, world.clock.now());
    if (!Array.isArray(windows)) return bad(reply, windows);
    const rows = world.db
      .all<ImpactUpdate>("select * from impact_updates order by id")
      .filter((row) => windows.every((w) => row.at >= w.from && row.at <= w.to))
      .map((row) => update(world, row))
      .filter((row) => row !== null)
      .filter((row) => q.CampaignId === undefined || row.CampaignId === q.CampaignId)
      .filter((row) => q.State === undefined || row.State === q.State.toUpperCase());
    return impactPage(request, "ActionUpdates", rows, 20_000);
  });

  app.get<{ Params: { id: string } }>(
    `${base}/ActionUpdates/:id`,
    options("impact.action-updates"),
    (request, reply) => {
      const row = world.db.get<ImpactUpdate>(
        "select * from impact_updates where id = ?",
        request.params.id.split(".").at(-1) ?? "",
      );
      const found = row ? update(world, row) : null;
      return found ?? impactError(reply, 404, "Action update not found");
    },
  );
}
