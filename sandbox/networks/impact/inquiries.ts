import type { FastifyInstance, FastifyReply } from "fastify";
import { isoSeconds } from "../../clock.ts";
import { nextNumber } from "../../database.ts";
import { major, minorOf } from "../../money.ts";
import type { World } from "../../world.ts";
import { lastClick } from "../clicks.ts";
import { createOrder } from "../orders.ts";
import { checkImpact, impactError, onlyImpact } from "./access.ts";
import { IMPACT } from "./credentials.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;
const TYPES = ["UNTRACKED", "INCORRECT", "DECLINED"];
const STATUSES = ["UNRESOLVED", "VALID", "DECLINED", "INCOMPLETE"];
/** Why a brand declines: the whole list of the document. */
const REJECT_REASONS = [
  "This transaction has been tracked successfully",
  "Another marketing channel was credited with the sale",
  "Another marketing channel was credited with the sale, due to a voucher/discount code used",
  "Did not meet terms and conditions set by merchant",
  "Transaction not completed - Order cancelled, changed, or returned",
  "Transaction cannot be traced",
  "Transaction not fully completed online",
  "Enquiry does not provide complete information required for evaluation",
  "Other",
];

export const INQUIRY_TABLE = `id integer primary key, reference text not null, campaign_id text not null, order_id text not null,
  transaction_at integer not null, amount integer not null, type text not null, tracking_link text not null,
  customer_id text not null, notes text not null, status text not null, reject_reason text not null, action_id text not null,
  resolved_at integer, created_at integer not null`;

interface Inquiry {
  id: number;
  reference: string;
  campaign_id: string;
  order_id: string;
  transaction_at: number;
  amount: number;
  type: string;
  tracking_link: string;
  customer_id: string;
  notes: string;
  status: string;
  reject_reason: string;
  action_id: string;
  resolved_at: number | null;
  created_at: number;
}
type Fields = Record<string, string | undefined>;
type Fault = { Field: string; Message: string };

const all = (world: World) => world.db.all<Inquiry>("select * from impact_inquiries order by created_at desc, id desc");
const find = (world: World, id: string) =>
  world.db.get<Inquiry>("select * from impact_inquiries where id = ?", Number(id));
const campaign = (world: World, id: string) => world.catalogue.programmes().byId("impact", id);

function shown(world: World, row: Inquiry) {
  return {
    Id: row.id,
    MediaPartnerInquiryId: row.reference,
    CampaignId: Number(row.campaign_id),
    CampaignName: campaign(world, row.campaign_id)?.merchant?.name ?? "",
    OrderId: row.order_id,
    TransactionDate: isoSeconds(row.transaction_at),
    TransactionAmount: major(row.amount),
    CustomerId: row.customer_id,
    InquiryDate: "",
    InquiryType: row.type,
    ExpectedPayout: "",
    ResolutionDeadlineDate: "",
    Comments: row.notes ? [{ User: "Tuppence", Comment: row.notes, Date: isoSeconds(row.created_at) }] : [],
    InquiryNotes: row.notes,
    TrackingLink: row.tracking_link,
    ActionId: row.action_id,
    ActionUri: row.action_id ? `${BASE}/Actions/${row.action_id}` : "",
    AutoApprovalDate: "",
    ResolutionStatus: row.status,
    RejectReason: row.reject_reason,
    FinalPayout: "",
    ResolutionDate: row.resolved_at === null ? "" : isoSeconds(row.resolved_at),
    CreationDate: isoSeconds(row.created_at),
    Uri: `${BASE}/ActionInquiries/${row.id}`,
  };
}

/** What the document requires of a new one. */
function faultsOf(world: World, given: Fields): Fault[] {
  const required = ["CampaignId", "OrderId", "TransactionDate", "TransactionAmount", "InquiryType"];
  const missing = required.filter((name) => !given[name]).map((Field) => ({ Field, Message: `${Field} is required` }));
  if (missing.length > 0) return missing;
  const wrong: Fault[] = [];
  if (!campaign(world, given.CampaignId ?? "")) wrong.push({ Field: "CampaignId", Message: "Campaign not found" });
  if (Number.isNaN(Date.parse(given.TransactionDate ?? "")))
    wrong.push({ Field: "TransactionDate", Message: "Must be an ISO 8601 date" });
  if (!/^\d+(\.\d{1,2})?$/.test(given.TransactionAmount ?? ""))
    wrong.push({ Field: "TransactionAmount", Message: "Must be a decimal" });
  if (!TYPES.includes(given.InquiryType ?? ""))
    wrong.push({ Field: "InquiryType", Message: `Must be one of ${TYPES.join(", ")}` });
  return wrong;
}

const OPTIONAL = [
  ...["MediaPartnerInquiryId", "ResolutionDeadlineDate", "ExpectedPayout", "TrackingLink", "CustomerId"],
  ...["InquiryDate", "InquiryNotes"],
];
const FORM = new Set(["CampaignId", "OrderId", "TransactionDate", "TransactionAmount", "InquiryType", ...OPTIONAL]);
const FILTERS = ["CampaignId", "MediaPartnerInquiryId", "CustomerId", "ResolutionStatus"] as const;
const DATES = [
  ["StartDate", "EndDate", "created_at"],
  ["TransactionDateStart", "TransactionDateEnd", "transaction_at"],
] as const;

function matches(row: Inquiry, query: Fields): boolean {
  const own = {
    CampaignId: row.campaign_id,
    MediaPartnerInquiryId: row.reference,
    CustomerId: row.customer_id,
    ResolutionStatus: row.status,
  };
  return (
    FILTERS.every((name) => query[name] === undefined || query[name] === own[name]) &&
    DATES.every(
      ([from, to, column]) =>
        (query[from] === undefined || row[column] >= Date.parse(query[from])) &&
        (query[to] === undefined || row[column] <= Date.parse(query[to])),
    )
  );
}

/** `partner-actioninquiries-v16`: a partner files what was not tracked, and reads how it stands. */
export function registerImpactInquiries(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid/ActionInquiries";
  const options = (...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target: "impact.action-inquiries" },
  });
  // So that filing alone can be made to fail.
  const filing = { preHandler: [checkImpact, onlyImpact()], config: { target: "impact.action-inquiries.file" } };
  const bad = (reply: FastifyReply, faults: Fault[]) =>
    impactError(reply, 400, "The request holds invalid parameters", faults);

  app.get<{ Querystring: Fields }>(
    base,
    options(...FILTERS, ...DATES.flatMap((dates) => dates.slice(0, 2))),
    (request, reply) => {
      const { query } = request;
      if (query.ResolutionStatus !== undefined && !STATUSES.includes(query.ResolutionStatus))
        return bad(reply, [{ Field: "ResolutionStatus", Message: `Must be one of ${STATUSES.join(", ")}` }]);
      return {
        ActionInquiries: all(world)
          .filter((row) => matches(row, query))
          .map((row) => shown(world, row)),
      };
    },
  );

  app.post<{ Body: Fields | null }>(base, filing, (request, reply) => {
    const given = request.body ?? {};
    const unknown = Object.keys(given).filter((name) => !FORM.has(name));
    if (unknown.length > 0)
      return bad(
        reply,
        unknown.map((Field) => ({ Field, Message: "Unknown parameter" })),
      );
    const faults = faultsOf(world, given);
    if (faults.length > 0) return bad(reply, faults);
    const id = nextNumber(world.db, "impact.inquiry", 15_652_378);
    world.db.run(
      `insert into impact_inquiries (id, reference, campaign_id, order_id, transaction_at, amount, type, tracking_link,
        customer_id, notes, status, reject_reason, action_id, resolved_at, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'UNRESOLVED', '', '', null, ?)`,
      id,
      given.MediaPartnerInquiryId ?? "",
      given.CampaignId ?? "",
      given.OrderId ?? "",
      Date.parse(given.TransactionDate ?? ""),
      minorOf(given.TransactionAmount ?? "0"),
      given.InquiryType ?? "",
      given.TrackingLink ?? "",
      given.CustomerId ?? "",
      given.InquiryNotes ?? "",
      world.clock.now(),
    );
    return { Status: "OK", Uri: `${BASE}/ActionInquiries/${id}` };
  });

  app.get<{ Params: { id: string } }>(`${base}/:id`, options(), (request, reply) => {
    const row = find(world, request.params.id);
    return row ? shown(world, row) : impactError(reply, 404, "Action inquiry not found");
  });
}

type Decision = { status?: string; reason?: string; silent?: boolean; book?: boolean };

/** What was filed, and what its brand says of it; an approved one becomes an action unless `book` is false. */
export function controlImpactInquiries(app: FastifyInstance, world: World): void {
  app.get("/control/impact/inquiries", () => ({ inquiries: all(world) }));
  app.post<{ Params: { id: string }; Body: Decision }>("/control/impact/inquiries/:id/decide", (request, reply) => {
    const row = find(world, request.params.id);
    if (!row) return reply.code(404).send({ error: "There is no such inquiry." });
    const { status = "", reason = "", book = true, silent = false } = request.body;
    if (!STATUSES.includes(status)) return reply.code(409).send({ error: `Give a status: ${STATUSES.join(", ")}.` });
    if ((status === "DECLINED") !== REJECT_REASONS.includes(reason))
      return reply.code(409).send({ error: "A declined one takes a reason of the list, any other takes none." });
    const action = status === "VALID" && book ? bookAction(world, row, silent) : row.action_id;
    const now = world.clock.now();
    world.db.run(
      "update impact_inquiries set status = ?, reject_reason = ?, action_id = ?, resolved_at = ? where id = ?",
      ...[status, reason, action, status === "UNRESOLVED" ? null : now, row.id],
    );
    return { inquiry: find(world, request.params.id) };
  });
}

/** The click is that of the tracking link which was filed along. */
function bookAction(world: World, row: Inquiry, silent: boolean): string {
  const programme = campaign(world, row.campaign_id);
  if (!programme) return "";
  const sub1 = URL.canParse(row.tracking_link) ? (new URL(row.tracking_link).searchParams.get("subId1") ?? "") : "";
  return createOrder(world, {
    ...{ programme, click: lastClick(world, programme, sub1), sub1, orderRef: row.order_id, currency: "USD" },
    items: [{ sku: "item-1", name: "Goods", category: "", quantity: 1, amount: row.amount }],
    ...{ discount: 0, coupon: null, silent, eventAt: row.transaction_at },
  }).id;
}
