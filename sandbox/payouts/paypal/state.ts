import { randomBytes } from "node:crypto";
import { DAY_MS, isoSeconds } from "../../clock.ts";
import type { World } from "../../world.ts";

export type ItemStatus =
  | "PENDING"
  | "SUCCESS"
  | "FAILED"
  | "UNCLAIMED"
  | "RETURNED"
  | "ONHOLD"
  | "BLOCKED"
  | "REFUNDED"
  | "REVERSED";

export interface Batch {
  id: string;
  sender_batch_id: string;
  header: string;
  status: "PENDING" | "PROCESSING" | "SUCCESS" | "DENIED" | "CANCELED";
  created_at: number;
  completed_at: number | null;
}

export interface Item {
  id: string;
  batch_id: string;
  position: number;
  item: string;
  receiver: string;
  amount: string;
  currency: string;
  status: ItemStatus;
  transaction_id: string | null;
  error: string | null;
  planned: string;
  updated_at: number;
  unclaimed_at: number | null;
}

/** What a receiver's address asks for: `ann+fail@example.com` fails, and so on. */
export function plannedFor(receiver: string): string {
  const match = /\+(fail|unclaimed|block|hold|pending|nofunds)@/i.exec(receiver);
  return match?.[1]?.toLowerCase() ?? "success";
}

const OUTCOME: Record<string, ItemStatus> = {
  success: "SUCCESS",
  fail: "FAILED",
  unclaimed: "UNCLAIMED",
  block: "BLOCKED",
  hold: "ONHOLD",
};

const ERRORS: Partial<Record<ItemStatus, { name: string; message: string }>> = {
  FAILED: { name: "RECEIVER_UNREGISTERED", message: "Receiver is unregistered" },
  UNCLAIMED: {
    name: "RECEIVER_UNREGISTERED",
    message: "Receiver is unregistered and has 30 days to claim the payment",
  },
  RETURNED: { name: "TRANSACTION_NOT_CLAIMED", message: "The payment was not claimed within 30 days and was returned" },
  BLOCKED: { name: "RECEIVING_PREFERENCE", message: "The receiver does not accept this payment" },
};

const EVENTS: Partial<Record<ItemStatus, string>> = {
  SUCCESS: "SUCCEEDED",
  FAILED: "FAILED",
  UNCLAIMED: "UNCLAIMED",
  RETURNED: "RETURNED",
  ONHOLD: "HELD",
  BLOCKED: "BLOCKED",
  REFUNDED: "REFUNDED",
};

export function itemJson(world: World, item: Item) {
  const sent = JSON.parse(item.item) as Record<string, unknown>;
  const error = item.error === null ? null : (JSON.parse(item.error) as { name: string; message: string });
  return {
    payout_item_id: item.id,
    ...(item.transaction_id === null
      ? {}
      : { transaction_id: item.transaction_id, activity_id: `0${item.transaction_id}` }),
    transaction_status: item.status,
    payout_item_fee: { currency: item.currency, value: "0.25" },
    payout_batch_id: item.batch_id,
    payout_item: { recipient_type: "EMAIL", ...sent },
    ...(item.status === "PENDING" ? {} : { time_processed: isoSeconds(item.updated_at) }),
    ...(error === null ? {} : { errors: { ...error, debug_id: item.id.toLowerCase() } }),
    links: [
      {
        href: `${world.origin()}/paypal/v1/payments/payouts-item/${item.id}`,
        rel: "item",
        method: "GET",
        encType: "application/json",
      },
    ],
  };
}

export function batchJson(batch: Batch, items: Item[]) {
  const cents = items.reduce((sum, item) => sum + Math.round(Number(item.amount) * 100), 0);
  const currency = items[0]?.currency ?? "USD";
  return {
    payout_batch_id: batch.id,
    batch_status: batch.status,
    time_created: isoSeconds(batch.created_at),
    ...(batch.completed_at === null ? {} : { time_completed: isoSeconds(batch.completed_at) }),
    sender_batch_header: JSON.parse(batch.header) as Record<string, unknown>,
    amount: { value: (cents / 100).toFixed(2), currency },
    fees: { value: (items.length * 0.25).toFixed(2), currency },
  };
}

function webhook(
  world: World,
  subject: string,
  type: string,
  resourceType: string,
  summary: string,
  resource: unknown,
): void {
  const id = `WH-${randomBytes(8).toString("hex").toUpperCase()}-${randomBytes(8).toString("hex").toUpperCase()}`;
  const body = {
    id,
    event_version: "1.0",
    create_time: world.clock.iso(),
    resource_type: resourceType,
    event_type: type,
    summary,
    resource,
    links: [{ href: `${world.origin()}/paypal/v1/notifications/webhooks-events/${id}`, rel: "self", method: "GET" }],
  };
  world.outbox.send({
    channel: "paypal",
    subject,
    event: type,
    contentType: "application/json",
    // Spaced as no serialiser of a receiver would write it again: who does not keep the bytes fails the signature.
    body: JSON.stringify(body, null, 1),
  });
}

export function itemsOfBatch(world: World, batchId: string): Item[] {
  return world.db.all<Item>("select * from paypal_items where batch_id = ? order by position", batchId);
}

export function findItem(world: World, id: string): Item | undefined {
  return world.db.get<Item>("select * from paypal_items where id = ?", id);
}

export function settleItem(world: World, id: string, status: ItemStatus): Item | undefined {
  const item = findItem(world, id);
  if (!item) return undefined;
  const error = ERRORS[status];
  const now = world.clock.now();
  world.db.run(
    "update paypal_items set status = ?, error = ?, transaction_id = ?, updated_at = ?, unclaimed_at = ? where id = ?",
    status,
    error ? JSON.stringify(error) : null,
    status === "FAILED" ? null : (item.transaction_id ?? randomBytes(9).toString("hex").toUpperCase().slice(0, 17)),
    now,
    status === "UNCLAIMED" ? now : item.unclaimed_at,
    id,
  );
  const next = findItem(world, id);
  const event = EVENTS[status];
  if (next && event) {
    const summary = `A payout item is ${status.toLowerCase()}.`;
    webhook(world, id, `PAYMENT.PAYOUTS-ITEM.${event}`, "payouts_item", summary, itemJson(world, next));
  }
  return next;
}

function setBatch(world: World, batch: Batch, status: Batch["status"]): void {
  const done = status === "SUCCESS" || status === "DENIED";
  world.db.run(
    "update paypal_batches set status = ?, completed_at = ? where id = ?",
    status,
    done ? world.clock.now() : null,
    batch.id,
  );
  const next = world.db.get<Batch>("select * from paypal_batches where id = ?", batch.id);
  if (!next) return;
  const resource = { batch_header: batchJson(next, itemsOfBatch(world, batch.id)) };
  webhook(
    world,
    batch.id,
    `PAYMENT.PAYOUTSBATCH.${status}`,
    "payouts",
    `Payouts batch is ${status.toLowerCase()}.`,
    resource,
  );
}

/** Works a batch through: PENDING, PROCESSING, then each item its own way, then SUCCESS (= processed). */
export function workBatch(world: World, batchId: string): void {
  const get = () => world.db.get<Batch>("select * from paypal_batches where id = ?", batchId);
  const step = world.settings.payoutDelayMs / 2;
  const end = () => {
    const batch = get();
    if (batch?.status !== "PROCESSING") return;
    for (const item of itemsOfBatch(world, batchId)) {
      const outcome = OUTCOME[item.planned];
      if (item.status === "PENDING" && outcome) settleItem(world, item.id, outcome);
    }
    setBatch(world, batch, "SUCCESS");
  };
  const begin = () => {
    const batch = get();
    // A batch that was being processed when the program ended is only finished.
    if (batch?.status === "PENDING") {
      if (itemsOfBatch(world, batchId).some((item) => item.planned === "nofunds")) {
        setBatch(world, batch, "DENIED");
        return;
      }
      setBatch(world, batch, "PROCESSING");
    }
    // Set out here and not beside the first step: on a busy machine timers of different lengths may ring in either order.
    world.after(step, end);
  };
  world.after(step, begin);
}

/** Returns what nobody claimed within thirty days of the sandbox's clock. */
export function returnUnclaimed(world: World): number {
  const due = world.db.all<Item>(
    "select * from paypal_items where status = 'UNCLAIMED' and unclaimed_at <= ?",
    world.clock.now() - 30 * DAY_MS,
  );
  for (const item of due) settleItem(world, item.id, "RETURNED");
  return due.length;
}

const FEE_CENTS = 25;

/** What each item has cost so far. What came back unclaimed never cost anything; what was refunded later has cost its fee. */
function costOf(item: Item): number {
  if (["SUCCESS", "UNCLAIMED", "ONHOLD"].includes(item.status))
    return Math.round(Number(item.amount) * 100) + FEE_CENTS;
  const wasPaid =
    ["REFUNDED", "REVERSED"].includes(item.status) || (item.status === "RETURNED" && item.unclaimed_at === null);
  return wasPaid ? FEE_CENTS : 0;
}

export const spentAtPaypal = (world: World): number =>
  world.db.all<Item>("select * from paypal_items").reduce((sum, item) => sum + costOf(item), 0);
