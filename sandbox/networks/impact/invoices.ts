import type { FastifyInstance } from "fastify";
import { DAY_MS, isoSeconds } from "../../clock.ts";
import { major } from "../../money.ts";
import type { World } from "../../world.ts";
import type { Order } from "../records.ts";
import { checkImpact, impactError, onlyImpact } from "./access.ts";
import { IMPACT } from "./credentials.ts";

const BASE = `/Mediapartners/${IMPACT.account}`;
const RECIPIENT = 1804207;
const DUE_DAYS = 40;

interface Invoice {
  Id: string;
  CreatedDate: string;
  [field: string]: unknown;
}

const monthOf = (at: number) => isoSeconds(at).slice(0, 7);

/** One for each month in which orders were locked, made as the month ends; `partner-invoices-v16` and no more. */
function invoices(world: World): Invoice[] {
  const locked = world.db
    .all<Order>("select * from orders where network = 'impact' and validated_at is not null and payout > 0")
    .filter((order) => order.state === "approved" && monthOf(order.validated_at ?? 0) < monthOf(world.clock.now()));
  const months = new Map<string, Order[]>();
  for (const order of locked) {
    const month = monthOf(order.validated_at ?? 0);
    months.set(month, [...(months.get(month) ?? []), order]);
  }
  return [...months].sort(([a], [b]) => (a < b ? 1 : -1)).map(([month, orders]) => invoice(world, month, orders));
}

function invoice(world: World, month: string, orders: Order[]): Invoice {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const created = Date.UTC(year, number, 1);
  const id = `${month.replace("-", "")}-1`;
  const programmes = [...new Set(orders.map((order) => order.programme_id))].sort();
  const lines = programmes.map((CampaignId) => {
    const own = orders.filter((order) => order.programme_id === CampaignId);
    const paid = own.every((order) => order.cleared_at !== null);
    const amount = major(own.reduce((sum, order) => sum + order.payout, 0));
    const due = created + DUE_DAYS * DAY_MS;
    return {
      CampaignId,
      CampaignName: world.catalogue.programmes().byId("impact", CampaignId)?.merchant?.name ?? CampaignId,
      Description: "MEDIA_PAYOUT",
      EventMonthYear: `${number}${year}`,
      Actions: `${own.length}`,
      NetItemAmount: amount,
      VatItemAmount: "0.00",
      TotalItemAmount: amount,
      Status: paid ? "PAID" : world.clock.now() > due ? "OVERDUE" : "PENDING",
      DueDate: isoSeconds(due),
      PaidDate: paid ? isoSeconds(Math.max(...own.map((order) => order.cleared_at ?? 0))) : "",
    };
  });
  return {
    Id: id,
    CreatedDate: isoSeconds(created),
    RecipientId: RECIPIENT,
    RecipientName: "Tuppence",
    Currency: "USD",
    TotalAmount: major(orders.reduce((sum, order) => sum + order.payout, 0)),
    TotalVatAmount: "0.00",
    LineItems: lines,
    DetailedLineItems: lines.map((line) => ({
      AccountId: RECIPIENT,
      Name: "Tuppence",
      ProgramId: line.CampaignId,
      ProgramName: line.CampaignName,
      EventMonthYear: line.EventMonthYear,
      ActionAmount: line.NetItemAmount,
      OtherAmount: "0.00",
      TotalAmount: line.NetItemAmount,
    })),
    PDF: `${BASE}/Invoices/${id}/Download`,
    Uri: `${BASE}/Invoices/${id}`,
  };
}

export function registerImpactInvoices(app: FastifyInstance, world: World): void {
  const base = "/impact/Mediapartners/:sid";
  const options = (...names: string[]) => ({
    preHandler: [checkImpact, onlyImpact(...names)],
    config: { target: "impact.invoices" },
  });
  app.get<{ Querystring: { StartDate?: string; EndDate?: string } }>(
    `${base}/Invoices`,
    options("StartDate", "EndDate"),
    (request, reply) => {
      const from = Date.parse(request.query.StartDate ?? "1970-01-01T00:00:00Z");
      const to = Date.parse(request.query.EndDate ?? "2100-01-01T00:00:00Z");
      if (Number.isNaN(from) || Number.isNaN(to))
        return impactError(reply, 400, "The request holds invalid parameters", [
          { Field: Number.isNaN(from) ? "StartDate" : "EndDate", Message: "Must be an ISO 8601 date" },
        ]);
      const within = (one: Invoice) => Date.parse(one.CreatedDate) >= from && Date.parse(one.CreatedDate) <= to;
      return { Invoices: invoices(world).filter(within) };
    },
  );
  app.get<{ Params: { id: string } }>(`${base}/Invoices/:id`, options(), (request, reply) => {
    const found = invoices(world).find((one) => one.Id === request.params.id);
    return found ?? impactError(reply, 404, "Invoice not found");
  });
}
