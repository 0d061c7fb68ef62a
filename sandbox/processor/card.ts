import { esc } from "../markup.ts";
import { dollars } from "../money.ts";
import { shortTime } from "../pages/layout.ts";
import type { World } from "../world.ts";
import { every, find, type Thing } from "./book.ts";
import type { Charge } from "./money.ts";
import type { PaymentIntent } from "./payment-intents.ts";

const TAG: Record<string, string> = { succeeded: "good", requires_payment_method: "bad", canceled: "plain" };

/** What can be done with a payment, by where it stands. */
function choices(intent: PaymentIntent, charge: Charge | undefined, dispute: Thing | undefined): [string, string][] {
  const again: [string, string][] = [
    ["duplicate", "Resend webhook"],
    ["forge", "Forge webhook"],
  ];
  if (intent.status === "processing") return [["settle", "Succeed"], ["fail", "Fail"], ...again];
  if (charge?.status !== "succeeded") return again;
  const open = dispute?.status === "needs_response";
  const money: [string, string][] = open
    ? [
        ["win", "Win dispute"],
        ["lose", "Lose dispute"],
      ]
    : charge.disputed
      ? []
      : [["dispute", "Dispute"]];
  return [
    ...(charge.amount_refunded < charge.amount && !charge.disputed ? [["refund", "Refund"] as [string, string]] : []),
    ...money,
    ...again,
  ];
}

export function disputeOf(world: World, intentId: string): Thing | undefined {
  return every(world, "dispute").find((dispute) => dispute.payment_intent === intentId);
}

function row(world: World, intent: PaymentIntent): string {
  const charge = intent.latest_charge === null ? undefined : find<Charge>(world, intent.latest_charge, "charge");
  const dispute = disputeOf(world, intent.id);
  const customer = intent.customer === null ? undefined : find(world, intent.customer, "customer");
  const buttons = choices(intent, charge, dispute).map(
    ([verb, label]) =>
      `<form class="inline" method="post" action="/play/payments/${esc(intent.id)}/${verb}"><button class="quiet">${label}</button></form>`,
  );
  const error = intent.last_payment_error as { code?: string; decline_code?: string } | null;
  const more = [
    error ? esc(error.decline_code ?? error.code) : "",
    charge && charge.amount_refunded > 0 ? `${dollars(charge.amount_refunded)} refunded` : "",
    dispute ? `dispute: ${esc(dispute.status)}` : "",
    intent.statement_descriptor_suffix === null ? "" : `“${esc(intent.statement_descriptor_suffix)}”`,
  ].filter(Boolean);
  return `<article class="order payment"><div class="head"><strong>${dollars(intent.amount)} from ${esc(customer?.name ?? customer?.email ?? "nobody")}</strong><span class="tag ${TAG[intent.status] ?? "wait"}">${esc(intent.status)}</span></div>
<p class="soft small" style="margin:2px 0 0;overflow-wrap:anywhere"><span class="mono">${esc(intent.id)}</span> · ${esc(shortTime(intent.created * 1000))}${more.length > 0 ? ` · ${more.join(" · ")}` : ""}</p><div class="actions tight">${buttons.join("")}</div></article>`;
}

const DECLINES = ["insufficient_funds", "generic_decline", "do_not_honor", "lost_card", "expired_card", "processing"];

export function paymentRows(world: World): string {
  const rows = every<PaymentIntent>(world, "payment_intent")
    .slice(0, 12)
    .map((intent) => row(world, intent));
  const options = DECLINES.map((code) => `<option>${code}</option>`).join("");
  return `<section class="card" aria-labelledby="payments"><h2 id="payments">Card payments</h2>
<form class="inline tight" method="post" action="/play/next-charge" style="margin-bottom:12px"><select name="code" aria-label="How the next charge ends">${options}</select><button class="quiet">Next charge ends so</button></form>
${rows.length === 0 ? '<p class="soft">Nobody has paid yet. Try 4242 4242 4242 4242 in the product.</p>' : rows.join("")}</section>`;
}
