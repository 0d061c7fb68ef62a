/** Who hears of a purchase: pixels on the page that comes after it, and the partner's callback by a job with retries. */
import { chargeId } from "#membership";
import { addDays } from "#platform/clock";
import { send } from "#platform/outgoing";
import { settleUpsell, transactionOf } from "./answer-upsell.ts";
import { mainOf } from "./read-books.ts";
import type { Signed, UpsellContext } from "./upsell-context.ts";
import { FRESH_HOURS, readAddress, withKeys } from "./upsell-rules.ts";
import { findAccepted, findAsked, markCalled, readUpsell } from "./upsell-store.ts";

export type Purchase = { transaction_id: string; product: string; context: string };

/** The first charge of the membership and what was added to it, within the last day. Each pixel is given once for each. */
export async function readPurchases(context: UpsellContext, userId: string): Promise<Purchase[]> {
  const since = addDays(context.clock.now(), -FRESH_HOURS / 24);
  const books = await context.membership.readBooks(userId);
  const added = await findAccepted(context.database.db, userId, since);
  const purchases: Purchase[] = [];
  const main = mainOf(books);
  const first = books.invoices.find(
    (one) => one.membership_id === main?.membership_id && one.kind !== "upgrade" && one.period_start === main.joined_on,
  );
  if (main && first && new Date(first.paid_at) > since && first.refunded_minor === "0") {
    const grown = added.some((row) => row.upsell === "plus" && row.beside === main.membership_id);
    const product = grown ? "standard" : main.tier;
    purchases.push({ transaction_id: chargeId.show(first.charge_id), product, context: "trial" });
  }
  const told = new Set<string>();
  for (const row of added) {
    const transaction_id = transactionOf(row);
    if (told.has(transaction_id)) continue;
    told.add(transaction_id);
    purchases.push({ transaction_id, product: row.upsell, context: "upsell" });
  }
  return purchases;
}

/** Where the callback of a purchase goes; null without permission for marketing, and under Global Privacy Control. */
export async function callbackOf(
  context: UpsellContext,
  caller: Signed,
  address: string | null,
): Promise<string | null> {
  if (!address || context.attribution.privacyOf(caller.header).gpc) return null;
  const permitted = await context.attribution.permittedFor(caller.header, caller.member.user_id);
  return permitted.marketing ? address : null;
}

/**
 * The job: tells the partner once that the extra was bought, and nothing of who bought it. A time-out may have arrived all
 * the same: the transaction is the same in every try, so that the partner counts it once.
 */
export async function sendCallback(context: UpsellContext, upsellId: string): Promise<void> {
  const row = await readUpsell(context.database.db, upsellId);
  if (row?.state !== "accepted" || !row.callback_url || row.called_at) return;
  await send({
    url: withKeys(row.callback_url, { transaction_id: transactionOf(row), ups: row.upsell }),
    headers: { accept: "*/*" },
    timeout_ms: 10_000,
  });
  await markCalled(context.database.db, upsellId, context.clock.now());
}

const LOOK_AFTER_MINUTES = 2;
const LOOK_FOR_DAYS = 4;

/** Answers whose page was left before their payment was known. */
export async function followUpsells(context: UpsellContext): Promise<void> {
  const now = context.clock.now();
  const rows = await findAsked(
    context.database.db,
    addDays(now, -LOOK_AFTER_MINUTES / 1_440),
    addDays(now, -LOOK_FOR_DAYS),
  );
  for (const row of rows) await settleUpsell(context, row);
}

/** The partner's callback of the brand pack, when it stands on a host that may be reached. */
export function brandCallback(context: UpsellContext, brand: Signed["brand"]): string | null {
  const address = brand.upsell.callback;
  if (!address) return null;
  const read = readAddress("pxcb", address, { publicUrl: context.settings.PUBLIC_URL, hosts: brand.upsell.hosts });
  return "url" in read ? read.url.href : null;
}
